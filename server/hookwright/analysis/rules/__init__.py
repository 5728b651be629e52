"""The rules, one file each, in the order of their codes."""

from __future__ import annotations

from hookwright.analysis.rule import Rule
from hookwright.analysis.rules import (
    array_expected,
    comment_not_allowed,
    duplicate_hook,
    duplicate_key,
    empty_command,
    empty_group,
    event_case,
    event_of_another_dialect,
    events_outside_hooks,
    hook_not_wrapped,
    hook_type_not_supported,
    missing_key,
    syntax_error,
    timeout_range,
    timeout_unit,
    trailing_comma,
    unknown_event,
    unknown_hook_type,
    unknown_key,
    value_not_allowed,
    wrong_root,
    wrong_type,
)

RULES: tuple[Rule, ...] = (
    syntax_error.RULE,
    duplicate_key.RULE,
    wrong_root.RULE,
    comment_not_allowed.RULE,
    trailing_comma.RULE,
    unknown_key.RULE,
    missing_key.RULE,
    wrong_type.RULE,
    hook_not_wrapped.RULE,
    events_outside_hooks.RULE,
    array_expected.RULE,
    empty_group.RULE,
    value_not_allowed.RULE,
    unknown_event.RULE,
    event_case.RULE,
    event_of_another_dialect.RULE,
    unknown_hook_type.RULE,
    hook_type_not_supported.RULE,
    timeout_unit.RULE,
    timeout_range.RULE,
    empty_command.RULE,
    duplicate_hook.RULE,
)

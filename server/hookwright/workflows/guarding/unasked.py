"""Guards that their agent never asks, though they are in a file that it reads, and those that it does not wait for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, pieces
from hookwright.analysis.rule import Finding, Subject
from hookwright.analysis.rules import (
    alternation_not_supported,
    comma_for_alternation,
    condition_never_holds,
    condition_syntax,
    expression_as_matcher,
    invalid_regex,
    matcher_never_matches,
    matcher_value,
    mcp_prefix,
    permission_syntax,
    spaces_in_alternation,
    tool_of_another_dialect,
)
from hookwright.config.runnable import Reason, readable_hooks
from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.matching.matcher import match
from hookwright.model.reaction import Severity
from hookwright.text import Route
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState

_OF_MATCHERS = (
    matcher_never_matches.RULE,
    tool_of_another_dialect.RULE,
    invalid_regex.RULE,
    permission_syntax.RULE,
    expression_as_matcher.RULE,
    mcp_prefix.RULE,
    matcher_value.RULE,
    spaces_in_alternation.RULE,
    alternation_not_supported.RULE,
    comma_for_alternation.RULE,
)
_OF_CONDITIONS = (condition_never_holds.RULE, condition_syntax.RULE)

Unasked = Mapping[Route, Decided]
"""What is to be said of guards that are not asked, by the routes of their hooks."""


def unasked(subject: Subject) -> Unasked:
    """The hooks that never run, or not for every tool that their matcher is meant for."""
    found = dict[Route, Decided]()
    for route, it in (*_left_out(subject), *_by_matcher(subject), *_by_condition(subject)):
        found.setdefault(route, it)
    return found


def never(why: str, repair: str) -> Decided:
    """What is said of a guard that never runs, for a reason that follows a colon."""
    return Decided(GuardState.DEAD, f"never runs, so this guard lets everything pass: {why}", Fate.PASSES, repair)


def _left_out(subject: Subject) -> Iterator[tuple[Route, Decided]]:
    """Hooks that are switched off, or that the agent leaves out for what is wrong with them."""
    file = subject.file
    if file.fault is not None or file.void is not None:
        return
    hooks, reasons = readable_hooks(file)
    running = frozenset[Route]() if file.is_switched_off else frozenset(it.route for it in hooks)
    for group, hook in file.hooks:
        if group.row is not None and not hook.misplaced and hook.route not in running:
            why = next((it.text for it in reasons if _is_about(it, group, hook)), None)
            off = f"`{_switch(file)}` in its file switches it off"
            yield hook.route, never(why or off, _check(subject) if why else "switch it on there")


def _switch(file: HookFile) -> str:
    """The key with which a hook, or all of the file, is switched off."""
    key = file.dialect.switches.off if file.is_switched_off else file.grammar.nesting.enabled_key
    return key or ""


def _is_about(reason: Reason, group: GroupView, hook: HookView) -> bool:
    """Whether a reason stands in the hook, or in its group and in none of the other hooks of it."""
    if hook.node.start <= reason.at < hook.node.end:
        return True
    others = (it.node for it in group.hooks if it is not hook)
    return group.node.start <= reason.at < group.node.end and not any(it.start <= reason.at < it.end for it in others)


def _by_matcher(subject: Subject) -> Iterator[tuple[Route, Decided]]:
    """Hooks whose matcher matches nothing, or not all that it is meant for."""
    texts = {it.route: it for it in matcher_texts(subject.file)}
    wrong = dict[Route, list[Finding]]()
    for rule in _OF_MATCHERS:
        for it in rule.check(subject):
            if it.severity in (None, Severity.ERROR) and it.place.route in texts:
                wrong.setdefault(it.place.route, []).append(it)
    for route, found in wrong.items():
        text, why = texts[route], found[0].message
        said = never(why, _check(subject))
        if _matches_other(text, found):
            said = Decided(
                GuardState.LEAKS, f"does not run for every tool that it is meant for: {why}", repair=_check(subject)
            )
        yield from ((it.route, said) for it in text.group.hooks)


def _matches_other(text: MatcherText, wrong: Sequence[Finding]) -> bool:
    """Whether the matcher has a part that is not wrong."""
    return len(pieces(text)) > len(wrong) or any(match(text.matcher, it.name).matched for it in text.tools)


def _by_condition(subject: Subject) -> Iterator[tuple[Route, Decided]]:
    """Hooks whose condition is never true."""
    for rule in _OF_CONDITIONS:
        for it in rule.check(subject):
            if it.severity in (None, Severity.ERROR):
                yield it.place.route[:-1], never(it.message, _check(subject))


def _check(subject: Subject) -> str:
    return f"hookwright check {shlex.quote(subject.file.path)}"

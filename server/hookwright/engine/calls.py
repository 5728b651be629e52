"""What the rules that a hook brings along say of one tool call: its matcher's pattern, and its own permission rule."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hookwright.matching.criteria import hold_criterion
from hookwright.matching.permission_rule import Call, covers, parse_rule
from hookwright.matching.tool_pattern import covers_call, parse_tool_pattern
from hookwright.matching.verdict import Verdict, no, quoted, yes
from hookwright.model.event import EventRow, Subject
from hookwright.model.hook import Hook
from hookwright.model.language import Pattern
from hookwright.policies.payloads import Facts, input_command, input_path

if TYPE_CHECKING:
    from hookwright.engine.plan import Request


def verdicts(request: Request, row: EventRow, facts: Facts, hook: Hook) -> Iterator[Verdict]:
    """One for each rule that the hook has; the hook runs where all of them matched.  None without a rule (B3)."""
    dialect = request.dialect
    yield from criteria_verdicts(request, facts, hook)
    if row.subject_field is not None and dialect.matchers.for_event(row.name).pattern is Pattern.PERMISSION:
        rule = parse_tool_pattern(hook.matcher) if isinstance(hook.matcher, str) else None
        if rule is not None and not isinstance(rule, str) and rule.tool != hook.matcher:
            yield covers_call(rule, _call(request, row, facts))
    key = dialect.condition_key
    if key is not None and key in hook.values:
        yield _ruled(request, row, facts, key, hook.values[key])


def criteria_verdicts(request: Request, facts: Facts, hook: Hook) -> Iterator[Verdict]:
    """One for each criterion of a structured matcher that is held against what the tool is called with (A4, A5)."""
    dialect = request.dialect
    for name, criterion in dialect.matchers.criteria.items() if hook.matcher else ():
        if name in hook.matcher and criterion.subject in (Subject.PATH, Subject.COMMAND):
            yield hold_criterion(name, criterion, hook.matcher[name], _ways(request, facts, criterion.subject))


def _ways(request: Request, facts: Facts, subject: Subject) -> tuple[str, ...]:
    """The subject as the call has it, and where it is a path below the project, as it is from there."""
    if subject is Subject.COMMAND:
        command = input_command(request.dialect, facts.payload)
        return () if command is None else (command,)
    path = input_path(request.dialect, facts.payload)
    if path is None:
        return ()
    below = os.path.relpath(os.path.normpath(os.path.join(facts.cwd, path)), request.project_dir)
    return (path,) if below == os.pardir or below.startswith(os.pardir + os.sep) else (path, below)


def _ruled(request: Request, row: EventRow, facts: Facts, key: str, text: object) -> Verdict:
    """What the hook's own permission rule says of the call."""
    if row.name not in request.dialect.condition_events:
        return no(f"`{key}` works on tool events only: on `{row.name}` a hook that has it never runs")
    rule = parse_rule(text) if isinstance(text, str) else None
    if rule is None:
        return yes(f"{quoted(str(text))} in `{key}` is not a permission rule, so it is ignored")
    return covers(rule, _call(request, row, facts))


def _call(request: Request, row: EventRow, facts: Facts) -> Call:
    tool_input = request.payload.get("tool_input")
    return Call(
        tool=row.subject_in(request.payload) or "",
        input=tool_input if isinstance(tool_input, Mapping) else {},
        command_keys=request.dialect.command_keys,
        path_keys=request.dialect.path_keys,
        cwd=facts.cwd,
        project=request.project_dir,
        home=request.home,
    )

"""Whether there is any event at all for which the agent would run a hook, as far as its matcher goes."""

from __future__ import annotations

from collections.abc import Mapping

from hookwright.matching.matcher import match, parse_matcher
from hookwright.matching.verdict import quoted
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Subject
from hookwright.model.hook import Hook
from hookwright.workflows.samples.criteria_inputs import tools_text
from hookwright.workflows.samples.subjects import invented_subjects

_OF_SERVERS = "mcp__"


def why_never(dialect: Dialect, row: EventRow, hook: Hook) -> str | None:
    """Why no event meets the matcher; None where one does, or may: servers and people bring tools of any name."""
    matcher = hook.matcher
    text = tools_text(dialect, matcher) if isinstance(matcher, Mapping) else matcher
    if row.subject_field is None or not isinstance(text, str) or not text:
        return None
    if row.subject is Subject.TOOL:
        subjects, what = tuple(it.name for it in dialect.tools), f"tool of {dialect.title}"
        if not subjects or _OF_SERVERS in text:
            return None
    else:
        subjects, what = row.values, f"`{row.subject_field}` of {row.name}"
    parsed = parse_matcher(dialect.matchers.for_event(row.name), text)
    if row.subject is Subject.TOOL:
        # What is searched for in names may be found in those of any server's tools.
        subjects += tuple(f"{_OF_SERVERS}server__{it}" for it in ("tool", *invented_subjects(parsed)))
    if not subjects or any(match(parsed, it).matched for it in subjects):
        return None
    return f"{quoted(text)} matches no {what}"

"""A matcher is a value that the event never has.

## What it does

Reports matchers, and alternatives of matchers, that match none of the values of the event, such as `startupp` on
`SessionStart`. It applies to events that do not match on a tool, such as `SessionStart`, `SessionEnd`, `PreCompact` and
`Notification` in Claude Code.
Also reports a matcher on an event that has nothing to match, for agents where the hooks then never run, such as
OpenHands.

If the value is not close to any known value, the finding is a warning, because a newer version of the agent may have
it.

## Why

The hook never runs.

## Example

In `.claude/settings.json`, on `SessionStart` of Claude Code:

```json
{
  "hooks": {
    "SessionStart": [
      {"matcher": "startupp", "hooks": [{"type": "command", "command": "make notes"}]}
    ]
  }
}
```

Write one of the event's values:

```json
{
  "hooks": {
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "make notes"}]}
    ]
  }
}
```

## Fix

Writes the value that is nearly the same, or removes the matcher if the event has nothing to match.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.expressions import is_expression
from hookwright.analysis.matchers.mistakes import globs, with_bars, without_blanks
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, pieces, trimmed
from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.suggest import nearest
from hookwright.config.view import HookFile
from hookwright.matching.matcher import Form, Name, match
from hookwright.matching.regex import holds, syntax_fault
from hookwright.model.event import EventRow
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import remove

_MOST_SHOWN = 6
_PLAIN = late_pattern(r"\^?([\w-]+)\$?")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        known = text.group.row.subject.values if text.group.row else ()
        if known == ("",):
            yield from _beside_nothing(subject.file, text)
        elif known and text.matcher.fault is None and not _is_explained(text):
            for piece in pieces(text):
                yield from _finding(text, trimmed(piece))


def _beside_nothing(file: HookFile, text: MatcherText) -> Iterator[Finding]:
    """The matcher of an event that has nothing to match, where it keeps the hooks from running."""
    if text.matcher.fault is not None or match(text.matcher, "").matched:
        return
    fix = Fix("Remove the matcher", partial(remove, file.tree, text.route), safe=False)
    message = f"`{text.group.event}` has nothing to match, so these hooks never run; remove the matcher"
    yield Finding(Place(text.route), message, (fix,), severity=Severity.WARNING)


def _is_explained(text: MatcherText) -> bool:
    others = with_bars(text) is not None or without_blanks(text) is not None or bool(globs(text))
    return others or is_expression(text)


def _finding(text: MatcherText, piece: Name) -> Iterator[Finding]:
    row = text.group.row
    if row is None or not row.subject.values or _matches(text, piece.text, row.subject.values):
        return
    message = f"`{row.name}` never has the value `{piece.text}`, so it never matches"
    plain = _PLAIN.fullmatch(piece.text)
    meant = nearest(plain[1], row.subject.values) if plain else None
    place = text.place(piece.start, piece.end)
    owner = _owner(text, row, piece.text) if meant is None else None
    if owner is not None:
        advice = f"move the hook to `{owner}`, which has it, or use another value"
        yield Finding(place, f"{message}; {advice}", severity=Severity.WARNING)
    elif plain is None or meant is None:
        known = ", ".join(f"`{it}`" for it in row.subject.values[:_MOST_SHOWN])
        more = " and others" if len(row.subject.values) > _MOST_SHOWN else ""
        yield Finding(place, f"{message}; use one of {known}{more}", severity=Severity.WARNING)
    else:
        yield Finding(place, f"{message}; did you mean `{meant}`?", (_fix(text, piece, plain.span(1), meant),))


def _owner(text: MatcherText, row: EventRow, value: str) -> str | None:
    """The event of the agent that has the value, if there is only one."""
    owners = [it.name for it in text.file.dialect.events if it is not row and value in it.subject.values]
    return owners[0] if len(owners) == 1 else None


def _fix(text: MatcherText, piece: Name, span: tuple[int, int], meant: str) -> Fix:
    start, end = piece.start + span[0], piece.start + span[1]
    return text.change(Name(text.text[start:end], start, end), meant)


def _matches(text: MatcherText, piece: str, values: tuple[str, ...]) -> bool:
    if text.matcher.form is not Form.PATTERN:
        return piece in values
    # A piece of a valid pattern need not be valid, as where a group is named twice: then nothing is said of it.
    flavor = text.language.flavor
    return syntax_fault(piece, flavor) is not None or any(
        holds(piece, it, whole=text.language.whole, flavor=flavor) is not False for it in values
    )


RULE = Rule("HW316", "matcher-value", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.EVENT)

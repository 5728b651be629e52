"""A regular expression matches more tools than it seems to.

## What it does

Reports an alternative of a regular expression that matches the whole name of some tools, and is also a part of other
names that no other alternative asks for. It applies to agents where a regular expression may match any part of a name,
such as Claude Code, Codex, Gemini CLI, Qwen Code and Cursor.
Does not report alternatives that match no whole name, such as `Notebook`, and those that begin with an anchor, such as
`^Task`.

## Why

The hook runs for tools that you may not have meant: `Edit|mcp__.*` is a regular expression, and also matches
`NotebookEdit`.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit|mcp__.*", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Match whole names only:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "^Edit$|mcp__.*", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes `^` and `$` around the alternative. You may want the hook to run for all of these tools, so the fix is not safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.expressions import is_expression
from hookwright.analysis.matchers.mistakes import globs
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, pieces, trimmed
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Name
from hookwright.matching.regex import holds, syntax_fault
from hookwright.model import event
from hookwright.model.language import Flavor
from hookwright.model.reaction import Severity

_MOST_SHOWN = 4


def _check(subject: Subject) -> Iterator[Finding]:
    tools = [it for it in subject.file.dialect.tools if not it.answers_for]
    names = tuple(it.name for it in tools)
    present = frozenset(it.name for it in tools if not it.replaced_by)
    for text in matcher_texts(subject.file):
        if text.searched and text.subject is event.MatchSubject.TOOL:
            yield from _findings(text, names, present)


def _findings(text: MatcherText, names: tuple[str, ...], present: frozenset[str]) -> Iterator[Finding]:
    flavor = text.language.flavor
    found = [(trimmed(it), *_held(trimmed(it).text, names, flavor)) for it in pieces(text)]
    meant = {name for _, whole, searched in found for name in whole or searched}
    for piece, whole, searched in found:
        deliberate = piece.text.startswith("^")
        extra = [it for it in searched if it not in meant]
        if whole and not deliberate and present.intersection(extra) and not _is_slip(text, piece):
            yield _finding(text, piece, extra)


def _is_slip(text: MatcherText, piece: Name) -> bool:
    """Whether other rules say that this is none of a regular expression."""
    return is_expression(text) or any(it.piece.start == piece.start for it in globs(text))


def _finding(text: MatcherText, piece: Name, extra: list[str]) -> Finding:
    anchored = f"^{piece.text.removesuffix('$')}$"
    listed = ", ".join(f"`{it}`" for it in extra[:_MOST_SHOWN])
    more = f" and {len(extra) - _MOST_SHOWN} more" if len(extra) > _MOST_SHOWN else ""
    message = f"`{piece.text}` also matches {listed}{more}; write `{anchored}` to match whole names only"
    return Finding(text.place(piece.start, piece.end), message, (text.change(piece, anchored, safe=False),))


@remembered(maxsize=512)
def _held(piece: str, names: tuple[str, ...], flavor: Flavor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that a piece matches whole, and those that it is found in."""
    if not piece or syntax_fault(piece, flavor) is not None:
        return (), ()
    whole = tuple(it for it in names if holds(piece, it, whole=True, flavor=flavor))
    return whole, tuple(it for it in names if holds(piece, it, whole=False, flavor=flavor))


RULE = Rule("HW304", "matcher-partial", Severity.HINT, __doc__, _check, has_fix=True, stands_on=Fact.EVENT)

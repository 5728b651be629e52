"""A regular expression matches more tools than it seems to.

## What it does

Reports the alternatives of a regular expression that match some tools whole, and are found in the names of others too
that no other alternative asks for.
Those that match no tool whole, such as `Notebook`, and those that begin with an anchor, such as `^Task`, are meant to
do that.

## Why

Where a regular expression may match any part of a name, `Edit.*` and `Edit$` match `NotebookEdit` as well as `Edit`.

## Example

```json
{"matcher": "Edit|mcp__.*", "hooks": []}
```

## Fix

Writes `^` and `$` around it, so that it matches whole names only.
As the hook may be meant for all of these tools, it is not among the safe fixes.
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

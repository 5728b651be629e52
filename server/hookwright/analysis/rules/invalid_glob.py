"""A glob has a brace or a class that is never closed.

## What it does

Reports the `{` or `[` of a glob in a matcher that no `}` or `]` closes, and globs that stand for too many others.

## Why

A brace or bracket that is not closed is taken as it stands, so the glob matches none of the files that are meant.

## Example

```json
{"matcher": {"paths": "src/**/*.{ts,tsx"}, "hooks": []}
```

## Fix

None: only its author knows where it was to end.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers import MatcherText, matcher_texts
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.model.language import Pattern
from hookwright.model.reaction import Severity

_NEGATIONS = ("!", "^")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        if text.language.pattern is Pattern.GLOB and text.text not in text.language.wildcards:
            yield from _findings(text)


def _findings(text: MatcherText) -> Iterator[Finding]:
    opened = _unclosed(text.text)
    for index in opened:
        kind = "brace" if text.text[index] == "{" else "class"
        closing = "}" if kind == "brace" else "]"
        message = (
            f"this {kind} is never closed, so `{text.text[index]}` is taken as it stands; close it with `{closing}`"
        )
        yield Finding(text.place(index, len(text.text)), message)
    if text.matcher.fault is not None and not opened:
        yield Finding(text.place(), f"the glob is not valid, so it never matches: {text.matcher.fault.message}")


def _unclosed(glob: str) -> list[int]:
    """Where the braces and classes begin that have no end, outermost first."""
    braces: list[int] = []
    index = 0
    while index < len(glob):
        char = glob[index]
        if char == "\\":
            index += 1
        elif char == "[":
            # A closing bracket that is the first of a class belongs to it.
            first = index + 1 + (glob[index + 1 : index + 2] in _NEGATIONS)
            end = glob.find("]", first + 1)
            if end < 0:
                return [*braces, index]
            index = end
        elif char == "{":
            braces.append(index)
        elif char == "}" and braces:
            braces.pop()
        index += 1
    return braces


RULE = Rule("HW309", "invalid-glob", Severity.ERROR, __doc__, _check, reach=Reach.MATCHER)

"""A matcher is not a valid regular expression.

## What it does

Reports a matcher that does not compile in the regular expressions of its dialect, at the piece that is to blame.
Permission rules, globs and expressions are left to the rules that explain those.

## Why

A pattern that does not compile matches nothing, so the hook never runs.
Where the agent also compares the names between `|` one by one, such a name still matches, and the finding is a warning.

## Example

```json
{"matcher": "Edit|(Write", "hooks": []}
```

## Fix

None: only its author knows what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.expressions import is_expression
from hookwright.analysis.matchers.mistakes import globs, permission_rules, with_bars
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.regex import Fault, syntax_fault
from hookwright.model.language import Invalid
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern

_NAME = late_pattern(r"[A-Za-z0-9_-]+")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        fault = _unexplained(text)
        if fault is not None:
            literal = text.language.invalid is Invalid.LITERAL
            names = _plain_names(text)
            so = "is compared as plain text" if literal else f"only matches {names}" if names else "never matches"
            message = f"the regular expression is not valid, so it {so}: {fault.message}"
            yield Finding(text.place(fault.start, fault.end), message, severity=Severity.WARNING if names else None)


def _plain_names(text: MatcherText) -> str:
    """The alternatives that match as plain names though the whole is no expression, as a message lists them."""
    if text.language.names or not text.language.separators:
        return ""
    return " and ".join(f"`{it.text}`" for it in text.matcher.names if _NAME.fullmatch(it.text))


def _unexplained(text: MatcherText) -> Fault | None:
    """The fault that stays when the pieces that other rules explain are taken for plain words."""
    if text.matcher.fault is None or not text.is_regex or with_bars(text) is not None or is_expression(text):
        return None
    pattern = text.text
    explained = [*(it.piece for it in permission_rules(text)), *(it.piece for it in globs(text))]
    for piece in explained:
        pattern = pattern[: piece.start] + "x" * len(piece.text) + pattern[piece.end :]
    return syntax_fault(pattern, text.language.flavor) if explained else text.matcher.fault


RULE = Rule("HW301", "invalid-regex", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE)

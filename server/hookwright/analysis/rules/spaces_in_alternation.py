"""There are spaces around the `|` of a regular expression.

## What it does

Reports `Edit | Write` where the dialect reads it as a regular expression, in which spaces count like letters.
Where the dialect reads a list of names and trims them, nothing is reported.

## Why

No tool has a space in its name, so none of the alternatives with a space ever matches.

## Example

```json
{"matcher": "Edit | mcp__.*", "hooks": []}
```

## Fix

Removes the spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.mistakes import with_bars, without_blanks
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        meant = without_blanks(text) if with_bars(text) is None else None
        if meant is not None:
            message = f"the spaces around `|` are part of the regular expression; write `{meant}`"
            yield Finding(text.place(), message, (text.rewrite(meant),))


RULE = Rule(
    "HW312",
    "spaces-in-alternation",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

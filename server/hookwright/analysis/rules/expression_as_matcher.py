"""A matcher is an expression of a language that no agent has.

## What it does

Reports matchers that compare something with a quoted text, such as
`tool == "Edit" && tool_input.file_path matches "…"`.

## Why

A matcher is compared with the tool's name as it is written, so the hook never runs.

## Example

```json
{"matcher": "tool == \\"Edit\\" || tool == \\"Write\\"", "hooks": []}
```

## Fix

Writes the names of the tools, where the expression asks for nothing else.
Where it asks for a tool with a certain input, offers the tool's name alone: the hook itself then has to look at the
input.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.expressions import is_expression, meaning
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.matcher import Name
from hookwright.model.reaction import Severity

_CAUSE = "expressions as matchers"


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        if text.is_of_names and is_expression(text):
            yield _finding(text)


def _finding(text: MatcherText) -> Finding:
    message = "a matcher is compared with names and is not an expression, so this never matches"
    meant = meaning(text)
    if meant is None:
        return Finding(text.place(), f"{message}; write the names", cause=_CAUSE)
    whole = Name(text.text, 0, len(text.text))
    fix = text.change(whole, meant.matcher, preferred=meant.exact, safe=meant.exact)
    advice = f"write `{meant.matcher}`" + ("" if meant.exact else " and check the input in the hook")
    return Finding(text.place(), f"{message}; {advice}", (fix,), cause=_CAUSE)


RULE = Rule("HW314", "expression-as-matcher", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

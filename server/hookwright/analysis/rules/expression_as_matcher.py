r"""A matcher is an expression, but no agent evaluates expressions in matchers.

## What it does

Reports matchers that compare something with a quoted text, such as
`tool == "Edit" && tool_input.file_path matches "…"`. It applies to every agent.

## Why

The agent compares the matcher, as it is written, with the tool's name. No name matches, so the hook never runs.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "tool == \"Edit\" || tool == \"Write\"", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the names of the tools:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes the names of the tools, if the expression asks for nothing else.
If it also asks for a certain input, the fix writes only the tool's name, and you check the input in the hook.
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

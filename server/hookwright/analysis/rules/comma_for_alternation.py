"""A matcher has commas between names, but commas do not separate names there.

## What it does

Reports `Edit,Write` where the agent reads it as a regular expression, as Codex, Gemini CLI, Qwen Code and others do.
Claude Code reads commas between names. It reads them as characters too if one of the pieces is a regular expression,
such as `mcp__github__.*`.

## Why

In a regular expression, a comma is a character like any other. No tool has a comma in its name, so the hook never runs.

## Example

In `.codex/hooks.json`, on `PreToolUse` of Codex:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash,apply_patch", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write `|` between the names:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash|apply_patch", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes `|` for each comma.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.mistakes import with_bars
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        meant = with_bars(text)
        if meant is not None:
            message = f"a comma does not separate names here, so it never matches; write `{meant}`"
            yield Finding(text.place(), message, (text.rewrite(meant),))


RULE = Rule(
    "HW313",
    "comma-for-alternation",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

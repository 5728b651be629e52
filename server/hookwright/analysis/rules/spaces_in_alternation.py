"""There are spaces around the `|` of a regular expression.

## What it does

Reports spaces around `|` in a matcher that the agent reads as a regular expression, such as `Edit | mcp__.*` in Claude
Code, and `Edit | Write` in Codex and Factory droid.
Where the agent reads the text as a list of names and removes the spaces, as Claude Code does with `Edit | Write`,
nothing is reported.

## Why

In a regular expression, a space is a character like any other. No tool has a space in its name, so the alternatives
with a space never match, and the hook does not run for these tools.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "WebFetch | mcp__.*", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Remove the spaces:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "WebFetch|mcp__.*", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
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

"""A comment is in a file that the agent reads as strict JSON.

## What it does

Reports `//` and `/* */` comments in the JSON files of most agents, such as Claude Code, Codex, Cursor and Copilot.
Gemini CLI, Qwen Code, VS Code and Agent spec allow comments, so nothing is reported there.

## Why

The agent stops reading at the first comment, so no hook in the file runs.
In Claude Code, the permissions and all other settings in the file are lost too.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```jsonc
{
  // Check every command
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Remove the comment:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Removes the comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    if not subject.file.grammar.comments:
        yield from text_faults(subject, ProblemKind.COMMENT, lambda _: "Remove the comment", safe=False)


RULE = Rule(
    "HW004",
    "comment-not-allowed",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

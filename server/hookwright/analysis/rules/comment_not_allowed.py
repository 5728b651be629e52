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

Removes the comment. For a comment with `hookwright: ignore`, write an entry of `ignore` in `hookwright.json` instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hookwright.analysis.rule import Fact, Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.tree import ProblemKind

_IGNORES = late_pattern(r"hookwright:[ \t]*ignore\b")


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.file.grammar.comments:
        return
    text = subject.file.tree.text
    for it in text_faults(subject, ProblemKind.COMMENT, lambda _: "Remove the comment", safe=False):
        span = it.place.span
        if span is not None and _IGNORES.search(text, span.start, span.end):
            yield replace(it, message=f"{it.message}; ignore the rule in `hookwright.json` instead, with `ignore`")
        else:
            yield it


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

"""The text is not valid JSON, TOML or YAML.

## What it does

Reports every place where a hook file breaks the rules of its format: JSON (with comments, where the agent reads those),
TOML in `config.toml`, or the YAML front matter of a Markdown file.
It applies to every agent. The rest of the file is still checked, as far as it is clear what you meant.

## Why

The agent cannot read the file, so none of its hooks run. Most agents show no message about that.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
```

Close the brace that is still open:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

In YAML, a value that holds `: ` or ` #`, or that begins with a character such as `*`, `{`, `[`, `&`, `!`, `%`, `@` or
a backquote, needs quotes.

In `.claude/agents/reviewer.md`, on `PreToolUse` of Claude Code:

```markdown
---
name: reviewer
description: Reviews code
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: echo Checked: no problems
---

Review the change.
```

Put the command in quotes:

```markdown
---
name: reviewer
description: Reviews code
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: 'echo Checked: no problems'
---

Review the change.
```

## Fix

Inserts, replaces or removes a token, if only one is missing, wrong or too many. In YAML there is no fix: the message
says what to quote.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Rule, Subject, text_faults
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Problem, ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    return text_faults(subject, ProblemKind.SYNTAX, _title, safe=True)


def _title(problem: Problem) -> str:
    token = problem.fix.text.strip() if problem.fix else ""
    if problem.fix and problem.fix.span.start == problem.fix.span.end:
        return f"Insert `{token}`"
    return f"Replace it with `{token}`" if token else "Remove it"


RULE = Rule("HW001", "syntax-error", Severity.ERROR, __doc__, _check, has_fix=True, everywhere=True)

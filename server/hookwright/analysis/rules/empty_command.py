"""A hook has nothing to run.

## What it does

Reports commands, prompts and other required texts that are empty or blank. It applies to every agent.

## Why

A blank command ends successfully and does nothing. A guard lets every call through.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "  "}]}
    ]
  }
}
```

Write the command, or remove the hook:

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

None: only you know what the hook should run.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Place, Rule, Subject
from hookwright.analysis.structure.objects import sites
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind


def _check(subject: Subject) -> Iterator[Finding]:
    bodies = {it.body for it in subject.file.grammar.types}
    for site in sites(subject.file):
        for entry, field in site.known:
            if (
                not (field.takes.not_blank and (field.required or field.name in bodies))
                or entry.value.kind is not Kind.STRING
            ):
                continue
            if not str(entry.value.value).strip():
                yield Finding(
                    Place((*site.route, entry.name)), f"`{field.name}` is blank; fill it in, or remove the hook"
                )


RULE = Rule("HW406", "empty-command", Severity.ERROR, __doc__, _check)

"""The same key appears twice in one object.

## What it does

Reports a key that appears again further down in the same object. It applies to every agent.

## Why

Agents use only the last of two equal keys. The hooks under the earlier key never run, and no agent says so.
The usual cause is a second list of hooks that was pasted under an event that the file already has.
If hooks are lost because of it, the finding is an error.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make check-command"}]}
    ],
    "PreToolUse": [
      {"matcher": "Write", "hooks": [{"type": "command", "command": "make check-path"}]}
    ]
  }
}
```

Put both groups in one list:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make check-command"}]},
      {"matcher": "Write", "hooks": [{"type": "command", "command": "make check-path"}]}
    ]
  }
}
```

## Fix

Removes the earlier key, which changes nothing in what the agent does.
If you want its hooks to run, move them into the later list by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hookwright.analysis.rule import Finding, Rule, Subject, text_faults
from hookwright.config.view import HookFile
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind


def _check(subject: Subject) -> Iterator[Finding]:
    text = subject.file.tree.text
    found = text_faults(
        subject,
        ProblemKind.DUPLICATE_KEY,
        lambda it: f"Remove this `{text[it.span.start : it.span.end].strip(chr(34))}`",
        safe=False,
    )
    lost = _lost_hooks(subject.file)
    for it in found:
        span = it.place.span
        if span is not None and span.start in lost:
            named = f"`{text[span.start : span.end].strip(chr(34))}` is repeated below, and only the last one counts"
            message = f"{named}, so its hooks never run; move them to the last one"
            yield replace(it, message=message, severity=Severity.ERROR)
        else:
            yield it


def _lost_hooks(file: HookFile) -> frozenset[int]:
    """Where the keys begin that hold hooks if they hold anything, and are not read if they are repeated."""
    root, hooks = file.tree.root, file.hooks_node
    keys = [it for it in (root.members if root is not None else ()) if it.name == file.grammar.hooks_key]
    events = [it for it in (hooks.members if hooks is not None else ()) if file.dialect.event(it.name) is not None]
    return frozenset(it.key.start for it in (*keys, *events) if it.value.items or it.value.members)


RULE = Rule("HW002", "duplicate-key", Severity.WARNING, __doc__, _check, has_fix=True, specified=Severity.WARNING)

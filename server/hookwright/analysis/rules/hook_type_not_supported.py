"""A hook has a type that this agent, or this event, does not support.

## What it does

Reports types such as `prompt`, `agent`, `http` and `mcp_tool` in agents that do not have them, such as `http` in Gemini
CLI. Also reports them on events where the agent does not run them, such as `prompt` on `SessionStart` in Claude Code.

## Why

The agent skips the hook.

## Example

In `.claude/settings.json`, on `SessionStart` of Claude Code:

```json
{
  "hooks": {
    "SessionStart": [
      {"hooks": [{"type": "prompt", "prompt": "Is the branch clean?"}]}
    ]
  }
}
```

Write a hook of a type that the event supports:

```json
{
  "hooks": {
    "SessionStart": [
      {"hooks": [{"type": "command", "command": "git status --short"}]}
    ]
  }
}
```

## Fix

None: write what the hook does as a hook of another type.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import listing, owner_of_type, type_word
from hookwright.model.nesting import TYPE
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    dialect = subject.file.dialect
    for group, hook in subject.file.hooks:
        word = type_word(hook)
        place = Place((*hook.route, TYPE))
        if word is None:
            continue
        if hook.type is None:
            owner = owner_of_type(word, dialect)
            if owner is not None:
                known = listing(it.name for it in subject.file.grammar.types)
                yield Finding(place, f"{dialect.title} does not run `{word}` hooks, {owner} does; use {known}")
        elif group.row is not None and group.row.types is not None and word not in group.row.types:
            yield Finding(place, f"`{word}` hooks do not run on `{group.event}`; use one of {listing(group.row.types)}")


RULE = Rule("HW402", "hook-type-not-supported", Severity.ERROR, __doc__, _check, stands_on=Fact.EVENT)

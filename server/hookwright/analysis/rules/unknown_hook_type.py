"""A hook has a type that no agent knows.

## What it does

Reports words in `type` that are not a hook type, and suggests the nearest one. It applies to every agent that has
types of hooks.

## Why

The agent skips the hook. Some agents skip the whole file ([HW006](file-skipped.md)).

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "comand", "command": "make lint"}]}
    ]
  }
}
```

Correct the type:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Changes the type to the nearest one, or to the only one that the agent has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import listing, owner_of_type, type_word
from hookwright.analysis.structure.objects import type_meant
from hookwright.model.nesting import TYPE
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_value


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    grammar = file.grammar
    for _, hook in file.hooks:
        word = type_word(hook)
        if word is None or hook.type is not None or owner_of_type(word, file.dialect) is not None:
            continue
        route = (*hook.route, TYPE)
        near = type_meant(grammar, hook.node)
        meant = near or (grammar.types[0] if len(grammar.types) == 1 else None)
        what = f"`{word}` is not a hook type"
        if meant is None:
            yield Finding(Place(route), f"{what}; use one of {listing(it.name for it in grammar.types)}")
            continue
        edits = partial(replace_value, file.tree, route, meant.name)
        advice = (
            f"did you mean `{meant.name}`?" if near else f"use `{meant.name}`, the only type in {file.dialect.title}"
        )
        yield Finding(
            Place(route),
            f"{what}; {advice}",
            (Fix(f"Change to `{meant.name}`", edits, preferred=bool(near), activates=1),),
        )


RULE = Rule("HW401", "unknown-hook-type", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

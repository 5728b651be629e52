"""Events are at the root of the file instead of under `hooks`.

## What it does

Reports root keys that are events of the agent and hold what events hold, and a hook that is at the root itself.
It applies to every agent that reads events under `hooks`.
A file that is at no place where an agent looks is not reported, because it may be a part of a hook file.

## Why

The agent reads only the events under `hooks`. The hooks at the root never run.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "PostToolUse": [
    {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}
  ]
}
```

Put the events under `hooks`:

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

Puts all of the events under `hooks`, or moves one event into the `hooks` that the file already has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.moves import Brackets, enclose, moved, under
from hookwright.analysis.structure.objects import hooks_in, is_lone_hook, looks_like_group, looks_like_hook
from hookwright.config.view import HookFile
from hookwright.model.grammar import Grammar
from hookwright.model.reaction import Severity
from hookwright.syntax.claims import either
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, Member, Node, Tree, member
from hookwright.text import Edit

_CAUSE = "events at the root"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    root, key = file.tree.root, file.grammar.hooks_key
    if root is None or root.kind is not Kind.OBJECT or not key or file.manifest:
        return
    if is_lone_hook(file.grammar, root):
        besides = "".join(f", beside `{quote(name)}: {json.dumps(it)}`" for name, it in file.grammar.demanded.items())
        message = f"this hook is outside `{key}`, so it never fires; write it into a list under `{key}`{besides}"
        yield Finding(Place((file.grammar.nesting.event_key,), Part.KEY), message)
    if file.grammar.nesting.event_key:
        return
    # Where no agent looks, a program may put the events under the key of another file.
    if not file.is_placed:
        return
    strays = [it for it in root.members if _is_event(file, it)]
    count = sum(hooks_in(it.value) for it in strays)
    wrapped = Fix(f"Wrap in `{key}`", partial(_enclosed, file.tree, root, strays, key), preferred=True, activates=count)
    for stray in strays:
        message = f"`{stray.name}` is outside `{key}`, so it never fires; move it into `{key}`"
        yield Finding(Place((stray.name,), Part.KEY), message, _fixes(file, root, stray, wrapped), cause=_CAUSE)


def _is_event(file: HookFile, entry: Member) -> bool:
    return file.dialect.event(entry.name) is not None and _holds_groups(file.grammar, entry.value)


def _holds_groups(grammar: Grammar, node: Node) -> bool:
    entries = node.items if node.kind is Kind.ARRAY else [node]
    return all(looks_like_group(grammar, it) or looks_like_hook(grammar, it) for it in entries)


def _fixes(file: HookFile, root: Node, stray: Member, wrapped: Fix) -> tuple[Fix, ...]:
    key = file.grammar.hooks_key
    present = member(root, key)
    if present is None:
        return (wrapped,)
    if present.value.kind is not Kind.OBJECT or member(present.value, stray.name) is not None:
        return ()
    edits = partial(_moved, file.tree, stray.name, key)
    return (Fix(f"Move into `{key}`", edits, preferred=True, activates=hooks_in(stray.value)),)


def _enclosed(tree: Tree, root: Node, strays: list[Member], key: str) -> list[Edit]:
    edits = enclose(tree, root, strays, Brackets((f"{quote(key)}: {{",), ("}",)))
    return edits or under(tree, [it.name for it in strays], key)


def _moved(tree: Tree, name: str, key: str) -> list[Edit]:
    return either(under(tree, [name], key), moved(tree, (name,), (key,)))


RULE = Rule("HW106", "events-outside-hooks", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

"""A matcher group is where the agent expects a hook.

## What it does

Reports entries under an event that hold a list of `hooks`, for agents that expect each hook to be an entry itself, such
as Cursor, Windsurf, Kiro CLI and Crush.

## Why

The agent looks for `command` in each entry and finds none, so it runs nothing. A guard lets every call through.

## Example

In `.cursor/hooks.json`, on `preToolUse` of Cursor:

```json
{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {"matcher": "Shell", "hooks": [{"command": "make lint"}]}
    ]
  }
}
```

Write each hook as an entry of its own:

```json
{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {"command": "make lint", "matcher": "Shell"}
    ]
  }
}
```

## Fix

Makes an entry of each hook, with the matcher of the group.
If the group has other keys, or comments beside its hooks, take it apart by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.objects import hooks_in, is_group_for_entry
from hookwright.analysis.structure.regrouping import flattened
from hookwright.model.nesting import HOOKS
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    grammar = file.grammar
    for group in file.groups:
        if is_group_for_entry(grammar, group) and not grammar.nesting.groups_too:
            edits = partial(flattened, file.tree, grammar, group)
            fixes = (Fix(f"Take the group out of `{HOOKS}`", edits, preferred=True, activates=hooks_in(group.node)),)
            own = "give each hook its own `matcher`" if grammar.group else "put its hooks into the list of the event"
            message = f"there are no matcher groups here, so nothing in this list runs; {own}"
            yield Finding(Place((*group.route, HOOKS), Part.KEY), message, fixes)


RULE = Rule("HW105", "group-not-flat", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

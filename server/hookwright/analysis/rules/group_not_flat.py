"""A matcher group is where the dialect expects flat entries.

## What it does

Reports entries under an event that hold a list of `hooks`, where the dialect wants each hook to be an entry itself.

## Why

The agent looks for `command` in each entry, finds none, and runs nothing: a guard written like this never guards.

## Example

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}
```

## Fix

Makes an entry of each hook, with the matcher of the group.
Where the group has other keys, or comments next to its hooks, it has to be taken apart by hand.
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

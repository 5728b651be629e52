"""Hooks are switched off by a key, in the same file or in another one that also applies.

## What it does

Marks the events whose hooks do not run because a key next to them, or at the root of the file, switches them all off.
Where several files that apply say something, the last one counts.

## Why

A hook that is not run is not reported, and a forgotten switch looks like a guard that lets everything through.

## Example

```json
{"disableAllHooks": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "make lint"}]}]}}
```

## Fix

None: set the key to its other value to have the hooks run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.event_names import name_place
from hookwright.config.view import HookFile
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Node, child


def _check(subject: Subject) -> Iterator[Finding]:
    thrown = _thrown(subject)
    if thrown is None:
        return
    there = f" in `{subject.name_of(thrown.file)}`" if thrown.file is not None else ""
    for event in subject.file.events:
        if any(group.hooks for group in event.groups):
            value = "false" if thrown.route[-1] == subject.file.dialect.switches.on else "true"
            message = f"`{thrown.route[-1]}` is `{value}`{there}, so no `{event.name}` hook runs"
            related = ((thrown, "it is switched off here"),)
            yield Finding(name_place(event), message, related=related, unnecessary=True)


def _thrown(subject: Subject) -> Place | None:
    """The switch that is thrown, in the last file that says something about it."""
    dialect, files = subject.file.dialect, (*subject.earlier, subject.file, *subject.later)
    switching = [subject.file] if subject.file.is_switched_off else [it for it in files if it.switches_all]
    for key, off, said in ((dialect.switches.on, False, files), (dialect.switches.off, True, switching)):
        found = _last(said, key, off=off) if key is not None else None
        if found is not None and key is not None:
            base = found.knobs_route if key == dialect.switches.on else ()
            return Place((*base, key), file=None if found is subject.file else found)
    return None


def _last(files: Iterable[HookFile], key: str, *, off: bool) -> HookFile | None:
    """The file in which the key is last set, where it switches hooks off; a broken file never switches them on."""
    found: HookFile | None = None
    for file in files:
        switch = _switch(file, key)
        if switch is not None and switch.value is off:
            found = file
        elif switch is not None and isinstance(switch.value, bool) and file.fault is None:
            found = None
    return found


def _switch(file: HookFile, key: str) -> Node | None:
    if key == file.dialect.switches.off and file.scope is Scope.PLUGIN:
        return None
    node = file.knobs_node if key == file.dialect.switches.on else file.tree.root
    return child(node, key) if node is not None and not file.is_whole_but_void else None


RULE = Rule("HW702", "disabled", Severity.HINT, __doc__, _check, stands_on=Fact.FILE)

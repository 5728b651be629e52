"""A key switches hooks off, in the same file or in another one that also applies.

## What it does

Marks the events whose hooks do not run because a key switches them off: `disableAllHooks` in Claude Code, Copilot and
Qwen Code, `hooksDisabled` in Factory droid, and keys beside the events or among the features in Gemini CLI, ClawdCode
and Codex.
If several files that apply set the key, the last one counts.

## Why

The agent runs none of these hooks and does not say so. If the key stays by accident, guards let every call through.

## Example

In `.claude/settings.json`, on `Stop` of Claude Code:

```json
{
  "disableAllHooks": true,
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Remove the key, or set it to `false`:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: set the key to its other value if you want the hooks to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.event_names import name_place
from hookwright.config.faults import boolean_of
from hookwright.config.view import HookFile
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import child
from hookwright.text import Route

_Switch = Callable[[HookFile], Route | None]
"""Where a switch is in a file; None for a file that has no say in it."""


def _check(subject: Subject) -> Iterator[Finding]:
    found = _thrown(subject)
    if found is None:
        return
    thrown, value = found
    there = f" in `{subject.name_of(thrown.file)}`" if isinstance(thrown.file, HookFile) else ""
    name = (
        ".".join(map(str, thrown.route)) if thrown.route in subject.file.dialect.switches.routes else thrown.route[-1]
    )
    advice = f"set it to `{str(not value).lower()}` to have them run"
    for event in subject.file.events:
        if any(group.hooks for group in event.groups):
            message = f"`{name}` is `{str(value).lower()}`{there}, so no `{event.name}` hook runs; {advice}"
            related = ((thrown, "it is switched off here"),)
            yield Finding(name_place(event), message, related=related, unnecessary=True)


def _thrown(subject: Subject) -> tuple[Place, bool] | None:
    """The switch that is thrown, in the last file that says something about it, and its value there."""
    for alternatives, off, files in _switches(subject):
        said = next((it for switch in alternatives if (it := _last(files, switch, off=off)) is not None), None)
        if said is not None and said[2] is off:
            file, route, value = said
            return Place(route, file=None if file is subject.file else file), value
    return None


def _switches(subject: Subject) -> Iterator[tuple[Sequence[_Switch], bool, Sequence[HookFile]]]:
    """Each switch, with the value that turns hooks off, and the files that have a say in it.

    Of its alternatives the first that is set counts.
    """
    switches, files = subject.file.dialect.switches, (*subject.earlier, subject.file, *subject.later)
    on, off = switches.on, switches.off
    if on is not None:
        yield [lambda file: (*file.knobs_route, on)], False, files
    yield [partial(_always, it) for it in switches.routes], False, files
    if off is not None:
        switching = [subject.file] if subject.file.is_switched_off else [it for it in files if it.switches_all]
        yield [lambda file: None if file.scope is Scope.PLUGIN else (off,)], True, switching


def _always(route: Route, _: HookFile) -> Route:
    return route


def _last(files: Sequence[HookFile], switch: _Switch, *, off: bool) -> tuple[HookFile, Route, bool] | None:
    """The last file that sets a switch, where and to what; a broken file never turns hooks on."""
    found: tuple[HookFile, Route, bool] | None = None
    for file in files:
        route = switch(file)
        value = _value_at(file, route) if route is not None else None
        if route is not None and value is not None and (value is off or file.fault is None):
            found = file, route, value
    return found


def _value_at(file: HookFile, route: Route) -> bool | None:
    node = None if file.is_whole_but_void else file.tree.root
    for key in route:
        node = child(node, key) if node is not None else None
    if node is None:
        return None
    known = next((it for it in (*file.grammar.knobs, *file.grammar.root) if it.name == route[-1]), None)
    value = boolean_of(known, node.value) if known is not None else node.value
    return value if isinstance(value, bool) else None


RULE = Rule("HW702", "disabled", Severity.HINT, __doc__, _check, stands_on=Fact.FILE)

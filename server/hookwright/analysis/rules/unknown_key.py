"""A key is not known in its place.

## What it does

Reports keys of hooks, of matcher groups and of the object under `hooks` that the agent does not read there.
It applies to every agent.

Does not report:

- keys with a note for people, such as `_comment` or `description`
- keys that another agent reads, in a file that both agents use
- keys at the root of a file that has other settings too, unless the key looks like a spelling mistake

## Why

The agent ignores the key and uses the default. With `timout` for `timeout`, Claude Code waits up to 600 seconds for the
hook. A key that stands in the wrong place, such as a `timeout` on the matcher group, has no effect either.
If hooks never run because of it, as with `hoks` for `hooks`, the finding is an error. It is also an error if the agent
skips the whole file because of the key. The message says so.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timout": 5}]}
    ]
  }
}
```

Correct the key:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": 5}]}
    ]
  }
}
```

## Fix

Renames the key to the nearest known one, moves it to where it belongs, or removes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from hookwright.analysis.matchers.texts import ignores_matchers
from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, misnomer
from hookwright.analysis.structure.moves import moved
from hookwright.analysis.structure.objects import Site, hooks_in, is_lone_hook, sites
from hookwright.analysis.suggest import folded, looks_like_comment, nearest
from hookwright.config.view import EventView, HookFile, VoidCause, effect_of_void, once_per_file
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, MATCHER, GrammarPart
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove, rename_key
from hookwright.syntax.tree import Kind, Node, member
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for site in sites(file):
        if site.part is GrammarPart.ROOT:
            yield from _at_root(file, site)
        elif site.part is not GrammarPart.EVENTS:
            for entry in site.unknown:
                if entry.name == MATCHER and site.group is not None and ignores_matchers(site.group):
                    continue  # That the hooks run anyway is said by the rule for that.
                yield from _findings(file, site, entry.name)
    for event in file.events:
        found = misnomer(file.dialect, event)
        if found is not None and found.slip is Slip.KNOB and found.meant is not None:
            yield _knob(file, event, found.meant)


def _knob(file: HookFile, event: EventView, meant: str) -> Finding:
    knobs = file.grammar.knobs_key
    if event.name == meant and knobs:
        message = f"`{meant}` has no effect here; move it into `{knobs}` at the root of the file"
        return Finding(Place(event.route, Part.KEY), message)
    return _renamed(file, event.route, f"`{event.name}` is neither an event nor a key, so it has no effect here", meant)


def _at_root(file: HookFile, site: Site) -> Iterator[Finding]:
    missing = [it.name for it in site.missing]
    lone = is_lone_hook(file.grammar, site.node)
    for entry in site.unknown:
        name = entry.name
        if file.dialect.event(name) is not None or (lone and any(it.name == name for it in file.grammar.group)):
            continue  # That it is in the wrong place is said by the rule for that.
        meant = nearest(name, missing)
        if not file.grammar.root_open and meant is None and file.grammar.hooks_key and hooks_in(entry.value):
            yield _hooks_outside(file, name)
        elif not file.grammar.root_open:
            yield from _findings(file, site, name)
        elif meant == file.grammar.hooks_key and entry.value.kind is Kind.OBJECT:
            found = _renamed(file, (name,), f"`{name}` is not read, so no hook in it runs", meant)
            has_events = any(file.dialect.event(it.name) is not None for it in entry.value.members)
            yield replace(found, severity=Severity.ERROR) if has_events else found


def _hooks_outside(file: HookFile, name: str) -> Finding:
    """Hooks at the root under a name that is not an event, with the event whose name it may be in another spelling."""
    meant = next((it.name for it in file.dialect.events if folded(it.name) == folded(name)), None)
    target = f"`{meant}`" if meant is not None else "an event"
    advice = f"move its hooks to {target} under `{file.grammar.hooks_key}`"
    message = f"`{name}` is not a key of a hook file, {_effect(file, (name,))}; {advice}"
    return Finding(Place((name,), Part.KEY), message, severity=_severity(file, (name,)))


def _findings(file: HookFile, site: Site, name: str) -> Iterator[Finding]:
    tree, route = file.tree, (*site.route, name)
    place = Place(route, Part.KEY)
    if looks_like_comment(name):
        return
    elsewhere = _elsewhere(file.grammar, site, name)
    if elsewhere is not None:
        yield Finding(place, f"`{name}` has no effect here; it belongs in {elsewhere}", _moves(file, site, name))
        return
    meant = nearest(name, [it.name for it in site.missing])
    if meant is not None and _is_needed(site, meant):
        found = _renamed(file, route, f"`{name}` is not a key of {site.title}, so this hook does not run", meant)
        yield replace(found, severity=Severity.ERROR)
        return
    if meant is not None:
        found = _renamed(file, route, f"`{name}` is not a key of {site.title}, {_effect(file, route)}", meant)
        yield replace(found, severity=_severity(file, route))
        return
    removal = Fix(f"Remove `{name}`", partial(remove, tree, route), safe=False)
    message = f"`{name}` is not a key of {site.title}, {_effect(file, route)}; remove it"
    yield Finding(place, message, (removal,), severity=_severity(file, route))


def _is_needed(site: Site, name: str) -> bool:
    """Whether the hook does not run without that key."""
    if site.part is not GrammarPart.HOOK or site.type is None:
        return False
    return name == site.type.body or any(it.name == name and it.required for it in site.type.fields)


def _effect(file: HookFile, route: Route) -> str:
    """What the agent does because of a key that it does not know, as the end of a sentence."""
    cause = _voiding(file).get(route)
    if cause is not None:
        return f"so {file.dialect.title} {effect_of_void(file, cause)}"
    return "so it has no effect"


def _severity(file: HookFile, route: Route) -> Severity | None:
    """An error where the agent skips the whole file because of the key."""
    return Severity.ERROR if route in _voiding(file) else None


@once_per_file
def _voiding(file: HookFile) -> Mapping[Route, VoidCause]:
    return {it.route: it for it in file.voided}


def _renamed(file: HookFile, route: Route, what: str, meant: str) -> Finding:
    fix = Fix(f"Change to `{meant}`", partial(rename_key, file.tree, route, meant), preferred=True)
    return Finding(Place(route, Part.KEY), f"{what}; did you mean `{meant}`?", (fix,))


def _elsewhere(grammar: Grammar, site: Site, name: str) -> str | None:
    """The place that does know the key, where it is an object near by."""
    if grammar.nesting.is_flat:
        return None
    if site.part is GrammarPart.GROUP and any(kind.field(name) for kind in grammar.types):
        return "the hook" if grammar.nesting.is_grouped else f"`{grammar.nesting.inner}`"
    if site.part is GrammarPart.HOOK and _knows_group_key(grammar, name):
        return "the matcher group"
    owners = [kind.name for kind in grammar.types if kind.field(name)]
    return f"`{owners[0]}` hooks" if site.part is GrammarPart.HOOK and owners else None


def _moves(file: HookFile, site: Site, name: str) -> tuple[Fix, ...]:
    """Fixes that move the key up or down where only one hook can be meant, or else remove it."""
    tree, route = file.tree, (*site.route, name)
    group = site.group
    removed = Fix(f"Remove `{name}`", partial(remove, tree, route), safe=False)
    if group is None or len(group.hooks) != 1:
        return (removed,)
    hook = group.hooks[0]
    if site.part is GrammarPart.GROUP and hook.type and hook.type.field(name) and not _has(hook.node, name):
        target, title = hook.route, f"Move `{name}` into {_elsewhere(file.grammar, site, name)}"
    elif site.part is GrammarPart.HOOK and not _has(group.node, name) and _knows_group_key(file.grammar, name):
        target, title = group.route, f"Move `{name}` to the matcher group"
    else:
        return (removed,)
    edits = partial(moved, tree, route, target, first=site.part is GrammarPart.HOOK)
    return (Fix(title, edits, preferred=True), removed)


def _knows_group_key(grammar: Grammar, name: str) -> bool:
    return name != HOOKS and any(it.name == name for it in grammar.group)


def _has(node: Node, name: str) -> bool:
    return member(node, name) is not None


RULE = Rule(
    "HW101",
    "unknown-key",
    Severity.WARNING,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    unanimous=True,
    specified=Severity.WARNING,
)

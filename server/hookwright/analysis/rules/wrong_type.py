"""A value has the wrong JSON type.

## What it does

Reports keys whose value has another type than the agent reads, such as a string instead of a number, and entries of
lists that are not objects. It applies to every agent.

## Why

The effect depends on the agent and on the key, and the message states it: the agent ignores the value, the hook does
not run, or nothing in the group runs. With `"timeout": "30"`, Claude Code does not run the hook.
Where the agent skips the whole file, [HW006](file-skipped.md) says so.
If the agent still uses the value in some way, the finding is a warning.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": "30"}]}
    ]
  }
}
```

Write a number:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "timeout": 30}]}
    ]
  }
}
```

## Fix

Converts the value where nothing is lost: `"30"` to `30`, `"true"` to `true`, `5` to `"5"`. Removes a `null`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, misnomer
from hookwright.analysis.structure.objects import Site, sites, stands_outside, type_meant
from hookwright.analysis.structure.sample_values import sample_hook
from hookwright.config.faults import FITTING
from hookwright.config.runnable import needed_keys
from hookwright.config.view import EventView, HookFile, HookView, effect_of_void
from hookwright.model.field import Field, JsonType, OnWrong
from hookwright.model.nesting import HOOKS, MATCHER, TYPE, GrammarPart
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove, replace_value
from hookwright.syntax.tree import JSON, Kind, Node, child
from hookwright.text import Route

# What only has to be of that kind, to be of the type.
_PLAIN: Mapping[JsonType, Kind] = {
    it: kind for it, kind in FITTING.items() if it not in (JsonType.INTEGER, JsonType.ARRAY)
}
_ARTICLES = {"object": "an object", "array": "an array", "integer": "a whole number", "boolean": "true or false"}


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for site in sites(file):
        for member, field in site.known:
            if _PLAIN.get(field.kind) is member.value.kind:
                continue
            if field.takes.nullable and member.value.kind is Kind.NULL:
                continue
            if not _fits(field.kind, member.value) and not _judged_elsewhere(site, field, member.value):
                yield _finding(file, site, field, member.value)
            elif field.kind is JsonType.ARRAY and site.part is GrammarPart.HOOK and field.name != HOOKS:
                yield from _items(file, (*site.route, member.name), field, member.value)
    for route, item in file.strays():
        yield Finding(Place(route), f"a hook must be an object, not {_article(item)}")
    for event in file.events:
        yield from _entries(file, event)
    for _, hook in file.hooks:
        yield from _of_no_type(file, hook)


def _fits(wanted: JsonType, node: Node) -> bool:
    """Whether a value has the type; one that the syntax has broken is given the benefit of the doubt."""
    if wanted is JsonType.ANY or node.kind is Kind.MISSING or (node.kind is Kind.STRING and not node.closed):
        return True
    if node.kind is not FITTING[wanted]:
        return False
    return wanted is not JsonType.INTEGER or float(str(node.value)).is_integer()


def _items(file: HookFile, route: Route, field: Field, node: Node) -> Iterator[Finding]:
    """The items of a hook's list that are no strings, as all of them have to be."""
    for index, item in enumerate(node.items):
        if not _fits(JsonType.STRING, item):
            text = item.value if item.kind is Kind.NUMBER else None
            here = (*route, index)
            fixes: tuple[Fix, ...] = ()
            if text is not None:
                shown = file.tree.text[item.start : item.end]
                edits = partial(replace_value, file.tree, here, shown)
                fixes = (Fix(f'Change to `"{shown}"`', edits, preferred=True),)
            yield Finding(Place(here), f"every item of `{field.name}` must be a string, not {_article(item)}", fixes)


def _of_no_type(file: HookFile, hook: HookView) -> Iterator[Finding]:
    """A `type` that is no string, of a hook that does not tell its type otherwise: nothing else of it is judged."""
    if hook.type is not None or hook.node.kind is not Kind.OBJECT:
        return
    named = child(hook.node, TYPE)
    told = type_meant(file.grammar, hook.node) is not None
    if not told and named is not None and named.kind not in (Kind.STRING, Kind.MISSING):
        yield Finding(Place((*hook.route, TYPE)), f"`{TYPE}` must be a string, not {_article(named)}")


def _judged_elsewhere(site: Site, field: Field, node: Node) -> bool:
    """Whether another rule has more to say about it: matchers of the wrong kind, and objects that want to be lists."""
    if site.part is GrammarPart.GROUP and field.name == HOOKS:
        return node.kind is Kind.OBJECT
    return field.name == MATCHER and node.kind in (Kind.STRING, Kind.OBJECT, Kind.ARRAY)


def _finding(file: HookFile, site: Site, field: Field, node: Node) -> Finding:
    route = (*site.route, field.name)
    wanted = _ARTICLES.get(field.kind.value, f"a {field.kind.value}")
    if field.name == file.grammar.hooks_key and node.kind is Kind.ARRAY:
        message = (
            f"`{field.name}` is an object with a key for each event here, not a list, so nothing in this file runs"
        )
        return Finding(Place(route), message)
    is_fraction = field.kind is JsonType.INTEGER and node.kind is Kind.NUMBER
    shown = file.tree.text[node.start : node.end] if is_fraction else _article(node)
    message = f"`{field.name}` must be {wanted}, not {shown}{_effect(file, site, field, node)}"
    severity = Severity.WARNING if field.reading.is_lenient else None
    return Finding(Place(route), message, tuple(_fixes(file, route, field, node)), severity=severity)


def _effect(file: HookFile, site: Site, field: Field, node: Node) -> str:
    """What the agent does because of the value, as the end of the sentence; nothing if that is not known."""
    voided = next((it for it in file.voided if it.route == (*site.route, field.name)), None)
    if voided is not None:
        return f", so {file.dialect.title} {effect_of_void(file, voided)}"
    if field.reading.on_wrong is OnWrong.TRUTHY:
        return "" if node.value in ("", 0, None) else ", so it counts as true"
    if field.reading.on_wrong is OnWrong.IGNORED:
        return ", so it has no effect"
    if site.part is GrammarPart.GROUP and field.name == HOOKS:
        return ", so nothing in this group runs"
    if site.part is not GrammarPart.HOOK or site.type is None:
        return ""
    is_needed = file.grammar.strict_hooks or field.name in needed_keys(file.dialect, site.type)
    stops = is_needed or field.reading.on_wrong is OnWrong.SKIPS_HOOK
    return ", so this hook does not run" if stops else ", so it has no effect"


def _fixes(file: HookFile, route: Route, field: Field, node: Node) -> Iterator[Fix]:
    if node.kind is Kind.NULL and not field.required:
        yield Fix(f"Remove `{field.name}`", partial(remove, file.tree, route), preferred=True)
    converted = _converted(field, node)
    if converted is not None:
        shown = json.dumps(converted, ensure_ascii=False)
        edits = partial(replace_value, file.tree, route, converted)
        yield Fix(f"Change to `{shown}`", edits, preferred=True, safe=field.kind is not JsonType.ARRAY)


def _converted(field: Field, node: Node) -> JSON:
    """The same value in the type that is wanted, None if that would be a guess."""
    text = str(node.value).strip()
    match field.kind, node.kind:
        case ((JsonType.NUMBER | JsonType.INTEGER), Kind.STRING):
            number = _number(text)
            return number if field.kind is JsonType.NUMBER or isinstance(number, int) else None
        case JsonType.BOOLEAN, Kind.STRING if text.lower() in ("true", "false"):
            return text.lower() == "true"
        case JsonType.STRING, Kind.NUMBER:
            return text
        case JsonType.ARRAY, Kind.STRING if field.name != HOOKS:
            return [node.value]
        case _:
            return None


def _number(text: str) -> int | float | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _entries(file: HookFile, event: EventView) -> Iterator[Finding]:
    """Lists under an event that are none, and entries of such lists that are no objects."""
    found = misnomer(file.dialect, event)
    certain = (found is None or found.slip in (Slip.SPELLING, Slip.FOREIGN)) and not stands_outside(file, event)
    what = file.grammar.nesting.entry
    if certain and event.value.kind not in (Kind.ARRAY, Kind.OBJECT, Kind.MISSING):
        yield Finding(Place(event.route), f"`{event.name}` must be a list of {what}s, not {_article(event.value)}")
    for group in event.groups:
        if group.node.kind not in (Kind.OBJECT, Kind.MISSING):
            yield _entry(file, group.route, group.node, what)
        for hook in group.hooks:
            if hook.node is not group.node and hook.node.kind not in (Kind.OBJECT, Kind.MISSING):
                yield _entry(file, hook.route, hook.node, "hook")


def _entry(file: HookFile, route: Route, node: Node, what: str) -> Finding:
    fixes: tuple[Fix, ...] = ()
    runnable = next((it for it in file.grammar.types if it.runs), None)
    if what == "hook" and node.kind is Kind.STRING and node.closed and runnable and str(node.value).strip():
        hook = sample_hook(file.grammar, runnable, str(node.value))
        fixes = (
            Fix(f"Make it a `{runnable.name}` hook", partial(replace_value, file.tree, route, hook), preferred=True),
        )
    return Finding(Place(route), f"a {what} must be an object, not {_article(node)}", fixes)


def _article(node: Node) -> str:
    if node.kind is Kind.NULL:
        return "null"
    return {Kind.OBJECT: "an object", Kind.ARRAY: "an array"}.get(node.kind, f"a {node.kind.value}")


RULE = Rule("HW103", "wrong-type", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

"""Converts a hook file to another dialect, and lists everything that is lost on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.grammar import Field, Grammar, HookType, Shape
from hookwright.model.hook import Hook
from hookwright.model.reaction import Choice, Reaction
from hookwright.syntax.tree import child
from hookwright.text import to_pointer
from hookwright.workflows.converting.matchers import converted_matcher

_ROOTS = (Source.PROJECT_DIR, Source.PLUGIN_ROOT)


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """The text of the new file, and every loss in the old file's order."""

    text: str
    losses: tuple[Loss, ...]


def convert(file: HookFile, new: Dialect) -> ConvertedFile:
    """The same hooks in the other dialect; malformed hooks are left out and listed as losses."""
    # What the agent makes of the whole file is lost anyway; each hook is judged for itself.
    hooks, left_out = runnable_hooks(replace(file, voided=()))
    losses = [Loss("", it) for it in left_out]
    events: dict[str, list[dict[str, Any]]] = {}
    for hook in hooks:
        found = [Loss(to_pointer(hook.route), it) for it in _add(file.dialect, hook, new, events)]
        losses += found
    losses += _knobs(file, new)
    losses += _meanings(file.dialect, hooks, new)
    return ConvertedFile(json.dumps(_laid_out(new.grammar, events), indent=2, ensure_ascii=False) + "\n", tuple(losses))


def _laid_out(grammar: Grammar, events: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The whole file, with what it has to say beside its events."""
    if not grammar.hooks_key:
        return dict(events)
    hooks = [it for entries in events.values() for it in entries] if grammar.event_key else events
    return {**grammar.demanded, grammar.hooks_key: hooks}


def _add(old: Dialect, hook: Hook, new: Dialect, events: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Adds the converted hook to its event, and returns what it loses."""
    row, name = old.event(hook.event), hook.event
    new_row = new.event(name) or new.event(new.equivalents.get(name, ""))
    if row is None or new_row is None:
        return [f"the hook is left out: {new.title} has no event like `{name}`"]
    kind = converted_type(old, hook, new, new_row)
    if isinstance(kind, str):
        return [f"the hook is left out: {kind}"]
    losses = [] if new_row.name == name else [f"`{name}` becomes `{new_row.name}`, the closest event"]
    matcher = converted_matcher(old, row, hook.matcher, new, new_row)
    if not matcher.texts:
        return [*losses, *(f"the hook is left out: {it}" for it in matcher.losses)]
    losses += matcher.losses
    members = converted_hook(old, hook, new, new_row, kind, losses)
    if matcher.rule is not None and new.condition_key is not None and new_row.name in new.condition_events:
        members[new.condition_key] = matcher.rule
    for text in matcher.texts:
        _place(new, new_row, hook, text, dict(members), events.setdefault(new_row.name, []))
    return losses


def _place(
    new: Dialect, row: EventRow, hook: Hook, text: str | None, members: dict[str, Any], entries: list[dict[str, Any]]
) -> None:
    """Adds it to a group with the same matcher, or as an entry of its own."""
    group: dict[str, Any] = {}
    if hook.name is not None and any(it.name == "name" for it in new.grammar.group):
        group["name"] = hook.name
    if text is not None and row.subject is not None:
        group["matcher"] = text if new.matchers.tool_key is None else {new.matchers.tool_key: text}
    if new.grammar.event_key:
        entries.append(_entry(new.grammar, row, group, members, len(entries) + 1))
        return
    if new.grammar.shape is Shape.FLAT:
        entries.append({**group, **members})
        return
    last = entries[-1] if entries else None
    if last is not None and {name: it for name, it in last.items() if name != "hooks"} == group:
        last["hooks"].append(members)
    else:
        entries.append({**group, "hooks": [members]})


def _entry(
    grammar: Grammar, row: EventRow, group: dict[str, Any], members: dict[str, Any], number: int
) -> dict[str, Any]:
    """An object that names its event, with the hook under its action."""
    limit = grammar.entry_timeout
    beside = {limit.name: members.pop(limit.name)} if limit is not None and limit.name in members else {}
    named = {"name": group.pop("name", f"{row.name} {number}"), grammar.event_key: row.name}
    return {**named, **group, grammar.action_key: members, **beside}


def _knobs(file: HookFile, new: Dialect) -> list[Loss]:
    """Settings beside the events, which are different in every dialect."""
    node = file.knobs_node
    if node is None:
        return []
    there = [it.name for it in file.grammar.knobs if child(node, it.name) is not None]
    return [
        Loss(to_pointer((*file.knobs_route, name)), f"the setting `{name}` is lost: {new.title} has its own")
        for name in there
    ]


def _meanings(old: Dialect, hooks: tuple[Hook, ...], new: Dialect) -> list[Loss]:
    """What the scripts themselves have to be checked for: exit codes, and what they print."""
    found: list[Loss] = []
    for name in dict.fromkeys(it.event for it in hooks):
        row, other = old.event(name), new.event(name) or new.event(new.equivalents.get(name, ""))
        if row is None or other is None:
            continue
        before, after = _refusing(row), _refusing(other)
        if before != after:
            what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {new.title}"
            found.append(Loss("", f"`{name}`: {what}; check the hooks' exit codes"))
        fields = {".".join(it.path) for it in row.outputs} - {".".join(it.path) for it in other.outputs}
        if fields:
            listed = ", ".join(f"`{it}`" for it in sorted(fields))
            found.append(Loss("", f"`{name}`: {new.title} ignores {listed} in the JSON that hooks print"))
    return found


def _refusing(row: EventRow) -> tuple[str, ...]:
    entries = {**{str(code): it for code, it in row.exits.codes.items()}, "with any other code": row.exits.other}
    return tuple(code for code, it in entries.items() if _may_refuse(it))


def _may_refuse(entry: Reaction | Choice) -> bool:
    reactions = (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)
    return any(it.refuses for it in reactions)


def _codes(codes: tuple[str, ...]) -> str:
    return f"exit {' or '.join(codes)}" if codes else "no exit code"


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that is lost or changed: its JSON pointer in the old file (RFC 6901), and a sentence about it."""

    pointer: str
    message: str


def converted_type(old: Dialect, hook: Hook, new: Dialect, row: EventRow) -> HookType | str:
    """The hook type to use in the new dialect, or why there is none."""
    kind, before = new.grammar.type_named(hook.type), old.grammar.type_named(hook.type)
    if kind is None or (row.types is not None and kind.name not in row.types):
        return f"{new.title} has no `{hook.type}` hooks on `{row.name}`"
    if before is not None and before.by.is_model != kind.by.is_model:
        return f"`{hook.type}` hooks mean something else in {new.title}"
    return kind


def converted_hook(
    old: Dialect, hook: Hook, new: Dialect, row: EventRow, kind: HookType, losses: list[str]
) -> dict[str, Any]:
    """The hook's members in the new dialect, without its matcher."""
    found: dict[str, Any] = {}
    if new.grammar.default_type is None or kind.name != new.grammar.default_type:
        found["type"] = kind.name
    found[kind.body] = _command(old, hook, new, row, losses)
    before = old.grammar.type_named(hook.type)
    units = {it.name for it in before.fields if it.unit is not None} if before else set()
    timeout = new.grammar.entry_timeout or next((it for it in kind.fields if it.unit is not None), None)
    if hook.timeout is not None:
        if timeout is None or timeout.unit is None:
            losses.append(f"its time-out of {hook.timeout:g} s is lost")
        else:
            found[timeout.name] = _whole(hook.timeout * timeout.unit.per_second)
    known = {it.name: it for it in kind.fields}
    done = {"type", "name", "matcher", kind.body, before.body if before else kind.body, *units}
    for name, value in hook.values.items():
        if name not in done:
            _carry(name, value, known, found, losses)
    return found


def _carry(name: str, value: Any, known: dict[str, Field], found: dict[str, Any], losses: list[str]) -> None:  # noqa: ANN401
    field = known.get(name)
    if field is None:
        losses.append(f"the key `{name}` is lost")
    elif field.words and value not in field.words:
        losses.append(f"`{name}` cannot be `{value}` there, and is left out")
    else:
        found[name] = value


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _command(old: Dialect, hook: Hook, new: Dialect, row: EventRow, losses: list[str]) -> str:
    """The command with the new names of the variables for its folders."""
    text = hook.body
    for variable in _named(old.variables, text):
        if any(it.name == variable.name and it.on(row.name) for it in new.variables):
            continue
        other = next((it for it in new.variables if _same(it, variable) and it.on(row.name)), None)
        if other is None:
            losses.append(f"`${variable.name}` is not set there")
        else:
            text = re.sub(rf"(\$\{{?){variable.name}\b", rf"\g<1>{other.name}", text)
    return text


def _same(one: Variable, other: Variable) -> bool:
    if one.source is Source.PAYLOAD or other.source is Source.PAYLOAD:
        return one.source is other.source and (one.field or one.name.lower()) == (other.field or other.name.lower())
    return one.source is other.source and (one.source not in _ROOTS or one.root == other.root)


def _named(variables: tuple[Variable, ...], text: str) -> Iterator[Variable]:
    for it in variables:
        if re.search(rf"\$\{{?{it.name}\b", text):
            yield it

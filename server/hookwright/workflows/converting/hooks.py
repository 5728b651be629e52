"""One hook with the keys of another dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.grammar import Field, HookType
from hookwright.model.hook import Hook

_ROOTS = (Source.PROJECT_DIR, Source.PLUGIN_ROOT)


def converted_type(old: Dialect, hook: Hook, new: Dialect, row: EventRow) -> HookType | str:
    """The type that takes its place, or why there is none."""
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
    timeout = next((it for it in kind.fields if it.unit is not None), None)
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
    """The command with the new names of the folders that variables hold."""
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

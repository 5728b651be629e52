"""Which values in a file do not fit what the agent wants of its settings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.config.faults import FITTING, a_kind, fault_of_value
from hookwright.config.view import HookFile, VoidCause
from hookwright.config.voiding.mistakes import cause_at
from hookwright.model.field import JsonType
from hookwright.model.voiding import Setting, Settings
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Route

_Fault = tuple[Route, Node, str]
"""Where a value is, its node, and a sentence on what is wrong with it."""


def misfit_settings(file: HookFile, wanted: Settings, root: Node) -> Iterator[VoidCause]:
    """The settings of the file that are not what they have to be."""
    alone = is_dispensable(file)
    for route, node, why in _faults(wanted, root):
        yield VoidCause(route, node.span, why, alone=alone and route[:1] != (file.grammar.hooks_key,))
    known = ((it, child(root, it.name)) for it in file.grammar.root if wanted.at(it.name) is not None)
    for field, there in known:
        fault = fault_of_value(field, there.value) if there is not None and there.closed else None
        if there is not None and fault is not None:
            yield cause_at((field.name,), there, f"`{field.name}` {fault}")


def is_dispensable(file: HookFile) -> bool:
    """Whether the rest of a plugin is loaded without the file."""
    voiding = file.grammar.voiding
    return voiding is not None and voiding.plugin and not file.manifest


def _faults(wanted: Settings, node: Node, route: Route = ()) -> Iterator[_Fault]:
    """Every fault of a value and of what is in it, from the outside in; of equal keys the last counts.

    What is half typed has none of its own.
    """
    if node.kind is Kind.MISSING:
        return
    fault = _fault(wanted.own, node) if wanted.own is not None and node.closed else None
    if fault is not None:
        yield route, node, f"{_called(route)} {fault}"
        return
    inner: list[tuple[str | int, Node]] = [
        (it.name, it.value) for it in node.members if child(node, it.name) is it.value
    ]
    for key, value in [*inner, *enumerate(node.items)]:
        below = wanted.at(str(key))
        if below is not None:
            yield from _faults(below, value, (*route, key))


def _called(route: Route) -> str:
    name = "".join(f"[{it}]" if isinstance(it, int) else f".{it}" for it in route).removeprefix(".")
    return f"`{name}`" if name else "the file"


def _fault(wanted: Setting, node: Node) -> str | None:
    """What is wrong with a value, as the end of a sentence; None if it fits."""
    if node.kind is Kind.NULL and wanted.nullable:
        return None
    if wanted.words and node.value not in wanted.words:
        words = ", ".join(f"`{it}`" for it in wanted.words)
        return f"must be {'one of ' if len(wanted.words) > 1 else ''}{words}"
    if node.kind not in (FITTING[it] for it in wanted.kinds):
        *others, last = map(a_kind, wanted.kinds)
        kinds = f"{', '.join(others)} or {last}" if others else last
        return f"must be {kinds}, not {a_kind(node.kind)}"
    missing = next((it for it in wanted.keys if node.kind is Kind.OBJECT and child(node, it) is None), None)
    if missing is not None:
        return f"needs `{missing}`"
    if wanted.pattern and isinstance(node.value, str) and not re.fullmatch(wanted.pattern, node.value):
        return wanted.wants
    return _fault_of_number(wanted, node.value)


def _fault_of_number(wanted: Setting, value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if JsonType.INTEGER in wanted.kinds and isinstance(value, float) and not value.is_integer():
        return "must be a whole number"
    if wanted.above is not None and not value > wanted.above:
        return f"must be above {wanted.above:g}"
    if wanted.least is not None and not value >= wanted.least:
        return f"must be at least {wanted.least:g}"
    if wanted.most is not None and not value <= wanted.most:
        return f"must be at most {wanted.most:g}"
    return None

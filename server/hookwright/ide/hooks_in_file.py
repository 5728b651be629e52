"""Every hook in a file, including those that never run: where, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hookwright.config.faults import fault_of_duration, finite
from hookwright.config.read import TYPE
from hookwright.config.runnable import Reason, readable_hooks
from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.model.grammar import HookType
from hookwright.model.hook import Hook
from hookwright.syntax.tree import Kind, Node, child, plain
from hookwright.text import Route, Span, to_pointer

_BROKEN = "the file is not valid JSON"
_UNREAD = "it does not have the form of a hook"


@dataclass(frozen=True, slots=True)
class HookInFile:
    """A hook and its place; `left_out` says why it is never run, `group` is the pointer of its group.

    `disabled_id` is the id of a hook that is disabled, None for one that is in the file.
    """

    hook: Hook
    span: Span
    group: str
    left_out: str | None = None
    disabled_id: str | None = None


def hooks_in_file(file: HookFile, running: Sequence[Hook]) -> tuple[HookInFile, ...]:
    """The hooks in file order; `running` are those that apply, as of the last valid version of the file."""
    return tuple(_placed(file, running))


def hook_of(file: HookFile, event: str, node: Node, route: Route) -> Hook:
    """The hook that a node describes, whether it can be run or not; without its matcher."""
    dialect = file.dialect
    named = child(node, TYPE)
    type_name = str(named.value) if named is not None and isinstance(named.value, str) else None
    kind = dialect.grammar.type_named(type_name or dialect.grammar.default_type)
    bodies = [kind.body] if kind is not None else [it.body for it in dialect.grammar.types]
    found = (it for name in bodies if (it := child(node, name)) is not None)
    return Hook(
        event=event,
        source=file.path,
        scope=file.scope,
        route=route,
        type=type_name or (kind.name if kind is not None else ""),
        body=next((it.value for it in found if isinstance(it.value, str)), ""),
        values={},
        name=_text(child(node, "name")),
        timeout=_timeout(kind, node) if kind is not None else None,
    )


def _timeout(kind: HookType, node: Node) -> float | None:
    known = next((it for it in kind.fields if it.unit is not None), None)
    there = child(node, known.name) if known is not None else None
    if known is None or known.unit is None or there is None or fault_of_duration(known, there.value) is not None:
        return None
    return finite(there.value) / known.unit.per_second


def _placed(file: HookFile, running: Sequence[Hook]) -> Iterator[HookInFile]:
    whole = file.fault is None and len(running) == sum(1 for _ in file.hooks())
    hooks, reasons = (running, ()) if whole else readable_hooks(file)
    known = {it.route: it for it in hooks}
    standing = Counter(map(_deed, running))
    for event in file.events:
        for group in event.groups:
            for view in group.hooks:
                hook = known.get(view.route)
                why = None
                if hook is None:
                    hook = _lame(file, group, view)
                    why = _reason(file, event, group, view, reasons)
                elif file.fault is not None:
                    why = None if standing[_deed(hook)] > 0 else _BROKEN
                    standing[_deed(hook)] -= 1
                yield HookInFile(hook, view.node.span, to_pointer(group.route), why)


def _deed(hook: Hook) -> tuple[str, str, str]:
    return hook.event, hook.type, hook.body


def _lame(file: HookFile, group: GroupView, view: HookView) -> Hook:
    matcher: Any = plain(group.matcher) if group.matcher is not None else None
    return replace(hook_of(file, group.event, view.node, view.route), matcher=matcher)


def _reason(file: HookFile, event: EventView, group: GroupView, view: HookView, reasons: Sequence[Reason]) -> str:
    """The nearest of what is wrong with the hook, its group, its event, and all of the file."""
    if event.row is None:
        return f"`{event.name}` is not an event of {file.dialect.title}"
    others = [it.node for it in group.hooks if it is not view]
    of_hook = [why for at, why in reasons if _holds(view.node, at)]
    of_group = [why for at, why in reasons if _holds(group.node, at) and not any(_holds(it, at) for it in others)]
    hooks = file.hooks_node.start if file.hooks_node is not None else 0
    beyond = [why for at, why in reasons if at in (event.key.start, event.value.start, 0, hooks)]
    return next(iter((*of_hook, *of_group, *beyond)), _UNREAD)


def _holds(node: Node, at: int) -> bool:
    return node.start <= at < node.end


def _text(node: Node | None) -> str | None:
    return node.value if node is not None and node.kind is Kind.STRING and isinstance(node.value, str) else None

"""The outline of a hook file: its events, their groups and hooks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.syntax.tree import Kind, child, plain
from hookwright.text import Span

_LONGEST = 80

_UNNAMED = "(no name yet)"


class SymbolKind(StrEnum):
    """The kind of an entry in the outline."""

    EVENT = "event"
    GROUP = "group"
    HOOK = "hook"


class Symbol(Struct, frozen=True):
    """An entry: `span` is all of it, `selection` the part to jump to; `name` is never blank."""

    name: str
    detail: str
    kind: SymbolKind
    span: Span
    selection: Span
    children: tuple[Symbol, ...] = ()


def outline(file: HookFile) -> tuple[Symbol, ...]:
    """The events in file order; a group of one hook and no matcher is replaced by its hook."""
    return tuple(_event(it) for it in file.events)


def _event(event: EventView) -> Symbol:
    children = tuple(it for group in event.groups for it in _group(group))
    count = sum(len(it.hooks) for it in event.groups)
    # A table of TOML begins before its name.
    span = Span(min(event.key.start, event.value.start), event.value.end)
    return Symbol(_one_line(event.name) or _UNNAMED, _counted(count), SymbolKind.EVENT, span, event.key.span, children)


def _group(group: GroupView) -> Iterator[Symbol]:
    hooks = tuple(_hook(it) for it in group.hooks)
    if group.matcher is None and len(hooks) == 1:
        yield from hooks
        return
    node, matcher = group.node, group.matcher
    name = "*" if matcher is None else _one_line(str(plain(matcher)))
    selection = matcher.span if matcher is not None else Span(node.start, min(node.start + 1, node.end))
    yield Symbol(name or "*", _counted(len(hooks)), SymbolKind.GROUP, node.span, selection, hooks)


def _hook(hook: HookView) -> Symbol:
    name, body = child(hook.node, "name"), child(hook.node, hook.type.body) if hook.type else None
    strings = [str(it.value) for it in (name, body) if it is not None and it.kind is Kind.STRING]
    texts = [it for it in strings if it.strip()]
    at = body if body is not None and body.kind is not Kind.MISSING else hook.node
    selection = at.span if at is body else Span(at.start, min(at.start + 1, at.end))
    kind = hook.type.name if hook.type else ""
    return Symbol(
        _one_line(texts[0]) if texts else kind.strip() or "hook", kind, SymbolKind.HOOK, hook.node.span, selection
    )


def _counted(count: int) -> str:
    return f"{count} hook{'' if count == 1 else 's'}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"

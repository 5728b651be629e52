"""Takes a hook out of its file without losing a byte, and puts it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any

from msgspec import Struct

from hookwright.config.read import read_hook_file
from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.model.nesting import HOOKS, MATCHER
from hookwright.syntax.edit import append_item, apply, insert_member, remove
from hookwright.syntax.layout import line_indentation
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Notation, child, find, plain
from hookwright.text import Edit, Route, Span, to_pointer

_CONTEXT = 120
# A placeholder for the original text of a value.
_HERE = "hookwright: the parked hook"


class RemovedText(Struct, frozen=True):
    """Text that was removed: its offset in the text that is left, the text, and what is around it."""

    at: int
    text: str
    before: str
    after: str


class DisabledHook(Struct, frozen=True, kw_only=True):
    """A hook that was taken out; `file` is relative to the project, `hook` and `matcher` are its source text.

    `group` is its group without its hooks, as plain data.  `digest` identifies the text that was left.  `twins` is the
    number of hooks with the same text that stayed in its event.
    """

    file: str
    event: str
    pointer: str
    matcher: str | None
    group: Mapping[str, Any]
    hook: str
    pieces: tuple[RemovedText, ...]
    digest: str
    twins: int = 0


def can_disable(file: HookFile, group: GroupView, hook: HookView) -> bool:
    """Whether the hook is in a list of a known event, in a readable JSON file whose dialect is not a guess."""
    if file.is_guessed or file.tree.notation is not Notation.JSON:
        return False
    return file.fault is None and group.row is not None and not hook.misplaced and isinstance(hook.route[-1], int)


def disable(file: HookFile, group: GroupView, hook: HookView, name: str) -> tuple[DisabledHook, tuple[Edit, ...]]:
    """The disabled hook, and the edits that remove it; `name` is the file's path in its project."""
    tree = file.tree
    edits = tuple(sorted(remove(tree, _emptied(file, group, hook)), key=lambda it: it.span.start))
    left = apply(tree.text, edits)
    pieces: list[RemovedText] = []
    gone = 0
    for it in edits:
        at = it.span.start - gone
        text = tree.text[it.span.start : it.span.end]
        pieces.append(RemovedText(at, text, left[max(0, at - _CONTEXT) : at], left[at : at + _CONTEXT]))
        gone += len(text)
    matcher = group.matcher
    return (
        DisabledHook(
            file=name,
            event=group.event,
            pointer=to_pointer(hook.route),
            matcher=tree.text[matcher.start : matcher.end] if matcher is not None else None,
            group=_without_hooks(group, hook),
            hook=tree.text[hook.node.start : hook.node.end],
            pieces=tuple(pieces),
            digest=digest(left),
            twins=_alike(file, group.event, tree.text[hook.node.start : hook.node.end]) - 1,
        ),
        edits,
    )


def enable(file: HookFile, disabled: DisabledHook) -> tuple[Edit, ...]:
    """The edits that put the hook back: where it was, else in its group, which is created again if needed.

    Empty if the file cannot be read.
    """
    if file.fault is not None:
        return ()
    exact = _exact(file, disabled)
    return exact or _near(file, disabled)


def is_back(file: HookFile, disabled: DisabledHook) -> bool:
    """Whether the event has the hook again: one more with the same text than when it was disabled."""
    return _alike(file, disabled.event, disabled.hook) > disabled.twins


def _alike(file: HookFile, event: str, text: str) -> int:
    found = (hook.node for group, hook in file.hooks if group.event == event)
    return sum(1 for it in found if file.tree.text[it.start : it.end] == text)


def digest(text: str) -> str:
    """A digest that identifies a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _emptied(file: HookFile, group: GroupView, hook: HookView) -> Route:
    """The route of the hook, or of its group or event if that would be left empty."""

    def is_alone(route: Route) -> bool:
        above = find(file.tree, route[:-1])
        return above is not None and above.kind is Kind.ARRAY and len(above.items) == 1

    if not is_alone(hook.route):
        return hook.route
    return group.route[:-1] if is_alone(group.route) else group.route


def _without_hooks(group: GroupView, hook: HookView) -> Mapping[str, Any]:
    if hook.node is group.node:
        return {}
    found = plain(group.node)
    return {key: value for key, value in found.items() if key != HOOKS} if isinstance(found, dict) else {}


def _exact(file: HookFile, disabled: DisabledHook) -> tuple[Edit, ...]:
    """The edits at the old offsets, if the text is unchanged, or unchanged around each of them."""
    text = file.tree.text
    if digest(text) == disabled.digest:
        return tuple(Edit(Span(it.at, it.at), it.text) for it in disabled.pieces)
    places = [_place(text, it) for it in disabled.pieces]
    edits = tuple(Edit(Span(at, at), it.text) for at, it in zip(places, disabled.pieces, strict=True) if at is not None)
    if len(edits) < len(places) or any(a.span.start > b.span.start for a, b in pairwise(edits)):
        return ()
    after = read_hook_file(file.path, apply(text, edits), file.dialect, file.scope)
    added = len(after.hooks) == len(file.hooks) + 1
    is_it = _alike(after, disabled.event, disabled.hook) == _alike(file, disabled.event, disabled.hook) + 1
    return edits if after.fault is None and added and is_it else ()


def _place(text: str, piece: RemovedText) -> int | None:
    """The offset where the text was, None unless it is unambiguous."""
    around = piece.before + piece.after
    at = text.find(around)
    return None if at < 0 or text.find(around, at + 1) >= 0 else at + len(piece.before)


def _near(file: HookFile, disabled: DisabledHook) -> tuple[Edit, ...]:
    event = next((it for it in file.events if it.name == disabled.event and it.row is not None), None)
    flat = file.grammar.nesting.is_flat
    if event is not None and event.value.kind is Kind.ARRAY:
        if flat:
            return _written(file, disabled, append_item(file.tree, event.route, _HERE))
        group = next((it for it in event.groups if _is_its_group(file, it, disabled)), None)
        if group is not None:
            return _written(file, disabled, append_item(file.tree, (*group.route, HOOKS), _HERE))
        return _written(file, disabled, append_item(file.tree, event.route, _group(disabled)))
    if event is not None:
        return ()
    groups: Any = [_HERE if flat else _group(disabled)]
    route = file.base
    if find(file.tree, route) is not None:
        return _written(file, disabled, insert_member(file.tree, route, disabled.event, groups))
    return _written(file, disabled, insert_member(file.tree, route[:-1], str(route[-1]), {disabled.event: groups}))


def _is_its_group(file: HookFile, group: GroupView, disabled: DisabledHook) -> bool:
    matcher, hooks = group.matcher, child(group.node, HOOKS) if group.node.kind is Kind.OBJECT else None
    text = file.tree.text[matcher.start : matcher.end] if matcher is not None else None
    return text == disabled.matcher and hooks is not None and hooks.kind is Kind.ARRAY


def _group(disabled: DisabledHook) -> dict[str, Any]:
    group = dict(disabled.group)
    if disabled.matcher is not None and MATCHER not in group:
        tree = parse(disabled.matcher)
        group[MATCHER] = plain(tree.root) if tree.root is not None else ""
    return {**group, HOOKS: [_HERE]}


def _written(file: HookFile, disabled: DisabledHook, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits with the hook's original text in place of its placeholder, indented like its surroundings."""
    mark, made = f'"{_HERE}"', list[Edit]()
    for it in edits:
        before, found, after = it.text.partition(mark)
        if found:
            line = before.rpartition("\n")[2]
            inside = line[: len(line) - len(line.lstrip())] if "\n" in before else None
            there = inside if inside is not None else line_indentation(file.tree.text, it.span.start)
            made.append(Edit(it.span, before + _indented(disabled, there) + after))
        else:
            made.append(it)
    return tuple(made)


def _indented(disabled: DisabledHook, indentation: str) -> str:
    """The hook's text with its lines after the first moved to that indentation."""
    first, *rest = disabled.hook.split("\n")
    if not rest:
        return first
    old = rest[-1][: len(rest[-1]) - len(rest[-1].lstrip())]
    moved = (indentation + it.removeprefix(old) if it.startswith(old) else it for it in rest)
    return "\n".join([first, *moved])

"""The edits that change a tree's text: replace, rename, insert, append and remove.

In TOML and YAML there are only edits after which the text says exactly what it is to say: each is tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from hookwright.syntax import toml_edit, yaml_edit
from hookwright.syntax.between_brackets import insert_entry, remove_node
from hookwright.syntax.front_matter import parse_front_matter
from hookwright.syntax.layout import layout_of, line_indentation, written
from hookwright.syntax.strings import quote, text_offset
from hookwright.syntax.toml import parse_toml
from hookwright.syntax.tree import JSON, Kind, Node, Notation, PlacedString, Tree, find, key_at, plain
from hookwright.syntax.writing import inline_text, key_text, scalar_text
from hookwright.text import Edit, Key, Route, Span

_PLAIN = re.compile(r"[\w/.$ {}()=+-]+", re.ASCII)

_Change = Callable[[JSON, Key], None]
"""Changes what a key of a container stands for, in plain data."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits, which all refer to the text as given; a ValueError where two overlap."""
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda it: (it.span.start, it.span.end)):
        if edit.span.start < done:
            raise ValueError(f"edits overlap at offset {edit.span.start}")
        parts += (text[done : edit.span.start], edit.text)
        done = edit.span.end
    return "".join((*parts, text[done:]))


def rename_key(tree: Tree, route: Route, new: str) -> list[Edit]:
    """Edits that give the member at a route another key."""
    key = key_at(tree, route)
    if key is None:
        return []
    return [Edit(it.span, key_text(tree.notation, new)) for it in (key, *tree.repeats.get(key, ()))]


def replace_value(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that put another value at a route, written in the document's layout."""
    node = find(tree, route)
    if node is None:
        return []
    if tree.notation is not Notation.JSON:
        return _replaced(tree, node, route, value)
    container = find(tree, route[:-1]) if route else node
    layout = layout_of(tree, container or node)
    text = written(value, layout, line_indentation(tree.text, node.start))
    if node.kind is not Kind.MISSING:
        return [Edit(node.span, text)]
    key = key_at(tree, route)
    colon = key is not None and ":" in tree.text[key.end : node.start]
    before = tree.text[node.start - 1 : node.start]
    return [Edit(node.span, (" " if colon and before == ":" and layout.spaced else "" if colon else ": ") + text)]


def _replaced(tree: Tree, node: Node, route: Route, value: JSON) -> list[Edit]:
    if any(node.start <= it.start < node.end for it in tree.comments):
        return []
    blank = " " if tree.text[node.start - 1 : node.start] in (":", "=") else ""
    edits = [Edit(node.span, blank + inline_text(tree.notation, value))]
    container = find(tree, route[:-1])
    in_lines = tree.notation is Notation.YAML and container is not None and not yaml_edit.is_flow(tree, container)
    in_block = in_lines and isinstance(value, dict | list) and value
    blocks = yaml_edit.replacement(tree, node, value) if in_block else []
    return _changed(tree, blocks, route, _put(value)) or _changed(tree, edits, route, _put(value))


def replace_piece(tree: Tree, route: Route, start: int, end: int, text: str) -> list[Edit]:
    """Edits that replace a part of a string value; `start` and `end` are places in the decoded value."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.STRING:
        return []
    span = Span(text_offset(tree, node, start), text_offset(tree, node, end))
    if not isinstance(node, PlacedString):
        return [Edit(span, quote(text)[1:-1])]
    quoted = tree.text.startswith('"', node.start)
    if _PLAIN.fullmatch(text) and tree.notation is Notation.JSON:
        return [Edit(span, text)]
    value = f"{str(node.value)[:start]}{text}{str(node.value)[end:]}"
    piece = [Edit(span, quote(text)[1:-1] if quoted else text)]
    return _changed(tree, piece, route, _put(value)) or _requoted(tree, node, route, value)


def _requoted(tree: Tree, node: Node, route: Route, value: str) -> list[Edit]:
    """The whole string anew, where nothing is escaped in the quotes that it has; one on several lines stays."""
    if "\n" in tree.text[node.start : node.end]:
        return []
    return _changed(tree, [Edit(node.span, scalar_text(tree.notation, value))], route, _put(value))


def remove(tree: Tree, route: Route) -> list[Edit]:
    """Edits that remove the member or item at a route, with the right comma, and its line if that is left blank."""
    container = find(tree, route[:-1]) if route else None
    node = find(tree, route)
    if container is None or node is None:
        return []
    key = route[-1]
    index = next(at for at, it in enumerate(container.members) if it.value is node) if isinstance(key, str) else key
    if tree.notation is Notation.TOML:
        return _changed(tree, toml_edit.removal(tree, container, index, route), route, _drop)
    if tree.notation is Notation.YAML:
        return _changed(tree, yaml_edit.removal(tree, container, index), route, _drop)
    return remove_node(tree, container, index)


def insert_member(tree: Tree, route: Route, key: str, value: JSON, first: bool = False) -> list[Edit]:
    """Edits that add a member to the object at a route, as its last or its first."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.OBJECT:
        return []
    if tree.notation is Notation.TOML:
        edits = toml_edit.insertion(tree, node, key, value, first=first)
        return _changed(tree, edits, (*route, key), _put(value))
    if tree.notation is Notation.YAML:
        edits = yaml_edit.insertion(tree, node, key, value, first=first)
        return _changed(tree, edits, (*route, key), _put(value))
    layout = layout_of(tree, node)
    colon = ": " if layout.spaced or layout.in_lines else ":"
    return insert_entry(tree, node, f"{quote(key)}{colon}{written(value, layout)}", layout, first=first)


def append_item(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that add an item at the end of the array at a route."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.ARRAY:
        return []
    end = (*route, len(node.items))
    if tree.notation is Notation.TOML:
        return _changed(tree, toml_edit.appending(tree, node, route, value), end, _put(value))
    if tree.notation is Notation.YAML:
        return _changed(tree, yaml_edit.appending(tree, node, value), end, _put(value))
    layout = layout_of(tree, node)
    return insert_entry(tree, node, written(value, layout), layout)


def _put(value: JSON) -> _Change:
    def change(container: JSON, key: Key) -> None:
        if isinstance(container, dict) and isinstance(key, str):
            container[key] = value
        elif isinstance(container, list) and isinstance(key, int):
            container[key : key + 1] = [value]

    return change


def _drop(container: JSON, key: Key) -> None:
    if isinstance(container, dict | list):
        del container[key]  # type: ignore[arg-type]  # the key is of the container's kind


def _changed(tree: Tree, edits: list[Edit], route: Route, change: _Change) -> list[Edit]:
    """The edits where they make this change at a route and no other; none otherwise."""
    if not edits or tree.root is None or not route:
        return []
    return proven(tree, edits, _wanted(plain(tree.root), route, change, tree.notation))


def proven(tree: Tree, edits: list[Edit], wanted: Collection[JSON]) -> list[Edit]:
    """The edits of a text in TOML or YAML where one of the wanted values is what it says after them; none otherwise."""
    read = parse_toml if tree.notation is Notation.TOML else parse_front_matter
    try:
        after = read(apply(tree.text, edits))
    except ValueError:
        return []
    sound = after.root is not None and len(after.problems) <= len(tree.problems)
    return edits if sound and after.root is not None and plain(after.root) in wanted else []


def _wanted(data: JSON, route: Route, change: _Change, notation: Notation) -> list[JSON]:
    """The data after the change; in TOML also without the containers that it has emptied, which have no place there."""
    above = [data]
    for key in route[:-1]:
        above.append(above[-1][key])  # type: ignore[index]  # the route leads somewhere
    change(above[-1], route[-1])
    wanted = [data]
    if notation is not Notation.TOML:
        return wanted
    for depth in range(len(route) - 1, 0, -1):
        if above[depth]:
            break
        wanted = [*wanted, _without(data, route[:depth])]
    return wanted


def _without(data: JSON, route: Route) -> JSON:
    """A copy of the data without what a route leads to."""
    key, *rest = route
    if isinstance(data, dict):
        left: dict[str, JSON] = {name: it for name, it in data.items() if rest or name != key}
        return {name: _without(it, tuple(rest)) if name == key else it for name, it in left.items()}
    assert isinstance(data, list)
    items = [it for at, it in enumerate(data) if rest or at != key]
    return [_without(it, tuple(rest)) if rest and at == key else it for at, it in enumerate(items)]

"""The edits that change a tree's text, as they are drafted: replace, rename, insert, append and remove.

Those of JSON hold as they are.  In TOML and YAML each draft claims what it changes (`claims.py`), and is to be proved
before it is made (`edit.py`): what is where in such a text cannot be told for certain without reading it again.
"""

from __future__ import annotations

import re

from hookwright.patterns import late_pattern
from hookwright.syntax import toml_edit, yaml_edit
from hookwright.syntax.between_brackets import insert_entry, remove_node
from hookwright.syntax.claims import claiming, drop, put, rename
from hookwright.syntax.layout import layout_of, line_indentation, written
from hookwright.syntax.strings import quote, text_offset
from hookwright.syntax.tree import JSON, Kind, Node, Notation, PlacedString, Tree, find, key_at, member
from hookwright.syntax.writing import inline_text, key_text, scalar_text
from hookwright.text import Edit, Route, Span

_PLAIN = late_pattern(r"[\w/.$ {}()=+-]+", re.ASCII)


def rename_key(tree: Tree, route: Route, new: str) -> list[Edit]:
    """Edits that give the member at a route another key."""
    key = key_at(tree, route)
    if key is None:
        return []
    edits = [Edit(it.span, key_text(tree.notation, new)) for it in (key, *tree.repeats.get(key, ()))]
    return edits if tree.notation is Notation.JSON else claiming(edits, rename(route, new))


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
    is_container = node.kind in (Kind.OBJECT, Kind.ARRAY)
    if is_container and tree.notation is Notation.TOML and not toml_edit.is_inline(tree, node):
        return []
    blank = " " if tree.text[node.start - 1 : node.start] in (":", "=") else ""
    edits = [Edit(node.span, blank + inline_text(tree.notation, value))]
    container = find(tree, route[:-1])
    in_lines = tree.notation is Notation.YAML and container is not None and not yaml_edit.is_flow(tree, container)
    in_block = in_lines and isinstance(value, dict | list) and value
    blocks = yaml_edit.replacement(tree, node, value) if in_block else []
    change = put(route, value)
    inline = claiming(edits, change)
    return claiming(blocks, change, otherwise=inline) if blocks else inline


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
    change = put(route, f"{str(node.value)[:start]}{text}{str(node.value)[end:]}")
    piece = [Edit(span, quote(text)[1:-1] if quoted else text)]
    whole = _requoted(tree, node, f"{str(node.value)[:start]}{text}{str(node.value)[end:]}")
    if not whole or quoted or _PLAIN.fullmatch(text):
        return claiming(piece, change, otherwise=claiming(whole, change))
    return claiming(whole, change, otherwise=claiming(piece, change))


def _requoted(tree: Tree, node: Node, value: str) -> list[Edit]:
    """The whole string anew, where nothing is escaped in the quotes that it has; one on several lines stays."""
    if "\n" in tree.text[node.start : node.end]:
        return []
    return [Edit(node.span, scalar_text(tree.notation, value))]


def remove(tree: Tree, route: Route) -> list[Edit]:
    """Edits that remove the member or item at a route, with the right comma, and its line if that is left blank."""
    container = find(tree, route[:-1]) if route else None
    node = find(tree, route)
    if container is None or node is None:
        return []
    key = route[-1]
    named = member(container, key) if isinstance(key, str) else None
    index = container.members.index(named) if named is not None else int(key)
    if tree.notation is Notation.TOML:
        return claiming(toml_edit.removal(tree, container, index, route), drop(route))
    if tree.notation is Notation.YAML:
        return claiming(yaml_edit.removal(tree, container, index), drop(route))
    return remove_node(tree, container, index)


def insert_member(tree: Tree, route: Route, key: str, value: JSON, first: bool = False) -> list[Edit]:
    """Edits that add a member to the object at a route, as its last or its first."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.OBJECT:
        return []
    if tree.notation is Notation.TOML:
        edits = toml_edit.insertion(tree, node, key, value, first=first)
        return claiming(edits, put((*route, key), value))
    if tree.notation is Notation.YAML:
        edits = yaml_edit.insertion(tree, node, key, value, first=first)
        return claiming(edits, put((*route, key), value))
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
        return claiming(toml_edit.appending(tree, node, route, value), put(end, value))
    if tree.notation is Notation.YAML:
        return claiming(yaml_edit.appending(tree, node, value), put(end, value))
    layout = layout_of(tree, node)
    return insert_entry(tree, node, written(value, layout), layout)

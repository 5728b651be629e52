"""The edits that change a tree's text, proved: replace, rename, insert, append and remove.

In TOML and YAML there are only edits after which the text says exactly what it is to say: each is tried.
"""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.syntax import drafts
from hookwright.syntax.claims import attempts, bare, is_claimed, is_kept
from hookwright.syntax.front_matter import parse_front_matter
from hookwright.syntax.toml import parse_toml
from hookwright.syntax.tree import JSON, Notation, Tree
from hookwright.text import Edit, Route


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


def proven(tree: Tree, drafted: Iterable[Edit]) -> list[Edit]:
    """Drafted edits as they can be made; none if a text in TOML or YAML would not say only what they claim."""
    if tree.notation is Notation.JSON:
        return list(drafted)
    return next((list(bare(it)) for it in attempts(drafted) if it and _holds(tree, it)), [])


def rename_key(tree: Tree, route: Route, new: str) -> list[Edit]:
    """Edits that give the member at a route another key."""
    return proven(tree, drafts.rename_key(tree, route, new))


def replace_value(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that put another value at a route, written in the document's layout."""
    return proven(tree, drafts.replace_value(tree, route, value))


def replace_piece(tree: Tree, route: Route, start: int, end: int, text: str) -> list[Edit]:
    """Edits that replace a part of a string value; `start` and `end` are places in the decoded value."""
    return proven(tree, drafts.replace_piece(tree, route, start, end, text))


def remove(tree: Tree, route: Route) -> list[Edit]:
    """Edits that remove the member or item at a route, with the right comma, and its line if that is left blank."""
    return proven(tree, drafts.remove(tree, route))


def insert_member(tree: Tree, route: Route, key: str, value: JSON, first: bool = False) -> list[Edit]:
    """Edits that add a member to the object at a route, as its last or its first."""
    return proven(tree, drafts.insert_member(tree, route, key, value, first=first))


def append_item(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that add an item at the end of the array at a route."""
    return proven(tree, drafts.append_item(tree, route, value))


def _holds(tree: Tree, edits: list[Edit]) -> bool:
    read = parse_toml if tree.notation is Notation.TOML else parse_front_matter
    try:
        after = read(apply(tree.text, edits))
    except ValueError:
        return False
    return is_claimed(edits) and is_kept(tree, edits, after)

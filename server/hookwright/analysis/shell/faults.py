"""Where a shell refuses a command for certain, told from the tree of a parser that goes on after every fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hookwright.analysis.shell.values import Fault

if TYPE_CHECKING:
    from tree_sitter import Node

_CLOSED_BY = {
    "if": "fi",
    "while": "done",
    "until": "done",
    "for": "done",
    "select": "done",
    "case": "esac",
    "{": "}",
    "(": ")",
    "$(": ")",
    "${": "}",
    "'": "'",
    '"': '"',
}
_OPERATORS = frozenset({"&&", "||", "|", "|&"})
_OPENED_BY = {"fi": "if", "then": "if", "elif": "if", "else": "if", "done": "for", "do": "for", "esac": "case"}
# What stands for something else until a template is filled in; a `$` by itself, over which the parser stumbles;
# backquotes, in which the shell looks for faults only when it gets there; and escaped blanks.
_UNCERTAIN = re.compile(rb"\{\{|\$[)\]};|&]|`|\\(?:\s|\Z)")


def fault_in(root: Node, source: bytes) -> Fault | None:
    """The first certain fault, in bytes; None where there is none, or none that is certain."""
    if _UNCERTAIN.search(source):
        return None
    for node in _nodes(root):
        found = _fault(node)
        if found is not None:
            return found
    return None


def _nodes(root: Node) -> Iterator[Node]:
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(node.children)


def _fault(node: Node) -> Fault | None:
    if node.is_missing:
        return _missing(node)
    if node.is_error:
        return _unclosed(node)
    if node.type == "command_name":
        word = (node.text or b"").decode("utf-8", "replace")
        if word in _OPENED_BY:
            return Fault(f"`{word}` without `{_OPENED_BY[word]}`", node.start_byte, node.end_byte)
    return None


def _missing(node: Node) -> Fault | None:
    parent = node.parent
    if parent is None:
        return None
    if node.type in _CLOSED_BY.values():
        first = parent.children[0]
        if _CLOSED_BY.get(first.type) == node.type and _opens(first, parent):
            return Fault(f"`{first.type}` is not closed by `{node.type}`", first.start_byte, first.end_byte)
    if node.type == "word" and parent.type == "command_name":
        return _dangling(parent)
    return None


def _dangling(name: Node) -> Fault | None:
    command = name.parent
    if command is None:
        return None
    for side, it in (("after", command.prev_sibling), ("before", command.next_sibling)):
        if it is not None and it.type in _OPERATORS:
            return Fault(f"there is no command {side} `{it.type}`", it.start_byte, it.end_byte)
    return None


def _unclosed(error: Node) -> Fault | None:
    """The first of the openings that an error has, as the parser has them, and that nothing there closes."""
    open_: list[Node] = []
    for it in error.children:
        if open_ and it.type == _CLOSED_BY[open_[-1].type]:
            open_.pop()
        elif it.type in _CLOSED_BY and not it.is_named and _opens(it, error):
            open_.append(it)
    if open_:
        it = open_[0]
        return Fault(f"`{it.type}` is not closed by `{_CLOSED_BY[it.type]}`", it.start_byte, it.end_byte)
    text = (error.text or b"")[:1].decode("utf-8", "replace")
    if text in ("'", '"') and not error.children:
        return Fault(f"`{text}` is not closed by `{text}`", error.start_byte, error.start_byte + 1)
    return None


def _opens(mark: Node, error: Node) -> bool:
    """Whether it is no brace that is part of a word."""
    after = (error.text or b"")[mark.end_byte - error.start_byte :][:1]
    return mark.type != "{" or after in (b" ", b"\t", b"\n")

"""A JavaScript or TypeScript text as a tree of nodes, with code-point offsets.

tree-sitter parses it: that survives broken text, and says if there is any.  It counts UTF-8 bytes, the nodes here
count code points.  Nodes are made when somebody asks for them, since most functions of a long script are not called.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from hookwright.patterns import late_pattern
from hookwright.scripts.values import Spot

if TYPE_CHECKING:
    import tree_sitter

_WIDE = late_pattern(r"[^\x00-\x7f]")
_NO_CODE = frozenset({"comment", "html_comment", "hash_bang_line", "type_annotation", "type_arguments"})

_CHUNK = 8192
# Real scripts take 0.006 to 0.012 steps a byte.
_MOST_STEPS = 400
_STEPS_PER_BYTE = 0.04


class Page:
    """The text of one file; `file` is its path where it is imported, empty for the script itself."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.encoded = text.encode("utf-8", "replace")
        self._ends: list[int] = []
        self._more: list[int] = [0]
        if len(self.encoded) != len(text):
            wide = [(it.start(), len(it[0].encode("utf-8", "replace")) - 1) for it in _WIDE.finditer(text)]
            self._more = [0, *accumulate(more for _, more in wide)]
            self._ends = [at + before + more + 1 for (at, more), before in zip(wide, self._more, strict=False)]
        self.is_wide = bool(self._ends)

    def offset(self, byte: int) -> int:
        """The code point at a byte."""
        return byte - self._more[bisect_right(self._ends, byte)]


class Node:
    """A node of the tree: its kind, its range in code points, and its named children without comments and types."""

    __slots__ = ("_children", "_named", "_raw", "_roles", "_tokens", "end", "kind", "page", "start")

    def __init__(self, raw: tree_sitter.Node, page: Page) -> None:
        self._raw: tree_sitter.Node | None = raw
        self.page = page
        self.kind = raw.type
        start, end = raw.byte_range
        self.start: int = page.offset(start) if page.is_wide else start
        """The first code point."""
        self.end: int = page.offset(end) if page.is_wide else end
        """The one behind the last."""

    def _open(self, raw: tree_sitter.Node) -> None:
        """Makes the children."""
        children: list[Node] = []
        tokens: list[str] = []
        named: dict[str, Node] = {}
        roles: list[tuple[str, Node]] = []
        if raw.child_count:
            page, cursor = self.page, raw.walk()
            more = cursor.goto_first_child()
            while more:
                child, role = cursor.node, cursor.field_name
                more = cursor.goto_next_sibling()
                if child is None or child.is_missing or (kind := child.type) in _NO_CODE:
                    continue
                if child.is_named:
                    node = Node(child, page)
                    children.append(node)
                else:
                    tokens.append(kind)
                    if role is None:
                        continue
                    node = Node(child, page)
                if role is not None:
                    named.setdefault(role, node)
                    roles.append((role, node))
        self._children, self._tokens, self._named, self._roles = children, tokens, named, roles
        # Last, since another thread may ask for the same.
        self._raw = None

    @property
    def children(self) -> list[Node]:
        """The named children."""
        if self._raw is not None:
            self._open(self._raw)
        return self._children

    def has(self, token: str) -> bool:
        """Whether a keyword or sign is among its parts."""
        if self._raw is not None:
            self._open(self._raw)
        return token in self._tokens

    def field(self, name: str) -> Node | None:
        """The first child in that role."""
        if self._raw is not None:
            self._open(self._raw)
        return self._named.get(name)

    def fields(self, name: str) -> list[Node]:
        """Every child in that role."""
        if self._raw is not None:
            self._open(self._raw)
        return [it for role, it in self._roles if role == name]

    @property
    def text(self) -> str:
        """The code."""
        return self.page.text[self.start : self.end]

    @property
    def spot(self) -> Spot:
        """Its place."""
        return Spot(self.start, self.end, self.page.file)


def parse(text: str, file: str = "") -> tuple[Node, bool] | None:
    """The whole program, and whether all of it is understood.

    None if the parser is not installed here, and for a text that is so broken that it would take seconds.
    """
    parser = _parser()
    if parser is None:
        return None
    page = Page(text, file)
    code, steps = page.encoded, 0

    def takes_too_long(_offset: int, _broken: bool) -> bool:
        nonlocal steps
        steps += 1
        return steps > _MOST_STEPS + len(code) * _STEPS_PER_BYTE

    try:
        tree = parser.parse(lambda byte, _: code[byte : byte + _CHUNK], progress_callback=takes_too_long)
    except ValueError:
        parser.reset()
        return None
    return Node(tree.root_node, page), not tree.root_node.has_error


@cache
def _parser() -> tree_sitter.Parser | None:
    """The grammar of TypeScript reads JavaScript, too."""
    try:
        import tree_sitter
        import tree_sitter_typescript
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_ESCAPE = late_pattern(r"\\(u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r\n|.)", re.DOTALL)


def unescaped(code: str) -> str:
    """The text that a string's code between the quotes stands for."""
    if "\\" not in code:
        return code
    return _ESCAPE.sub(_character, code)


def _character(it: re.Match[str]) -> str:
    digits = it[2] or it[3] or it[4]
    if digits is None:
        return _ESCAPES.get(it[1], it[1])
    point = int(digits, 16)
    return chr(point) if point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF else "�"

"""Makes a tree with places of the events that a YAML reader gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from hookwright.syntax.tree import Kind, Member, Node, PlacedString, Problem, ProblemKind, Scalar
from hookwright.syntax.yaml import InvalidYaml, moderate, parser
from hookwright.syntax.yaml_faults import explained
from hookwright.text import Span

_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n[ \t]*|.)|\r?\n[ \t]*", re.DOTALL)
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_DOTTED = re.compile(r"\.(inf|nan)")
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# A number of more digits is none that Python reads.
_MOST_DIGITS = 4000
_MERGE = "<<"


def built(text: str, span: Span, *, unique: bool = True) -> tuple[Node | None, tuple[Problem, ...], list[Span]]:
    """The root of the YAML in a part of a text, what is wrong with it in text order, and where its scalars are.

    A key that is there again is a fault of the syntax where keys have to be `unique`.
    """
    builder = _Builder(text, span.start, unique)
    problems = (*_taken(builder, span), *builder.repeated)
    return builder.root, tuple(sorted(problems, key=lambda it: it.span.start)), builder.scalars


def _taken(builder: _Builder, span: Span) -> Iterator[Problem]:
    """Builds the tree, and says where and why it breaks off."""
    first = Span(span.start, min(span.start + 1, span.end))
    try:
        for event in moderate(parser().parse(builder.text[span.start : span.end])):
            builder.take(event)
    except MarkedYAMLError as error:
        why, at = explained(builder.text, span, error)
        yield Problem(ProblemKind.SYNTAX, f"not valid YAML: {why}", Span(at, at + 1))
    except InvalidYaml as error:
        yield Problem(
            ProblemKind.SYNTAX,
            f"not read: {str(error)[:1].lower()}{str(error)[1:]}",
            Span(span.start, min(span.start + 1, span.end)),
        )
    except (YAMLError, ValueError, RecursionError) as error:
        reason = next(iter(str(error).splitlines()), "it cannot be read")
        yield Problem(ProblemKind.SYNTAX, f"not valid YAML: {reason}", first)
    finally:
        builder.finish(span.end)


class _Builder(Struct):
    """Makes nodes of YAML's events; `base` is where the YAML begins in the text."""

    text: str
    base: int
    unique: bool
    root: Node | None = None
    opened: list[Node] = field(default_factory=list)
    # The key of the object that is open at the same place, whose value comes next.
    keys: list[Node | None] = field(default_factory=list)
    anchors: dict[str, Node] = field(default_factory=dict)
    scalars: list[Span] = field(default_factory=list)
    repeated: list[Problem] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Takes in the next event."""
        if isinstance(event, CollectionStartEvent):
            start = self._offset(event.start_mark)
            node = Node(Kind.OBJECT if isinstance(event, MappingStartEvent) else Kind.ARRAY, start, start)
            self._add(node, event.anchor)
            self.opened.append(node)
            self.keys.append(None)
        elif isinstance(event, CollectionEndEvent):
            self._close(event)
        elif isinstance(event, ScalarEvent):
            self._add(self._scalar(event), event.anchor)
        elif isinstance(event, AliasEvent):
            start, end = self._offset(event.start_mark), self._offset(event.end_mark)
            self._add(self.anchors.get(event.anchor) or Node(Kind.NULL, start, end), None)

    def finish(self, end: int) -> None:
        """Ends what is still open."""
        while self.opened:
            node, key = self.opened.pop(), self.keys.pop()
            if key is not None:
                node.members.append(Member(key, Node(Kind.MISSING, key.end + 1, key.end + 1), str(key.value)))
            node.end, node.closed = max(_end_of(node), node.start), False
        if self.root is not None:
            self.root.end = max(self.root.end, end)

    def _offset(self, mark: object) -> int:
        index = getattr(mark, "index", 0)
        return self.base + index if isinstance(index, int) else self.base

    def _close(self, event: Event) -> None:
        node, _ = self.opened.pop(), self.keys.pop()
        _merge(node)
        end = self._offset(event.end_mark)
        # Blocks have no end of their own: the next token's place is given.
        node.end = end if self.text[end - 1 : end] in ("}", "]") and end > _end_of(node) else _end_of(node)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = node
        if not self.opened:
            self.root = self.root or node
            return
        above, key = self.opened[-1], self.keys[-1]
        if above.kind is Kind.ARRAY:
            above.items.append(node)
        elif key is None:
            self.keys[-1] = self._key(above, node)
        else:
            self.keys[-1] = None
            above.members.append(Member(key, node, str(key.value)))

    def _key(self, above: Node, node: Node) -> Node:
        text = self.text[node.start : node.end]
        key = node if isinstance(node, PlacedString) else PlacedString(node.start, node.end, text, _straight(node))
        if any(it.name == key.value for it in above.members[-200:]):
            self.repeated.append(self._repeated(key))
        return key

    def _repeated(self, key: Node) -> Problem:
        name = str(key.value)[:40]
        if self.unique:
            message = f"`{name}` is repeated, which YAML does not allow; remove one of them"
            return Problem(ProblemKind.SYNTAX, message, key.span)
        message = f"`{name}` is repeated, and only the last one counts; remove the others"
        return Problem(ProblemKind.DUPLICATE_KEY, message, key.span)

    def _scalar(self, event: ScalarEvent) -> Node:
        start, end = self._offset(event.start_mark), self._offset(event.end_mark)
        style, value = event.style, str(event.value)
        if style in ("|", ">"):
            end = start + len(self.text[start:end].rstrip())
        if start < end:
            self.scalars.append(Span(start, end))
        if not style and event.tag is None:
            found = _plain(value, start, end)
            if found is not None:
                return found
        return PlacedString(start, end, value, _offsets(self.text, start, end, value, style or ""))


def _merge(node: Node) -> None:
    """Takes in the members of what is under the key that merges; those of the object itself go before them."""
    merged = [it for it in node.members if it.name == _MERGE]
    if not merged:
        return
    values = [one for it in merged for one in (it.value.items or [it.value]) if one.kind is Kind.OBJECT]
    inner = {it.name: it for one in reversed(values) for it in one.members}
    node.members[:] = [*inner.values(), *(it for it in node.members if it.name != _MERGE)]


def _straight(node: Node) -> range:
    return range(node.start, node.end + 1)


def _end_of(node: Node) -> int:
    ends = [node.members[-1].value.end, node.members[-1].key.end] if node.members else []
    return max([*ends, *(it.end for it in node.items[-1:])], default=node.start)


def _plain(value: str, start: int, end: int) -> Node | None:
    """A scalar without quotes that is no string (YAML 1.2)."""
    if value in _WORDS:
        word = _WORDS[value]
        return Node(Kind.NULL if word is None else Kind.BOOLEAN, start, end, word)
    if len(value) < _MOST_DIGITS and _INTEGER.fullmatch(value):
        return Node(Kind.NUMBER, start, end, int(value, base=0 if value[:2] in ("0x", "0o") else 10))
    if len(value) < _MOST_DIGITS and _FLOAT.fullmatch(value):
        return Node(Kind.NUMBER, start, end, float(_DOTTED.sub(r"\1", value.lower())))
    return None


def _offsets(text: str, start: int, end: int, value: str, style: str) -> range | list[int]:
    """The place of each character of a value, and of its end."""
    inner = Span(start + 1, end - 1) if style in ("'", '"') else Span(start, end)
    if text[inner.start : inner.end] == value:
        return range(inner.start, inner.end + 1)
    if style == '"':
        return _escaped(text, inner, value)
    place, offsets = inner.start, list[int]()
    if style in ("|", ">"):
        place = min(text.find("\n", start) + 1 or inner.end, inner.end)
    for char in value:
        while place < inner.end and text[place] != char and text[place] in " \t\r\n" and char not in " \n":
            place += 1
        offsets.append(min(place, inner.end))
        if char in " \n":
            place = _after_blank(text, place, inner.end, char)
        else:
            place += 2 if style == "'" and char == "'" else 1
    return [*offsets, inner.end]


def _after_blank(text: str, place: int, end: int, char: str) -> int:
    """The place after what stands for a space or a line's end; the next line's indentation is no part of the value."""
    if char == " " and place < end and text[place] == " ":
        return place + 1
    while place < end and text[place] in " \t\r":
        place += 1
    return place + 1 if place < end and text[place] == "\n" else place


def _escaped(text: str, inner: Span, value: str) -> list[int]:
    offsets, place = list[int](), inner.start
    while place < inner.end and len(offsets) < len(value):
        found = _ESCAPE.match(text, place, inner.end)
        if found is None:
            offsets.append(place)
            place += 1
            continue
        joined = found[0].startswith("\\") and found[0][1] in "\r\n"
        offsets += [] if joined else [place]
        place = found.end()
    return [*offsets, *[inner.end] * (len(value) + 1 - len(offsets))]

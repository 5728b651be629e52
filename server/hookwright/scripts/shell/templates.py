"""Texts that are known in part: what is written out, with the values between, and where each character stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct, field

from hookwright.scripts.shell.json_texts import HOLE, json_of
from hookwright.scripts.values import Literal, OneOf, Spot, Text, Value, joined

_BEGIN_JSON = ("{", "[", " ", "\n")


class Template(Struct):
    """A text in which `HOLE` stands for each of the `holes`; `places[i]` is where in the script character `i` is."""

    text: str = ""
    places: list[int] = field(default_factory=list)
    holes: list[Value] = field(default_factory=list)

    def write(self, text: str, start: int, *, exact: bool = True) -> None:
        """Adds a text that begins there; if it is not `exact`, all of it is written at that place."""
        text = text.replace(HOLE, "?")
        self.text += text
        self.places += range(start, start + len(text)) if exact else [start] * len(text)

    def put(self, value: Value, start: int) -> None:
        """Adds a value that stands for an expansion at that place."""
        for it in value.parts if isinstance(value, Text) else (value,):
            if isinstance(it, Literal):
                self.write(text_of(it), start, exact=False)
            else:
                self.text += HOLE
                self.places.append(start)
                self.holes.append(it)

    def add(self, other: Template) -> None:
        """Adds a whole template."""
        self.text += other.text
        self.places += other.places
        self.holes += other.holes

    def value(self) -> Value:
        """The text as a value, without the places."""
        if not self.holes:
            return Literal(self.text)
        pieces = self.text.split(HOLE)
        parts: list[Value] = [Literal(pieces[0])] if pieces[0] else []
        for hole, piece in zip(self.holes, pieces[1:], strict=True):
            parts.append(hole)
            if piece:
                parts.append(Literal(piece))
        return parts[0] if len(parts) == 1 else Text(tuple(parts))

    def meant(self, spot: Callable[[int, int], Spot]) -> Value:
        """The text as a value; as an object where it is the JSON text of one."""
        if self.text[:1] in _BEGIN_JSON:
            found = json_of(self.text, self.holes, lambda start, end: spot(self.place(start), self.end(end)))
            if found is not None:
                return found
        return self.value()

    def place(self, index: int) -> int:
        """Where a character is in the script."""
        return self.places[index] if index < len(self.places) else self.end(index)

    def end(self, index: int) -> int:
        """Where in the script a piece ends that ends before a character."""
        return self.places[index - 1] + 1 if 0 < index <= len(self.places) else 0


def text_of(it: Literal) -> str:
    """The text of a value that is written out, as a shell has it."""
    if isinstance(it.value, bool):
        return "true" if it.value else "false"
    return "" if it.value is None else str(it.value)


def plain_literal(text: str | None) -> Literal | None:
    """What a text that is written out comes to; None if it may be JSON, or there is none."""
    return Literal(text.replace(HOLE, "?")) if text is not None and text[:1] not in _BEGIN_JSON else None


def lines_of(value: Value) -> Sequence[Value]:
    """The lines of a text, as far as line ends are written out in it."""
    return split_at(value, "\n")


def split_at(value: Value, sign: str) -> Sequence[Value]:
    """The pieces of a text between the places where a sign is written out."""
    found: list[list[Value]] = [[]]
    for it in value.parts if isinstance(value, Text) else (value,):
        if isinstance(it, Literal):
            first, *rest = text_of(it).split(sign)
            found[-1].append(Literal(first))
            found += [[Literal(one)] for one in rest]
        else:
            found[-1].append(it)
    return [joined(*(one for one in it if one != Literal(""))) for it in found]


def with_line_ends(lines: Iterable[Value]) -> Iterator[Value]:
    """Lines with line ends between them."""
    for index, it in enumerate(lines):
        if index:
            yield Literal("\n")
        yield it


def code_of(value: Value) -> int | None:
    """The exit code that a text is; None if that is not known."""
    text = text_of(value) if isinstance(value, Literal) else ""
    return int(text) % 256 if text.lstrip("-").isdecimal() and len(text) < 6 else None


def stripped(value: Value) -> Value:
    """A text without the line ends behind it."""
    match value:
        case Literal():
            return Literal(text_of(value).rstrip("\n"))
        case OneOf(values=values):
            return OneOf(tuple(dict.fromkeys(map(stripped, values))))
    parts = getattr(value, "parts", ())
    if parts and isinstance(parts[-1], Literal):
        return joined(*parts[:-1], Literal(text_of(parts[-1]).rstrip("\n")))
    return value

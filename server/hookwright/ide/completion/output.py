"""Completion in the JSON object that a command prints: `echo '{"decision": "…"}'`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from hookwright.ide.completion.items import (
    About,
    Fitting,
    Item,
    ItemKind,
    before_a_value,
    fit_key,
    fit_value,
    has_its_value,
    literal,
)
from hookwright.ide.cursor_context import HookContext, TextContext, text_context
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.model.reaction import OutputField
from hookwright.patterns import late_pattern
from hookwright.shell.place import CommandPlace, Decoded, decoded
from hookwright.syntax.cursor import Role
from hookwright.syntax.parser import parse
from hookwright.syntax.strings import quote, text_offset
from hookwright.text import Edit, Span

# A tab stop with its choices, between characters that no text of ours contains.
_STOP = late_pattern("\ue000([\\w,-]*)\ue001")
_OBJECT = "object"


def printed_object(command: str, here: CommandPlace, index: int) -> tuple[Decoded, int] | None:
    """The word at the place and the index in it, where it is the beginning of a JSON object."""
    word = decoded(command, here.start)
    if not word.text.lstrip().startswith("{"):
        return None
    return word, bisect_left(word.places, index)


def complete_output(context: HookContext, place: GrammarPlace, here: CommandPlace) -> Iterator[Item] | None:
    """The fields and values of the event's output; None if the place is not in a JSON object."""
    node = context.cursor.node
    found = printed_object(str(node.value), here, context.cursor.prefix_index) if node is not None else None
    if found is None or place.row is None:
        return None
    word, inner = found
    return _Writer(context, here, word).items(place.row.outputs, text_context(parse(word.text), inner))


def fields_below(outputs: tuple[OutputField, ...], route: tuple[str, ...]) -> dict[str, OutputField | None]:
    """What an object of the output can hold, by name, deprecated ones last; None for an object of more fields."""
    known = [it for it in outputs if it.path[: len(route)] == route and len(it.path) > len(route)]
    found: dict[str, OutputField | None] = {}
    for it in sorted(known, key=lambda it: (bool(it.deprecated), not it.required)):
        found.setdefault(it.path[len(route)], it if len(it.path) == len(route) + 1 else None)
    return found


class _Writer:
    """Writes JSON into a quoted word of a command, inside of a JSON string."""

    def __init__(self, context: HookContext, here: CommandPlace, word: Decoded) -> None:
        self.asked, self.here, self.word = context, here, word

    def items(self, outputs: tuple[OutputField, ...], inner: TextContext) -> Iterator[Item]:
        cursor = inner.cursor
        route = tuple(it for it in cursor.route if isinstance(it, str))
        if len(route) != len(cursor.route) or cursor.role is Role.OUTSIDE or cursor.role is Role.ITEM_GAP:
            return
        if cursor.role is Role.VALUE:
            yield from self._values(outputs, inner, route)
            return
        holder = route[:-1] if cursor.role is Role.KEY else route
        members = cursor.container.members if cursor.container is not None else ()
        there = {it.name for it in members if it.key is not cursor.node}
        fields = ((name, it) for name, it in fields_below(outputs, holder).items() if name not in there)
        for rank, (name, field) in enumerate(fields):
            value = "" if has_its_value(inner) else f": {_value(outputs, (*holder, name), field)}"
            detail = field.doc if field is not None else _OBJECT
            yield self._item(fit_key(inner), name, quote(name) + value, rank, ItemKind.KEY, detail, (*holder, name))

    def _values(self, outputs: tuple[OutputField, ...], inner: TextContext, route: tuple[str, ...]) -> Iterator[Item]:
        field = next((it for it in outputs if it.path == route), None)
        if field is None or before_a_value(inner):
            return
        words = field.spelled or (("true", "false") if field.kind == "boolean" else ())
        for rank, word in enumerate(words):
            text = word if field.kind == "boolean" else quote(word)
            yield self._item(fit_value(inner), word, text, rank, ItemKind.VALUE, "", route)

    def _item(
        self, fitting: Fitting, label: str, text: str, rank: int, kind: ItemKind, detail: str, path: tuple[str, ...]
    ) -> Item:
        before, after = self._written(fitting.before), self._written(fitting.after)
        about: About = ("output", self._event, *path)
        outer = Fitting(self._span(fitting.span), before, after, tuple(self._edit(it) for it in fitting.also))
        written, is_snippet = self._written(text), _STOP.search(text) is not None
        if is_snippet:
            written = _STOP.sub(lambda it: f"${{1|{it[1]}|}}" if it[1] else "$1", literal(written))
        item = outer.item(label, kind, written, rank, detail=detail, about=about, snippet=is_snippet)
        # The typed text begins with a quote, written as it is here.
        return item._replace(filter=self._written(quote(label))) if fitting.opened else item

    @property
    def _event(self) -> str:
        route = self.asked.cursor.route
        return next((it for it in route if isinstance(it, str) and self.asked.dialect.event(it)), "")

    def _written(self, text: str) -> str:
        return quote(self.here.written(text))[1:-1] if text else ""

    def _edit(self, edit: Edit) -> Edit:
        return Edit(self._span(edit.span), self._written(edit.text))

    def _span(self, span: Span) -> Span:
        """A span of the object, in the text of the file."""
        node = self.asked.cursor.node
        assert node is not None
        start, end = (text_offset(self.asked.tree, node, self.word.places[it]) for it in (span.start, span.end))
        return Span(start, end)


def _value(outputs: tuple[OutputField, ...], path: tuple[str, ...], field: OutputField | None) -> str:
    """The beginning of a value with the place to go on at."""
    if field is None:
        required = next((it for it in outputs if it.path[:-1] == path and it.required and it.words), None)
        inner = f"{quote(required.path[-1])}: {quote(required.spelled[0])}" if required else ""
        return f"{{{inner}{_stop()}}}"
    match field.kind:
        case "boolean":
            return _stop(("true", "false"))
        case "object":
            return f"{{{_stop()}}}"
        case "string":
            return quote(field.spelled[0]) if len(field.spelled) == 1 else f'"{_stop(field.spelled)}"'
    return _stop()


def _stop(words: tuple[str, ...] = ()) -> str:
    return f"\ue000{','.join(words)}\ue001"

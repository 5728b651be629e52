"""Printing: `print`, `write`, and JSON that is written to a stream."""

from __future__ import annotations

from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.python.arguments import Given
from hookwright.scripts.python.texts import put_together
from hookwright.scripts.python.things import NONE, Known, Thing, choices, text_of
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import Json, Literal, Text, Value, joined

_STREAMS = {"sys.stdout": Stream.STDOUT, "sys.stderr": Stream.STDERR}


def stream_of(thing: Thing | None) -> Stream | None:
    """The stream that a thing is."""
    return _STREAMS.get(thing.name) if isinstance(thing, Known) else None


def printed(walk: Walk, given: Given) -> Thing:
    """`print(…)`."""
    file = given.keywords.get("file")
    streams = [Stream.STDOUT if it == NONE else stream_of(it) for it in choices(NONE if file is None else file)]
    if len(streams) != 1 or streams[0] is None:
        if any(streams):
            walk.doubt()
        return NONE
    separator = walk.plain(given.keywords.get("sep", Literal(" ")))
    if separator == Literal(None):
        separator = Literal(" ")
    parts: list[Value] = []
    for it in given.args:
        parts += [separator, walk.plain(it)] if parts else [walk.plain(it)]
    if not parts:
        return NONE
    value = parts[0] if len(parts) == 1 else put_together(*parts)
    end = given.keywords.get("end")
    newline = end is None or end == NONE or "\n" in (text_of(end) or "")
    walk.emit(Print(streams[0], value, walk.spot(given.node), newline))
    return NONE


def written(walk: Walk, stream: Stream, given: Given) -> Thing:
    """`sys.stdout.write(…)`."""
    if given.args:
        value, newline = _line(walk.plain(given.args[0]))
        if value != Literal(""):
            walk.emit(Print(stream, value, walk.spot(given.node), newline))
    return Literal(None)


def _line(value: Value) -> tuple[Value, bool]:
    """A text without the end of its line, and whether it has one."""
    match value:
        case Literal(value=str(text)) if text.endswith("\n"):
            return Literal(text[:-1]), True
        case Text(parts=(*most, Literal(value=str(text)))) if text.endswith("\n"):
            return joined(*most, Literal(text[:-1])) if text[:-1] else joined(*most), True
    return value, False


def as_json(walk: Walk, given: Given) -> Thing:
    """`json.dumps(…)`."""
    return Json(walk.plain(given.args[0])) if given.args else Json(walk.plain(given.keywords.get("obj", NONE)))


def json_written(walk: Walk, given: Given) -> Thing:
    """`json.dump(…, stream)`."""
    stream = stream_of(given.arg(1, "fp"))
    if stream is not None and given.args:
        walk.emit(Print(stream, Json(walk.plain(given.args[0])), walk.spot(given.node), newline=False))
    return NONE

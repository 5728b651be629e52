"""What code in another language does, as a part of the shell script that runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from hookwright.scripts.effects import (
    Block,
    Branch,
    Effect,
    Evaluate,
    Exit,
    Loop,
    Print,
    ReadArgument,
    ReadInput,
    ReadKey,
    ReadVariable,
    Risk,
    Run,
    Scope,
    Stream,
    Try,
)
from hookwright.scripts.shell.frames import Sink
from hookwright.scripts.shell.jq.texts import parsed
from hookwright.scripts.shell.json_texts import HOLE
from hookwright.scripts.shell.state import one_of, unknown
from hookwright.scripts.values import (
    Argument,
    Items,
    Json,
    Literal,
    OneOf,
    Path,
    Payload,
    PayloadText,
    Record,
    Spot,
    Text,
    Unknown,
    Value,
    Variable,
    joined,
)


class Surroundings:
    """What code finds where it is run: its stdin (None for that of the script), arguments, variables and outputs.

    `holes` are the values of the shell in its text, `spot` gives the place in the script of a piece of it.
    """

    def __init__(
        self,
        given: Value | None,
        arguments: Sequence[Value],
        variables: Mapping[str, Value],
        sinks: Mapping[int, Sink],
        holes: Sequence[Value],
        spot: Callable[[Spot], Spot],
    ) -> None:
        self.given, self.arguments, self.variables, self.holes, self.spot = given, arguments, variables, holes, spot
        self.streams = {
            stream: it
            for number, stream in ((1, Stream.STDOUT), (2, Stream.STDERR))
            if isinstance(it := sinks.get(number), Stream)
        }
        self.base = parsed(given) if given is not None else Payload(())

    def value(self, it: Value) -> Value:
        """A value of the code, as the script has it."""
        match it:
            case Payload(path=path):
                return self._below(path)
            case PayloadText():
                return it if self.given is None else self.given
            case Unknown(of=paths):
                return unknown(map(self._below, paths)) if paths else it
            case Variable(name=name):
                return self.variables.get(name, it)
            case Argument(number=number):
                return self._argument(number)
            case Literal(value=str(text)) if HOLE in text:
                return unknown(self.holes)
        return self._made(it)

    def _made(self, it: Value) -> Value:
        match it:
            case Text(parts=parts):
                return joined(*map(self.value, parts))
            case Record(members=members, open=is_open):
                each = (replace(one, value=self.value(one.value), spot=self.spot(one.spot)) for one in members)
                return Record(tuple(each), is_open)
            case Items(items=items, open=is_open):
                return Items(tuple(map(self.value, items)), is_open)
            case Json(value=inner, pasted=pasted):
                return Json(self.value(inner), tuple(map(self.value, pasted)))
            case OneOf(values=values):
                return one_of(map(self.value, values))
        return it

    def _argument(self, number: int) -> Value:
        if not number:
            return unknown(self.arguments)
        return self.arguments[number - 1] if number <= len(self.arguments) else unknown(())

    def _below(self, path: Path) -> Value:
        if isinstance(self.base, Payload):
            return Payload((*self.base.path, *path))
        return unknown([self.base])

    def block(self, block: Block) -> Block:
        """What the code does, as the script does it; output that is discarded is left out."""
        return tuple(found for it in block if (found := self._effect(it)) is not None)

    def _effect(self, it: Effect) -> Effect | None:
        match it:
            case ReadInput():
                return replace(it, spot=self.spot(it.spot)) if self.given is None else None
            case ReadKey(path=path, instead=instead):
                if not isinstance(self.base, Payload):
                    return None
                base = self.base.path
                others = tuple((*base, *one) for one in instead)
                return replace(it, path=(*base, *path), spot=self.spot(it.spot), instead=others)
            case ReadVariable(name=name):
                return None if name in self.variables else replace(it, spot=self.spot(it.spot))
            case ReadArgument():
                return None
            case Print(stream=stream, value=value):
                sink = self.streams.get(stream)
                return (
                    None if sink is None else replace(it, stream=sink, value=self.value(value), spot=self.spot(it.spot))
                )
        return self._compound(it)

    def _compound(self, it: Effect) -> Effect:
        match it:
            case Evaluate(value=value):
                return replace(it, value=self.value(value), spot=self.spot(it.spot))
            case Run(arguments=arguments, given=given):
                each = tuple(map(self.value, arguments))
                source = self.given if given is None else self.value(given)
                return replace(it, arguments=each, given=source, spot=self.spot(it.spot))
            case Branch(about=about, then=then, otherwise=otherwise, spot=spot, empty=empty):
                values = tuple(map(self.value, about))
                return Branch(values, self.block(then), self.block(otherwise), self.spot(spot), empty)
            case Loop(body=body, spot=spot):
                return Loop(self.block(body), self.spot(spot))
            case Scope(body=body, bounds=bounds):
                return Scope(self.block(body), bounds)
            case Try(body=body, handlers=handlers, final=final, spot=spot):
                caught = (replace(one, body=self.block(one.body), spot=self.spot(one.spot)) for one in handlers)
                return Try(self.block(body), tuple(caught), self.block(final), self.spot(spot))
        return replace(it, spot=self.spot(it.spot)) if isinstance(it, Exit | Risk) else _moved(it, self.spot)


def _moved(it: Effect, spot: Callable[[Spot], Spot]) -> Effect:
    place = getattr(it, "spot", None)
    return replace(it, spot=spot(place)) if isinstance(place, Spot) else it


def printed_by(block: Block) -> Value:
    """What a block prints on stdout, without the line end behind it, as far as it is one text or one of several."""
    texts = [*_printed(block)]
    return one_of(texts) if texts else Literal("")


def _printed(block: Block) -> Iterator[Value]:
    """Every text that one of the ways through a block prints; texts that follow each other are one."""
    straight: list[Value] = []
    for it in block:
        match it:
            case Print(stream=Stream.STDOUT, value=value, newline=newline):
                straight += [value, Literal("\n")] if newline else [value]
            case Scope(body=body):
                straight += _lines(_printed(body))
            case Branch(then=then, otherwise=otherwise):
                yield from (*_printed(then), *_printed(otherwise))
            case Try(body=body, handlers=handlers):
                yield from _printed(body)
                for one in handlers:
                    yield from _printed(one.body)
            case Loop(body=body):
                yield from (unknown([one]) for one in _printed(body))
    if straight:
        last = straight.pop() if straight[-1] == Literal("\n") else Literal("")
        yield joined(*straight) if straight else last


def _lines(found: Iterator[Value]) -> list[Value]:
    texts = [*found]
    return [one_of(texts), Literal("\n")] if texts else []

"""What `jq` filters make of a value, and which parts of the payload they read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from hookwright.scripts.effects import ReadKey
from hookwright.scripts.shell.jq.syntax import (
    Array,
    Attempt,
    Binary,
    Bind,
    Call,
    Constant,
    Define,
    Each,
    Filter,
    Form,
    Hole,
    Identity,
    If,
    Interpolated,
    Key,
    Object,
    Other,
    Variable,
)
from hookwright.scripts.shell.jq.texts import NULL, added, formed, is_listed, item, leaves, text
from hookwright.scripts.shell.state import bounded, one_of, unknown
from hookwright.scripts.values import (
    UNKNOWN,
    Items,
    Json,
    Literal,
    Member,
    OneOf,
    Payload,
    Record,
    Spot,
    Value,
    joined,
)
from hookwright.shell.programs import word_set

_MOST_OUTPUTS = 24
_MOST_STEPS = 3000
# What gives the text or the value that comes in, more or less.
_NOTHING = word_set("empty error halt halt_error")
_OF_ITEMS = word_set("map any all sort_by group_by unique_by min_by max_by map_values")
_SAME = word_set("tostring ascii_downcase ascii_upcase trim ltrim rtrim values strings objects arrays")


class TooLong(Exception):
    """The filter does too much."""


class Reading:
    """Goes through a filter; `reads` are the parts of the payload that it has read, in order."""

    def __init__(
        self, holes: Sequence[Value], variables: Mapping[str, Value], spot: Callable[[int, int], Spot]
    ) -> None:
        self.holes, self.variables, self.spot = holes, dict(variables), spot
        self.functions: dict[str, Define] = {}
        self.reads: list[ReadKey] = []
        self.steps = 0
        self.understood = True

    def outputs(self, it: Filter, given: Value) -> list[Value]:
        """What comes out of a filter for a value that goes in."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooLong
        match it:
            case Identity():
                return [given]
            case Key():
                return self._key(it, given)
            case Each(of=of, inner=inner):
                for one in inner:
                    self.outputs(one, given)
                return [item(one, inner) for one in self.outputs(of, given)]
            case Constant(value=value):
                return [Literal(value)]
            case Hole(number=number):
                return [unknown([self.holes[number]]) if number < len(self.holes) else UNKNOWN]
            case Variable(name=name):
                return [self.variables.get(name, UNKNOWN)]
        return self._made(it, given)

    def one(self, it: Filter, given: Value) -> Value:
        """The output of a filter, or any of them."""
        found = self.outputs(it, given)
        return one_of(found) if found else UNKNOWN

    def _made(self, it: Filter, given: Value) -> list[Value]:
        match it:
            case Interpolated(parts=parts, form=form):
                return [bounded(joined(*(self._part(one, form, given) for one in parts)))]
            case Array(inner=inner):
                found = self.outputs(inner, given) if inner is not None else []
                return [bounded(Items(tuple(found), open=inner is not None and not is_listed(inner)))]
            case Object(entries=entries):
                members = (self._member(one.key, one.value, one.start, one.end, given) for one in entries)
                return [bounded(Record(tuple(members)))]
        return self._more(it, given)

    def _more(self, it: Filter, given: Value) -> list[Value]:
        match it:
            case Binary():
                return self._binary(it, given)
            case Call(name=name, arguments=arguments):
                return self._call(name, arguments, given)
            case Form(name=name):
                return [formed(given, name)]
            case If(condition=condition, then=then, otherwise=otherwise):
                self.outputs(condition, given)
                return [*self.outputs(then, given), *self.outputs(otherwise, given)][:_MOST_OUTPUTS]
            case Bind(source=source, names=names, body=body):
                found = self.one(source, given)
                kept = dict(self.variables)
                value = found if len(names) == 1 else unknown([found])
                self.variables.update(dict.fromkeys(names, value))
                result = self.outputs(body, given)
                self.variables = kept
                return result
            case Define(name=name, rest=rest):
                self.functions[name] = it
                return self.outputs(rest, given)
            case Attempt(body=body, catch=catch):
                other = self.outputs(catch, UNKNOWN) if catch is not None else []
                return [*self.outputs(body, given), *other]
            case Other(inner=inner):
                return [unknown([given, *(self.one(one, given) for one in inner)])]
        return [UNKNOWN]

    def _part(self, part: str | Filter, form: str, given: Value) -> Value:
        if isinstance(part, str):
            return Literal(part)
        if isinstance(part, Hole):
            return self.holes[part.number] if part.number < len(self.holes) else UNKNOWN
        value = self.one(part, given)
        return formed(value, form) if form else text(value)

    def _member(self, key: str | Filter, value: Filter, start: int, end: int, given: Value) -> Member:
        name = key if isinstance(key, str) else "…"
        if not isinstance(key, str):
            found = self.one(key, given)
            name = str(found.value) if isinstance(found, Literal) else name
        return Member(name, self.one(value, given), self.spot(start, end))

    def _key(self, it: Key, given: Value) -> list[Value]:
        found: list[Value] = []
        for one in self.outputs(it.of, given):
            key = it.key if isinstance(it.key, str) else self.one(it.key, given)
            if isinstance(key, Literal):
                key = str(key.value)
            found.append(self._below(one, key, it) if isinstance(key, str) else unknown([one, key]))
        return found

    def _below(self, value: Value, key: str, it: Key) -> Value:
        match value:
            case Payload(path=path):
                below = (*path, key)
                self.reads.append(ReadKey(below, self.spot(it.start, it.end)))
                return Payload(below)
            case Record():
                member = value.member(key)
                return member.value if member is not None else UNKNOWN if value.open else NULL
            case OneOf(values=values):
                return one_of(self._below(one, key, it) for one in values)
            case Literal():
                return NULL
        return unknown([value])

    def _binary(self, it: Binary, given: Value) -> list[Value]:
        match it.operator:
            case "|":
                found = [one for each in self.outputs(it.left, given) for one in self.outputs(it.right, each)]
                return found[:_MOST_OUTPUTS]
            case ",":
                return [*self.outputs(it.left, given), *self.outputs(it.right, given)][:_MOST_OUTPUTS]
            case "//":
                return self._alternative(it, given)
            case "=" | "|=" | "+=" | "-=" | "*=" | "/=" | "%=" | "//=":
                return [self._changed(it, given)]
        left, right = self.one(it.left, given), self.one(it.right, given)
        return [bounded(added(left, right)) if it.operator in "+*" else unknown([left, right])]

    def _alternative(self, it: Binary, given: Value) -> list[Value]:
        """`a // b`: each of the parts of the payload is read where the other has nothing."""
        begun = len(self.reads)
        left = self.outputs(it.left, given)
        middle = len(self.reads)
        right = self.outputs(it.right, given)
        first, second = leaves(left), leaves(right)
        for index in range(begun, len(self.reads)):
            others = second if index < middle else first
            if others:
                read = self.reads[index]
                self.reads[index] = replace(read, instead=tuple(dict.fromkeys((*read.instead, *others))))
        values = [one for one in (*left, *right) if one not in (NULL, Literal(""), Literal(value=False))]
        return [one_of(values)] if values else [Literal("")] if right else []

    def _changed(self, it: Binary, given: Value) -> Value:
        """An object in which a part is set."""
        value = self.one(it.right, given)
        path = _path_of(it.left)
        if it.operator != "=" or path is None or not isinstance(given, Record | Literal):
            self.outputs(it.left, given)
            return unknown([given, value])
        return self._set(given, path, value)

    def _set(self, given: Value, path: Sequence[Key], value: Value) -> Value:
        if not path:
            return value
        first = path[0]
        record = given if isinstance(given, Record) else Record(())
        before = record.member(str(first.key))
        inner = self._set(before.value if before is not None else NULL, path[1:], value)
        member = Member(str(first.key), inner, self.spot(first.start, first.end))
        others = tuple(one for one in record.members if one.key != first.key)
        return Record((*others, member), record.open)

    def _call(self, name: str, arguments: Sequence[Filter], given: Value) -> list[Value]:
        defined = self.functions.get(name)
        if defined is not None:
            if defined.parameters or arguments:
                return [unknown([given, *(self.one(one, given) for one in arguments)])]
            del self.functions[name]
            found = self.outputs(defined.body, given)
            self.functions[name] = defined
            return found
        if name in _NOTHING or name == "select":
            for one in arguments:
                self.outputs(one, given)
            return [given] if name == "select" else []
        return self._function(name, arguments, given)

    def _function(self, name: str, arguments: Sequence[Filter], given: Value) -> list[Value]:
        match name:
            case "tojson":
                return [Json(given)]
            case "fromjson":
                return [given.value if isinstance(given, Json) else unknown([given])]
            case "input" | "inputs" | "env" | "input_line_number":
                return [UNKNOWN]
        if name in _SAME and not arguments:
            return [text(given) if name == "tostring" else given]
        each = item(given, ()) if name in _OF_ITEMS else given
        return [unknown([given, *(self.one(one, each) for one in arguments)])]


def _path_of(it: Filter) -> tuple[Key, ...] | None:
    """The keys that lead to a part that is set; None if it is not that simple."""
    match it:
        case Identity():
            return ()
        case Key(of=of, key=str()):
            before = _path_of(of)
            return None if before is None else (*before, it)
    return None

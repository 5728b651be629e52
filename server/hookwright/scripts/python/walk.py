"""The walk through a script: what is known at a place, and the effects that are written down on the way there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from hookwright.scripts.effects import Block, Bounds, Branch, Effect, Leave, Stream
from hookwright.scripts.python.frames import Link, LoopEnds, Returns, Scope
from hookwright.scripts.python.places import Places
from hookwright.scripts.python.state import Key, State, joined
from hookwright.scripts.python.things import (
    NONE,
    Chosen,
    Dictionary,
    Instance,
    Listing,
    Object,
    Ref,
    Thing,
    bounded,
    choose,
    simple,
    truth_of_value,
)
from hookwright.scripts.source import Source
from hookwright.scripts.values import UNKNOWN, Items, Member, OneOf, Path, Record, Spot, Value

_MOST_STEPS = 30_000
_MOST_LEVELS = 110
_MOST_NESTING = 8
_MOST_PARTS = 2_000

Evaluators: TypeAlias = Mapping[type[ast.expr], Callable[[Any, Any], Thing]]
Caller: TypeAlias = Callable[[Any, Thing, Sequence[Thing], ast.expr], Thing]
Executors: TypeAlias = Mapping[type[ast.stmt], Callable[[Any, Any], None]]


_WITH_PARTS = frozenset({Chosen, Ref})


class Walk:
    """One walk; `live` is false behind an exit, where nothing is written down any more."""

    def __init__(self, source: Source, values: Evaluators, statements: Executors, call: Caller) -> None:
        self.source, self._values, self._statements, self._call = source, values, statements, call
        self.state, self.live, self.whole = State(), True, True
        self.block: list[Effect] = []
        self.files: dict[str, None] = {}
        self.parents: dict[int, int | None] = {}
        self.scope = Scope(0, Places(""))
        self.returns: list[Returns] = []
        self.loops: list[LoopEnds] = []
        self.calling: list[tuple[ast.AST, int]] = []
        self.asked: set[Path] = set()
        self.objects: set[Path] = set()
        # Each text with its place; what is kept here keeps its identity.
        self.origins: dict[int, tuple[Thing, Places, ast.Constant]] = {}
        # What the script sets or has asked for: keys, variables (`$NAME` where only asked for).
        self.written: set[Path | str] = set()
        self.instead: dict[Path, dict[Path, None]] = {}
        self.raised: list[tuple[str, Thing]] = []
        # How many `try` with handlers, and `suppress`, are around.
        self.catching = 0
        self.links: dict[Key, Link] = {}
        self.names: dict[int, dict[str, None]] = {}
        self.kept: set[int] = set()
        self.places_of: dict[int, Places] = {}
        self.class_frames: dict[int, int] = {}
        self.changes: dict[ast.AST, tuple[frozenset[str], frozenset[str], bool]] = {}
        self.shared: frozenset[str] = frozenset()
        # Where the script itself, no file that it imports, asks for a name that nothing defines.
        self.lacking: frozenset[tuple[int, int]] = frozenset()
        self.exit_names: frozenset[str] = frozenset()
        self.carrying: set[ast.expr] = set()
        self.wrapping: dict[ast.expr, ast.expr] = {}
        self.carried_by: ast.expr | None = None
        self.carried_names: dict[str, int] = {}
        self.carried = 0
        self.codes_in: dict[tuple[ast.AST, bool], frozenset[str]] = {}
        self.sets_code = False
        self.coding = 0
        self.log_stream: Stream | None = Stream.STDERR
        self.log_level = 30
        self.folders: list[str] = [""]
        self.modules: dict[str, int | None] = {}
        self._steps = self._levels = self._numbers = self._rest = 0

    # What is evaluated and done.

    def value(self, node: ast.expr) -> Thing:
        """What an expression comes to; its effects are written down."""
        evaluate = self._values.get(type(node))
        if evaluate is None or not self.live or not self._enter():
            return UNKNOWN
        try:
            return evaluate(self, node)
        finally:
            self._levels -= 1

    def call(self, callee: Thing, things: Sequence[Thing], node: ast.expr) -> Thing:
        """What a call that is not written out, such as that of a property, comes to."""
        return self._call(self, callee, things, node)

    def run(self, body: Sequence[ast.stmt]) -> None:
        """Does statements one after another, up to the first behind which nothing is done."""
        for it in body:
            if not self.live or not self._enter():
                return
            try:
                do = self._statements.get(type(it))
                if do is not None:
                    do(self, it)
            finally:
                self._levels -= 1

    def _enter(self) -> bool:
        self._steps += 1
        if self._steps > _MOST_STEPS or self._levels >= _MOST_LEVELS:
            self.whole = False
            return False
        self._levels += 1
        return True

    # What is written down.

    def emit(self, *effects: Effect) -> None:
        """Writes effects down."""
        if self.live:
            self.block.extend(effects)

    def stop(self, *effects: Effect) -> None:
        """Writes effects down of which the last one leaves the place."""
        self.emit(*effects)
        self.live = False

    def doubt(self) -> None:
        """Something that may print, exit or decide is not understood."""
        if self.live:
            self.whole = False

    def key_spot(self, key: Thing, node: ast.expr | ast.keyword) -> Spot:
        """The place of a key: where it is written out, or else the node that comes to it."""
        origin = self.origins.get(id(key))
        if origin is not None:
            return origin[1].key(origin[2])
        return self.spot(node)

    def spot(self, node: ast.expr | ast.stmt | ast.ExceptHandler | ast.pattern | ast.keyword) -> Spot:
        """The place of a node of the code that is read now."""
        return self.scope.places.spot(node)

    @contextmanager
    def inside(self) -> Iterator[list[Effect]]:
        """What is done in here is written into a block of its own."""
        around, self.block = self.block, []
        try:
            yield self.block
        finally:
            self.block = around

    def either(
        self,
        about: tuple[Value, ...],
        spot: Spot,
        then: Callable[[], Thing],
        otherwise: Callable[[], Thing],
        empty: str = "",
    ) -> Thing:
        """Does one of two things; both are gone through from the state of now."""
        if not self.live:
            return UNKNOWN
        before = self.state
        ways: list[tuple[Thing, State, bool, Block]] = []
        for do in (then, otherwise):
            self.state, self.live = before.copy(), True
            with self.inside() as block:
                thing = do()
            ways.append((thing, self.state, self.live, tuple(block)))
        self.live = any(it[2] for it in ways)
        living = [it for it in ways if it[2]] or ways
        self.state = joined([it[1] for it in living], about)
        if ways[0][3] or ways[1][3]:
            self.block.append(Branch(about, ways[0][3], ways[1][3], spot, empty))
        return choose((it[0] for it in living), about if len(living) > 1 else ())

    def leave(self, bounds: Bounds) -> None:
        """Ends the way that is gone through, by `return`, `break` or `continue`."""
        self.stop(Leave(bounds))

    # Names and objects.

    def frame(self, parent: int | None) -> int:
        """A new frame of names, in which those of its parent can be read."""
        self._numbers += 1
        self.parents[self._numbers] = parent
        return self._numbers

    def bind(self, name: str, thing: Thing) -> None:
        """Gives a name a value."""
        frame = self.scope.elsewhere.get(name, self.scope.frame)
        self.state.cells[frame, name] = thing
        self.names.setdefault(frame, {})[name] = None

    def forget(self, frame: int) -> None:
        """Drops the names of a call that has ended; those that a function was made in stay."""
        if frame not in self.kept:
            for name in self.names.pop(frame, ()):
                self.state.cells.pop((frame, name), None)

    def key(self, name: str) -> Key | None:
        """Where the value of a name is."""
        frame: int | None = self.scope.elsewhere.get(name, self.scope.frame)
        while frame is not None:
            if (frame, name) in self.state.cells:
                return frame, name
            frame = self.parents.get(frame)
        return None

    def make(self, it: Object) -> Ref:
        """A new object."""
        self._numbers += 1
        self.state.objects[self._numbers] = bounded(it)
        return Ref(self._numbers)

    def change(self, ref: Ref, it: Object) -> None:
        """What an object is from now on."""
        self.state.objects[ref.number] = bounded(it)

    def object(self, thing: Thing) -> Object | None:
        """The object that a thing refers to."""
        return self.state.objects.get(thing.number) if isinstance(thing, Ref) else None

    def plain(self, thing: Thing) -> Value:
        """The value of a thing in the model, with all that its objects hold."""
        if type(thing) not in _WITH_PARTS:
            return simple(thing)
        self._rest = _MOST_PARTS
        return self._plain(thing, 0)

    def _plain(self, thing: Thing, depth: int) -> Value:
        self._rest -= 1
        if isinstance(thing, Chosen):
            values = tuple(dict.fromkeys(self._plain(it, depth) for it in thing.things))
            return values[0] if len(values) == 1 else OneOf(values)
        it = self.object(thing)
        if it is None or depth > _MOST_NESTING or self._rest < 0:
            return simple(thing)
        match it:
            case Dictionary(entries=entries, open=is_open):
                members = [
                    Member(key, self._plain(it.thing, depth + 1), it.spot, it.certain) for key, it in entries.items()
                ]
                return Record(tuple(members), is_open)
            case Listing(things=things, open=is_open):
                return Items(tuple(self._plain(one, depth + 1) for one in things), is_open)
            case Instance(attributes=attributes):
                return Record(tuple(Member(key, simple(one), Spot(0, 0)) for key, one in attributes.items()), open=True)

    def part(self, of: Thing, name: str) -> Thing | None:
        """What an object certainly has at a key or as an attribute; None if that is not known."""
        match self.object(of):
            case Dictionary(entries=entries, open=is_open):
                entry = entries.get(name)
                if entry is None:
                    return None if is_open else NONE
                return entry.thing if entry.certain else None
            case Instance(attributes=attributes):
                return attributes.get(name)
        return None

    def truth(self, thing: Thing) -> bool | None:
        """Whether a thing counts as true; None if only a run can tell."""
        if isinstance(thing, Chosen):
            found = {self.truth(it) for it in thing.things}
            return found.pop() if len(found) == 1 else None
        match self.object(thing):
            case Dictionary(entries=entries, open=is_open):
                return True if any(it.certain for it in entries.values()) else None if entries or is_open else False
            case Listing() as it:
                return it.filled
            case Instance():
                return None
        return truth_of_value(simple(thing))

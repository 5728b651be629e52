"""The state of a run that is only imagined: what it has done, what its variables hold, and what it knows.

Where a run may go several ways, each way is gone by itself (`way`), and what the variables hold behind them is brought
together (`meet`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from hookwright.scripts.effects import Block, Bounds, Branch, Effect, Leave, Loop, Scope
from hookwright.scripts.javascript.idle import is_idle, scoped
from hookwright.scripts.javascript.joins import exported, join, join_contents, paths_of, unknown_of
from hookwright.scripts.javascript.things import PENDING, UNDEFINED, Content, Record, Ref, Row, Thing
from hookwright.scripts.values import UNKNOWN, Path, Spot, Unknown, Value

_MOST_STEPS = 12_000
_DEEPEST = 120


class Way(Struct, frozen=True, eq=False):
    """What was done on one way, what cells hold at its end, and whether it comes to the end at all."""

    block: Block
    writes: dict[int, Content]
    value: Thing = UNDEFINED
    alive: bool = True
    known: frozenset[Path] = frozenset()


class Leaving(Struct, frozen=True, eq=False):
    """The ways that leave a function or a loop before its end; `depth` is that of the journal at its beginning."""

    bounds: Bounds
    depth: int
    ways: list[Way]
    is_switch: bool = False
    after: Callable[[Thing], object] | None = None


class Machine:
    """The state; effects go into `block` as long as the run is `alive`."""

    def __init__(self) -> None:
        self.block: list[Effect] = []
        self.alive = True
        self.whole = True
        self.store: dict[int, Content] = {}
        self.journal: list[dict[int, Content | None]] = [{}]
        self.known: frozenset[Path] = frozenset()
        self.leaving: list[Leaving] = []
        self.seen: list[dict[int, list[Content]]] = []
        self.pruned = 0
        self._steps = 0
        self._depth = 0

    def vague(self) -> None:
        """Something was not understood that may print, exit or decide."""
        if self.alive:
            self.whole = False

    def emit(self, *effects: Effect) -> None:
        """Writes down what is done."""
        if self.alive:
            self.block.extend(effects)

    def enter(self) -> bool:
        """One step deeper into the code, out of which `back` leads; false if it goes too deep or takes too long."""
        self._steps += 1
        if self._steps > _MOST_STEPS or self._depth > _DEEPEST:
            self.whole = False
            return False
        self._depth += 1
        return True

    def back(self) -> None:
        """Back from the last step."""
        self._depth -= 1

    # Cells

    def new(self, content: Content) -> int:
        """A new cell."""
        cell = len(self.store)
        self.store[cell] = content
        self.journal[-1][cell] = None
        return cell

    def load(self, cell: int) -> Content:
        """What a cell holds."""
        return self.store[cell]

    def write(self, cell: int, content: Content) -> None:
        """Has a cell hold something else."""
        if self.alive:
            self.journal[-1].setdefault(cell, self.store[cell])
            self.store[cell] = content
            for seen in self.seen:
                seen.setdefault(cell, []).append(content)

    def variable(self, cell: int) -> Thing:
        """What a variable holds."""
        content = self.store[cell]
        return UNKNOWN if isinstance(content, Record | Row) else content

    def content(self, thing: Thing) -> Record | Row | None:
        """The members or items of an object."""
        content = self.store[thing.cell] if isinstance(thing, Ref) else None
        return content if isinstance(content, Record | Row) else None

    def export(self, thing: Thing) -> Value:
        """The value of the model that stands for a thing."""
        return exported(thing, self.load)

    def unknown(self, *things: Thing) -> Unknown:
        """A value that is made of these."""
        return unknown_of(self.load, *things)

    def paths(self, thing: Thing) -> tuple[Path, ...]:
        """The parts of the payload that it is made of."""
        return paths_of(thing, self.load)

    # Ways

    def way(self, run: Callable[[], Thing], known: frozenset[Path] = frozenset()) -> Way:
        """Goes one way, and comes back to where it began."""
        block, alive, before = self.block, self.alive, self.known
        self.block = []
        self.known = before | known
        self.journal.append({})
        try:
            value = run()
            writes = {cell: self.store[cell] for cell, old in self.journal[-1].items() if old is not None}
            return Way(tuple(self.block), writes, value, self.alive, self.known)
        finally:
            self._undo(self.journal.pop())
            self.block, self.alive, self.known = block, alive, before

    def _undo(self, entries: dict[int, Content | None]) -> None:
        for cell, old in entries.items():
            if old is None:
                self.journal[-1][cell] = None
            else:
                self.store[cell] = old

    def meet(self, *ways: Way, before: int | None = None) -> Thing:
        """Goes on behind the ways that come to their end; what they have done is up to the caller.

        Cells from `before` on are new: they are there only on the ways that have written them.
        """
        reached = [it for it in ways if it.alive]
        if not reached:
            self.alive = False
            return UNDEFINED
        for cell in dict.fromkeys(cell for it in reached for cell in it.writes):
            is_new = before is not None and cell >= before
            found = [it.writes.get(cell, self.store[cell]) for it in reached if cell in it.writes or not is_new]
            self.write(cell, join_contents(found))
        self.known = frozenset.intersection(*(it.known for it in reached))
        return join(*(it.value for it in reached))

    def branch(self, about: Sequence[Value], spot: Spot, then: Way, otherwise: Way, empty: str = "") -> Thing:
        """Writes a decision down and goes on behind it; no decision is where neither way does anything."""
        if not (is_idle(then.block) and is_idle(otherwise.block)):
            self.emit(Branch(tuple(about), then.block, otherwise.block, spot, empty))
        return self.meet(then, otherwise)

    def may(self, run: Callable[[], Thing], spot: Spot) -> Thing:
        """Does something that only some runs do."""
        return self.branch((), spot, self.way(run), self.way(_nothing))

    def repeat(self, run: Callable[[], Thing], spot: Spot) -> Thing:
        """Does something any number of times."""
        way = self.way(lambda: self.bounded(Bounds.LOOP, run))
        match () if is_idle(way.block, frozenset((Bounds.LOOP,))) else way.block:
            case (Scope(body=body, bounds=Bounds.LOOP),) | body if body:
                self.emit(Loop(body, spot))
        return self.meet(Way(way.block, way.writes, way.value, way.alive, self.known), self.way(_nothing))

    def bounded(
        self,
        bounds: Bounds,
        run: Callable[[], Thing],
        *,
        is_switch: bool = False,
        after: Callable[[Thing], object] | None = None,
    ) -> Thing:
        """Does something that can be left early; `after` is done at its end and wherever it is left."""
        leaving, before = Leaving(bounds, len(self.journal), [], is_switch, after), len(self.store)

        def whole() -> Thing:
            value = run()
            if after is not None and self.alive:
                after(value)
            return value

        self.leaving.append(leaving)
        try:
            way = self.way(whole)
        finally:
            self.leaving.pop()
        self.emit(*scoped(way.block, bounds))
        for cell in [cell for it in leaving.ways for cell in it.writes]:
            way.writes.setdefault(cell, self.store[cell])
        return self.meet(way, *leaving.ways, before=before)

    def is_in_switch(self) -> bool:
        """Whether what `continue` would leave here is no loop, but a `switch` in one."""
        return next((it.is_switch for it in reversed(self.leaving) if it.bounds is Bounds.LOOP), False)

    def leave(self, bounds: Bounds, value: Thing = UNDEFINED) -> None:
        """Leaves the innermost function or loop."""
        found = next((it for it in reversed(self.leaving) if it.bounds is bounds), None)
        if found is None or not self.alive:
            return
        if found.after is not None:
            found.after(value)
        self._leave(found, value)

    def _leave(self, found: Leaving, value: Thing) -> None:
        if not self.alive:
            return
        entries = [cell for part in self.journal[found.depth :] for cell in part]
        writes = {cell: self.store[cell] for cell in entries}
        found.ways.append(Way((), writes, value, known=self.known))
        self.emit(Leave(found.bounds))
        self.alive = False


def _nothing() -> Thing:
    return PENDING

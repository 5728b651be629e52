"""A walk through shell code, as a run would go: what is known on the way, and what is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.structs import replace

from hookwright.scripts.effects import Block as Effects
from hookwright.scripts.effects import (
    Bounds,
    Branch,
    Effect,
    Exit,
    Print,
    ReadInput,
    Risk,
    Scope,
    Stream,
    effects,
)
from hookwright.scripts.shell.frames import Do, Frame, Gone, Sink, TooMuch
from hookwright.scripts.shell.guarding import Guard
from hookwright.scripts.shell.state import Outcome, State, bounded, merged, unknown
from hookwright.scripts.shell.templates import code_of, lines_of, stripped, with_line_ends
from hookwright.scripts.shell.units import Unit
from hookwright.scripts.source import Source
from hookwright.scripts.values import Literal, PayloadText, Spot, Value, joined
from hookwright.shell.structure import Block, Node

_MOST_STEPS = 6000
_MOST_EFFECTS = 6000
_MOST_WRITTEN = 2_000_000
_DEEPEST = 45


class Steps(Protocol):
    """How commands are done, which is up to those that know their kinds; with `tail`, nothing follows in the script."""

    def block(self, walk: Walk, nodes: Block, *, tail: bool = False) -> None:
        """Does commands one after another."""

    def statement(self, walk: Walk, node: Node, *, tail: bool = False) -> None:
        """Does a command that nothing asks for the outcome of."""

    def outcome_of(self, walk: Walk, node: Node, *, tail: bool = False) -> Outcome:
        """Does a command, and what it comes to."""

    def call(self, walk: Walk, name: str, arguments: list[Value], *, tail: bool) -> Outcome:
        """Does a function of the script."""


class Walk:
    """Where the walk is: the code, what is known, and where outputs go; `given` is None for the script's own stdin."""

    def __init__(self, source: Source, unit: Unit, assigned: frozenset[str], steps: Steps) -> None:
        self.source, self.unit, self.steps_of = source, unit, steps
        self.assigned = assigned
        self.state = State()
        self.out: list[Effect] = []
        self.root = self.out
        self.frames: list[Frame] = []
        self.functions: dict[str, tuple[Unit, Node]] = {}
        self.sinks: dict[int, Sink] = {1: Stream.STDOUT, 2: Stream.STDERR}
        self.given: str | None = None
        self.arguments: list[Value] | None = None
        self.substituted: Outcome | None = None
        self.missed: dict[int, tuple[Value, tuple[Risk, ...]]] = {}
        self.guarded = False
        self.whole = True
        self.zsh = False
        self.lacks = frozenset[str]()
        self.files: list[str] = []
        self.assigned_in: dict[Node, frozenset[str]] = {}
        self.wrapped: list[tuple[int, Callable[[Effects], Effect]]] = []
        self.steps = self.count = self.depth = self.nested = self.written = 0
        self.left = False

    # What is written down.

    def emit(self, *found: Effect) -> None:
        """Writes down what is done."""
        self.count += len(found)
        if self.count > _MOST_EFFECTS:
            raise TooMuch
        self.out += found

    def wrap(self, around: Callable[[Effects], Effect]) -> None:
        """Puts all that follows in the script into another effect."""
        self.wrapped.append((len(self.root), around))

    def finished(self) -> Effects:
        """All that the script does."""
        body = self.root
        for start, around in reversed(self.wrapped):
            body = [*body[:start], around(tuple(body[start:]))]
        return tuple(body)

    def wrote(self, length: int) -> None:
        """Counts the characters of the values that are written into texts."""
        self.written += length
        if self.written > _MOST_WRITTEN:
            raise TooMuch

    def step(self) -> None:
        """Counts a command."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooMuch

    def inside(self, do: Do) -> Effects:
        """What is done by something, to be put inside of another effect."""
        kept, self.out = self.out, []
        self.depth += 1
        if self.depth > _DEEPEST:
            raise TooMuch
        try:
            do()
            return tuple(self.out)
        finally:
            self.out = kept
            self.depth -= 1

    def print(self, value: Value, spot: Spot, *, newline: bool = True, on: int = 1) -> None:
        """Prints a value on a file descriptor."""
        sink = self.sinks.get(on, Gone.FILE)
        if isinstance(sink, Stream):
            self.emit(Print(sink, value, spot, newline))
        elif isinstance(sink, str):
            before = self.state.variables.get(sink, Literal(""))
            added = joined(value, Literal("\n")) if newline else value
            self.state.variables[sink] = added if before == Literal("") else bounded(joined(before, added))

    @property
    def printed(self) -> Value | None:
        """What has been printed, where that is caught."""
        return None if self.catching is None else self.state.variables.get(self.catching, Literal(""))

    @printed.setter
    def printed(self, value: Value) -> None:
        if self.catching is not None and value is not None:
            self.state.variables[self.catching] = value

    @property
    def catching(self) -> str | None:
        """The variable that catches what is printed on stdout."""
        sink = self.sinks.get(1)
        return None if sink is None or isinstance(sink, Stream | Gone) else sink

    def take_input(self, spot: Spot, *, one_line: bool = False) -> Value:
        """Reads what is on stdin."""
        if self.given is None:
            self.emit(ReadInput(spot, one_line))
            return PayloadText()
        value = self.state.variables.get(self.given, Literal(""))
        first, *rest = lines_of(value) if one_line else (value,)
        self.state.variables[self.given] = joined(*with_line_ends(rest)) if rest else Literal("")
        return first

    def give(self, value: Value) -> None:
        """Has what follows read a value on stdin."""
        self.given = f"<{self.steps}.{self.count}.{len(self.state.variables)}"
        self.state.variables[self.given] = value

    def not_whole(self) -> None:
        """Notes that something was not understood that may print, exit or decide."""
        self.whole = False

    def risks_of_words(self) -> tuple[Risk, ...]:
        """What may have gone wrong in the substitutions of a command; it is told once."""
        found, self.substituted = self.substituted, None
        return found.risks if found is not None else ()

    @property
    def status(self) -> int | None:
        """The status of the last command."""
        return code_of(self.state.status)

    @property
    def hushed(self) -> bool:
        """Whether errors are thrown away."""
        return self.sinks.get(2) is Gone.NOWHERE

    @property
    def fatal(self) -> bool:
        """Whether a command that fails here ends the script."""
        return not self.guarded and ("errexit" in self.state.options or self.trapped)

    @property
    def trapped(self) -> bool:
        """Whether a trap catches a failure; functions and subshells have it only where `set -E` asks for that."""
        options = self.state.options
        if "err" not in options or "errtrace" in options:
            return "err" in options
        return all(it.bounds is Bounds.LOOP for it in self.frames)

    # How it goes on.

    def branch(self, outcome: Outcome, then: Do, otherwise: Do, spot: Spot) -> None:
        """Decides by an outcome, and goes on in two ways, which may come together again."""
        if outcome.status is not None:
            self.state.status = Literal(outcome.status)
            if outcome.status == 0:
                then()
            else:
                otherwise()
            return
        before = self.state
        self.state = before.copy()
        self.state.present |= outcome.present
        self.state.compared(outcome.same, outcome.same_else)
        self.state.status = Literal(0)

        def succeeded() -> None:
            self.risk(outcome.risks_then)
            then()

        first = self.inside(succeeded)
        state, self.state = self.state, before.copy()
        self.state.present |= outcome.present_else
        self.state.compared(outcome.same_else, outcome.same)
        status = self.state.status = Literal(outcome.fails) if outcome.fails is not None else unknown(outcome.about)
        self.miss(status, outcome)

        def failed() -> None:
            self.risk(outcome.risks)
            otherwise()

        second = self.inside(failed)
        failing, self.state = self.state, merged((state, self.state))
        if id(status) in self.missed:
            # Where the program is missing, a variable that has got its status there has it behind both ways, too.
            for name in (name for name, value in failing.variables.items() if value is status):
                self.miss(self.state.variables.get(name, status), outcome)
        if first or second:
            self.emit(Branch(outcome.about, first, second, spot, outcome.of_empty))

    def miss(self, status: Value, outcome: Outcome) -> None:
        """Notes of which program an exit status is, for an `exit` with that later, where a run may have another one."""
        risks = tuple(it for it in outcome.risks if it.program) if outcome.status is None else ()
        if risks:
            self.missed[id(status)] = status, risks

    def risk(self, risks: Iterable[Risk]) -> None:
        """Tells what may have gone wrong, where the script goes on then; of a program that is missing, once."""
        for it in risks:
            if it.program in self.state.present | self.state.risked:
                continue
            if it.program:
                self.state.risked |= {it.program}
            self.emit(replace(it, goes_on=True, code=None))

    # What is around.

    def guard(self) -> Guard:
        """Where a failure does not end the script."""
        return Guard(self)

    def subshell(self, do: Do, *, tail: bool = False) -> None:
        """Does something in a shell of its own; what it sets is lost, and an exit ends only it."""
        before, frame = self.state, Frame(Bounds.SUBSHELL, tail)
        self.state = before.copy()
        kept = dict(self.sinks), dict(self.functions)
        self.frames.append(frame)
        try:
            body = self.inside(do)
        finally:
            self.frames.pop()
            self.sinks, self.functions = kept
        self.left = bool(frame.ends)
        after = merged((*frame.ends, self.state))
        ends = Exit if self.source.launch is None else Exit | Risk
        if not tail and any(isinstance(it, ends) for it in effects(body)):
            self.emit(Scope(body, Bounds.SUBSHELL))
        else:
            self.emit(*body)
        known, alive = after.variables, after.alive and not tail
        caught = {it: known[it] for it in self.sinks.values() if type(it) is str and it in known}
        variables = before.variables | caught if caught else before.variables
        self.state = State(variables, before.options, before.present, after.risked, after.status, alive)

    def block(self, nodes: Block, *, tail: bool = False) -> None:
        """Does commands one after another."""
        self.steps_of.block(self, nodes, tail=tail)

    def statement(self, node: Node, *, tail: bool = False) -> None:
        """Does a command that nothing asks for the outcome of."""
        self.steps_of.statement(self, node, tail=tail)

    def outcome_of(self, node: Node, *, tail: bool = False) -> Outcome:
        """Does a command, and what it comes to."""
        return self.steps_of.outcome_of(self, node, tail=tail)

    def call(self, name: str, arguments: list[Value], *, tail: bool) -> Outcome:
        """Does a function of the script."""
        return self.steps_of.call(self, name, arguments, tail=tail)

    def caught(self, do: Do) -> Value:
        """What something prints on stdout, in a shell of its own, without the line ends behind it."""
        name = f">{len(self.frames)}.{self.steps}"
        kept = self.sinks
        self.sinks = self.sinks | {1: name}
        self.state.variables[name] = Literal("")
        try:
            self.subshell(do)
        finally:
            self.sinks = kept
        return stripped(self.state.variables.pop(name, Literal("")))

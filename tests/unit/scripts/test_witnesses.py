"""Tests of `hookwright.scripts.witnesses`: what the runs that are kept answer is what all runs answer."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator

import pytest
from msgspec.structs import replace

from hookwright.scripts import witnesses
from hookwright.scripts.effects import (
    Block,
    Bounds,
    Branch,
    Effect,
    Exit,
    Failure,
    Handler,
    Language,
    Leave,
    Loop,
    Print,
    Risk,
    Scope,
    Script,
    SetExitCode,
    Stream,
    Try,
)
from hookwright.scripts.endings import Endings, endings
from hookwright.scripts.values import UNKNOWN, Json, Literal, OneOf, Record, Text, Value
from hookwright.scripts.values import Spot as At

_KINDS: dict[Value, str] = {
    Literal("Blocked"): "words",
    Literal("denied: x"): "words",
    Literal("a log"): "words",
    Literal("  "): "nothing",
    Literal("usage: x"): "",
    Json(Record(())): "",
    Json(Record((), open=True)): "",
    UNKNOWN: "unknown",
    Text((UNKNOWN, Literal(" files"))): "unknown",
    Text((Literal("\n"), Literal("done"))): "words",
    OneOf((Literal("a"), Literal("b"))): "some words",
    OneOf((Literal("a"), Literal(""))): "",
}
"""The kind of each thing that scripts here print to stdout; one without is like nothing else."""


class _Maker:
    """Makes trees of effects that are as wild as those of real scripts."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.spots = 0

    def spot(self) -> At:
        self.spots += 1
        return At(self.spots, self.spots + 1)

    def block(self, depth: int, most: int = 4) -> Block:
        return tuple(self.effect(depth) for _ in range(self.choose.randint(1, most)))

    def effect(self, depth: int) -> Effect:
        inner = depth - 1
        kinds = ("print", "print", "print", "risk", "code", "exit", "leave")
        deep = ("branch", "branch", "branch", "branch", "loop", "try", "scope")
        match self.choose.choice(kinds + deep * 2 if depth else kinds):
            case "print":
                return Print(self.choose.choice(list(Stream)), self.choose.choice([*_KINDS]), self.spot())
            case "risk":
                goes_on = self.choose.random() < 0.5
                program = self.choose.choice(("jq", "git"))
                failure = self.choose.choice((Failure.INPUT, Failure.PROGRAM))
                return Risk(failure, self.spot(), program if goes_on else "", goes_on=goes_on)
            case "code":
                return SetExitCode(self.choose.choice((0, 2)), self.spot())
            case "exit" if self.choose.random() < 0.3:
                return Exit(self.choose.choice((0, 1, 2)), self.spot())
            case "leave" if self.choose.random() < 0.3:
                return Leave(Bounds.FUNCTION)
            case "loop":
                return Loop(self.block(inner), self.spot())
            case "try":
                handler = Handler(frozenset({Failure.INPUT}), self.block(inner, 2), self.spot())
                return Try(self.block(inner), (handler,), (), self.spot())
            case "scope":
                return Scope(self.block(inner), Bounds.FUNCTION)
            case "branch":
                return Branch((), self.block(inner, 2), self.block(inner, 2), self.spot())
        return Print(Stream.STDOUT, Literal("a line"), self.spot())


def _kind(it: Print) -> Hashable:
    if it.stream is Stream.STDERR:
        return it if it.value == Literal("usage: x") else Stream.STDERR
    return _KINDS.get(it.value, "words") or it


def _answers(found: Endings, *, lasts: bool) -> Iterator[tuple[Hashable, ...]]:
    """What rules ask: which ends have said what, and have printed what beside things of which kinds."""
    for it in found.all:
        ends, has_failed = (it.code, it.cause, it.spot), bool(it.state.failed)
        yield "said", ends, it.state.said, has_failed, frozenset(map(_kind, it.state.printed))
        out = [one for one in it.prints if one.stream is Stream.STDOUT and _kind(one) != "nothing"]
        first = _kind(out[0]) if out else None
        kinds = first, frozenset(map(_kind, it.prints)), has_failed
        for one in it.prints:
            if one.stream is Stream.STDOUT or one.value in (Literal("Blocked"), Literal("denied: x")):
                yield "printed", ends, one, kinds
        for risk in it.state.failed:
            yield "failed", ends, risk.failure, risk.program, kinds
        if lasts and out:
            yield "last", ends, out[-1], kinds


@pytest.mark.parametrize("lasts", [False, True])
@pytest.mark.sweep
def test_what_is_kept_answers_what_all_answer(lasts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = 0
    for seed in range(40):
        script = Script(Language.PYTHON, _Maker(seed).block(3, 6))
        with monkeypatch.context() as patched:
            patched.setattr(witnesses, "_FEW", 100_000)
            patched.setattr(witnesses, "_FEW_ENDS", 100_000)
            patched.setattr("hookwright.scripts.endings._MOST_STATES", 3_000)
            every = endings(script, lasts=lasts)
        with monkeypatch.context() as patched:
            patched.setattr(witnesses, "_FEW", 0)
            patched.setattr(witnesses, "_FEW_ENDS", 0)
            kept = endings(replace(script), lasts=lasts)
        if every.complete and kept.complete:
            assert set(_answers(kept, lasts=lasts)) == set(_answers(every, lasts=lasts)), seed
            assert set(kept.all) <= set(every.all), seed
            left_out += len(every.all) - len(kept.all)
    assert left_out > 500

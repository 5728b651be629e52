"""How a `case` goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from functools import partial

from hookwright.scripts.shell.frames import Do
from hookwright.scripts.shell.state import Outcome
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import value_of
from hookwright.scripts.values import Literal, Value
from hookwright.shell.structure import Arm, Block, Cases

_MOST_NESTED = 8


def arms_of(walk: Walk, node: Cases, do: Callable[[Block], object], none: Do) -> None:
    """Goes on with the arm that a value matches, or with `none`."""
    value = value_of(walk, node.head.words[1])
    walk.risk(walk.risks_of_words())
    _Case(walk, value, node.arms, do, none).choose(0, len(node.arms))


class _Case:
    """A value with the arms that it may match."""

    def __init__(self, walk: Walk, value: Value, arms: Sequence[Arm], do: Callable[[Block], object], none: Do) -> None:
        self.walk, self.value, self.arms, self.do, self.none = walk, value, arms, do, none
        self.about = () if isinstance(value, Literal) else (value,)

    def choose(self, start: int, end: int) -> None:
        """Decides between some of the arms, and `none` behind the last of all."""
        if start == len(self.arms):
            self.none()
            return
        arm = self.arms[start]
        patterns = [it.bare for it in arm.patterns.words]
        if isinstance(self.value, Literal) and (found := matched(text_of(self.value), patterns)) is not None:
            if found:
                self.body(start)
            else:
                self.choose(start + 1, len(self.arms))
            return
        if "*" in patterns or end - start == 1 < len(self.arms) - start:
            self.body(start)
            return
        spot = self.walk.unit.spot(arm.patterns.words[0].start, arm.patterns.words[-1].end)
        if end - start > _MOST_NESTED:
            half = (start + end) // 2
            first, rest = partial(self.choose, start, half), partial(self.choose, half, end)
            self.walk.branch(Outcome(about=self.about), first, rest, spot)
            return
        empty = {True: "then", False: "otherwise", None: ""}[matched("", patterns)]
        outcome = Outcome(about=self.about, empty=empty)
        self.walk.branch(outcome, partial(self.body, start), partial(self.choose, start + 1, end), spot)

    def body(self, index: int) -> None:
        """Does an arm, and those that it goes on with."""
        self.walk.state.status = Literal(0)
        nodes = self.arms[index].body
        for before, it in zip(self.arms[index:], self.arms[index + 1 :], strict=False):
            if not before.goes_on:
                break
            nodes = (*nodes, *it.body)
        self.do(nodes)


def matched(text: str, patterns: Sequence[str | None]) -> bool | None:
    """Whether a text matches one of the patterns; None if only a run can tell."""
    known = [it for it in patterns if it is not None]
    if any(fnmatchcase(text, it) for it in known):
        return True
    return None if len(known) < len(patterns) else False

"""What an attack found: the verdict on each call, the holes, and what happens where the guard cannot decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from hookwright.attacking.forms.groups import is_unlikely, strangeness
from hookwright.attacking.forms.model import RARE, Label, Variant
from hookwright.attacking.forms.variants import ANOTHER, is_particular
from hookwright.attacking.texts.meant import Meant
from hookwright.workflows.guarding.guard import Score


class Verdict(StrEnum):
    """What a guard did with a call; all but the first and the last are faults."""

    STOPPED = "stopped"
    PASSED = "passed"
    NOT_ASKED = "not asked"
    FALSE_ALARM = "false alarm"
    LEFT_ALONE = "left alone"


class Tried(Struct, frozen=True, kw_only=True):
    """A call that was sent, or would have been had the hook been asked; `said` is the guard's reason.

    `outcome` is what a hook test expects where the guard does the same; `failed` completes "the guard ...".  It was
    sent with the branch `on` checked out, if that is another one than that of the project.
    """

    variant: Variant
    verdict: Verdict
    payload: Mapping[str, Any]
    said: str = ""
    outcome: Mapping[str, Any] | None = None
    failed: str = ""
    on: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the label holds, each reason once, and on which branch the call was sent."""
        return (*self.variant.reasons, *self.place)

    @property
    def place(self) -> tuple[str, ...]:
        """A sentence that names the branch, if it is another one than that of the project."""
        return (f"`{self.on}` is checked out.",) if self.on else ()

    @property
    def is_trick(self) -> bool:
        """Whether hardly anybody writes the call, if not to get past a guard or to try one."""
        return is_unlikely(tuple(self.variant.families))

    @property
    def strangeness(self) -> int:
        """How strange the changes of the call look to a reader, from 0 to 2."""
        return strangeness(tuple(self.variant.families))

    @property
    def is_hole(self) -> bool:
        """Whether something dangerous passed, by a way that every user of the agent has."""
        passed = self.verdict in (Verdict.PASSED, Verdict.NOT_ASKED)
        return passed and not (self.verdict is Verdict.NOT_ASKED and self.variant.does in RARE)


class Hole(Struct, frozen=True):
    """A way through the guard, or a false alarm: the smallest call, and how many others it accounts for."""

    smallest: Tried
    others: int


class Row(Struct, frozen=True):
    """A row of the table: the calls that were made from one seed; the harmless ones have no names, and come last."""

    danger: str
    seed: str
    tried: int
    stopped: int
    passed: int
    not_asked: int


class Circumstance(Struct, frozen=True, kw_only=True):
    """What a guard does if it cannot decide, or if a call does not show the danger.

    Such are a broken payload, a missing program, too little time, another folder, a link and a script.  `is_fault`: it
    lets the call pass, and a guard could refuse it; or it refuses one that does no harm.
    """

    name: str
    refuses: bool
    is_fault: bool
    how: str


class Attacked(Struct, frozen=True, kw_only=True):
    """All that an attack found; `notes` are sentences on what was not tried, and on how well the machine is safe."""

    meant: Meant
    tried: tuple[Tried, ...]
    circumstances: tuple[Circumstance, ...]
    notes: tuple[str, ...]
    number: int

    def of(self, label: Label, danger: str | None = None, seed: str | None = None) -> tuple[Tried, ...]:
        """What was tried with that label, of one danger and seed where they are given."""
        return tuple(
            it
            for it in self.tried
            if it.variant.label is label and danger in (None, it.variant.danger) and seed in (None, it.variant.seed)
        )

    @property
    def holes(self) -> tuple[Hole, ...]:
        """Each way through: the usual calls first, the tricks last, and of those that are as usual the smallest."""
        return _grouped([it for it in self.tried if it.is_hole])

    @property
    def false_alarms(self) -> tuple[Hole, ...]:
        """Each kind of false alarm, in the same order."""
        return _grouped([it for it in self.tried if it.verdict is Verdict.FALSE_ALARM])

    @property
    def faults(self) -> tuple[Hole, ...]:
        """The holes, and then the false alarms: each can become a hook test."""
        return (*self.holes, *self.false_alarms)

    @property
    def unasked(self) -> tuple[Hole, ...]:
        """Calls that the hook is not asked about, by ways that not every user has."""
        return _grouped([it for it in self.tried if it.verdict is Verdict.NOT_ASKED and not it.is_hole])

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table, without seeds that nothing was made from."""
        made = (
            (aim.name, seed.name, self.of(Label.DESTRUCTIVE, aim.name, seed.name))
            for aim in self.meant.aims
            for seed in aim.seeds
        )
        rows = [_row(danger, seed, every) for danger, seed, every in made if every]
        return (*rows, _row("", "", self.of(Label.HARMLESS)))

    @property
    def score(self) -> Score:
        """How many calls were stopped, of those that the guard was asked about or should have been."""
        verdicts = [it.verdict for it in self.tried]
        return Score(
            against=tuple(it.name for it in self.meant.aims),
            stopped=verdicts.count(Verdict.STOPPED),
            dangerous=verdicts.count(Verdict.STOPPED) + sum(it.is_hole for it in self.tried),
            false_alarms=verdicts.count(Verdict.FALSE_ALARM),
            harmless=len(self.of(Label.HARMLESS)),
            holes=len(self.holes),
            faults=tuple(it.name for it in self.circumstances if it.is_fault),
        )

    @property
    def holds(self) -> bool:
        """Whether the guard stopped all that it is meant to stop, and nothing else."""
        return not self.holes and not self.false_alarms and not any(it.is_fault for it in self.circumstances)


def _row(danger: str, seed: str, every: Sequence[Tried]) -> Row:
    verdicts = [it.verdict for it in every]
    stopped = verdicts.count(Verdict.STOPPED) + verdicts.count(Verdict.FALSE_ALARM)
    unasked = verdicts.count(Verdict.NOT_ASKED)
    return Row(danger, seed, len(every), stopped, len(every) - stopped - unasked, unasked)


def _grouped(every: Sequence[Tried]) -> tuple[Hole, ...]:
    """The smallest calls, each with how many others have the same change and more; the most usual ones first."""
    kept: list[Tried] = []
    counted: list[int] = []
    for it in sorted(every, key=lambda it: it.variant.size):
        index = next(_accounting(kept, it), None)
        if index is None:
            kept.append(it)
            counted.append(0)
        else:
            counted[index] += 1
    found = map(Hole, kept, counted)
    return tuple(sorted(found, key=lambda it: (it.smallest.is_trick, it.smallest.strangeness)))


def _accounting(kept: Sequence[Tried], one: Tried) -> Iterator[int]:
    """The indices of calls that have no change which this one does not have: of the same command, or with a change."""
    mine = one.variant
    for index, it in enumerate(kept):
        other = it.variant
        is_of_seed = (other.seed, other.of) == (mine.seed, mine.of)
        # A guard that does not tell a mention from a command takes each of them for one, whatever is mentioned.
        is_same = other.danger == mine.danger or mine.is_mention
        # What is milder than one command shows a rule that is only about this one.
        is_same &= mine.label is not Label.HARMLESS or mine.is_mention or other.seed == mine.seed
        # That a guard is not asked about one tool says nothing of what another one does.
        is_same &= it.verdict is not Verdict.NOT_ASKED or one.verdict is Verdict.NOT_ASKED
        if is_same and _explains(other, mine, is_of_seed) and other.families <= mine.families:
            yield index


def _explains(one: Variant, other: Variant, is_of_seed: bool) -> bool:
    """Whether whoever knows that the one passes expects that of another with the same changes, and maybe more.

    `is_of_seed`: both were made from the same command.  What depends on a command is expected of no other command, and
    a command that does the same in another way may be one that the guard knows.
    """
    if not one.changes:
        return is_of_seed and not any(it.startswith(ANOTHER) for it in other.families)
    return is_of_seed or other.is_mention or not is_particular(sorted(one.families))

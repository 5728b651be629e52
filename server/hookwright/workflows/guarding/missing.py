"""What becomes of a hook where a program is missing that its script starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hookwright.analysis.contract.absent import (
    WithoutProgram,
    asks_for,
    needed_programs,
    where_asked,
    without_program,
)
from hookwright.analysis.contract.failing import chosen_programs
from hookwright.analysis.contract.refusals import asks, can_ask, refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Cause, Risk, Run
from hookwright.scripts.values import Spot
from hookwright.text import LineIndex
from hookwright.workflows.guarding.added_paths import may_bring, texts_of
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, undecided
from hookwright.workflows.guarding.repairs import is_known

_NOT_FOUND = 127
# These may give a name to something that is no program.
_NAMES = late_pattern(r"(?m)(?:^|[;&|({`]|\b(?:then|do|else))[ \t]*(?:source|\.|eval|alias|autoload|function)[ \t]")
_BY_PATH = late_pattern(r"[\w.~${}\"-]*/")
_INSTEAD = late_pattern(r"[^\n]*\|\|")

Repair = Callable[[str], str]
"""What installs a program."""


def without_helper(subject: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None) -> Decided | None:
    """What passes as a program is missing here that a guard needs to decide; the worst comes first.

    `name` is what people call the script; None for the command itself.
    """
    perhaps: Decided | None = None
    for program, spot, without, here in _missed(subject):
        asked, line = asks_for(here, program), line_of(subject, spot, name)
        # The event does not just pass where the user is asked.
        stopped = [refuses(here, use, it) or asks(here, use, it) for it in without.behind]
        if all(stopped):
            continue
        if any(stopped):
            # Where the script goes another way without it, that may do as well.
            perhaps = perhaps or (None if asked else unsure(subject, program, spot, repair, name))
            continue
        if any(refuses(here, use, it) for it in without.others):
            says = f"`{program}` is missing here, so this guard lets everything pass that it checks with `{program}`"
            return Decided(GuardState.LEAKS, says, Fate.UNKNOWN, repair(program), name, line)
        how = f"it looks for `{program}`, which is missing here" if asked else f"`{program}` is missing here"
        return undecided(how, repair(program), name, line)
    return perhaps


def perhaps_without_helper(subject: ScriptSubject, repair: Repair, name: str | None) -> Decided | None:
    """What is said of a hook that may be a guard, where its script starts a missing program and has nothing instead."""
    here = where_asked(subject)
    others = {*chosen_programs(here.script.body)}
    for program, spot in needed_programs(here).items():
        if subject.has_program(program) or program in others or not is_known(program) or asks_for(subject, program):
            continue
        if may_bring(subject, program):
            continue
        if spot.file or not _INSTEAD.match(subject.text, spot.end):
            return unsure(subject, program, spot, repair, name)
    return None


def breaks_off(subject: ScriptSubject, repair: Repair, name: str | None) -> Decided | None:
    """What is said of a hook that guards nothing, and that ends as soon as it has missed a program; None for others."""
    for program, spot, without, _ in _missed(subject):
        code = _code_without(subject, program)
        behind = all(it.cause is Cause.UNCAUGHT and it.code == code for it in without.behind)
        if behind and all(it.cause is Cause.UNCAUGHT and it.code for it in without.others):
            says = f"does not do its work here: `{program}` is missing, so it exits with {code}"
            return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair(program), name, line_of(subject, spot, name))
    return None


def _code_without(subject: ScriptSubject, program: str) -> int:
    """What a command ends with where a program is missing that it starts: a package manager has a code of its own."""
    risks = (it for it in subject.script.effects if isinstance(it, Risk) and it.program == program)
    return next((it.code for it in risks if it.code is not None), _NOT_FOUND)


def asks_nothing(subject: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None) -> Decided | None:
    """What is said of a hook that has the user asked, where it never does that without a program that is missing."""
    if not is_guarding(use) or not can_ask(subject, use):
        return None
    for program, spot, without, here in _missed(subject):
        if not any(asks(here, use, it) or refuses(here, use, it) for it in (*without.behind, *without.others)):
            says = f"does not do its work here: `{program}` is missing, so it never asks the user"
            return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair(program), name, line_of(subject, spot, name))
    return None


def unsure(subject: ScriptSubject, program: str, spot: Spot, repair: Repair, name: str | None) -> Decided:
    """What is said of a guard that lets pass what only a run can tell."""
    says = f"`{program}` is missing here, and only a run shows what passes without it"
    return Decided(GuardState.UNKNOWN, says, Fate.UNKNOWN, repair(program), name, line_of(subject, spot, name))


def _missed(subject: ScriptSubject) -> Iterator[tuple[str, Spot, WithoutProgram, ScriptSubject]]:
    """The programs that are missing, each with its place, the ends without it, and the script as it runs here."""
    others = {*chosen_programs(where_asked(subject).script.body)}
    for program, spot in needed_programs(subject).items():
        is_here = subject.has_program(program) or may_bring(subject, program) or _is_path(subject, spot)
        if is_here or program in others or not is_program(subject, program):
            continue
        here = where_asked(subject, but=program)
        place = needed_programs(here).get(program)
        without = without_program(here, program)
        if place is not None and without.behind:
            yield program, place, without, here


def _is_path(subject: ScriptSubject, spot: Spot) -> bool:
    """Whether a program is named by its path there, so that it does not matter what is on the PATH."""
    if spot.file or not _BY_PATH.match(subject.text, spot.start):
        return False
    return not any(isinstance(it, Run) and it.missing and it.spot == spot for it in subject.script.effects)


def is_program(subject: ScriptSubject, name: str) -> bool:
    """Whether what looks like a program is one, and no function of a file that is not read."""
    return subject.script.whole or is_known(name) or not _may_name(subject)


def _may_name(subject: ScriptSubject) -> bool:
    """Whether what looks like a program may be a function of a file that is not read, or another name of something."""
    return any(map(_NAMES.search, texts_of(subject)))


def line_of(subject: ScriptSubject, spot: Spot, name: str | None) -> int | None:
    """The line of a place, from 1; None in the command itself, and in a file that the script runs."""
    return LineIndex(subject.text).position(spot.start).line + 1 if name is not None and not spot.file else None

"""What becomes of a shell script on this machine: it is read once more as if what is missing here could not start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct

from hookwright.analysis.contract.absent import behind_missed, needed_programs
from hookwright.analysis.contract.refusals import asks, refuses, surely_refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import PLACEHOLDER, Branch, Language, Run
from hookwright.scripts.values import Spot, payload_paths
from hookwright.workflows.guarding.added_paths import may_bring, texts_of
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, undecided
from hookwright.workflows.guarding.launched import LaunchedScripts, asked_programs, comes_to_refuse
from hookwright.workflows.guarding.missing import Repair, is_program, line_of
from hookwright.workflows.guarding.repairs import is_known

_WORD = late_pattern(r"[A-Za-z_][\w.-]*")


class Outcome(Enum):
    """What becomes of the calls where a program is missing."""

    SAME = "nothing is missing, or it makes no difference"
    PASS = "all of them pass"
    REFUSED = "all of them are refused"
    MAY_BE_REFUSED = "as far as the script can be read, all of them are refused"
    FEWER = "some that are refused elsewhere pass"
    SOME = "the script still decides by what it reads"


class OnMachine(Struct, frozen=True):
    """What becomes of the calls, and the programs that were missed, each with its place; `asked` were looked for."""

    outcome: Outcome
    missed: Mapping[str, Spot] = {}
    asked: frozenset[str] = frozenset()


def on_machine(launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse) -> OnMachine | None:
    """What becomes of the calls that a hook is asked about; None if only a run can tell."""
    if script.script.language is not Language.SHELL or not is_guarding(use):
        return None
    started = launched.of(script, use)
    there = {it: True for it in asked_programs(started) if script.has_program(it)}
    missing = {it: False for it in _named(started) if not script.has_program(it) and not may_bring(started, it)}
    if not missing:
        return None
    read = launched.where(script, use, there | missing)
    if read is None or not read.endings.complete:
        return None
    missed = {it.program: it for it in read.script.effects if isinstance(it, Run) and it.missing}
    if any(it in missing and it not in missed for it in needed_programs(read)):
        return None
    if not missed:
        return OnMachine(Outcome.SAME) if read.script.whole else None
    full = launched.where(script, use, there | dict.fromkeys(missing, True))
    if not any(it is not None and comes_to_refuse(it, use) for it in (script, started, full)):
        return None
    outcome = _outcome(read, use)
    if outcome is Outcome.SOME and full is not None and full.script.whole:
        lost = _refusals(full, use) - _refusals(read, use)
        outcome = Outcome.FEWER if lost else Outcome.SAME if _decisions(full) == _decisions(read) else outcome
    if outcome is None or (outcome is Outcome.REFUSED and _outcome(started, use) is outcome):
        return None
    guilty = [it for it in missed if _would_help(launched, script, use, there | missing | {it: True}, outcome)]
    told = guilty or list(missed)
    if not all(missed[it].asks for it in told):
        told = told[:1] if guilty else told
    asked = frozenset(it for it in told if missed[it].asks)
    return OnMachine(outcome, {it: missed[it].spot for it in told}, asked)


def said_of(
    found: OnMachine, script: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None
) -> Decided | None:
    """What is said of a guard without which all calls pass, or are refused, or may be; None for others."""
    if found.outcome in (Outcome.SAME, Outcome.SOME):
        return None
    # `python` is the harder one to get where either will do.
    first, spot = min(found.missed.items(), key=lambda it: it[0] == "python")
    named, are = " and ".join(f"`{it}`" for it in found.missed), "is" if len(found.missed) == 1 else "are"
    line = line_of(script, spot, name)
    if found.outcome is Outcome.REFUSED:
        says = f"refuses every `{use.row.name}` here, as {named} {are} missing"
        return Decided(GuardState.HOLDS, says, Fate.REFUSED, repair(first), name, line)
    if found.outcome is Outcome.MAY_BE_REFUSED:
        says = f"{named} {are} missing here, so this guard may refuse every `{use.row.name}`"
        return Decided(GuardState.UNKNOWN, says, Fate.UNKNOWN, repair(first), name, line)
    if found.outcome is Outcome.FEWER:
        says = f"{named} {are} missing here, so this guard lets everything pass that it checks with {named}"
        return Decided(GuardState.LEAKS, says, Fate.UNKNOWN, repair(first), name, line)
    is_asked = found.asked == found.missed.keys()
    how = f"it looks for {named}, which {are} missing here" if is_asked else f"{named} {are} missing here"
    return undecided(how, repair(first), name, line)


def _named(script: ScriptSubject) -> Iterator[str]:
    """The programs that a script may start, or look for."""
    found = {it for it in needed_programs(script) if it != PLACEHOLDER and is_program(script, it)}
    words = {it for text in texts_of(script) for it in _WORD.findall(text)}
    return iter(sorted(found | {it for it in words if is_known(it)}))


def _outcome(read: ScriptSubject, use: ScriptUse) -> Outcome | None:
    """What becomes of the calls by the ends of a script; None if that cannot be told."""
    ends = read.endings.all
    if not ends:
        return None
    if not read.script.whole:
        # What is not understood may do something else, but to say that everything passes would be wrong.
        behind = behind_missed(read)
        return Outcome.MAY_BE_REFUSED if behind and all(surely_refuses(read, use, it) for it in behind) else None
    if not any(refuses(read, use, it) or asks(read, use, it) for it in ends):
        return Outcome.PASS
    if all(surely_refuses(read, use, it) for it in ends):
        return Outcome.REFUSED
    is_about_payload = any(any(map(payload_paths, it.about)) for it in read.script.effects if isinstance(it, Branch))
    return Outcome.SOME if is_about_payload else None


def _refusals(read: ScriptSubject, use: ScriptUse) -> set[Spot | None]:
    """Where the script ends with a refusal."""
    return {it.spot for it in read.endings.all if surely_refuses(read, use, it)}


def _decisions(read: ScriptSubject) -> set[object]:
    """All that the script decides, and by what."""
    return {(it.spot, it.about) for it in read.script.effects if isinstance(it, Branch)}


def _would_help(
    launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse, programs: Mapping[str, bool], outcome: Outcome
) -> bool:
    """Whether something else becomes of the calls with one more of the programs."""
    read = launched.where(script, use, programs)
    return read is not None and _outcome(read, use) is not outcome

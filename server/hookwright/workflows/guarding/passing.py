"""What becomes of all calls where a guard's script says something else, as far as the ways to its ends tell."""

from __future__ import annotations

from enum import Enum

from msgspec.structs import replace

from hookwright.analysis.contract.refusals import asks, refuses, surely_refuses
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, Stop, undecided


class Outcome(Enum):
    """What becomes of the calls."""

    PASS = "all of them pass"
    PASS_IF_READABLE = "all of them pass whose payload the script can read"
    REFUSED = "all of them are refused"
    OTHER = "the script decides, or only a run can tell"


def outcome_of(script: ScriptSubject, use: ScriptUse, text: str, readable: str) -> Outcome:
    """What certainly becomes of every call if the script says a text; `readable` is that where it reads all."""
    outcome = _outcome_of(script, use, text)
    if outcome is Outcome.OTHER and readable != text and _outcome_of(script, use, readable) is Outcome.PASS:
        return Outcome.PASS_IF_READABLE
    return outcome


def _outcome_of(script: ScriptSubject, use: ScriptUse, text: str) -> Outcome:
    read = read_script(script.script.language, Source(text, script.path, script.beside))
    here = replace(script, text=text, script=read)
    ends = here.endings.all
    if not read.whole or not here.endings.complete or not ends:
        return Outcome.OTHER
    if all(surely_refuses(here, use, it) for it in ends):
        return Outcome.REFUSED
    return Outcome.OTHER if any(refuses(here, use, it) or asks(here, use, it) for it in ends) else Outcome.PASS


def said_of(outcome: Outcome, stop: Stop, use: ScriptUse, name: str | None, line: int | None) -> Decided:
    """What is said of a guard that comes to such an outcome for a reason; `line` is that of the script."""
    if outcome is Outcome.REFUSED:
        says = f"refuses every `{use.row.name}` here, as {stop.why}"
        return Decided(GuardState.HOLDS, says, Fate.REFUSED, stop.repair, name, line)
    said = undecided(stop.why, stop.repair, name, line)
    if outcome is Outcome.PASS_IF_READABLE:
        return replace(said, says=f"{said.says} that it can read", unreadable=Fate.UNKNOWN)
    return said

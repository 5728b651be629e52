"""Whether a script, as a hook starts it, does its work on this machine, where programs are missing."""

from __future__ import annotations

from hookwright.analysis.contract.absent import behind_missed, needed_programs
from hookwright.analysis.contract.refusals import asks, refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Audience
from hookwright.scripts.effects import PLACEHOLDER, Branch, Run
from hookwright.scripts.values import payload_paths
from hookwright.workflows.guarding.added_paths import may_bring
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, undecided
from hookwright.workflows.guarding.launched import LaunchedScripts, asked_programs, comes_to_refuse
from hookwright.workflows.guarding.missing import Repair, asks_nothing, breaks_off, is_program, line_of, without_helper


def lacking(
    launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None
) -> Decided | None:
    """What is said of a hook that does not do its work, or not all of it; None if it does, or only a run can tell.

    `name` is what people call the script; None for the command itself.
    """
    started = launched.of(script, use)
    needed = (it for it in needed_programs(started) if it != PLACEHOLDER)
    if all(script.has_program(it) or may_bring(started, it) for it in needed):
        return None
    plain = breaks_off(script, repair, name) or asks_nothing(script, use, repair, name)
    if plain is not None:
        return plain
    if is_guarding(use) and comes_to_refuse(started, use):
        found = without_helper(started, use, repair, name)
        if found is not None and found.state is not GuardState.UNKNOWN:
            return found
    found = breaks_off(started, repair, name) or asks_nothing(started, use, repair, name)
    here = launched.here(started, use) if found is None else None
    found = found if here is None else _finds_nothing(started, here, use, repair, name)
    return found or _always_fails(launched, started, use, repair, name)


def _finds_nothing(
    script: ScriptSubject, here: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None
) -> Decided | None:
    """What is said where the script finds none of the programs that would do; `here` is the script as it runs here."""
    ends = here.endings
    if not here.script.whole or not ends.complete or not ends.all:
        return None
    missing = {it: spot for it, spot in asked_programs(script).items() if not script.has_program(it)}
    program, spot = next(iter(missing.items()))
    line = line_of(script, spot, name)
    named, verb = " and ".join(f"`{it}`" for it in missing), "is" if len(missing) == 1 else "are"
    looks = f"it looks for {named}, which {verb} missing here"
    if is_guarding(use) and comes_to_refuse(script, use):
        if any(refuses(here, use, it) or asks(here, use, it) for it in ends.all):
            return None
        return undecided(looks, repair(program), name, line)
    codes = {it.code for it in ends.all}
    if codes & {0, None} or all(it.code for it in script.endings.all):
        return None
    with_code = f" with {next(iter(codes))}" if len(codes) == 1 else ""
    says = f"does not do its work here: {looks}, so it exits{with_code}"
    return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair(program), name, line)


def _always_fails(
    launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse, repair: Repair, name: str | None
) -> Decided | None:
    """What is said of a hook that guards nothing, where it ends with the same failure wherever it misses a program."""
    needed = {it for it in needed_programs(script) if it != PLACEHOLDER and is_program(script, it)}
    missing = {it: False for it in needed if not script.has_program(it) and not may_bring(script, it)}
    if is_guarding(use) or not missing:
        return None
    here, elsewhere = (launched.where(script, use, it) for it in (missing, dict.fromkeys(missing, True)))
    missed = {it.program: it.spot for it in here.script.effects if isinstance(it, Run) and it.missing} if here else {}
    if here is None or elsewhere is None or not missed or not here.script.whole or not here.endings.complete:
        return None
    behind = behind_missed(here)
    codes = {it.code for it in behind}
    if len(codes) != 1 or codes & {0, None} or all(it.code for it in elsewhere.endings.all):
        return None
    program, spot = next(iter(missed.items()))
    named, verb = " and ".join(f"`{it}`" for it in missed), "is" if len(missed) == 1 else "are"
    code = next(iter(codes))
    is_always = {it.code for it in here.endings.all} == codes
    # What else decides, such as a file or an argument, may be the same each time.
    branches = (it for it in here.script.effects if isinstance(it, Branch))
    if not is_always and not (_is_told(use, code) and all(any(map(payload_paths, it.about)) for it in branches)):
        return None
    scope = "" if is_always else f" for everything that it checks with {named}"
    says = f"does not do its work here: {named} {verb} missing, so it exits with {code}{scope}"
    return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair(program), name, line_of(script, spot, name))


def _is_told(use: ScriptUse, code: int | None) -> bool:
    """Whether the agent is told that the hook ended with a code."""
    says = use.reaction(code or 0).says
    return use.blocks(code or 0) or (says is not None and says.to is Audience.AGENT)

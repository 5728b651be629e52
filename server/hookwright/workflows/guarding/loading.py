"""What becomes of a hook whose script loads a file that is not there."""

from __future__ import annotations

from hookwright.analysis.contract.refusals import asks, refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.scripts.effects import Cause, Run
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, undecided
from hookwright.workflows.guarding.launched import LaunchedScripts, comes_to_refuse
from hookwright.workflows.guarding.missing import line_of


def without_file(launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse, name: str | None) -> Decided | None:
    """What is said of a hook that ends as it does not find what it loads; None for others.

    `name` is what people call the script; None for the command itself.
    """
    started = launched.of(script, use)
    missed = next(
        (it for it in started.script.effects if isinstance(it, Run) and it.missing and "/" in it.program), None
    )
    ends = started.endings
    if missed is None or not started.script.whole or not ends.complete or not ends.all:
        return None
    is_missing = f"`{missed.program}`, which the script loads, is missing"
    line, repair = line_of(started, missed.spot, name), "create it, or correct the path in the script"
    if is_guarding(use) and comes_to_refuse(script, use):
        if any(refuses(started, use, it) or asks(started, use, it) for it in ends.all):
            return None
        return undecided(is_missing, repair, name, line)
    codes = {it.code for it in ends.all}
    if len(codes) > 1 or codes & {0, None} or any(it.cause is not Cause.UNCAUGHT for it in ends.all):
        return None
    says = f"does not do its work here: {is_missing}, so it exits with {next(iter(codes))}"
    return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair, name, line)

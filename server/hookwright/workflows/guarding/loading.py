"""What becomes of a hook whose script loads or runs a file that is not there."""

from __future__ import annotations

from hookwright.analysis.contract.refusals import asks, refuses, surely_refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Run
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.values import Literal
from hookwright.workflows.guarding.environments import is_named_as_environment, made_of
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState, undecided
from hookwright.workflows.guarding.launched import LaunchedScripts, comes_to_refuse
from hookwright.workflows.guarding.missing import line_of

_LOADS = late_pattern(r"(?:source|\.)\s")


def without_file(launched: LaunchedScripts, script: ScriptSubject, use: ScriptUse, name: str | None) -> Decided | None:
    """What is said of a hook that ends as it does not find what it loads or runs; None for others.

    `name` is what people call the script; None for the command itself.
    """
    started = launched.of(script, use)
    missed = next(
        (it for it in started.script.effects if isinstance(it, Run) and it.missing and "/" in it.program), None
    )
    readers = {text_of(it) for it in missed.arguments if isinstance(it, Literal)} if missed is not None else set[str]()
    # An interpreter that is missing itself does not come to miss its script.
    if missed is None or not all(map(script.has_program, readers)):
        return None
    ends = [it for it in started.endings.all if readers.isdisjoint(one.program for one in it.state.failed)]
    if not started.script.whole or not started.endings.complete or not ends:
        return None
    is_missing = f"`{missed.program}`, which the script {_verb(started, missed)}, is missing"
    line, repair = line_of(started, missed.spot, name), "create it, or correct the path in the script"
    if is_named_as_environment(missed.program):
        repair = made_of(missed.program)
    if is_guarding(use) and comes_to_refuse(script, use):
        if all(surely_refuses(started, use, it) for it in ends):
            is_always = all(surely_refuses(script, use, it) for it in script.endings.all)
            says = f"refuses every `{use.row.name}` here, as {is_missing}"
            return None if is_always else Decided(GuardState.HOLDS, says, Fate.REFUSED, repair, name, line)
        if any(refuses(started, use, it) or asks(started, use, it) for it in ends):
            return None
        return undecided(is_missing, repair, name, line)
    codes = [*{it.code: None for it in ends}]
    if len(codes) > 1 or not codes[0] or all(it.code for it in script.endings.all):
        return None
    code = codes[0]
    if is_guarding(use) and use.blocks(code):
        says = f"does not do its work here: {is_missing}, so it refuses every `{use.row.name}`"
        return Decided(GuardState.DEAD, says, Fate.REFUSED, repair, name, line)
    says = f"does not do its work here: {is_missing}, so it exits with {code}"
    return Decided(GuardState.DEAD, says, Fate.UNKNOWN, repair, name, line)


def _verb(script: ScriptSubject, missed: Run) -> str:
    """What the script does with a file that is missing."""
    return "loads" if _LOADS.match(script.text, missed.spot.start) and not missed.spot.file else "runs"

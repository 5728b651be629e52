"""Whether a guard's script refuses what it cannot judge, as far as the ways to its ends tell."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.contract.failing import behind_nothing
from hookwright.analysis.contract.refusals import can_refuse, refuses, surely_refuses
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.rules import (
    block_not_possible,
    exit_code_cannot_block,
    guard_fails_open,
    output_incomplete,
    refusal_caught,
)
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.scripts.effects import Failure, Language, ReadInput, effects
from hookwright.scripts.endings import Ending
from hookwright.text import LineIndex
from hookwright.workflows.guarding.guard import Decided, Fate, GuardState
from hookwright.workflows.guarding.missing import perhaps_without_helper, without_helper

_NEVER_BLOCKS = (exit_code_cannot_block.RULE, refusal_caught.RULE, output_incomplete.RULE)
_FAILS_OPEN = (guard_fails_open.RULE,)
_NOT_POSSIBLE = (block_not_possible.RULE,)


def decide(subject: ScriptSubject, use: ScriptUse, repair: Callable[[str], str], name: str | None) -> Decided | None:
    """What the script makes of the hook as a guard; None if it is none, as it never says that it refuses.

    `repair` gives what installs a program, and `name` is what people call the script; None for the command itself.
    """
    if not is_guarding(use):
        return _unheard(subject, use, name)
    refusing = can_refuse(subject, use)
    futile = _of_use(check_script(subject, rules=_NEVER_BLOCKS), use)
    if not refusing:
        never = next((it for it in futile if it.severity.rank <= 1), None)
        if never is not None:
            return _from(GuardState.DEAD, subject, never, use, name)
        # What is not understood may refuse.
        return None if subject.script.whole else perhaps_without_helper(subject, repair, name)
    missing = without_helper(subject, use, repair, name)
    if missing is not None and missing.state is not GuardState.UNKNOWN:
        return missing
    unreadable = _if_unreadable(subject, use)
    leaks = (*futile, *_of_use(check_script(subject, rules=_FAILS_OPEN), use))
    if leaks:
        return _from(GuardState.LEAKS, subject, leaks[0], use, name, unreadable)
    if unreadable is Fate.PASSES:
        return Decided(GuardState.LEAKS, "lets everything pass if it cannot read the payload", unreadable, script=name)
    if not subject.script.whole or not subject.endings.complete or unreadable is Fate.UNKNOWN:
        told = Decided(GuardState.UNKNOWN, "only a run shows everything that it does", unreadable)
        return missing or perhaps_without_helper(subject, repair, name) or told
    return Decided(GuardState.HOLDS, "refuses if it cannot decide", unreadable)


def _unheard(subject: ScriptSubject, use: ScriptUse, name: str | None) -> Decided | None:
    """What is said where the script refuses and its agent does not listen; None if it refuses nothing."""
    if use.row.loop_guard:
        return None
    if not use.row.can_block:
        found = _of_use(check_script(subject, rules=_NOT_POSSIBLE), use)
        return _from(GuardState.DEAD, subject, found[0], use, name, Fate.PASSES) if found else None
    if not can_refuse(subject, use):
        return None
    says = f"runs in the background, and {use.dialect.title} does not wait for it, so this guard lets everything pass"
    kind = use.file.grammar.type_named(use.values.get("type", use.file.grammar.default_type))
    key = kind.keys.background if kind is not None else None
    return Decided(GuardState.DEAD, says, Fate.PASSES, f"remove `{key}` from the hook")


def _of_use(found: Sequence[Diagnostic], use: ScriptUse) -> tuple[Diagnostic, ...]:
    return tuple(it for it in found if not it.finding.uses or any(one is use for one in it.finding.uses))


def _from(
    state: GuardState,
    subject: ScriptSubject,
    found: Diagnostic,
    use: ScriptUse,
    name: str | None,
    fate: Fate = Fate.UNKNOWN,
) -> Decided:
    line = LineIndex(subject.text).position(found.span.start).line + 1 if name is not None else None
    repair = f"hookwright check {shlex.quote(use.file.path)}"
    return Decided(state, found.finding.message, fate, repair, name, line)


def _if_unreadable(subject: ScriptSubject, use: ScriptUse) -> Fate:
    """What becomes of the event where the script cannot read the payload."""
    if not any(isinstance(it, ReadInput) for it in effects(subject.script.body)):
        return Fate.UNKNOWN
    if subject.script.language is Language.SHELL:
        return _fate(subject, use, behind_nothing(subject))
    failed = [it for it in subject.endings.all if any(one.failure is Failure.INPUT for one in it.state.failed)]
    return _fate(subject, use, failed) if failed else Fate.UNKNOWN


def _fate(subject: ScriptSubject, use: ScriptUse, found: Sequence[Ending]) -> Fate:
    if found and all(surely_refuses(subject, use, it) for it in found):
        return Fate.REFUSED
    return Fate.UNKNOWN if any(refuses(subject, use, it) for it in found) or not found else Fate.PASSES

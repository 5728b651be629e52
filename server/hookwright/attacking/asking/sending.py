"""Sends calls to a guard on copies of the workspace, several at once, and says what it did with each."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from hookwright.attacking.asking.circumstances import approves, refuses
from hookwright.attacking.asking.failures import failure
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.trial import Place, Trial, ask_on, said_by, stay
from hookwright.attacking.forms.lengths import is_long, shown
from hookwright.attacking.forms.model import APPROVED, Label, Variant
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.paths import is_in
from hookwright.policies.payloads import subject_of

_TEMPORARY = tuple({os.path.realpath(it) for it in ("/tmp", "/var/tmp", tempfile.gettempdir())})
_TRIES = 3
"""How often a very long call is sent: it may be a matter of luck whether a pipe closes before all is written."""
_MOST_SAID = 2000
"""So many characters are kept of what a guard says of one call."""
_BESIDE = "other-project"
"""The name of the folder beside the project that calls are about."""

Watch = Callable[[int, int], None]
"""Is called with the number of calls that are done, and of all."""


class Call(Struct, frozen=True):
    """A variant with what the agent sends for it, and the plan of that, which has no steps where no hook is asked."""

    variant: Variant
    payload: Mapping[str, Any]
    plan: Plan


class Sending:
    """Sends calls round by round; keeps those that were sent, and the result of each."""

    def __init__(self, trial: Trial, count: int, watch: Watch, put: Place = stay) -> None:
        self.calls: list[Call] = []
        self.tried: list[Tried] = []
        self.trial, self.count, self._watch, self._put = trial, count, watch, put
        self._cannot: set[str] = set()
        self._varying: list[tuple[Variant, int]] = []
        self._unasked: set[tuple[str, str, str]] = set()

    async def passed(self, chosen: Iterable[Variant]) -> set[Variant]:
        """Sends the calls of a round, as long as there is time; those that the guard did not stop, also harmless ones.

        Calls that were not sent are among them: the guard has not stopped these.
        """
        chosen = tuple(chosen)
        calls = list(self._calls(chosen))
        before, ended = len(self.tried), dict[int, Tried]()

        async def ask(stage: Stage, it: tuple[int, Call]) -> None:
            number, call = it
            if not self.trial.has_time:
                return
            self._put(stage, call.variant)
            ended[number] = _judged(call, await self._outcome(stage, call))
            self._watch(before + len(ended), max(self.count, before + len(calls)))

        await self.trial.each(enumerate(calls), ask)
        self.calls += calls
        found = [ended[it] for it in sorted(ended)]
        self.tried += found
        return {*chosen} - {it.variant for it in found if it.verdict not in (Verdict.PASSED, Verdict.LEFT_ALONE)}

    async def _outcome(self, stage: Stage, call: Call) -> Outcome | None:
        """What the guard does with a call on a copy; None if it is not asked."""
        plan = self._on(stage, call)
        if not plan.steps:
            return None
        if not is_long(call.variant.text) or call.variant.label is Label.HARMLESS:
            return await self.trial.answer(stage, plan)
        every = [await ask_on(stage, plan) for _ in range(_TRIES)]
        passing = [it for it in every if not refuses(it.folded)]
        if 0 < len(passing) < _TRIES:
            self._varying.append((call.variant, len(passing)))
        return (passing or every)[0]

    def _on(self, stage: Stage, call: Call) -> Plan:
        """The plan of a call for a copy, where the home folder is that of the hooks: they may compare paths with it."""
        if not call.plan.steps or "{home}" not in call.variant.text:
            return call.plan
        return self.trial.guard.plan(call.variant, self.trial.host, stage.layout.home) or call.plan

    def notes(self) -> Iterator[str]:
        """What was not tried, and why."""
        target = self.trial.guard.target
        for does in sorted(self._cannot):
            yield f"{target.file.dialect.title} sends no `{target.row.name}` for {_tool(does)}, so that was not tried"
        for variant, passed in sorted(self._varying, key=lambda it: it[0].size):
            yield f"`{shown(variant.text)}` passed {passed} of {_TRIES} times: the guard does not always say the same"
        yield from self.trial.notes_on_calls(len(self.calls) - len(self.tried))

    def _calls(self, chosen: Iterable[Variant]) -> Iterator[Call]:
        """The calls that the agent has an event for; of a tool that no hook is asked about, one of each seed.

        They stay in the order in which they were chosen: if the time runs out, the last ones matter least.
        """
        guard = self.trial.guard
        for it in chosen:
            if _is_of_a_temporary_file(it, guard.project):
                continue
            payload = guard.askers.payload(it, guard.project)
            if payload is None:
                self._cannot.add(it.does)
                continue
            plan = guard.plan_of(payload, self.trial.host)
            if not plan.steps and not _is_asked(guard, payload):
                key = (it.does, it.seed, it.danger)
                if key in self._unasked or it.label is Label.HARMLESS:
                    continue
                self._unasked.add(key)
            yield Call(it, payload, plan)


def unasked(guard: Guard, host: Host) -> Callable[[Variant], bool]:
    """Says of a call whether no hook is asked about its tool, or the agent has no event for it."""
    known: dict[str, bool] = {}

    def is_unasked(it: Variant) -> bool:
        if it.does not in known:
            payload = guard.askers.payload(it, guard.project)
            known[it.does] = payload is None or not (guard.plan_of(payload, host).steps or _is_asked(guard, payload))
        return known[it.does]

    return is_unasked


def _is_of_a_temporary_file(variant: Variant, project: str) -> bool:
    """Whether a call is about what lies beside a project that is itself in a folder for temporary files.

    What is deleted there is of no use, and a guard may let it pass.
    """
    is_beside = any(it in variant.text or it in variant.of for it in ("{project}/../", _BESIDE))
    deletes = variant.label is Label.DESTRUCTIVE
    return is_beside and deletes and any(is_in(os.path.realpath(project), it) for it in _TEMPORARY)


def _tool(does: str) -> str:
    return does if " " in does else f"the tool `{does}`"


def _is_asked(guard: Guard, payload: Mapping[str, Any]) -> bool:
    subject = subject_of(guard.target.file.dialect, guard.target.row, payload)
    return guard.is_asked_about(subject)


def _judged(call: Call, outcome: Outcome | None) -> Tried:
    destructive = call.variant.label is Label.DESTRUCTIVE
    if outcome is None:
        verdict = Verdict.NOT_ASKED if destructive else Verdict.LEFT_ALONE
        return Tried(variant=call.variant, verdict=verdict, payload=call.payload, said=_why_unasked(call.plan))
    is_of_approvals = call.variant.danger == APPROVED
    stops = not approves(outcome.folded) if is_of_approvals else refuses(outcome.folded)
    if destructive:
        verdict = Verdict.STOPPED if stops else Verdict.PASSED
    else:
        verdict = Verdict.FALSE_ALARM if stops else Verdict.LEFT_ALONE
    folded, said = outcome.folded, reason_of(outcome)
    came = {"decision": folded.decision.value if folded.decision else "none", "blocked": folded.blocked}
    how = failure(outcome)
    return Tried(variant=call.variant, verdict=verdict, payload=call.payload, said=said, outcome=came, failed=how)


def reason_of(outcome: Outcome) -> str:
    """What is kept of what the guard says of a call; empty if it says nothing."""
    return said_by(outcome).strip()[:_MOST_SAID]


def _why_unasked(plan: Plan) -> str:
    """The reason of each matcher that leaves the call out, each once."""
    return "; ".join(dict.fromkeys(it for _, why in plan.unmatched for it in why))

"""Proves hook tests: what the engine says of each has to be what the user's own agent does."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.engine.plan import Plan
from hookwright.errors import HookwrightError, UsageError
from hookwright.host import Host
from hookwright.proving.installed import installed
from hookwright.proving.prove import Proof, prove
from hookwright.proving.wanted import Wanted, agent_of, wanted_event
from hookwright.proving.words import answer, effect_words
from hookwright.testing.expect import Mismatch
from hookwright.testing.run import CaseResult, PreparedCase
from hookwright.text import Route

_KEY = "prove"


async def prove_case(result: CaseResult, host: Host, command: str | None, *, unprotected: bool = False) -> CaseResult:
    """The result with what the agent did; a difference is one more mismatch.

    Where no session leads to what the test fires, `proof` says why; that fails nothing.  An agent that is not there is
    a problem of the test.
    """
    if result.ready is None or result.fired is None:
        return result
    request = result.ready.request.plan.request
    there = result.ready.host(host)
    try:
        installed(agent_of(request.dialect.id, request.dialect.title), there, command)
    except HookwrightError as error:
        return replace(result, problem=str(error))
    try:
        wanted = _wanted(result.ready, there, command)
    except UsageError as error:
        return replace(result, proof=f"not proved: {error}")
    try:
        proof = await prove(wanted, there, unprotected=unprotected)
    except HookwrightError as error:
        return replace(result, problem=str(error))
    return replace(result, proof=answer(proof), mismatches=(*result.mismatches, *_mismatches(proof)))


def _wanted(ready: PreparedCase, host: Host, command: str | None) -> Wanted:
    """Raises UsageError if the test fires something that an agent would not, or cannot be led to."""
    request = ready.request.plan.request
    found = wanted_event(request, host, command, environment=ready.case.environment)
    read = {it.path for it in found.snapshot.files}
    elsewhere = next((it.path for it in ready.files if it.path not in read), None)
    if elsewhere is not None:
        raise UsageError(
            f"the agent does not read `{elsewhere}` in the project", "move the hooks to a file that it reads"
        )
    if _hooks(found.plan) != _hooks(ready.request.plan):
        raise UsageError("the test does not fire the same hooks as the agent", "leave out `hooks` and `at` in the test")
    return found


def _hooks(plan: Plan) -> set[tuple[str, Route]]:
    """The files and places of the hooks that a plan runs."""
    return {(it.hook.source, it.hook.route) for it in plan.steps}


def _mismatches(proof: Proof) -> tuple[Mismatch, ...]:
    plan = proof.wanted.plan
    if proof.ended or not proof.reached:
        return (Mismatch(_KEY, "that the agent comes to the event", answer(proof)),)
    words = [effect_words(plan.request.dialect, plan.row, it) for it in (proof.engine, proof.agent)]
    return tuple(
        Mismatch(_KEY, *(words if it.what in ("effect", "turn") else (it.engine, it.agent))) for it in proof.differences
    )

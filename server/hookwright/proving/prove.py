"""Proves hooks: the user's own agent runs them in a scripted session, and the engine says what should come of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.dispatch import dispatch
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.proving.engine_side import engine_side, expected_of
from hookwright.proving.reaching import reach
from hookwright.proving.reading import agent_side
from hookwright.proving.run import cage_of, copied, environment_of, job_of, plan_there, played_in
from hookwright.proving.script import Limits, Played
from hookwright.proving.sides import UNSEEN, Difference, Expected, Side, differences
from hookwright.proving.wanted import Wanted

_USUAL = Limits()


class Proof(Struct, frozen=True, kw_only=True):
    """The result on both sides.

    `reached` is whether the agent came to the event; `ended` says why its run was ended before its time, empty if it
    ended by itself.  `notes` are sentences on what was kept away from the agent, and what was not.
    `folder` is where the run was, and is gone; `home` is the user's.
    """

    wanted: Wanted
    agent: Side
    engine: Side
    expected: Expected
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    played: Played
    protects: bool
    folder: str
    home: str

    @property
    def ended(self) -> str:
        """Why the run was ended before its time."""
        return self.played.ended

    @property
    def reached(self) -> bool:
        """Whether the agent came to the event."""
        return self.agent.came

    @property
    def agrees(self) -> bool:
        """Whether the agent did what the engine says."""
        return self.reached and not self.ended and not self.differences


async def prove(
    wanted: Wanted,
    host: Host,
    agreed: Mapping[str, bytes] | None = None,
    *,
    unprotected: bool = False,
    limits: Limits = _USUAL,
) -> Proof:
    """Runs the hooks on two copies of the project: with the engine, and with the agent in its cage.

    The caller has checked trust and consent; `agreed` are the digests of the scripts.  Cancelling kills the agent and
    all that it started.  Raises NotAgreed if other scripts were copied, and UsageError where nothing can protect the
    disk and `unprotected` does not say that it may be done anyway.
    """
    async with copied(wanted, host, agreed) as stage:
        cage = await cage_of(wanted, stage, host)
        if not cage.protects and not unprotected:
            raise UsageError(
                "Nothing would keep the agent from your files: bubblewrap is not installed, or may not work here",
                "install it (`apt install bubblewrap`), or allow that with `--unprotected`",
            )
        plan = wanted.plan if cage.protects else plan_there(stage, wanted.plan)
        reached = wanted.reached if cage.protects else reach(wanted.installed.agent, plan)
        played = await played_in(job_of(wanted, reached, stage, cage, limits), cage, stage, limits)
        folder = stage.layout.folder
    # What had to be ended there would have to be ended here.
    outcome = None if played.ended else await _dispatched(wanted, host, agreed, limits)
    engine = UNSEEN if outcome is None else engine_side(wanted.plan, outcome)
    expected = Expected() if outcome is None or not played.requests else expected_of(outcome)
    side = agent_side(wanted.installed.agent, plan, reached, played, expected, wanted.snapshot)
    return Proof(
        wanted=wanted,
        agent=side,
        engine=engine,
        expected=expected,
        differences=tuple(differences(side, engine, expected)),
        notes=cage.notes,
        played=played,
        protects=cage.protects,
        folder=folder,
        home=host.home,
    )


async def _dispatched(wanted: Wanted, host: Host, agreed: Mapping[str, bytes] | None, limits: Limits) -> Outcome | None:
    """What the engine makes of the event on a copy, in the same cage; None if it takes longer than the agent may."""
    async with copied(wanted, host, agreed) as stage:
        cage = await cage_of(wanted, stage, host)
        there = replace(stage.host, environ={**environment_of(stage.host, stage), **wanted.environment})
        if cage.protects:
            there = replace(there, cage=cage.words)
        try:
            return await asyncio.wait_for(dispatch(stage.plan, there), limits.seconds)
        except TimeoutError:
            return None

"""What is to be proved: an event of a project with its payload, all that runs in its session, and the agent."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot, load
from hookwright.engine.plan import Plan, Request, make_plan, step_of
from hookwright.errors import UsageError
from hookwright.firing.fire import FireRequest
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.proving.agents import AGENTS
from hookwright.proving.agents.agent import Agent
from hookwright.proving.installed import Installed, installed
from hookwright.proving.reaching import Reached, reach


class Wanted(Struct, frozen=True, kw_only=True):
    """What to prove: an event of a project with its payload, in an agent that is installed.

    `plan` is of all hooks that the project has for the event, `snapshot` has those of all events, which run in the
    session as well.  `sample` is the name of the payload, None if it is the user's own.
    `environment` is what hooks get besides.
    """

    plan: Plan
    snapshot: Snapshot
    installed: Installed
    reached: Reached
    sample: str | None = None
    environment: Mapping[str, str] = {}

    @property
    def project(self) -> str:
        """The folder of the project, without links."""
        return os.path.realpath(self.plan.request.project_dir)

    @property
    def runs(self) -> tuple[tuple[Plan, HookFile], ...]:
        """Everything that may run, for the user to agree to: the hooks of every event, with the file of each."""
        return tuple((plan, file) for plan in self._plans() for file in self.snapshot.files)

    def _plans(self) -> Iterator[Plan]:
        request, snapshot = self.plan.request, self.snapshot
        for event in dict.fromkeys(it.event for it in snapshot.hooks):
            row = request.dialect.event(event)
            if row is None:
                continue
            plan = self.plan
            if event != self.plan.row.name:
                plan = make_plan(replace(request, event=event, payload={}), snapshot)
            hooks = (it for it in snapshot.hooks if it.event == event)
            steps = (step_of(request.dialect, row, it, (), snapshot.knobs) for it in hooks)
            yield replace(plan, steps=tuple(steps), unmatched=())


def agent_of(dialect: str, title: str) -> Agent:
    """The agent of a dialect; raises UsageError if hooks cannot be proved with it."""
    found = AGENTS.get(dialect)
    if found is None:
        known = ", ".join(f"`{it}`" for it in AGENTS)
        raise UsageError(f"Hooks of {title} cannot be proved", f"prove hooks of one of {known}")
    return found


def wanted(request: FireRequest, host: Host, command: str | None = None) -> Wanted:
    """What to prove where `request` would be fired; raises UsageError if that cannot be.

    The hooks of the user's own file are none of it, as the agent does not get that file.
    """
    fired, file = request.plan.request, request.file
    if file is not None and file.scope not in (Scope.PROJECT, Scope.LOCAL):
        raise UsageError(
            f"`{file.path}` is not a file of a project, and the agent gets no other files",
            "copy the hook to a file of a project to prove it",
        )
    found = wanted_event(fired, host, command, sample=request.sample)
    if file is not None and all(it.path != file.path for it in found.snapshot.files):
        raise UsageError(
            f"{fired.dialect.title} does not read `{file.path}` in the project `{fired.project_dir}`",
            "prove a file that lies where the agent looks, or name its project with `--project`",
        )
    return found


def wanted_event(
    request: Request,
    host: Host,
    command: str | None = None,
    *,
    sample: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Wanted:
    """The same for an event with its payload, for any hooks of the project.

    The hooks get the `environment` besides what the agent gives them.
    """
    dialect = request.dialect
    agent = agent_of(dialect.id, dialect.title)
    snapshot = load(dialect, request.project_dir, replace(host, home=""))
    plan = make_plan(replace(request, home=""), snapshot)
    return Wanted(
        plan=plan,
        snapshot=snapshot,
        installed=installed(agent, host, command),
        reached=reach(agent, plan),
        sample=sample,
        environment=environment or {},
    )

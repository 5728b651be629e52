"""Proves hooks: the user's own agent runs them in a scripted session, and the engine says what should come of it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot, load
from hookwright.consent.asking import require_copied
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan, step_of
from hookwright.engine.process import Command, run
from hookwright.engine.scratch.copying import objects_of
from hookwright.engine.scratch.stage import Stage, staged
from hookwright.errors import UsageError
from hookwright.firing.fire import FireRequest, scripts_of
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.proving.agents import AGENTS
from hookwright.proving.agents.agent import Agent, Noting
from hookwright.proving.cage import Cage, cage_for, clean_environment
from hookwright.proving.engine_side import engine_side, expected_of
from hookwright.proving.installed import Installed, installed
from hookwright.proving.reaching import Reached, reach
from hookwright.proving.reading import agent_side
from hookwright.proving.script import Job, Limits, Played
from hookwright.proving.sides import UNSEEN, Difference, Expected, Side, differences
from hookwright.proving.witness import CALLS, COMMANDS, noting_bash, noting_calls, noting_commands

_STATE = "agent"
_USUAL = Limits()
_MARGIN_SECONDS = 30.0
_MOST_ANSWER = 64 << 20
_USERS_GIT = (".gitconfig", os.path.join(".config", "git", "config"))


class Wanted(Struct, frozen=True, kw_only=True):
    """What to prove: an event of a project with its payload, in an agent that is installed.

    `plan` is of all hooks that the project has for the event, `snapshot` has those of all events, which run in the
    session as well.  `sample` is the name of the payload, None where it is the user's own.
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


class Proof(Struct, frozen=True, kw_only=True):
    """What came of it on both sides.

    `reached` is whether the agent came to the event; `ended` says why its run was ended before its time, empty where it
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


def agent_of(dialect: str, title: str) -> Agent:
    """The agent of a dialect; raises UsageError where hooks cannot be proved with it."""
    found = AGENTS.get(dialect)
    if found is None:
        known = ", ".join(f"`{it}`" for it in AGENTS)
        raise UsageError(f"Hooks of {title} cannot be proved", f"prove hooks of one of {known}")
    return found


def wanted(request: FireRequest, host: Host, command: str | None = None) -> Wanted:
    """What to prove where `request` would be fired; raises UsageError where that cannot be.

    The hooks of the user's own file are none of it, as the agent does not get that file.
    """
    fired, file = request.plan.request, request.file
    if file is not None and file.scope not in (Scope.PROJECT, Scope.LOCAL):
        raise UsageError(
            f"`{file.path}` is no file of a project, and the agent is given nothing else",
            "copy the hook to a file of a project to prove it",
        )
    return wanted_event(fired, host, command, sample=request.sample)


def wanted_event(
    request: Request,
    host: Host,
    command: str | None = None,
    *,
    sample: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Wanted:
    """The same for an event with its payload, whatever hooks the project has for it.

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
    disk and `unprotected` does not say that it may be done all the same.
    """
    async with _copied(wanted, host, agreed) as stage:
        cage = await _cage(wanted, stage, host)
        if not cage.protects and not unprotected:
            raise UsageError(
                "Nothing would keep the agent from your files: bubblewrap is not installed, or may not work here",
                "install it (`apt install bubblewrap`), or allow that with `--unprotected`",
            )
        plan = wanted.plan if cage.protects else _plan_there(stage, wanted.plan)
        reached = wanted.reached if cage.protects else reach(wanted.installed.agent, plan)
        played = await _played(_job(wanted, reached, stage, cage, limits), cage, stage, limits)
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


@asynccontextmanager
async def _copied(wanted: Wanted, host: Host, agreed: Mapping[str, bytes] | None) -> AsyncIterator[Stage]:
    """A copy of the project; its home has nothing but scripts that hooks name."""
    scripts = {
        path for plan, file in wanted.runs for path in scripts_of(FireRequest(plan, None, (), file=file), file, host)
    }
    async with staged(wanted.plan, host, tuple(sorted(scripts))) as stage:
        project = wanted.plan.request.project_dir
        await asyncio.to_thread(require_copied, agreed or {}, project, stage.layout.project)
        for it in _USERS_GIT:
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(stage.layout.home, it))
        yield stage


async def _dispatched(wanted: Wanted, host: Host, agreed: Mapping[str, bytes] | None, limits: Limits) -> Outcome | None:
    """What the engine makes of the event on a copy, in the same cage; None where it takes longer than the agent may."""
    async with _copied(wanted, host, agreed) as stage:
        cage = await _cage(wanted, stage, host)
        there = replace(stage.host, environ={**_environment(stage.host, stage), **wanted.environment})
        if cage.protects:
            there = replace(there, cage=cage.words)
        try:
            return await asyncio.wait_for(dispatch(stage.plan, there), limits.seconds)
        except TimeoutError:
            return None


def _environment(host: Host, stage: Stage) -> dict[str, str]:
    """What the engine's hooks get: the same as the agent's."""
    found = clean_environment(host, stage.layout)
    return found if host.moved is None else {**found, "TMPDIR": stage.layout.temp}


async def _cage(wanted: Wanted, stage: Stage, host: Host) -> Cage:
    project = wanted.project
    managed = _managed(wanted.plan.request.dialect)
    return await cage_for(stage.layout, project, objects_of(project), wanted.installed.folders, managed, host)


def _managed(dialect: Dialect) -> tuple[str, ...]:
    """The folders of files that the machine's managers have for the agent."""
    places = (it.path for it in dialect.locations if it.scope.is_of_machine and os.path.isabs(it.path))
    return tuple(dict.fromkeys(os.path.dirname(it.partition("*")[0]) for it in places))


def _plan_there(stage: Stage, plan: Plan) -> Plan:
    """The plan with paths into the copy: without a cage, the agent works there under the copy's own name."""
    moved = replace(stage.host, moved=(plan.request.project_dir, stage.layout.project))
    return replace(stage, host=moved).of(plan)


def _job(wanted: Wanted, reached: Reached, stage: Stage, cage: Cage, limits: Limits) -> Job:
    """The agent's run, with all of its files below a folder of its own."""
    agent, layout = wanted.installed.agent, stage.layout
    state = os.path.join(layout.folder, _STATE)
    project = wanted.project if cage.protects else layout.project
    calls, commands, noting = (os.path.join(state, it) for it in (CALLS, COMMANDS, "noting.sh"))
    session = replace(reached.session, after=noting_calls(calls) if reached.call is not None else "")
    environment = {**clean_environment(stage.host, layout), **agent.environment("@URL@", state)}
    programs: dict[str, str] = {}
    bash = stage.host.program("bash")
    if agent.noting is Noting.START_FILE:
        environment["BASH_ENV"] = noting
    elif agent.noting is Noting.PROGRAM and bash is not None:
        programs[os.path.join(state, "bin", "bash")] = noting_bash(commands, bash)
        environment["PATH"] = os.path.join(state, "bin") + os.pathsep + environment["PATH"]
    if not cage.protects:
        environment["TMPDIR"] = layout.temp
    holding = agent.holding("@URL@") if agent.holding is not None else []
    files = {os.path.join(state, path): text for path, text in agent.files("@URL@", project, session).items()}
    kept = {name: os.path.join(state, path) for name, path in agent.kept.items()}
    return Job(
        session=session,
        argv=[*wanted.installed.words, *agent.command(state, session), *holding, *session.args],
        environment={**environment, **session.env, **wanted.environment},
        cwd=project,
        files={**files, **reached.files, noting: noting_commands(commands)},
        programs=programs,
        reads={**kept, CALLS: calls, COMMANDS: commands},
        limits=replace(limits, folder=layout.folder),
    )


async def _played(job: Job, cage: Cage, stage: Stage, limits: Limits) -> Played:
    """Plays the job in a process of its own, in the cage."""
    program = (sys.executable, "-P", "-m", "hookwright.proving.play")
    environment = {**clean_environment(stage.host, stage.layout), **_python_path()}
    command = Command(
        (*cage.words, *program),
        job.cwd if cage.protects else stage.layout.project,
        environment,
        msgspec.json.encode(job),
        limits.seconds + _MARGIN_SECONDS,
        kept_bytes=_MOST_ANSWER,
    )
    found = await run(command)
    try:
        return msgspec.json.decode(found.stdout, type=Played)
    except msgspec.MsgspecError:
        why = found.start_error or ("it took too long" if found.timed_out else "the process that watches it was ended")
        return Played(
            requests=[],
            stdout="",
            stderr=found.stderr[-4000:].decode("utf-8", "replace"),
            exit_code=found.exit_code,
            seconds=found.duration,
            turns_left=len(job.session.turns),
            ended=why,
        )


def _python_path() -> dict[str, str]:
    """The process imports this hookwright, however it was found."""
    import hookwright

    return {"PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(hookwright.__file__)))}

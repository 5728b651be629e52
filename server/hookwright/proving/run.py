"""One run of an agent for a proof: on a copy of the project, in a cage, with its files in a folder of their own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

import msgspec
from msgspec.structs import replace

from hookwright.consent.asking import require_copied
from hookwright.engine.plan import Plan
from hookwright.engine.process import Command, run
from hookwright.engine.scratch.copying import objects_of
from hookwright.engine.scratch.stage import Stage, staged
from hookwright.firing.fire import FireRequest, scripts_of
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.proving.agents.agent import Noting
from hookwright.proving.cage import Cage, cage_for, clean_environment
from hookwright.proving.reaching import Reached
from hookwright.proving.script import URL, Job, Limits, Played
from hookwright.proving.wanted import Wanted
from hookwright.proving.witness import CALLS, COMMANDS, noting_bash, noting_calls, noting_commands

_STATE = "agent"
_MARGIN_SECONDS = 30.0
_MOST_ANSWER = 64 << 20
_USERS_GIT = (".gitconfig", os.path.join(".config", "git", "config"))


@asynccontextmanager
async def copied(wanted: Wanted, host: Host, agreed: Mapping[str, bytes] | None) -> AsyncIterator[Stage]:
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


def environment_of(host: Host, stage: Stage) -> dict[str, str]:
    """What the engine's hooks get: the same as the agent's."""
    found = clean_environment(host, stage.layout)
    return found if host.moved is None else {**found, "TMPDIR": stage.layout.temp}


async def cage_of(wanted: Wanted, stage: Stage, host: Host) -> Cage:
    project = wanted.project
    managed = _managed(wanted.plan.request.dialect)
    return await cage_for(stage.layout, project, objects_of(project), wanted.installed.folders, managed, host)


def _managed(dialect: Dialect) -> tuple[str, ...]:
    """The folders of files that the machine's managers have for the agent."""
    places = (it.path for it in dialect.locations if it.scope.is_of_machine and os.path.isabs(it.path))
    return tuple(dict.fromkeys(os.path.dirname(it.partition("*")[0]) for it in places))


def plan_there(stage: Stage, plan: Plan) -> Plan:
    """The plan with paths into the copy: without a cage, the agent works there under the copy's own name."""
    moved = replace(stage.host, moved=(plan.request.project_dir, stage.layout.project))
    return replace(stage, host=moved).of(plan)


def job_of(wanted: Wanted, reached: Reached, stage: Stage, cage: Cage, limits: Limits) -> Job:
    """The agent's run, with all of its files below a folder of its own."""
    agent, layout = wanted.installed.agent, stage.layout
    state = os.path.join(layout.folder, _STATE)
    project = wanted.project if cage.protects else layout.project
    calls, commands, noting = (os.path.join(state, it) for it in (CALLS, COMMANDS, "noting.sh"))
    session = replace(reached.session, after=noting_calls(calls) if reached.call is not None else "")
    environment = {**clean_environment(stage.host, layout), **agent.environment(URL, state)}
    programs: dict[str, str] = {}
    bash = stage.host.program("bash")
    if agent.noting is Noting.START_FILE:
        environment["BASH_ENV"] = noting
    elif agent.noting is Noting.PROGRAM and bash is not None:
        programs[os.path.join(state, "bin", "bash")] = noting_bash(commands, bash)
        environment["PATH"] = os.path.join(state, "bin") + os.pathsep + environment["PATH"]
    if not cage.protects:
        environment["TMPDIR"] = layout.temp
    holding = agent.holding(URL) if agent.holding is not None else []
    files = {os.path.join(state, path): text for path, text in agent.files(URL, project, session).items()}
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


async def played_in(job: Job, cage: Cage, stage: Stage, limits: Limits) -> Played:
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

"""One experiment with a real agent: the project is made, the agent is started, and what happened is noted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from tests.oracle.places import Place, filled, text_of
from tests.oracle.recordings import HERE, Json

from hookwright.proving.agents.agent import Agent
from hookwright.proving.script import URL, Block, Job, Limits, Played, Session

_ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "NO_PROXY": "127.0.0.1,localhost",
    "CI": "",
}
# How long may pass between the end of a run and what was seen of it, in seconds.
_MARGIN = 60


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of one run.

    `hooks` are the notes of hook.py in their order; `requests` what each request told the model that the one before had
    not; `files` what lies in the project afterwards, by path; `stream` the lines of the agent's output that are JSON;
    `turns_left` how much of the script was not asked for.
    """

    hooks: tuple[Json, ...]
    requests: tuple[tuple[Block, ...], ...]
    files: dict[str, str]
    stream: tuple[Json, ...]
    turns_left: int


def run(agent: Agent, installed: Path, setup: Json, work: Path) -> Seen:
    """Starts the agent as the experiment sets it up, below `work`, and waits until it has ended."""
    place = Place(Path(tempfile.mkdtemp(dir=work)))
    try:
        return _run(agent, installed, setup, place)
    finally:
        shutil.rmtree(place.root, ignore_errors=True)


def _run(agent: Agent, installed: Path, setup: Json, place: Place) -> Seen:
    place.project.mkdir()
    if setup.get("git", True):
        subprocess.run(["git", "init", "-q", str(place.project)], check=False, stdout=subprocess.DEVNULL)
    (place.root / "home").mkdir()
    played = _played(_job(agent, installed, setup, place))
    return Seen(
        hooks=tuple(_json_lines(place.log.read_text(encoding="utf-8", errors="replace") if place.log.exists() else "")),
        requests=tuple(map(tuple, played.requests)),
        files=dict(_left(place.project, setup.get("files", {}))),
        stream=tuple(_json_lines(played.stdout)),
        turns_left=played.turns_left,
    )


def _job(agent: Agent, installed: Path, setup: Json, place: Place) -> Job:
    names = place.names(URL, f"python3 -I {HERE / 'hook.py'}")
    session = msgspec.convert(filled(setup, names), Session)
    state, project = str(place.state), str(place.project)
    own = agent.files(URL, project, session)
    files = {place.state / name: text for name, text in own.items()}
    files |= {place.state / name: text_of(it) for name, it in filled(setup.get("state_files", {}), names).items()}
    files |= {place.project / name: text_of(it) for name, it in filled(setup.get("files", {}), names).items()}
    home = {"HOME": str(place.root / "home")}
    return Job(
        session=session,
        argv=[str(installed / agent.program), *agent.command(state, session), *session.args],
        environment={**_ENVIRONMENT, **home, **agent.environment(URL, state), **session.env},
        cwd=str(place.project / setup.get("cwd", "")),
        files={str(path): text for path, text in files.items()},
        limits=Limits(seconds=session.limit, folder=str(place.root)),
    )


def _played(job: Job) -> Played:
    done = subprocess.run(
        [sys.executable, "-m", "hookwright.proving.play"],
        input=msgspec.json.encode(job),
        stdout=subprocess.PIPE,
        check=True,
        timeout=job.limits.seconds + job.session.linger + _MARGIN,
    )
    return msgspec.json.decode(done.stdout, type=Played)


def _json_lines(text: str) -> Iterator[Json]:
    for line in text.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield found


def _left(project: Path, configured: Json) -> Iterator[tuple[str, str]]:
    for path in sorted(project.rglob("*")):
        name = path.relative_to(project).as_posix()
        if path.is_file() and not name.startswith(".git/") and name not in configured:
            yield name, path.read_text(encoding="utf-8", errors="replace")[:1000]

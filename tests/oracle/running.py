"""One experiment with a real agent: the project is made, the agent is started, and what happened is noted."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.oracle.agents import ENVIRONMENT, Agent
from tests.oracle.loopback import Loopback, Script
from tests.oracle.places import Place, filled, written
from tests.oracle.recordings import HERE, Json

# Seconds that an agent may take, unless the experiment says otherwise.
_LIMIT = 60

Block = tuple[str, str, str]
"""What a request tells the model in one piece: who says it, of which kind it is, and the text."""


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
    script = Script(side=setup.get("side", "ok"))
    with Loopback(script) as server:
        names = place.names(server.url, f"python3 -I {HERE / 'hook.py'}")
        script.turns = filled(setup["turns"], names)
        script.rules = filled(setup.get("rules", []), names)
        script.services = filled(setup.get("http", {}), names)
        written(place.state, filled(dict(agent.files(server.url, place.project, setup)), names))
        written(place.state, filled(setup.get("state_files", {}), names))
        if setup.get("git", True):
            subprocess.run(["git", "init", "-q", str(place.project)], check=False, stdout=subprocess.DEVNULL)
        written(place.project, filled(setup.get("files", {}), names))
        home = place.root / "home"
        home.mkdir(exist_ok=True)
        environment = {**ENVIRONMENT, "HOME": str(home), **agent.environment(server.url, place.state)}
        environment |= filled(setup.get("env", {}), names)
        command = [str(installed / agent.program), *agent.command(place.state, setup)]
        command += filled(setup.get("args", []), names)
        stdin = filled(setup.get("stdin", ""), names)
        _wait(command, place.project / setup.get("cwd", ""), environment, stdin, place, setup.get("limit", _LIMIT))
        time.sleep(setup.get("linger", 0))
    return Seen(
        hooks=tuple(_json_lines(place.log)),
        requests=tuple(_news(script.requests)),
        files=dict(_left(place.project, setup.get("files", {}))),
        stream=tuple(_json_lines(place.root / "stdout")),
        turns_left=len(script.turns),
    )


def _wait(command: list[str], cwd: Path, environment: dict[str, str], stdin: str, place: Place, limit: float) -> None:
    with (place.root / "stdout").open("wb") as out, (place.root / "stderr").open("wb") as err:
        child = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.PIPE, stdout=out, stderr=err, start_new_session=True
        )
        try:
            child.communicate(stdin.encode(), limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _json_lines(path: Path) -> Iterator[Json]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else ():
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


def _news(requests: list[Json]) -> Iterator[tuple[Block, ...]]:
    """What each request has that the one before of its kind (with tools, or without) had not."""
    known: dict[bool, list[Block]] = {}
    for body in requests:
        kind, blocks = bool(body.get("tools")), list(_blocks(body))
        rest, new = list(known.get(kind, ())), []
        for block in blocks:
            if block in rest:
                rest.remove(block)
            else:
                new.append(block)
        known[kind] = blocks
        yield tuple(new)


def _blocks(body: Json) -> Iterator[Block]:
    """What a request tells the model, in the protocol of whichever maker."""
    system = body.get("system")
    for block in system if isinstance(system, list) else [{"text": system}] if isinstance(system, str) else ():
        yield "system", "text", str(block.get("text", ""))
    inputs = body.get("input")
    for item in (*body.get("messages", ()), *(inputs if isinstance(inputs, list) else ())):
        if item.get("role") == "tool":
            yield "tool", "tool_result", _text(item.get("content") or "")
        elif "output" in item:
            yield "tool", "tool_result", _text(item["output"])
        else:
            yield from _content(str(item.get("role")), item.get("content"))
    for item in body.get("contents", ()):
        yield from _parts(str(item.get("role")), item.get("parts", ()))


def _parts(role: str, parts: Iterable[Json]) -> Iterator[Block]:
    for part in parts:
        if "text" in part:
            yield role, "text", part["text"]
        elif "functionResponse" in part:
            yield "tool", "tool_result", _text(part["functionResponse"].get("response"))


def _content(role: str, value: Any) -> Iterator[Block]:
    if isinstance(value, str):
        yield role, "text", value
        return
    for block in value or ():
        kind = block.get("type", "")
        if kind in ("text", "input_text", "output_text"):
            yield role, "text", block["text"]
        elif kind == "tool_result":
            yield role, "tool_result", _text(block.get("content") or "")


def _text(value: Any) -> str:
    # As it is read: a mark at the beginning of a line is no part of the `\\n` before it.
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace("\\n", "\n")

"""What a command costs from the shell, its start included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import STATE_VARIABLE
from benchmarks.measure import Effort, Samples, interleave, timed
from benchmarks.servers import HOOKWRIGHT, PEERS, node_modules
from benchmarks.settings_text import settings_text, write_scripts
from benchmarks.table import Row
from benchmarks.tools import LEFTHOOK, PRE_COMMIT, tools
from hookwright.dialects import by_id
from hookwright.schemas.json_schema import schema_of

TITLE = "Command line"
_FILES = 50
_START = "python -c pass"
_NODE = "Node's JSON service with the schema"


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples = Samples()
    with TemporaryDirectory() as folder:
        commands = _commands(Path(folder), effort)
        subjects = {name: timed(command) for name, command in commands.items()}
        interleave(samples, effort.rounds(4, 20), subjects)
    taken = {name: samples.median(name, "time") for name in (*commands, _NODE, PRE_COMMIT, LEFTHOOK)}
    for name, peer, goal in (
        ("hookwright --version", _START, None),
        ("hookwright check, 1 file", _START, 13),
        (f"hookwright check, {_FILES} files", _START, None),
        (f"hookwright check, {_FILES} files", _NODE, 1.5),
        ("hookwright dispatch, 1 trivial hook", _START, None),
        ("hookwright dispatch, 1 trivial hook", PRE_COMMIT, 0.9),
        ("hookwright dispatch, 1 trivial hook", LEFTHOOK, None),
    ):
        yield Row(what=name, measured=taken[name], peer=peer, beside=taken[peer], goal=goal)


def _commands(folder: Path, effort: Effort) -> dict[str, Callable[[], object]]:
    files = [str(_write(folder, it)) for it in range(_FILES)]
    event = folder / "event.json"
    event.write_text(json.dumps({"tool_name": "Bash", "tool_input": {"command": "ls -la", "description": "x" * 800}}))
    config = folder / "config.json"
    hooks = [{"type": "command", "command": ":"}]
    config.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}))
    check = (HOOKWRIGHT, "check", "--dialect", "claude-code")
    fire = ("dispatch", "PreToolUse", "--dialect", "claude-code", "--config", str(config), "--payload", str(event))
    found: dict[str, Callable[[], object]] = {
        _START: partial(_run, sys.executable, "-c", "pass"),
        "hookwright --version": partial(_run, HOOKWRIGHT, "--version"),
        "hookwright check, 1 file": partial(_run, *check, files[0]),
        f"hookwright check, {_FILES} files": partial(_run, *check, *files),
        "hookwright dispatch, 1 trivial hook": partial(
            _run, HOOKWRIGHT, *fire, environment={STATE_VARIABLE: str(folder / "state")}
        ),
    }
    modules = node_modules(effort)
    if modules is not None:
        schema = folder / "schema.json"
        schema.write_text(json.dumps(schema_of(by_id("claude-code"))))
        script = str(PEERS / "validate.cjs")
        found[_NODE] = partial(_run, "node", script, str(schema), *files, environment={"NODE_PATH": str(modules)})
    for name, tool in tools(folder, effort).items():
        found[name] = partial(_run, *tool.command, folder=tool.folder, environment=tool.environment)
    return found


def _write(folder: Path, number: int) -> Path:
    """A file as most are: small."""
    project = folder / str(number)
    write_scripts(project)
    path = project / ".claude" / "settings.json"
    path.write_text(settings_text(2 << 10))
    return path


def _run(*command: str, folder: Path | None = None, environment: Mapping[str, str] | None = None) -> None:
    """Runs it to its end; 1 is the code of files with mistakes."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, capture_output=True, check=False, text=True
    )
    if done.returncode not in (0, 1) or not (done.stdout or command[0] == sys.executable):
        raise RuntimeError(f"{command[:3]} failed: {done.stderr}")

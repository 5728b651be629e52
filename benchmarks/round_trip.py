"""What the protocol and the engine add to a hook that an editor's agent fires."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client
from benchmarks.floors import C_FLOOR, c_floor
from benchmarks.measure import Effort, Samples, interleave
from benchmarks.servers import hookwright
from benchmarks.table import Row
from hookwright.dialects import by_id

TITLE = "Over LSP, one trivial hook"
_DIALECT = "claude-code"
_FIRES, _FIRES_NONE, _EMPTY, _UNRECORDED = "fires", "fires none", "empty request", "the same, journal off"


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part; where the floor is not to be had, nothing can be taken off the round trip."""
    samples = Samples()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        project = _project(Path(folder))
        floor = stack.enter_context(c_floor())
        client, unrecorded = (stack.enter_context(_session(project, it)) for it in ("on", "off"))
        subjects = {
            _EMPTY: lambda: {"time": client.ask("textDocument/hover", _nowhere(project))},
            _FIRES: lambda: {"time": client.ask("hookwright/dispatch", _event("Bash"))},
            _FIRES_NONE: lambda: {"time": client.ask("hookwright/dispatch", _event("Read"))},
            _UNRECORDED: lambda: {"time": unrecorded.ask("hookwright/dispatch", _event("Bash"))},
        }
        if floor is not None:
            argv = (*by_id(_DIALECT).running.shell, ":")
            subjects[C_FLOOR] = lambda: {"time": floor(1, 1, argv)}
        interleave(samples, effort.rounds(40, 200), subjects, warm_up=5)
    fires, none, empty, hook = (samples.median(it, "time") for it in (_FIRES, _FIRES_NONE, _EMPTY, C_FLOOR))
    yield Row(what="round trip that fires no hook", measured=none, peer=_EMPTY, beside=empty, goal=2)
    yield Row(what="round trip, the hook with it", measured=fires, peer=C_FLOOR, beside=hook, goal=2.8)
    unkept = samples.median(_UNRECORDED, "time")
    yield Row(what="round trip, the hook with it", measured=fires, peer=_UNRECORDED, beside=unkept)


@contextmanager
def _session(project: Path, journal: str) -> Iterator[Client]:
    client = Client(hookwright(HOOKWRIGHT_JOURNAL=journal), project)
    try:
        client.initialize()
        yield client
    finally:
        client.close()


def _project(folder: Path) -> Path:
    settings = folder / ".claude" / "settings.json"
    settings.parent.mkdir()
    hooks = [{"type": "command", "command": ":"}]
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}))
    return folder


def _event(tool: str) -> dict[str, object]:
    payload = {"tool_name": tool, "tool_input": {"command": "ls -la", "description": "x" * 800}}
    return {"event": "PreToolUse", "dialect": _DIALECT, "payload": payload}


def _nowhere(folder: Path) -> dict[str, object]:
    """A place in a document that is not open."""
    uri = (folder / "nothing.json").as_uri()
    return {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}

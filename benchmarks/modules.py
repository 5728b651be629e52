"""What a handler of a hook module costs, in its host process and in process, and what bad modules cost others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.client import Client
from benchmarks.document import Document, completion_slots
from benchmarks.floors import C_FLOOR, c_floor
from benchmarks.measure import Effort, Samples, Subject, interleave
from benchmarks.servers import hookwright
from benchmarks.settings_text import settings_text
from benchmarks.table import Row
from hookwright.dialects import by_id
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_process import LocalHandlers
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.requests import NoSession
from hookwright.engine.modules.seams import Handlers
from hookwright.host import Host

TITLE = "Hook modules"
_HOST, _LOCAL, _IDLE = "in the host", "in process", "the same, idle"
_HOST_SECONDS, _LOCAL_SECONDS = 0.3e-3, 10e-6
_AT_ONCE = 100
_DIALECT = "claude-code"
_STDIN = b'{"tool_name": "Bash", "tool_input": {"command": "ls -la", "description": "%s"}}' % (b"x" * 800)
_ON = "from hookwright.modules import on\n@on('PreToolUse')\ndef handler(event, ctx):\n"
_GOOD = f"{_ON}    return None\n"
_HANGS = "hangs at import"
"""Whose end takes 15 s, which a smoke run does not wait for."""
_BAD_MODULES = {
    _HANGS: "while True: pass\n",
    "hangs in a handler": f"{_ON}    while True: pass\n",
    "crashes": f"import os\n{_ON}    os._exit(1)\n",
    "floods its log": f"import os\n{_ON}    while True: os.write(1, b'x' * 65536)\n",
    "prints without end": f"{_ON}    while True: print('a line')\n",
    "uses up memory": f"{_ON}    return {{'n': len(bytearray(1 << 30))}}\n",
}


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    samples = Samples()
    with TemporaryDirectory() as folder, asyncio.Runner() as runner, c_floor() as floor:
        _write(Path(folder), {"good": _GOOD})
        host = replace(Host.real(), home=f"{folder}/home")
        modules, session = ModuleHosts(folder, host), NoSession("", folder)
        runner.run(modules.refresh())
        local = LocalHandlers(host, session, None)
        local.add("PreToolUse", lambda _, __: None)
        subjects = {
            _HOST: _calls(runner, ModulesInSession(modules, session, None)),
            _LOCAL: _calls(runner, local),
        }
        if floor is not None:
            argv = (*by_id(_DIALECT).running.shell, ":")
            subjects[C_FLOOR] = lambda: {"time": floor(1, 1, argv)}
        interleave(samples, effort.rounds(20, 100), subjects)
        runner.run(modules.close())
    hosted, local_time, hook = (samples.median(it, "time") for it in (_HOST, _LOCAL, C_FLOOR))
    yield Row(what="a handler in the host process", measured=hosted, peer="0.3 ms", beside=_HOST_SECONDS, goal=1)
    yield Row(what="a handler in the host process", measured=hosted, peer=f"{C_FLOOR}, `:`", beside=hook)
    yield Row(what="a handler in process", measured=local_time, peer="10 µs", beside=_LOCAL_SECONDS, goal=1, unit="µs")
    kinds = [it for it in _BAD_MODULES if it != _HANGS or effort is not Effort.SMOKE]
    _complete_beside(samples, kinds * effort.rounds(1, 4), effort.rounds(30, 30))
    for kind in kinds:
        bad, idle = samples.median(kind, "completion"), samples.median(_IDLE, "completion")
        yield Row(what=f"completion, a module {kind}", measured=bad, peer=_IDLE, beside=idle, goal=2)


def _calls(runner: asyncio.Runner, handlers: Handlers) -> Subject:
    """One handler again and again; what one call takes."""
    (hook,) = handlers.hooks(by_id(_DIALECT), "PreToolUse")

    async def clocked(call: Callable[[], Awaitable[object]]) -> float:
        begin = time.perf_counter()
        for _ in range(_AT_ONCE):
            await call()
        return (time.perf_counter() - begin) / _AT_ONCE

    return lambda: {"time": runner.run(clocked(lambda: handlers.run(hook, _STDIN)))}


def _write(project: Path, modules: dict[str, str]) -> None:
    """The modules' files; writing them again has them loaded again."""
    folder = project / ".pi" / "hooks"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)


def _complete_beside(samples: Samples, kinds: Sequence[str], rounds: int) -> None:
    """Completion in a server that loads bad modules, one after another, and calls their handlers all the while."""
    payload = {"tool_name": "Bash", "tool_input": {}}
    event = {"event": "PreToolUse", "dialect": _DIALECT, "payload": payload}
    with TemporaryDirectory() as folder:
        project = Path(folder)
        with closing(Client(hookwright(HOME=f"{folder}/home"), project)) as client:
            client.initialize()
            document = client.open(project / ".claude" / "settings.json", settings_text(10 << 10))
            client.change(document)
            list(_complete(client, document, rounds))
            for kind in kinds:
                for seconds in _complete(client, document, rounds):
                    samples.add(_IDLE, "completion", seconds)
                _write(project, {"bad": _BAD_MODULES[kind], "good": _GOOD})
                number = client.begin("hookwright/dispatch", event)
                for seconds in _complete(client, document, rounds):
                    samples.add(kind, "completion", seconds)
                client.notify("$/cancelRequest", {"id": number})
                # The good one answers once the bad one is gone.
                _write(project, {"bad": "", "good": _GOOD})
                client.ask("hookwright/dispatch", event)


def _complete(client: Client, document: Document, rounds: int) -> Iterator[float]:
    slot = completion_slots(document.text)[0]
    at = slot.start + slot.cursor
    for _ in range(rounds):
        yield client.ask("textDocument/completion", document.at(at + 1), document.edit(at, at, "a"))
        client.change(document, document.edit(at, at + 1, ""))

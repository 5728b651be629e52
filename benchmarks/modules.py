"""What a handler of a hook module costs, in its host process and in process, and what bad modules cost others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client
from benchmarks.document import Document, completion_slots
from benchmarks.floors import C_FLOOR, c_floor
from benchmarks.measure import Samples, Subject, interleave
from benchmarks.servers import hookwright
from benchmarks.settings_text import settings_text
from benchmarks.table import Row
from hookwright.dialects import by_id
from hookwright.engine.host import Host
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_process import LocalHandlers
from hookwright.engine.modules.requests import NoSession
from hookwright.engine.modules.seams import Handlers

TITLE = "Hook modules"
_HOST, _LOCAL, _IDLE, _BAD = "in the host", "in process", "the same, idle", "beside bad modules"
_HOST_SECONDS, _LOCAL_SECONDS = 0.3e-3, 10e-6
_AT_ONCE = 100
_DIALECT = "claude-code"
_STDIN = b'{"tool_name": "Bash", "tool_input": {"command": "ls -la", "description": "%s"}}' % (b"x" * 800)
_ON = "from hookwright.modules import on\n@on('PreToolUse')\ndef handler(event, ctx):\n"
_GOOD = f"{_ON}    return None\n"
_BAD_MODULES = {
    "a_loops_at_import": "while True: pass\n",
    "b_loops": f"{_ON}    while True: pass\n",
    "c_leaves": f"import os\n{_ON}    os._exit(1)\n",
    "d_prints": f"{_ON}    print('a line\\n' * 1000)\n",
    "e_eats": f"{_ON}    return {{'n': len(bytearray(1 << 30))}}\n",
    "e_floods": f"import os\n{_ON}    while True: os.write(1, b'x' * 65536)\n",
    "f_misses": "import no_such_module\n",
    "g_good": _GOOD,
}


def measure(*, quick: bool) -> Iterator[Row]:
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
            _HOST: _calls(runner, modules.handlers(session, None)),
            _LOCAL: _calls(runner, local),
        }
        if floor is not None:
            argv = (*by_id(_DIALECT).shell, ":")
            subjects[C_FLOOR] = lambda: {"time": floor(1, 1, argv)}
        interleave(samples, 20 if quick else 100, subjects)
        runner.run(modules.close())
    hosted, local_time, hook = (samples.median(it, "time") for it in (_HOST, _LOCAL, C_FLOOR))
    yield Row(what="a handler in the host process", measured=hosted, peer="0.3 ms", beside=_HOST_SECONDS, goal=1)
    yield Row(what="a handler in the host process", measured=hosted, peer=f"{C_FLOOR}, `:`", beside=hook)
    yield Row(what="a handler in process", measured=local_time, peer="10 µs", beside=_LOCAL_SECONDS, goal=1, unit="µs")
    _complete_beside(samples, 2 if quick else 6, 20 if quick else 60)
    bad, idle = samples.median(_BAD, "completion"), samples.median(_IDLE, "completion")
    yield Row(what="completion, bad modules at work", measured=bad, peer=_IDLE, beside=idle, goal=2)


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


def _complete_beside(samples: Samples, phases: int, rounds: int) -> None:
    """Completion in a server that has bad modules loaded, and handlers of theirs called, all the while."""
    with TemporaryDirectory() as folder:
        project = Path(folder)
        with closing(Client(hookwright(HOME=f"{folder}/home"), project)) as client:
            client.initialize()
            document = client.open(project / ".claude" / "settings.json", settings_text(10 << 10))
            client.change(document)
            list(_complete(client, document, rounds))
            for _ in range(phases):
                for seconds in _complete(client, document, rounds):
                    samples.add(_IDLE, "completion", seconds)
                _write(project, _BAD_MODULES)
                payload = {"tool_name": "Bash", "tool_input": {}}
                number = client.begin(
                    "hookwright/dispatch", {"event": "PreToolUse", "dialect": _DIALECT, "payload": payload}
                )
                for seconds in _complete(client, document, rounds):
                    samples.add(_BAD, "completion", seconds)
                client.notify("$/cancelRequest", {"id": number})


def _complete(client: Client, document: Document, rounds: int) -> Iterator[float]:
    slot = completion_slots(document.text)[0]
    at = slot.start + slot.cursor
    for _ in range(rounds):
        yield client.ask("textDocument/completion", document.at(at + 1), document.edit(at, at, "a"))
        client.change(document, document.edit(at, at + 1, ""))

"""Hook modules that misbehave all at once: good ones answer, what bad ones guard is refused, and nothing is left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.torture.census import Census
from tests.torture.conftest import Place

_ON = "from hookwright.modules import on\n@on('PreToolUse')\ndef handler(event, ctx):\n"
_MODULES = {
    "a_loops_at_import": "while True: pass",
    "b_loops": f"{_ON}    while True: pass",
    "c_leaves": f"import os\n{_ON}    os._exit(1)",
    "d_prints": f"import os\n{_ON}    print('{{}}' * 1000)\n    os.write(1, b'raw' * 1000)\n    os.write(2, b'raw')",
    "e_eats": f"{_ON}    globals()['held'] = bytearray(1 << 30)",
    "f_misses": "\nimport no_such_module",
    "g_forks": f"import os, time\n{_ON}    os.fork() or (os.setsid(), time.sleep(1000))\n    os.fork()",
    "h_good": f"{_ON}    return {{'additionalContext': 'good'}}",
}
_AGENT = """
import asyncio, json, sys
from hookwright import HookService
from hookwright.engine.modules.states import Limits
from hookwright.engine.process import adopt_orphans

async def main():
    adopt_orphans()
    limits = Limits(handler_seconds=1.5, load_seconds=1.5, grace_seconds=0.5, restart_seconds=())
    async with await HookService.open(sys.argv[1], "s", dialect="claude-code", modules=limits, record=False) as hooks:
        answers = [await hooks.on_pre_tool_use("Bash", str(it), {}) for it in range(6)]
        runs = [{it.hook.source.rpartition("/")[2]: it.reading.status for it in one.outcome.runs} for one in answers]
        faults = {it.path.rpartition("/")[2]: it.message for it in hooks._modules.hosts.faults()}
        print(json.dumps([runs, faults]), flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def modules(place: Place) -> Path:
    folder = place.project / ".pi" / "hooks"
    folder.mkdir(parents=True)
    for name, text in _MODULES.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.usefixtures("modules")
def test_e10_modules_of_every_bad_kind_beside_a_good_one(place: Place, census: Census) -> None:
    command = [sys.executable, "-c", _AGENT, str(place.project)]
    environment = {**os.environ, "HOME": str(place.home)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, encoding="utf-8") as process:
        assert process.stdout
        runs, faults = json.loads(process.stdout.readline())
        assert len(census.new()) > 1
        # What a killed agent leaves behind ends as well.
        process.kill()
    assert runs[-1] == {
        "b_loops.py": "blocked",
        "c_leaves.py": "blocked",
        "d_prints.py": "succeeded",
        "e_eats.py": "blocked",
        "g_forks.py": "succeeded",
        "h_good.py": "succeeded",
    }
    assert faults.pop("e_eats.py").startswith("needed more than the 768 MiB")
    assert faults == {
        "a_loops_at_import.py": "took longer than 1.5 s to load",
        "b_loops.py": "took longer than 1.5 s and had to be killed",
        "c_leaves.py": "the host process exited with code 1 while its code ran",
        "f_misses.py": "ModuleNotFoundError: No module named 'no_such_module'",
    }
    census.nothing_runs()

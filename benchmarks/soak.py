"""`python -m benchmarks.soak`: ten thousand dispatches through one server, and what it still holds at the end."""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.client import Client, Server
from benchmarks.servers import HOOKWRIGHT
from hookwright.engine.journal.place import journal_path
from hookwright.host import Host

DISPATCHES, WARM_UP = 10_000, 1_000
MOST_GROWTH = 0.2
"""Of the memory after the warm-up."""

_FILES = {
    "claude-code": ".claude/settings.json",
    "ai-agents": ".ai_agents/settings.json",
    "clawdcode": ".clawdcode/settings.json",
}
_SETTLE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds: bytes of resident memory, open descriptors, and the processes below it."""

    memory: int
    descriptors: int
    processes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Soaked:
    """What the server held after the warm-up and at the end, what outlived it, and the dispatches in its journal."""

    warm: Held
    end: Held
    behind: frozenset[int]
    recorded: int

    @property
    def growth(self) -> float:
        """Of the memory since the warm-up, as a fraction."""
        return self.end.memory / self.warm.memory - 1

    @property
    def leaks(self) -> list[str]:
        """What was held on to that should have been let go; more memory than `MOST_GROWTH` allows is one, too."""
        descriptors = self.end.descriptors - self.warm.descriptors
        processes = self.end.processes - self.warm.processes
        more = {
            f"{self.growth:+.1%} of memory": self.growth > MOST_GROWTH,
            f"{descriptors} descriptors": descriptors > 0,
            f"processes {sorted(processes)}": bool(processes),
            f"processes {sorted(self.behind)} after the server": bool(self.behind),
        }
        return [what for what, leaked in more.items() if leaked]


def soak(dispatches: int, warm_up: int) -> Soaked:
    """Has one server run a trivial hook so many times, for several dialects in turn, with the journal on."""
    with TemporaryDirectory() as folder:
        project, state = _project(Path(folder) / "project"), Path(folder) / "state"
        command = ("env", f"HOME={folder}", f"HOOKWRIGHT_STATE_DIR={state}", "HOOKWRIGHT_JOURNAL=on", HOOKWRIGHT, "lsp")
        client = Client(Server("hookwright", command, options={"trusted": True, "userHome": folder}), project)
        try:
            client.initialize()
            # What nobody serves is the protocol library's to refuse, so that it is loaded from here on.
            client.ask("hookwright/nothing", {})
            _dispatch(client, 0, warm_up)
            warm = _held(client.process.pid)
            _dispatch(client, warm_up, dispatches)
            end = _settled(client.process.pid, warm)
        finally:
            client.close()
        return Soaked(warm, end, _behind(end.processes), _recorded(state))


def _project(folder: Path) -> Path:
    for path in _FILES.values():
        file = folder / path
        file.parent.mkdir(parents=True)
        hooks = [{"type": "command", "command": ":"}]
        file.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))
    return folder


def _dispatch(client: Client, first: int, last: int) -> None:
    dialects = list(_FILES)
    for number in range(first, last):
        payload = {"tool_name": "Bash", "tool_use_id": f"use-{number}", "tool_input": {"command": f"echo {number}"}}
        dialect = dialects[number % len(dialects)]
        client.ask("hookwright/dispatch", {"event": "PreToolUse", "dialect": dialect, "payload": payload})


def _held(process: int) -> Held:
    home = Path(f"/proc/{process}")
    status = dict(line.split(":", 1) for line in (home / "status").read_text().splitlines())
    below = [it for task in (home / "task").iterdir() for it in (task / "children").read_text().split()]
    return Held(int(status["VmRSS"].split()[0]) << 10, len(os.listdir(home / "fd")), frozenset(map(int, below)))


def _settled(process: int, warm: Held) -> Held:
    """What is held once the server has tidied up, as long as it may take for that."""
    deadline = time.monotonic() + _SETTLE_SECONDS
    held = _held(process)
    while time.monotonic() < deadline and (held.descriptors > warm.descriptors or held.processes - warm.processes):
        time.sleep(0.05)
        held = _held(process)
    return held


def _behind(processes: frozenset[int]) -> frozenset[int]:
    """Those that are still there, as long as they may take to end."""
    deadline = time.monotonic() + _SETTLE_SECONDS
    while (found := frozenset(it for it in processes if Path(f"/proc/{it}").exists())) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _recorded(state: Path) -> int:
    connection = sqlite3.connect(journal_path(Host({"HOOKWRIGHT_STATE_DIR": str(state)}, "")))
    try:
        return int(connection.execute("select count(*) from dispatches").fetchone()[0])
    finally:
        connection.close()


def main() -> int:
    """Prints what was held, and gives 1 where it was too much."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--dispatches", type=int, default=DISPATCHES)
    parser.add_argument("--warm-up", type=int, default=WARM_UP)
    options = parser.parse_args()
    begin = time.monotonic()
    found = soak(options.dispatches, options.warm_up)
    for name, held in ((f"after {options.warm_up}", found.warm), (f"after {options.dispatches}", found.end)):
        below = f"{len(held.processes)} processes below"
        print(f"{name:>12}: {held.memory / 1e6:.1f} MB, {held.descriptors} descriptors, {below}")
    seconds = time.monotonic() - begin
    print(f"{found.growth:+.1%} of memory, {found.recorded} dispatches in the journal, {seconds:.0f} s")
    print("nothing leaks" if not found.leaks else f"leaks: {', '.join(found.leaks)}")
    return 1 if found.leaks or found.recorded != options.dispatches else 0


if __name__ == "__main__":
    sys.exit(main())

"""Sessions of real agents with hooks whose outcomes are known beforehand, and what their agents recorded of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hosts.model import Json, Script, Turn, serving

from hookwright.host import Host
from hookwright.reports.seen_data import seen_data
from hookwright.sessions.summary import AgentSeenJson, CountsJson

_SECONDS = 100.0
_AT_ONCE = 3

Hooks = Mapping[str, Sequence[str | Json]]
"""For each event, the commands of its hooks, or whole hooks."""


def said(**counts: int) -> dict[str, int]:
    """What is expected of a hook: how many of its runs are recorded as what."""
    return counts


@dataclass(frozen=True)
class Planted:
    """One session: its hooks, what the model does, and what is expected of each command, and of events.

    Commands that are not named are expected to leave no trace.  `interrupted` seconds after its start, the agent gets
    the signal of Ctrl-C.
    """

    name: str
    hooks: Hooks
    turns: Sequence[Turn]
    expected: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    unnamed: Mapping[tuple[str, str | None], Mapping[str, int]] = field(default_factory=dict)
    project: str = "shop"
    interrupted: float | None = None


class Machine:
    """A user's folder, with projects, in which one agent has its sessions."""

    def __init__(self, root: Path, dialect: str, environment: Callable[[Path, str], Mapping[str, str]]) -> None:
        self.home = root / "home"
        self.root = root
        self.dialect = dialect
        self._environment = environment
        self.home.mkdir()

    def project(self, name: str) -> Path:
        """The folder of a project."""
        path = self.root / name
        path.mkdir(exist_ok=True)
        return path

    def run(self, planted: Planted, command: Callable[[Planted, str], Sequence[str]]) -> None:
        """Has the agent go through one session; `command` also gets the address of the model."""
        with serving(Script(list(planted.turns))) as url:
            child = subprocess.Popen(
                command(planted, url),
                cwd=self.project(planted.project),
                env={
                    "PATH": os.environ["PATH"],
                    "HOME": str(self.home),
                    "TMPDIR": str(self.home),
                    "LANG": "C.UTF-8",
                    "TERM": "dumb",
                    "NO_COLOR": "1",
                    **self._environment(self.home, url),
                },
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                self._wait(child, planted.interrupted)
            finally:
                if child.poll() is None:
                    os.killpg(child.pid, signal.SIGKILL)
                    child.communicate()

    @staticmethod
    def _wait(child: subprocess.Popen[bytes], interrupted: float | None) -> None:
        if interrupted is None:
            out, _ = child.communicate(timeout=_SECONDS)
            assert child.returncode == 0, out[-4000:].decode(errors="replace")
            return
        try:
            child.communicate(timeout=interrupted)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
            child.communicate(timeout=_SECONDS)

    def run_all(self, sessions: Iterable[Planted], command: Callable[[Planted, str], Sequence[str]]) -> None:
        """Has the agent go through all sessions, some of them at once."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for _ in pool.map(lambda it: self.run(it, command), sessions):
                pass

    def seen(self, project: str) -> AgentSeenJson:
        """What is known of a project's hooks; as for the user, without a folder for what is kept."""
        environ = {"HOOKWRIGHT_JOURNAL": "off", **self._environment(self.home, "")}
        (agent,) = seen_data(str(self.project(project)), Host(environ, str(self.home)), agent=self.dialect)["agents"]
        return agent


def counted(it: CountsJson) -> dict[str, int]:
    """The numbers that `said` expects, without zeros; `ok` are the runs of which nothing else is recorded."""
    found = {
        "refused": it["refused"],
        "failed": it["failed"],
        "timed_out": it["timedOut"],
        "cancelled": it["cancelled"],
    }
    return {name: number for name, number in {**found, "ok": it["runs"] - sum(found.values())}.items() if number}


def by_command(agent: AgentSeenJson) -> dict[tuple[str, str], dict[str, int]]:
    """What is known of each hook of today's files that has records."""
    return {(it["event"], it["command"]): counted(it) for it in agent["hooks"] if it["runs"]}


def total(sessions: Iterable[Planted]) -> tuple[dict[tuple[str, str], dict[str, int]], dict[Any, dict[str, int]]]:
    """What all sessions together are expected to leave: for each hook, and for each event without one."""
    named: dict[Any, dict[str, int]] = {}
    unnamed: dict[Any, dict[str, int]] = {}
    for it in sessions:
        events = {_command(hook): event for event, hooks in it.hooks.items() for hook in hooks}
        for command, counts in it.expected.items():
            _add(named, (events[command], command), counts)
        for key, counts in it.unnamed.items():
            _add(unnamed, key, counts)
    return named, unnamed


def _add(to: dict[Any, dict[str, int]], key: object, counts: Mapping[str, int]) -> None:
    known = to.setdefault(key, {})
    for name, number in counts.items():
        known[name] = known.get(name, 0) + number


def _command(hook: str | Json) -> str:
    return hook if isinstance(hook, str) else str(hook["command"])


def grouped(hooks: Hooks, matchers: Mapping[str, str]) -> Json:
    """The hooks in the form of Claude Code, with a matcher for some events."""
    return {
        "hooks": {
            event: [
                {
                    **({"matcher": matchers[event]} if event in matchers else {}),
                    "hooks": [it if isinstance(it, dict) else {"type": "command", "command": it} for it in them],
                }
            ]
            for event, them in hooks.items()
        }
    }


def together(sessions: Iterable[Planted]) -> Hooks:
    """The hooks of all sessions, each once."""
    found: dict[str, dict[str, str | Json]] = {}
    for it in sessions:
        for event, hooks in it.hooks.items():
            found.setdefault(event, {}).update({json.dumps(hook): hook for hook in hooks})
    return {event: list(hooks.values()) for event, hooks in found.items()}

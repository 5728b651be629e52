"""A client that never stops for a server that is late, dead or odd, and a look at what the server holds."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.client import Server

PATIENCE = 150.0
"""Seconds after which something that is waited for is taken for missing."""
_SERVER = (sys.executable, "-m", "hookwright", "lsp")
_KNOWN_GOOD = ".ai_agents/settings.json"


@dataclass(frozen=True, slots=True)
class Held:
    """What a server holds: open descriptors, threads, and kilobytes of memory."""

    descriptors: int
    threads: int
    kilobytes: int


_JOURNAL_FILES = 3
"""The journal itself, its log and the index of that."""


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


class Wire(Server):
    """A server process with requests in flight; leaving the `with` block ends it, dead or alive."""

    def __init__(
        self,
        project: Path,
        home: Path,
        *,
        trusted: bool = True,
        environment: dict[str, str] | None = None,
        command: Iterable[str] = _SERVER,
    ) -> None:
        super().__init__([*command], project, home, trusted=trusted, environment=environment)
        self.project = project
        self.answers: dict[int, dict[str, Any]] = {}

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None and self.process.stdin and not self.process.stdin.closed:
            super().__exit__()
            return
        self.process.kill()
        self.process.wait()
        for it in (self.selector, self.process.stdin, self.process.stdout, self.log):
            if it is not None:
                it.close()

    def begin(self, method: str, params: Any) -> int:
        """Sends a request and gives its id; `answer_of` waits for what comes of it."""
        self.serial += 1
        self.send({"id": self.serial, "method": method, "params": params})
        return self.serial

    def answer_of(self, number: int, seconds: float = PATIENCE) -> dict[str, Any]:
        """The whole answer to a request; those to others are kept for when they are asked for."""
        deadline = time.monotonic() + seconds
        while number not in self.answers:
            message = self.read(deadline)
            if "method" in message:
                self.answer(message)
            elif message.get("id") is not None:
                self.answers[message["id"]] = message
        return self.answers.pop(number)

    def begin_dispatch(self, event: str = "PreToolUse", **payload: Any) -> int:
        """A dispatch to the hooks of Claude Code; its id."""
        params = {"event": event, "dialect": "claude-code", "payload": {"tool_name": "Bash", **payload}}
        return self.begin("hookwright/dispatch", params)

    def dispatch(self, event: str = "PreToolUse", seconds: float = PATIENCE, **payload: Any) -> dict[str, Any]:
        """The outcome of a dispatch to the hooks of Claude Code."""
        answer = self.answer_of(self.begin_dispatch(event, **payload), seconds)
        assert "result" in answer, answer
        outcome: dict[str, Any] = answer["result"]
        return outcome

    def cancel(self, number: int) -> None:
        self.send({"method": "$/cancelRequest", "params": {"id": number}})

    def still_works(self) -> None:
        """The next request is served: another agent's hook runs, and its word is heard."""
        file = self.project / _KNOWN_GOOD
        file.parent.mkdir(parents=True, exist_ok=True)
        hook = '{"type": "command", "command": "echo well >&2; exit 2"}'
        file.write_text(f'{{"hooks": {{"PreToolUse": [{{"hooks": [{hook}]}}]}}}}')
        params = {"event": "PreToolUse", "dialect": "ai-agents", "payload": {"tool_name": "Write"}}
        answer = self.answer_of(self.begin("hookwright/dispatch", params))
        assert answer["result"]["decision"] == "deny", answer
        assert "well" in str(answer["result"]), answer

    @staticmethod
    def until(look: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Waits until it is so."""
        deadline = time.monotonic() + seconds
        while not look():
            assert time.monotonic() < deadline, "it never was"
            time.sleep(0.02)

    def held(self) -> Held:
        """What the server holds now."""
        home = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (home / "status").read_text().splitlines())
        return Held(len(os.listdir(home / "fd")), int(status["Threads"]), int(status["VmRSS"].split()[0]))

    def warm(self) -> Held:
        """What the server holds once it has run a hook and opened its journal, so that it should not hold more."""
        self.still_works()
        links = Path(f"/proc/{self.process.pid}/fd")
        self.until(lambda: sum("journal" in os.path.basename(_target(it)) for it in links.iterdir()) >= _JOURNAL_FILES)
        return self.held()

    def holds_no_more_than(self, before: Held) -> None:
        """Waits until the server has let go of all descriptors that it did not have before."""
        deadline = time.monotonic() + PATIENCE
        while (now := self.held()).descriptors > before.descriptors:
            assert time.monotonic() < deadline, f"{now.descriptors} descriptors, before {before.descriptors}"
            time.sleep(0.02)

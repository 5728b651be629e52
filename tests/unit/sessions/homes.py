"""A home folder with session files as real agents wrote them, and a project with hook files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hookwright.host import Host
from hookwright.reports.seen_data import seen_data
from hookwright.sessions.agents import format_of
from hookwright.sessions.index import Index
from hookwright.sessions.reading import Looked, read_new
from hookwright.sessions.records import RecordedRun
from hookwright.sessions.summary import AgentSeenJson

PROJECT = "/home/ann/shop"
_RECORDED = Path(__file__).parent / "recorded"
_PLACES = {
    "claude-code": ".claude/projects/-home-ann-shop/{}.jsonl",
    "codex": ".codex/sessions/2026/11/24/rollout-{}.jsonl",
    "gemini-cli": ".gemini/tmp/shop/chats/session-{}.jsonl",
    "copilot-cli": ".copilot/session-state/{}/events.jsonl",
}


class Home:
    """The home of a user whose agents have written files; the project of the recorded lines can be another one."""

    def __init__(self, folder: Path, project: Path | None = None) -> None:
        self.folder = folder
        self.project = project
        self.host = Host({"HOOKWRIGHT_STATE_DIR": str(folder / "state")}, str(folder))

    def place(self, dialect: str, name: str = "one") -> Path:
        """Where an agent keeps the session of that name, for the project of the recorded lines."""
        place = _PLACES[dialect].format(name)
        if self.project is not None:
            slug = "".join(it if it.isascii() and it.isalnum() else "-" for it in str(self.project))
            place = place.replace("-home-ann-shop", slug)
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def record(self, dialect: str, *names: str) -> None:
        """Puts recorded files where their agent has them, each a session of its own."""
        for name in names:
            text = (_RECORDED / f"{name}.jsonl").read_text(encoding="utf-8")
            if self.project is not None:
                text = text.replace(PROJECT, str(self.project))
            self.place(dialect, name).write_text(text, encoding="utf-8")

    def write(self, dialect: str, lines: Sequence[dict[str, Any]], name: str = "one") -> Path:
        """Writes lines as the session of that name, as compact as agents do."""
        path = self.place(dialect, name)
        path.write_text("".join(json.dumps(it, separators=(",", ":")) + "\n" for it in lines), encoding="utf-8")
        return path

    def read(self, dialect: str, index: Index | None = None) -> Looked:
        """Reads what is new, into the index of this home by default."""
        form = format_of(dialect)
        assert form is not None
        kept = index or Index(self.host)
        try:
            return read_new(form, self.host, kept)
        finally:
            if index is None:
                kept.close()

    def runs(self, dialect: str) -> list[RecordedRun]:
        """All records of an agent after what is new has been read."""
        index = Index(self.host)
        try:
            self.read(dialect, index)
            return list(index.runs(dialect, None))
        finally:
            index.close()

    def seen(self, dialect: str) -> AgentSeenJson:
        """What is known of an agent's hooks in the project."""
        (agent,) = seen_data(str(self.project), self.host, agent=dialect)["agents"]
        return agent


def failed(
    number: int, command: str, folder: str, *, at: str = "2026-11-24T10:00:00.000Z", **more: Any
) -> dict[str, Any]:
    """A line of Claude Code 2.1.330 about a hook that failed."""
    attachment = {
        "type": "hook_non_blocking_error",
        "hookName": "PreToolUse:Bash",
        "toolUseID": f"toolu_{number}",
        "hookEvent": "PreToolUse",
        "stderr": "Failed with non-blocking status code: /bin/sh: 1: jq: not found",
        "stdout": "",
        "exitCode": 127,
        "command": command,
        "durationMs": 12,
        **more,
    }
    line = {"parentUuid": None, "isSidechain": False, "attachment": attachment, "type": "attachment"}
    return {**line, "uuid": f"u{number}", "timestamp": at, "cwd": folder, "sessionId": "s", "version": "2.1.330"}


def settings(project: Path, hooks: dict[str, list[tuple[str, str]]], name: str = ".claude/settings.json") -> Path:
    """Writes a settings file: for each event, matchers with their commands, each hook on a line of its own."""
    groups = {
        event: [{"matcher": matcher, "hooks": [{"type": "command", "command": it}]} for matcher, it in pairs]
        for event, pairs in hooks.items()
    }
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"hooks": groups}, indent=2), encoding="utf-8")
    return path

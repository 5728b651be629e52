"""Hooks that run behind an answer, over the real language server: the end waits for them, but not for ever (B6)."""

from __future__ import annotations

import os
from typing import Any

from tests.conformance.conftest import Place
from tests.conformance.vectors import write
from tests.unit.engine.commands import is_gone


def dispatch(place: Place, command: str) -> dict[str, Any]:
    entry = {"command": command, "timeout": 60_000}
    write({"project:.agent/settings.json": {"hooks": {"PostToolUse": [entry]}}}, place.project, place.home)
    payload = {"tool_name": "Bash", "tool_input": {}, "tool_response": {}}
    return {"event": "PostToolUse", "payload": payload, "dialect": "agent-spec", "projectDir": str(place.project)}


def test_b6_the_end_waits_for_what_runs(place: Place) -> None:
    os.mkfifo(place.project / "fifo")
    with place.server() as server:
        # The hook can only go on when the outcome is there, and ends after the session has.
        params = dispatch(place, "read -r _ < fifo; sleep 0.3; echo done > late")
        outcome = server.request("hookwright/dispatch", params)["result"]
        assert [it["status"] for it in outcome["runs"]] == ["running"]
        (place.project / "fifo").write_text("go\n")
    assert (place.project / "late").read_text() == "done\n"


def test_b6_the_end_does_not_wait_for_ever(place: Place) -> None:
    os.mkfifo(place.project / "pid")
    with place.server() as server:
        server.request("hookwright/dispatch", dispatch(place, "echo $$ > pid; exec sleep 60"))
        process = int((place.project / "pid").read_text())
    # The client has not waited as long as the hook sleeps: it fails where the server does not end in time.
    assert is_gone(process)

"""What the agent runs: it ends with 0 and prints nothing, and the payload is in the journal later, if it can be."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.recorder import RecorderCommand
from hookwright.engine.journal.payloads import NewPayload, RecordedPayload, add_payload, recorded_payloads
from hookwright.errors import UnreadableInput
from hookwright.recording.recorder import MOST_BYTES
from hookwright.recording.recording_hooks import recorder_path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="commands run in a POSIX shell")

# A busy machine may take its time; nothing depends on it.
_MOST_SECONDS = 60.0


def _command(dialect: str = "claude-code", event: str = "PreToolUse") -> str:
    return RecorderCommand(sys.executable, recorder_path(), dialect, event).written()


def _payload(command: str = "npm test", **more: Any) -> bytes:
    call = {"tool_name": "Bash", "tool_input": {"command": command}}
    return json.dumps({"session_id": "s1", "cwd": "/p", "hook_event_name": "PreToolUse", **call, **more}).encode()


class Recorder:
    """Runs the command as an agent does, with a state folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.journal = str(self.state / "journal.sqlite3")

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, "HOOKWRIGHT_STATE_DIR": str(self.state), "AI_AGENT": "claude-code_2-1-330_x", **more}

    def run(self, payload: bytes, command: str | None = None, **more: str) -> None:
        """Runs it to its end, and until nobody holds its output; it says nothing and ends with 0."""
        done = subprocess.run(
            ["/bin/sh", "-c", command or _command()],
            input=payload,
            capture_output=True,
            env=self.environment(**more),
            cwd=self.folder,
            check=False,
            timeout=_MOST_SECONDS,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def recorded(self, count: int) -> list[RecordedPayload]:
        """What is in the journal as soon as there are so many."""
        until = time.monotonic() + _MOST_SECONDS
        while time.monotonic() < until:
            # The recorder that was last may still have the journal to itself.
            with suppress(UnreadableInput):
                found = recorded_payloads(self.journal, limit=100) if os.path.exists(self.journal) else []
                if len(found) >= count:
                    return found
            time.sleep(0.05)
        raise AssertionError(f"not {count} payloads were recorded")


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path)


def test_a_payload_is_kept_without_its_secrets_and_with_where_it_is_from(recorder: Recorder) -> None:
    secret = "ghp_" + "a1B2" * 9
    recorder.run(_payload(f"curl -H 'Authorization: Bearer {secret}' x"), CLAUDE_PROJECT_DIR="/p")
    ((it),) = [found.it for found in recorder.recorded(1)]
    assert (it.dialect, it.event, it.tool, it.session) == ("claude-code", "PreToolUse", "Bash", "s1")
    assert (it.version, it.project, it.cut) == ("2.1.330", "/p", False)
    assert secret not in json.dumps(it.payload)
    assert "[redacted: " in it.payload["tool_input"]["command"]
    for file in recorder.state.iterdir():
        assert secret.encode() not in file.read_bytes()
        assert os.stat(file).st_mode & 0o077 == 0


def test_it_ends_while_another_process_holds_the_journal(recorder: Recorder) -> None:
    add_payload(recorder.journal, NewPayload(time.time(), "codex", "", "Stop", "", "/p", "", {}))
    with closing(sqlite3.connect(recorder.journal, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        recorder.run(_payload())
        assert other.in_transaction
        other.execute("ROLLBACK")
    assert recorder.recorded(2)[0].it.event == "PreToolUse"


def test_it_ends_though_the_agent_never_closes_its_input(recorder: Recorder) -> None:
    with subprocess.Popen(
        ["/bin/sh", "-c", _command()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=recorder.environment(),
        cwd=recorder.folder,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(_payload())
        process.stdin.flush()
        assert process.wait(_MOST_SECONDS) == 0
        # What comes late is read by the process behind it.
        process.stdin.close()
    assert recorder.recorded(1)[0].it.payload["tool_input"] == {"command": "npm test"}


@pytest.mark.parametrize("state", ["/dev/null/state", "/proc/state"])
def test_it_says_nothing_where_the_journal_cannot_be_there(state: str, recorder: Recorder) -> None:
    recorder.run(_payload(), HOOKWRIGHT_STATE_DIR=state)
    assert not os.path.exists(state)


def test_it_says_nothing_where_the_disk_is_full(recorder: Recorder) -> None:
    # Any write to a file fails there, as on a disk without room.
    recorder.run(_payload(), f"ulimit -f 0; {_command()}")
    recorder.run(_payload("second"))
    assert [it.it.payload["tool_input"]["command"] for it in recorder.recorded(1)] == ["second"]


def test_a_broken_journal_is_left_to_others(recorder: Recorder) -> None:
    recorder.state.mkdir(mode=0o700)
    Path(recorder.journal).write_bytes(b"no database" * 1000)
    recorder.run(_payload())
    assert Path(recorder.journal).read_bytes() == b"no database" * 1000


def test_of_a_payload_of_10_mb_a_part_is_kept(recorder: Recorder) -> None:
    recorder.run(_payload("x" * (10 << 20)))
    (found,) = recorder.recorded(1)
    assert found.it.cut
    assert found.it.tool == "Bash"
    assert len(json.dumps(found.it.payload)) < 1 << 20


@pytest.mark.parametrize("payload", [b"", b"{", b"[1]", b"\xff", b'{"a": 1, "a": 2}', b"x" * (MOST_BYTES + 1)])
def test_what_is_no_payload_is_not_kept(payload: bytes, recorder: Recorder) -> None:
    recorder.run(payload)
    recorder.run(_payload("second"))
    assert [it.it.payload["tool_input"]["command"] for it in recorder.recorded(1)] == ["second"]


def test_twenty_at_once_are_all_kept(recorder: Recorder) -> None:
    processes = [
        subprocess.Popen(
            ["/bin/sh", "-c", _command()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=recorder.environment(),
            cwd=recorder.folder,
        )
        for _ in range(20)
    ]
    for number, it in enumerate(processes):
        assert it.communicate(_payload(str(number)), timeout=_MOST_SECONDS)[0] == b""
        assert it.returncode == 0
    found = recorder.recorded(20)
    assert sorted(int(it.it.payload["tool_input"]["command"]) for it in found) == list(range(20))


def test_what_the_engine_runs_itself_is_not_recorded(recorder: Recorder) -> None:
    recorder.run(_payload("fired"), HOOKWRIGHT_RUN="1-2-3")
    recorder.run(_payload("off"), HOOKWRIGHT_JOURNAL="off")
    recorder.run(_payload("real"))
    assert [it.it.payload["tool_input"]["command"] for it in recorder.recorded(1)] == ["real"]


@pytest.mark.parametrize("shell", ["/bin/sh", "/bin/bash"])
@pytest.mark.parametrize("gone", ["python", "script"])
def test_it_does_no_harm_once_hookwright_is_gone(shell: str, gone: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "gone"
    python = str(nowhere / "python3") if gone == "python" else sys.executable
    script = str(nowhere / "hookwright/recording/recorder.py") if gone == "script" else recorder_path()
    it = RecorderCommand(python, script, "gemini-cli", "BeforeTool")
    for answers, said in ((False, b""), (True, b"{}\n")):
        done = subprocess.run(
            [shell, "-c", it.written(answers=answers)], input=b"{}", capture_output=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, said, b"")


def test_an_agent_whose_payload_does_not_name_the_event_is_recorded(recorder: Recorder) -> None:
    payload = {"sessionId": "s2", "cwd": "/p", "toolName": "bash", "toolArgs": {"command": "ls"}}
    version = {"COPILOT_CLI_BINARY_VERSION": "1.0.102"}
    recorder.run(json.dumps(payload).encode(), _command("copilot-cli", "preToolUse"), **version)
    it = recorder.recorded(1)[0].it
    assert (it.event, it.tool, it.project, it.version) == ("preToolUse", "bash", "/p", "1.0.102")


def test_nothing_of_the_package_is_imported_before_the_agent_goes_on() -> None:
    text = Path(recorder_path()).read_text(encoding="utf-8")
    before = [it for it in text.splitlines() if it.startswith(("import ", "from "))]
    assert before == ["from __future__ import annotations", "import os", "import sys"]
    assert "from hookwright" not in text.partition("def _keep(")[0]

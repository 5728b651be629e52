"""A session's file loses at most the entry that is being written, and has one writer (E3)."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from hookwright.engine.sessions import file as module
from hookwright.engine.sessions.file import SessionFile
from hookwright.errors import BeyondLimits, HookwrightError, UnreadableInput, UsageError

ENTRIES: list[dict[str, Any]] = [
    {"type": "message", "message": {"role": "user", "content": "ü\n😀"}},
    {"type": "x", "n": 1},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions" / "one.jsonl"


def reopened(path: Path) -> SessionFile:
    file = SessionFile.open(str(path))
    file.close()
    return file


def write(path: Path, text: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(text)


def test_e3_entries_are_there_again(path: Path) -> None:
    file = SessionFile.open(str(path))
    for it in ENTRIES:
        file.append(it)
    file.close()

    assert [json.loads(it) for it in path.read_text(encoding="utf-8").splitlines()] == ENTRIES
    assert reopened(path).entries == ENTRIES
    assert reopened(path).problems == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_torn_last_line_counts_for_nothing_and_is_said(path: Path) -> None:
    text = b'{"type": "a"}\n{"type": "b", "te'
    write(path, text)

    file = SessionFile.open(str(path))
    file.append({"type": "c"})
    file.close()

    assert [it.split(":", 1)[1] for it in file.problems] == ["2: is not an entry, and is left out"]
    assert reopened(path).entries == [{"type": "a"}, {"type": "c"}]
    assert path.read_bytes() == text + b'\n{"type": "c"}\n'


@pytest.mark.parametrize(
    "text", [b'{"name": "x"}', b'{"name": "x"}\n', b'{"type": "te', b"import os\nos.getcwd()", b"\0\xff", b"[1]\n{}\n"]
)
def test_a_file_without_any_entry_is_refused_and_left_untouched(path: Path, text: bytes) -> None:
    write(path, text)
    before = path.stat()

    with pytest.raises(UnreadableInput, match="holds no entry of a session"):
        SessionFile.open(str(path))

    assert path.read_bytes() == text
    assert path.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("text", [b"", b"\n \n"])
def test_an_empty_file_may_become_one(path: Path, text: bytes) -> None:
    write(path, text)
    file = SessionFile.open(str(path))
    file.append({"type": "a"})
    file.close()
    assert reopened(path).entries == [{"type": "a"}]


def test_a_file_of_ours_whose_first_entry_was_torn_is_gone_on_with(path: Path) -> None:
    write(path, b'{"type": "a", "te')
    file = SessionFile.open(str(path), is_ours=True)
    file.append({"type": "b"})
    file.close()
    assert reopened(path).entries == [{"type": "b"}]


def test_an_entry_that_nests_too_deep_is_left_out_and_stays(path: Path) -> None:
    deep = b'{"type": "b", "x": ' + b"[" * 3000 + b"]" * 3000 + b"}"
    write(path, b'{"type": "a"}\n' + deep)

    file = SessionFile.open(str(path))
    with pytest.raises(BeyondLimits):
        file.append({"type": "c", "x": json.loads("[" * 200 + "]" * 200)})
    file.append({"type": "d"})
    file.close()

    assert [it["type"] for it in reopened(path).entries] == ["a", "d"]
    assert "nests objects and arrays more than 128 levels deep" in file.problems[0]
    assert path.read_bytes().splitlines()[1] == deep


def test_a_link_that_comes_between_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may put it there after the look at what lies there."""
    monkeypatch.setattr(module, "require_regular", lambda *_, **__: None)
    (tmp_path / "there").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    with pytest.raises(UnreadableInput, match="is a symbolic link"):
        SessionFile.open(str(tmp_path / "link"))
    assert (tmp_path / "there").read_text() == "mine"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b'{"type": "a"}\n')
    (tmp_path / "link").symlink_to(tmp_path / "there")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("link", "dangling"):
        with pytest.raises(UnreadableInput, match="is a symbolic link"):
            SessionFile.open(str(tmp_path / name))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("after", ["nothing", "another file"])
def test_an_entry_whose_file_is_gone_is_not_on_the_disk(path: Path, after: str) -> None:
    file = SessionFile.open(str(path))
    file.append({"type": "a"})
    path.unlink()
    if after == "another file":
        path.write_bytes(b"")

    with pytest.raises(UnreadableInput, match="was deleted or replaced"):
        file.append({"type": "b"})
    file.close()


def test_a_last_entry_that_only_lacks_its_end_stays(path: Path) -> None:
    write(path, b'{"type": "a"}\n{"type": "b"}')

    file = SessionFile.open(str(path))
    file.append({"type": "c"})
    file.close()

    assert file.problems == []
    assert [it["type"] for it in reopened(path).entries] == ["a", "b", "c"]


def test_lines_that_are_no_entries_stay_and_count_for_nothing(path: Path) -> None:
    text = b'{"type": "a"}\n[]\n\nnonsense \xff\n{"no": "type"}\n{"type": "b"}\n'
    write(path, text)

    file = reopened(path)

    assert [it["type"] for it in file.entries] == ["a", "b"]
    assert [it.split(":")[1] for it in file.problems] == ["2", "4", "5"]
    assert path.read_bytes() == text


@pytest.mark.parametrize("wrong", [{"type": "a", "n": float("nan")}, {"type": "a", "n": object()}])
def test_what_is_not_json_is_refused(path: Path, wrong: dict[str, Any]) -> None:
    file = SessionFile.open(str(path))
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        file.append(wrong)
    file.append({"type": "half", "text": "\ud83d"})
    file.close()
    assert reopened(path).entries == [{"type": "half", "text": "\ufffd"}]


def test_a_write_that_fails_leaves_no_half_entry(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SessionFile.open(str(path))
    file.append({"type": "a"})
    written = os.write

    def full(descriptor: int, data: Any) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return written(descriptor, bytes(data)[:-9])

    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            file.append({"type": "b", "text": "something longer"})
    file.append({"type": "c"})
    file.close()
    assert [it["type"] for it in reopened(path).entries] == ["a", "c"]


def test_a_file_has_one_writer(path: Path) -> None:
    """Neither this process nor another opens it again."""
    file = SessionFile.open(str(path))
    with pytest.raises(UsageError, match="is open already"):
        SessionFile.open(str(path))
    other = "import sys; from hookwright.engine.sessions.file import SessionFile; SessionFile.open(sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", other, str(path)], capture_output=True, check=False)
    assert b"is open already" in refused.stderr
    file.close()
    reopened(path)


def test_a_client_that_reconnects_waits_for_its_file(path: Path) -> None:
    """Its old connection may still be giving the file up."""
    file = SessionFile.open(str(path))
    with ThreadPoolExecutor() as threads:
        reopening = threads.submit(reopened, path)
        assert not wait([reopening], timeout=0.1).done
        file.close()
        assert reopening.result().entries == []


def test_what_cannot_be_a_session_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableInput, match="pipe` is not a regular file"):
        SessionFile.open(str(tmp_path / "pipe"))
    with pytest.raises(UnreadableInput, match="is a folder"):
        SessionFile.open(str(tmp_path))
    (tmp_path / "large").write_bytes(b"x" * 100)
    with pytest.raises(UnreadableInput, match="cannot be made"):
        SessionFile.open(str(tmp_path / "large" / "session"))
    monkeypatch.setattr(module, "MOST_BYTES", 99)
    with pytest.raises(UnreadableInput, match="larger than"):
        SessionFile.open(str(tmp_path / "large"))
    file = SessionFile.open(str(tmp_path / "small"))
    with pytest.raises(HookwrightError, match="has reached"):
        file.append({"type": "a", "text": "x" * 100})
    file.close()


def test_killed_at_any_moment_it_loses_the_entry_being_written_at_most(path: Path) -> None:
    """What had been appended when the process was killed is there, whole and in order."""
    writer = """
        import sys
        from hookwright.engine.sessions.file import SessionFile
        file = SessionFile.open(sys.argv[1])
        number = len(file.entries)
        while True:
            file.append({"type": "n", "number": number, "text": "x" * 5000})
            number += 1
            sys.stdout.write(f"{number}\\n")
            sys.stdout.flush()
    """
    told = 0
    for _ in range(3):
        command = [sys.executable, "-c", textwrap.dedent(writer), str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            for _ in range(20):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            told = max([told, *map(int, process.stdout.read().split())])
        entries = reopened(path).entries
        assert [it["number"] for it in entries] == list(range(len(entries)))
        assert told <= len(entries) <= told + 1


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreadableInput, match="cannot be made \\(not a directory\\): name another folder"):
        SessionFile.open(str(tmp_path / "file" / "sessions" / "s.jsonl"))

"""What lies in the place of a file that is read: a pipe, a device, a gigabyte or a folder ends in words, at once."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import ScriptChange
from hookwright.cli.options import read_payload
from hookwright.config import loading
from hookwright.config.discover import told_by_content
from hookwright.dialects import by_id
from hookwright.engine.journal.place import make_room
from hookwright.engine.journal.schema import opened
from hookwright.errors import UnreadableInput
from hookwright.files import NotRegular
from hookwright.ide.completion.mcp_servers import servers_of
from hookwright.model.hook import Scope
from hookwright.readers.plugins import name_in
from hookwright.samples.saved import saved_samples
from hookwright.testing.read import read_file
from hookwright.workflows.disabled_hooks.store import read_disabled
from hookwright.workflows.file_writing import change_script

_DIALECT = by_id("claude-code")
_ROOM = 256 << 20

Make = Callable[[Path], object]


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


_THINGS: dict[str, Make] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "gigabyte": _sparse,
    "folder": Path.mkdir,
    "socket": lambda path: os.mknod(path, 0o140600),
}


def _refused(read: Callable[[str], object], path: Path) -> str:
    with pytest.raises(UnreadableInput) as wrong:
        read(str(path))
    return str(wrong.value)


@dataclass(frozen=True)
class _Place:
    """Where a file is read from, and what is said when it cannot be; empty where there is nobody to say it to."""

    path: str
    read: Callable[[Path, Path], object]


_PLACES = {
    "a hook file": _Place(
        ".claude/settings.json", lambda path, _: loading.read(_DIALECT, Scope.PROJECT, str(path), {})
    ),
    "a file that may be a hook file": _Place("some.json", lambda path, _: str(told_by_content(str(path)))),
    "MCP servers": _Place(".mcp.json", lambda path, root: str(servers_of(_DIALECT, str(path.parent), str(root)))),
    "a sample": _Place(
        ".hookwright/samples/claude-code/PreToolUse/one.json",
        lambda _, root: " ".join(saved_samples(_DIALECT, _row(), str(root)).problems),
    ),
    "hook tests": _Place("a.hooktest.yaml", lambda path, _: _refused(read_file, path)),
    "a manifest": _Place(".claude-plugin/plugin.json", lambda path, _: f"nothing{name_in(str(path))}"),
    "disabled hooks": _Place(".hookwright/parked.json", lambda path, _: _refused(read_disabled, path)),
    "a script": _Place("run.sh", lambda path, root: f"{RealDisk(str(root)).text(str(path))}"),
    "the start of a script": _Place("go.sh", lambda path, root: f"{_first_line(path, root)}"),
    "a script to change": _Place("fix.sh", lambda path, _: _refused(_changed, path)),
    "a payload": _Place("payload.json", lambda path, _: _refused(read_payload, path)),
}


def _row() -> Any:
    row = _DIALECT.event("PreToolUse")
    assert row is not None
    return row


def _first_line(path: Path, root: Path) -> str | None:
    # The first line of a large file is one like any other.
    found = RealDisk(str(root)).first_line(str(path))
    return None if path.is_file() and path.stat().st_size == 1 << 30 else found


def _changed(path: str) -> None:
    change_script(ScriptChange(path, insert="#!/bin/sh\n"))


@pytest.fixture
def little_memory() -> Iterator[None]:
    """Reading a gigabyte fails, in place of taking it from everyone else."""
    with open("/proc/self/statm", encoding="ascii") as sizes:
        used = int(sizes.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + _ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("little_memory")
@pytest.mark.timeout(400)
@pytest.mark.parametrize("thing", _THINGS)
@pytest.mark.parametrize("place", _PLACES)
def test_nothing_that_is_no_file_is_waited_for_or_taken_in(place: str, thing: str, tmp_path: Path) -> None:
    path = tmp_path / _PLACES[place].path
    path.parent.mkdir(parents=True, exist_ok=True)
    _THINGS[thing](path)
    opened = len(os.listdir("/proc/self/fd"))

    said = _PLACES[place].read(path, tmp_path)

    assert isinstance(said, str)
    assert "Traceback" not in said
    assert len(os.listdir("/proc/self/fd")) == opened


@pytest.mark.timeout(400)
def test_a_link_does_not_lead_the_disabled_hooks_out_of_the_project(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text('{"version": 1, "parked": []}')
    inside = tmp_path / "project" / ".hookwright" / "parked.json"
    inside.parent.mkdir(parents=True)
    inside.symlink_to(outside)

    assert "is a link" in _refused(read_disabled, inside)


_COMMANDS: dict[str, list[str]] = {
    "check": ["check", "."],
    "list": ["list"],
    "test": ["test", "."],
    "samples": ["samples", "PreToolUse"],
    "explain": ["explain", "PreToolUse"],
    "status": ["status"],
}


def _misbehaving(project: Path, make: Make) -> None:
    """A project in which everything that is read is something else; one hook file is sound."""
    for it in (_PLACES[it].path for it in _PLACES):
        path = project / it
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
    make(project / "hookwright.json")
    make(project / ".gitignore")
    local = project / ".claude" / "settings.local.json"
    local.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./run.sh"}]}]}}))


@pytest.mark.torture_long
@pytest.mark.parametrize("thing", ["pipe", "device", "gigabyte", "folder"])
@pytest.mark.parametrize("command", _COMMANDS)
def test_no_command_hangs_on_a_project_of_such_files(command: str, thing: str, home: Path, tmp_path: Path) -> None:
    _misbehaving(tmp_path, _THINGS[thing])

    found = subprocess.run(
        [sys.executable, "-m", "hookwright", *_COMMANDS[command]],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=50,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)),
    )

    assert found.returncode in (0, 1, 2)
    assert b"Traceback" not in found.stderr + found.stdout


@pytest.mark.timeout(400)
@pytest.mark.parametrize("thing", ["pipe", "folder", "socket"])
def test_what_is_no_journal_is_neither_read_nor_changed(thing: str, tmp_path: Path) -> None:
    target = tmp_path / "target"
    _THINGS[thing](target)
    path = tmp_path / "journal.sqlite3"
    path.symlink_to(target)
    before = target.stat().st_mode

    with pytest.raises(UnreadableInput, match="is not a file"), opened(str(path)):
        pass
    with pytest.raises(NotRegular):
        make_room(str(path))

    assert target.stat().st_mode == before

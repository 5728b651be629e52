"""Where the journal lies, and who can read it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hookwright.engine.consents import Consents
from hookwright.engine.journal.place import identity_of, is_switched_off, journal_path, make_room, move_aside
from hookwright.host import Host

HOME = "/home/me"


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", "/home/me/.local/state/hookwright/journal.sqlite3"),
        ({"XDG_STATE_HOME": "/state"}, "linux", "/state/hookwright/journal.sqlite3"),
        ({"XDG_STATE_HOME": "state"}, "linux", "/home/me/.local/state/hookwright/journal.sqlite3"),
        ({"XDG_STATE_HOME": "/state", "HOOKWRIGHT_STATE_DIR": "/mine"}, "linux", "/mine/journal.sqlite3"),
        ({"HOOKWRIGHT_STATE_DIR": ""}, "linux", "/home/me/.local/state/hookwright/journal.sqlite3"),
        ({"XDG_STATE_HOME": "/state"}, "darwin", "/state/hookwright/journal.sqlite3"),
        ({}, "darwin", "/home/me/Library/Application Support/hookwright/journal.sqlite3"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/hookwright/journal.sqlite3"),
        ({}, "win32", "/home/me/AppData/Local/hookwright/journal.sqlite3"),
    ],
)
def test_the_place_is_the_users_to_choose(environ: dict[str, str], platform: str, expected: str) -> None:
    assert journal_path(Host(environ, HOME), platform=platform) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [("off", True), (" OFF ", True), ("0", True), ("on", False), ("", False)]
)
def test_a_variable_switches_it_off(value: str, expected: bool) -> None:
    assert is_switched_off(Host({"HOOKWRIGHT_JOURNAL": value}, HOME)) is expected
    assert not is_switched_off(Host({}, HOME))


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "state" / "journal.sqlite3"
    make_room(str(path))
    assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_file_that_others_can_read_is_closed_to_them_and_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"content")
    path.chmod(0o644)
    make_room(str(path))
    assert (path.stat().st_mode & 0o777, path.read_bytes()) == (0o600, b"content")


def test_a_broken_file_is_moved_with_its_log(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").write_text(f"content{suffix}")
    target = move_aside(str(path), identity_of(str(path)), "now")
    assert target == f"{path}.broken-now"
    assert [Path(f"{target}{it}").read_text() for it in ("", "-wal", "-shm")] == [
        "content",
        "content-wal",
        "content-shm",
    ]
    assert not path.exists()


def test_a_file_that_has_come_in_its_place_stays(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_text("broken")
    broken = identity_of(str(path))
    (tmp_path / "new").write_text("new")
    os.replace(tmp_path / "new", path)
    assert move_aside(str(path), broken, "now") is None
    assert move_aside(str(path), None, "now") is None
    assert path.read_text() == "new"


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777, 0o722])
def test_nothing_is_kept_where_others_can_write(tmp_path: Path, mode: int) -> None:
    """They could put a file there that says what this user has agreed to."""
    folder = tmp_path / "state"
    host = Host({"HOOKWRIGHT_STATE_DIR": str(folder)}, HOME)
    assert Consents(host).give("digest", "/p", "true") is None
    folder.chmod(mode)

    with pytest.raises(PermissionError, match="chmod 700"):
        make_room(str(folder / "journal.sqlite3"))
    assert Consents(host).given(["digest"]) == frozenset()
    assert "other users can write to the folder" in str(Consents(host).give("other", "/p", "true"))

    folder.chmod(0o700)
    assert Consents(host).given(["digest", "other"]) == {"digest"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("what", ["", "journal.sqlite3"])
def test_nothing_is_kept_in_what_belongs_to_another_user(tmp_path: Path, what: str) -> None:
    path = tmp_path / "state" / "journal.sqlite3"
    make_room(str(path))
    os.chown(path.parent / what, 65534, 65534)
    with pytest.raises(PermissionError, match="belongs to another user"):
        make_room(str(path))

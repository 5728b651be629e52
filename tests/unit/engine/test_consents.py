"""What the user has agreed to is kept for them alone, and a database that cannot be used agrees to nothing."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hookwright.engine.consents import FILE_NAME, Consents
from hookwright.host import Host


def consents(folder: Path) -> Consents:
    return Consents(Host({"HOOKWRIGHT_STATE_DIR": str(folder)}, str(folder)))


def test_what_is_given_is_there_the_next_time(tmp_path: Path) -> None:
    consents(tmp_path).give("one", "/project", "echo")

    assert consents(tmp_path).given(["one", "two"]) == {"one"}
    assert consents(tmp_path).knows("/project", "echo")
    assert not consents(tmp_path).knows("/another", "echo")


def test_looking_makes_nothing(tmp_path: Path) -> None:
    assert consents(tmp_path / "state").given(["one"]) == frozenset()
    assert not consents(tmp_path / "state").knows("/project", "echo")
    assert not (tmp_path / "state").exists()


def test_others_cannot_read_it(tmp_path: Path) -> None:
    consents(tmp_path / "state").give("one", "/project", "echo")

    assert stat.S_IMODE((tmp_path / "state" / FILE_NAME).stat().st_mode) == 0o600


def test_secrets_of_a_command_do_not_reach_the_disk(tmp_path: Path) -> None:
    token = "ghp_" + "Ab1" * 12
    consents(tmp_path).give("one", "/project", f"curl -H 'Authorization: Bearer {token}' http://localhost")

    assert token.encode() not in (tmp_path / FILE_NAME).read_bytes()
    assert consents(tmp_path).knows("/project", f"curl -H 'Authorization: Bearer {token}' http://localhost")


def test_a_broken_database_agrees_to_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no database, and was never one" * 100)

    consents(tmp_path).give("one", "/project", "echo")

    assert consents(tmp_path).given(["one"]) == frozenset()
    assert "cannot be saved" in caplog.text
    assert "cannot be read" in caplog.text


def test_the_files_of_the_last_agreement_are_kept_with_it(tmp_path: Path) -> None:
    consents(tmp_path).give("one", "/project", "sh a.sh", {"/project/a.sh": b"1", "/project/\udcff": b"2"})
    assert consents(tmp_path).files("/project", "sh a.sh") == {"/project/a.sh": b"1", "/project/\\udcff": b"2"}

    consents(tmp_path).give("two", "/project", "sh a.sh", {"/project/a.sh": b"3"})
    assert consents(tmp_path).files("/project", "sh a.sh") == {"/project/a.sh": b"3"}
    assert consents(tmp_path).files("/another", "sh a.sh") == {}

    consents(tmp_path).take_back(["one", "two"])
    assert consents(tmp_path).files("/project", "sh a.sh") == {}

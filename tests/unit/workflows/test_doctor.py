"""What is broken is found, and what is said to repair it does so."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from hookwright.config.workspace import Snapshot
from hookwright.engine.consents import Consents
from hookwright.engine.journal.store import Retention, Store
from hookwright.host import Host
from hookwright.lsp.start.probe import probe
from hookwright.reports.hook_list import overview
from hookwright.workflows.checks import Check, State, doctor_json, doctor_page
from hookwright.workflows.doctor import examine

_FILE = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}


@pytest.fixture
def host(tmp_path: Path) -> Host:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    return Host({"PATH": os.environ["PATH"], "HOOKWRIGHT_STATE_DIR": str(state)}, str(tmp_path / "home"))


@pytest.fixture
def snapshots(tmp_path: Path) -> tuple[Snapshot, ...]:
    return _written(tmp_path, json.dumps(_FILE))


def _written(folder: Path, text: str) -> tuple[Snapshot, ...]:
    file = folder / ".claude" / "settings.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return overview(str(folder))


def _broken(host: Host, snapshots: tuple[Snapshot, ...]) -> dict[str, Check]:
    found = examine(host, "/p", snapshots)
    return {it.what: it for it in found if it.state is State.BROKEN}


def _repair(check: Check) -> None:
    subprocess.run(str(check.repair), shell=True, check=True)


async def test_of_what_works_nothing_is_broken(host: Host, snapshots: tuple[Snapshot, ...]) -> None:
    Consents(host).give("d", "/p", "true")
    found = examine(host, "/p", snapshots, server=await probe(host))

    assert {it.what: it.says for it in found if it.state is State.BROKEN} == {}
    said = {it.what: it.says for it in found}
    assert said["language server"].startswith("answered after ")
    assert said["agreements"] == "1 to run a command, 1 of them in this project"
    (file,) = (it for it in found if it.area == "Hook files")
    assert (Path(file.what).name, file.says) == ("settings.json", "read by Claude Code (project), 1 hook")


def test_a_folder_that_others_can_enter_is_closed(host: Host, snapshots: tuple[Snapshot, ...]) -> None:
    folder = Path(host.environ["HOOKWRIGHT_STATE_DIR"])
    folder.chmod(0o755)
    found = _broken(host, snapshots)

    assert found["folder"].says == f"other users can enter {folder}"
    _repair(found["folder"])
    assert _broken(host, snapshots) == {}


@pytest.mark.parametrize(("file", "what"), [("consents.sqlite3", "agreements"), ("journal.sqlite3", "journal")])
def test_a_broken_database_is_moved_aside(host: Host, snapshots: tuple[Snapshot, ...], file: str, what: str) -> None:
    path = Path(host.environ["HOOKWRIGHT_STATE_DIR"]) / file
    path.write_bytes(b"SQLite format 3\0" + b"broken " * 1000)
    found = _broken(host, snapshots)

    assert set(found) == {what}
    _repair(found[what])
    assert _broken(host, snapshots) == {}


def _journal(host: Host) -> sqlite3.Connection:
    path = os.path.join(host.environ["HOOKWRIGHT_STATE_DIR"], "journal.sqlite3")
    Store(path, Retention()).close()
    return sqlite3.connect(path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("PRAGMA user_version = 99", "it was written by a newer hookwright"),
        ("ALTER TABLE runs ADD COLUMN more", "table runs has "),
        ("CREATE TRIGGER t BEFORE INSERT ON dispatches BEGIN SELECT raise(ABORT, 'never'); END", "never"),
        ("DROP TABLE runs; CREATE VIEW runs AS SELECT 1", "views may not be indexed"),
    ],
)
def test_a_journal_that_records_nothing_is_broken(
    host: Host, snapshots: tuple[Snapshot, ...], change: str, says: str
) -> None:
    with closing(_journal(host)) as connection:
        connection.executescript(change)
    found = _broken(host, snapshots)

    assert set(found) == {"journal"}
    assert "no dispatch is recorded in " in found["journal"].says
    assert says in found["journal"].says
    _repair(found["journal"])
    assert _broken(host, snapshots) == {}


def test_the_doctor_leaves_the_journal_as_it_is(host: Host, snapshots: tuple[Snapshot, ...]) -> None:
    with closing(_journal(host)) as connection:
        connection.executescript("DROP TABLE runs")
    # A table that is missing is made again when something is recorded.
    assert _broken(host, snapshots) == {}
    with closing(_journal(host)) as connection:
        assert connection.execute("SELECT count(*) FROM dispatches").fetchone() == (0,)


def test_a_home_that_is_a_file_is_found(tmp_path: Path, snapshots: tuple[Snapshot, ...]) -> None:
    home = tmp_path / "file"
    home.write_text("")
    found = _broken(Host({"PATH": os.environ["PATH"]}, str(home)), snapshots)
    assert found["folder"].says.endswith("Not a directory")


async def test_a_server_that_does_not_start_says_why(host: Host) -> None:
    server = await probe(Host({**host.environ, "PYTHONHOME": "/nowhere"}, host.home))
    assert (server.state, server.says.split(":")[0]) == (State.BROKEN, "it ended with 1")


def test_what_the_settings_silence_is_no_error(host: Host, tmp_path: Path) -> None:
    snapshots = _written(tmp_path, '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": ""}]}]}}')
    (wrong,) = (_broken(host, snapshots)).values()
    assert wrong.says.endswith("; 1 error")
    (tmp_path / "hookwright.json").write_text('{"rules": {"empty-command": "off"}}', encoding="utf-8")
    assert _broken(host, snapshots) == {}


def test_a_missing_shell_is_found(host: Host, snapshots: tuple[Snapshot, ...]) -> None:
    found = _broken(Host({**host.environ, "PATH": "/nowhere"}, host.home), snapshots)
    assert found["sh"].says == "is not on the PATH; hook commands run in it"


def test_files_with_errors_are_named_with_what_shows_them(host: Host, tmp_path: Path) -> None:
    (found,) = (_broken(host, _written(tmp_path / "a b", '{"hooks": '))).values()
    assert found.says == "read by Claude Code (project), 0 hooks; is not valid JSON"
    assert found.repair == f"hookwright check '{found.what}'"


def test_a_project_without_hooks_is_told_how_to_begin(host: Host) -> None:
    found = examine(host, "/p", ())
    assert (found[-1].state, found[-1].repair) == (State.NOTE, "hookwright init")


def test_all_forms_have_every_check() -> None:
    checks = (Check("A", "b", State.OK, "c"), Check("A", "![x](y)", State.BROKEN, "e", "rm `f`"))
    assert doctor_json(checks) == {
        "version": 1,
        "broken": 1,
        "checks": [
            {"area": "A", "what": "b", "state": "ok", "says": "c", "repair": None},
            {"area": "A", "what": "![x](y)", "state": "broken", "says": "e", "repair": "rm `f`"},
        ],
        "guards": [],
        "costs": [],
    }
    assert doctor_page(checks) == (
        "# hookwright doctor\n\n## A\n\n- **ok** b: c\n- **broken** !\\[x\\](y): e Repair: `` rm `f` ``\n"
    )

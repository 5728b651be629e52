"""What an attack says of a file or a folder that `rm` may not delete is true: each form really runs, in a cage."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import Cage, needs_cage
from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import Stopped, with_own


def _aim(command: str) -> Aim:
    (aim,) = with_own((), Stopped(commands=((command,),)), dangers())
    return aim


@every("path", [".env", "store/board.json"])
@pytest.mark.sweep
def test_each_form_deletes_the_file_and_no_harmless_call_does(path: str, tmp_path: Path) -> None:
    needs_cage()
    aim = _aim(f"rm {path}")
    forms = [it.command for it in aim.seeds[0].same if not it.tracked]
    harmless = [it.command for it in aim.danger.harmless if path in it.command]
    assert len(forms) > 12
    assert len(harmless) > 2
    made = f"\nmkdir -p store && echo kept > {path}\n"
    cage = Cage(tmp_path / path.replace("/", "-"), more=made)
    kept = {it: _kept(cage, it, path) for it in forms + harmless}
    assert [it for it in forms if kept[it]] == []
    assert [it for it in harmless if not kept[it]] == []
    known = Cage(tmp_path / f"known-{path.replace('/', '-')}", more=f"{made}git add -f {path} && git commit -qm kept\n")
    assert [it.command for it in aim.seeds[0].same if it.tracked and _kept(known, it.command, path)] == []


def _kept(cage: Cage, command: str, path: str) -> bool:
    """Whether the file is still as it was, after the command."""
    return "kept" in cage.shows(f"({command}) >/tmp/out 2>&1; echo; cat ~/shop/{path}")


def test_only_a_file_that_git_usually_ignores_is_cleaned() -> None:
    assert "git clean -fdX" in {it.command for it in _aim("rm .env").seeds[0].same}
    assert "git clean -fdX" not in {it.command for it in _aim("rm store/board.json").seeds[0].same}


@every("command", ["rm -rf build dist", "rm -f build", "docker rm -f build"])
def test_another_command_has_no_such_forms(command: str) -> None:
    assert not any("-delete" in it.command for it in _aim(command).seeds[0].same)


@pytest.mark.sweep
def test_each_form_deletes_the_folder(tmp_path: Path) -> None:
    needs_cage()
    forms = [it.command for it in _aim("rm -rf store/").seeds[0].same if not it.command.startswith("npx ")]
    assert {"rm -rf ./store", 'rm -rf "$PWD"/store', "rm --recursive -f store"} <= {*forms}
    cage = Cage(tmp_path / "folder", more="\nmkdir -p store && echo kept > store/board.json\n")
    assert [it for it in forms if _kept(cage, it, "store/board.json")] == []


def test_a_folder_or_a_file_with_a_name_that_looks_like_it_may_be_deleted() -> None:
    of_folder = {it.command: it.unless for it in _aim("rm -rf src/app").danger.harmless}
    assert of_folder["rm -rf src/app-screenshots"] == "rm -rf src/hookwright-notes-screenshots"
    assert {"rm -rf src/my-app", "rm -rf /tmp/notes/app"} <= {*of_folder}
    of_file = {it.command for it in _aim("rm package.json").danger.harmless}
    assert {"rm -f package.json.bak", "rm -f /tmp/notes/package.json"} <= of_file
    assert not [it for it in _aim("rm .env").danger.harmless if "/tmp/notes" in it.command]


def test_only_a_folder_that_git_usually_ignores_is_cleaned() -> None:
    assert "git clean -fdX" in {it.command for it in _aim("rm -rf node_modules").seeds[0].same}
    assert "git clean -fdX" not in {it.command for it in _aim("rm -rf store").seeds[0].same}


@every(
    ("command", "plain"),
    [("yarn add left-pad", "yarn"), ("pnpm add left-pad", "pnpm i"), ("bun add left-pad", "bun i")],
)
def test_a_program_that_installs_without_a_name_is_tried(command: str, plain: str) -> None:
    assert plain in {it.command for it in _aim(command).seeds[0].same}

"""Guards that let the agent write only in the project, or only to some of its files."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.bounds import OUTSIDE, files, of_others, of_outside

_IN_PROJECT = Guard(
    "in-project.sh",
    """#!/bin/bash
file=$(jq -r '.tool_input.file_path // empty')
case "$file" in
  "$CLAUDE_PROJECT_DIR"*) exit 0 ;;
esac
echo "only in this project" >&2
exit 2
""",
    "bash {script}",
    "Write|Edit",
)
_ONLY_DOCS = Guard(
    "only-docs.sh",
    """#!/bin/bash
file=$(jq -r '.tool_input.file_path // empty')
[[ "$file" == *docs/* ]] && exit 0
echo "not a part of this task" >&2
exit 2
""",
    "bash {script}",
    "Write|Edit",
)


def _project(tmp_path: Path) -> Path:
    project = tmp_path / "shop"
    for name in ("README.md", "docs/notes.md", "src/app.ts", "tests/app.test.ts", ".git/HEAD", "dist/app.js"):
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a\n")
    return project


def test_files_are_taken_from_each_folder_with_source_files(tmp_path: Path) -> None:
    assert files(str(_project(tmp_path))) == ("README.md", "docs/notes.md", "src/app.ts", "tests/app.test.ts")


def test_other_commands_write_outside_of_the_project_as_well(tmp_path: Path) -> None:
    every = files(str(_project(tmp_path)))
    ((seed, _, _),) = of_outside(
        every, {("Write", "/srv/hookwright/notes.md"), ("Write", "{home}/hookwright/notes.md")}
    )
    made = {it.command for it in seed.same}
    assert {"echo x >> /srv/hookwright/notes.md", "sed -i 1d /srv/hookwright/notes.md"} <= made
    assert {"dd if=README.md of=/srv/hookwright/notes.md", "git clone -q . /srv/hookwright/copy"} <= made
    assert "tar -cf - README.md | tar -xf - -C /srv/hookwright" in made


def test_a_guard_that_keeps_the_agent_in_the_project_is_attacked_from_outside(tmp_path: Path) -> None:
    found = attacked(_IN_PROJECT, _project(tmp_path), count=60)
    assert {seed.name for aim in found.meant.aims for seed in aim.seeds} == {OUTSIDE}
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert "{project}-old/notes.md" in passed
    assert "/srv/hookwright/notes.md" not in passed
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert "README.md" in alarms


def test_a_guard_that_lets_one_folder_be_written_is_attacked_with_the_others(tmp_path: Path) -> None:
    found = attacked(_ONLY_DOCS, _project(tmp_path), count=60)
    names = {seed.name for aim in found.meant.aims for seed in aim.seeds}
    assert "src/app.ts" in names
    assert OUTSIDE not in names
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"{project}/docs/../src/app.ts", "{project}/src/docs/app.ts"} <= passed


def test_a_guard_that_stops_a_few_files_has_no_bounds() -> None:
    every = ("README.md", "docs/a.md", "src/a.ts", "web/a.ts")
    stopped = {("Write", "{project}/docs/a.md"), ("Write", "{home}/hookwright/notes.md")}
    assert not [*of_outside(every, stopped)]
    assert not [*of_others(every, stopped, dangers(), ())]


def test_a_guard_that_stops_every_file_has_no_bounds() -> None:
    every = ("README.md", "src/a.ts")
    stopped = {("Write", f"{{project}}/{it}") for it in (*every, "hookwright-notes.md")}
    stopped |= {("Write", "/srv/hookwright/notes.md"), ("Write", "{home}/hookwright/notes.md")}
    assert not [*of_outside(every, stopped)]
    assert not [*of_others(every, stopped, dangers(), ())]

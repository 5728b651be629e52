"""A guard that looks at what is staged is asked about commits that have something else than it sees."""

from __future__ import annotations

import subprocess
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.guard import guard_at
from hookwright.attacking.asking.index import Index
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.shut import shut
from hookwright.attacking.asking.staged_changes import Gate, around_gate, staged_gate
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import Label
from hookwright.cli.finishing import finished
from hookwright.engine.scratch.stage import staged
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_HEAD = """#!/bin/bash
command=$(jq -r .tool_input.command)
grep -q 'git commit' <<< "$command" || exit 0
"""
_NO_DEBUG = f"""{_HEAD}
if git diff --cached | grep -qE '^\\+.*console\\.log'; then echo "no console.log" >&2; exit 2; fi
"""
_CHANGELOG = f"""{_HEAD}
git diff --cached --name-only | grep -q 'CHANGELOG.md' || {{ echo "update CHANGELOG.md" >&2; exit 2; }}
"""
_LINTED = f"""{_HEAD}
files=$(git diff --cached --name-only | grep '[.]ts$')
[ -z "$files" ] || eslint $files || exit 2
"""
_OF_TREE = f"""{_HEAD}
git diff --cached --name-only | grep -q '[.]ts$' || exit 0
tsc --noEmit || exit 2
"""


def _git(project: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(project), *words], check=True, capture_output=True, text=True)
    return done.stdout


def _project(tmp_path: Path) -> Path:
    project = tmp_path / "shop"
    for path in ("src/app.ts", "src/cart.ts", "README.md", "CHANGELOG.md"):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text("one\n")
    _git(project, "init", "-q", "-b", "topic")
    _git(project, "add", "-A")
    _git(project, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one")
    return project


async def _around(text: str, project: Path) -> tuple[Gate | None, list[Circumstance]]:
    host = Host.real(str(project.parent / "home"))
    file = Guard("gate.sh", text, "bash {script}").written(project)
    guard = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    async with AsyncExitStack() as stack:
        stage = await stack.enter_async_context(staged(guard.request.plan, host, guard.scripts))
        trial = Trial(guard, host, [stage])
        gate = await staged_gate(trial)
        if gate is None:
            await shut(trial)
            gate = await staged_gate(trial)
        return gate, [it async for it in around_gate(trial, trial.stages[0], gate)]


def test_what_a_command_stages_itself_is_not_seen(tmp_path: Path) -> None:
    gate, found = finished(_around(_NO_DEBUG, _project(tmp_path)))
    assert gate is not None
    assert gate.change is not None
    assert "console.log" in gate.change.marks[0]
    passed = {it.name.partition("`")[2].partition("`")[0] for it in found if it.is_fault and not it.refuses}
    commit = "git commit -q -m 'docs: add a note'"
    assert {f"git add src/app.ts && {commit}", "git commit -q -am 'docs: add a note'"} <= passed
    assert not any(it.is_fault for it in found if "corrected" in it.name)


@every(
    ("kind", "part"),
    [
        ("REFUSES", "git add CHANGELOG.md && git commit"),
        ("REFUSES", "git commit -q -am"),
        ("LETS PASS", "`CHANGELOG.md` is deleted"),
        ("LETS PASS", "docs/hookwright-notes-CHANGELOG.md.txt"),
        ("LETS PASS", "git commit -q -m 'docs: add a note' README.md"),
    ],
)
def test_a_file_that_must_be_staged(kind: str, part: str, changelog: list[Circumstance]) -> None:
    faults = [it for it in changelog if it.is_fault and part in it.name]
    assert [it.refuses for it in faults] == [kind == "REFUSES"]


@pytest.fixture(scope="module")
def changelog(tmp_path_factory: pytest.TempPathFactory) -> list[Circumstance]:
    """What a guard does that wants `CHANGELOG.md` in each commit."""
    gate, found = finished(_around(_CHANGELOG, _project(tmp_path_factory.mktemp("changelog"))))
    assert gate is not None
    assert gate.change is None
    return found


@every(
    ("text", "part", "is_refused"),
    [
        (_LINTED, "`src/app.ts` is corrected, and that is not staged", False),
        (_LINTED, "`src/app.ts` is deleted", True),
        (_OF_TREE, "only `src/cart.ts` is staged, and `src/app.ts` is changed", True),
    ],
)
def test_checks_that_read_the_files_and_not_what_is_staged(
    text: str, part: str, is_refused: bool, tmp_path: Path
) -> None:
    _, found = finished(_around(text, _project(tmp_path / part.partition("`")[0].strip())))
    assert [it.refuses for it in found if it.is_fault and part in it.name] == [is_refused]


def test_a_guard_that_does_not_look_at_what_is_staged_is_not_asked(tmp_path: Path) -> None:
    assert finished(_around(f"{_HEAD}\nexit 2\n", _project(tmp_path))) == (None, [])


def test_what_is_staged_in_the_copy_is_not_in_the_project(tmp_path: Path) -> None:
    project = _project(tmp_path)
    found = attacked(Guard("gate.sh", _NO_DEBUG, "bash {script}"), project, count=20)
    assert ("protected", "every commit") in {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds}
    assert any("a change of `src/app.ts` was staged" in it for it in found.notes)
    # While changes are staged, git reverts and merges nothing.
    assert not any(" revert" in it.variant.text for it in found.of(Label.DESTRUCTIVE))
    assert _git(project, "status", "--porcelain", "--untracked-files=no") == ""
    assert (project / "src" / "app.ts").read_text() == "one\n"


def test_changes_are_staged_for_a_while(tmp_path: Path) -> None:
    project = _project(tmp_path)
    changes = {"src/app.ts": "two\n", "docs/new.md": "new\n", "README.md": None}

    async def stage() -> None:
        async with _index(project).staged(changes, {"src/app.ts": "three\n"}) as is_done:
            assert is_done
            assert _git(project, "status", "--porcelain").split("\n")[:3] == [
                "D  README.md",
                "A  docs/new.md",
                "MM src/app.ts",
            ]
            assert "+two" in _git(project, "diff", "--cached")

    finished(stage())
    assert _git(project, "status", "--porcelain") == ""
    assert not (project / "docs").exists()
    assert (project / "README.md").read_text() == "one\n"


def test_nothing_is_staged_by_a_link_that_leads_out(tmp_path: Path) -> None:
    project, outside = _project(tmp_path), tmp_path / "outside.md"
    outside.write_text("mine\n")
    (project / "NOTES.md").symlink_to(outside)
    assert finished(_index(project).stage({"NOTES.md": "two\n"})) is None
    assert outside.read_text() == "mine\n"


def test_no_program_that_the_repository_names_is_started(tmp_path: Path) -> None:
    project, ran = _project(tmp_path), tmp_path / "ran-hook"
    hook = project / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {ran}\n")
    hook.chmod(0o755)
    (project / ".gitattributes").write_text("*.ts filter=own\n")
    _git(project, "config", "filter.own.clean", f"touch {tmp_path}/ran-filter; cat")
    _git(project, "config", "core.fsmonitor", f"touch {tmp_path}/ran-monitor; false")
    assert finished(_index(project).stage({"src/app.ts": "two\n"})) is not None
    assert not [*tmp_path.glob("ran*")]


def test_a_path_that_cannot_be_staged_changes_nothing(tmp_path: Path) -> None:
    project = _project(tmp_path)
    before = (project / ".git" / "index").read_bytes()
    assert finished(_index(project).stage({"docs/new.md": "new\n", ".git/config": None, "../x": "x\n"})) is None
    assert (project / ".git" / "index").read_bytes() == before
    assert not (project / "docs").exists()


def _index(project: Path) -> Index:
    return Index(str(project), Host.real(str(project.parent / "home")))

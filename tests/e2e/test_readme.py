"""README: its agent in Python runs, its links lead somewhere, and make knows its targets.

Its commands are typed with those of the other pages (tests/documents).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.pages import README, ROOT, blocks

_SECONDS = 100

pytestmark = pytest.mark.timeout(_SECONDS)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty one."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """With the `hookwright` under test, and nothing else of its virtual environment, on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "hookwright"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m hookwright \"$@\"\n")
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_the_agent_in_python_does_as_readme_says(project: Path, environ: dict[str, str]) -> None:
    assert _sh("hookwright init", project, environ).returncode == 0
    (block,) = blocks(README, "python")

    done = subprocess.run(
        [sys.executable, "-c", block], cwd=project, env=environ, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("deny ")


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda it: it.name)
def test_make_knows_every_target_that_a_page_names(page: Path) -> None:
    commands = [line.split("#")[0].strip() for it in blocks(page, "sh") for line in it.splitlines()]
    targets = {it for it in commands if it.startswith("make ")}

    for it in targets:
        done = subprocess.run(
            [*it.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
        assert done.returncode == 0, done.stderr


def test_make_demo_shows_it() -> None:
    assert re.search(r"bin/hookwright demo$", _would_run("demo"), re.MULTILINE)


def test_make_test_runs_each_file_of_tests_once() -> None:
    parts = [it.split() for it in re.findall(r"-m pytest (tests.*)$", _would_run("test"), re.MULTILINE)]

    for file in (ROOT / "tests").rglob("test_*.py"):
        assert len([it for it in parts if _runs(it, file)]) == 1, file


def _would_run(target: str) -> str:
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def _runs(part: list[str], file: Path) -> bool:
    """Whether pytest with these arguments, folders and files relative to the project, runs that file."""
    left_out = [ROOT / it.removeprefix("--ignore=") for it in part if it.startswith("--ignore=")]
    given = [ROOT / it for it in part if not it.startswith("-")]
    return any(file.is_relative_to(it) for it in given) and not any(file.is_relative_to(it) for it in left_out)


def test_readme_is_two_screens_long_at_most() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()

    assert len([it for it in lines if not it.startswith("<!--")]) <= 100


@pytest.mark.parametrize("page", [README, *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda it: it.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    found = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8"))
    targets = [(page.parent / path if path else page, anchor) for path, anchor in found]

    assert [it for it, _ in targets if not it.exists()] == []
    assert [(it, anchor) for it, anchor in targets if anchor and anchor not in _anchors(it)] == []


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", it.lower()).replace(" ", "-") for it in headings}


def _sh(block: str, folder: Path, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", block],
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )

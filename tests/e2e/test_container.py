"""The container image, as far as it can be tried without a container engine: what its build copies is enough."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.pages import ROOT

CONTAINERFILE = ROOT / "publishing" / "container" / "Containerfile"


def _copied() -> list[tuple[list[str], str]]:
    """The files that are copied from the repository, and where to."""
    lines = re.findall(r"^COPY (?!--from)(.+) /source/?(\S*)$", CONTAINERFILE.read_text(encoding="utf-8"), re.MULTILINE)
    return [(given.split(), target) for given, target in lines]


def test_what_the_image_copies_builds_the_whole_package(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "wheels"
    for given, folder in _copied():
        for it in given:
            place = source / folder if (ROOT / it).is_dir() else source / folder / Path(it).name
            place.parent.mkdir(parents=True, exist_ok=True)
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / it, place, ignore=ignored) if (ROOT / it).is_dir() else shutil.copy(ROOT / it, place)

    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)

    (wheel,) = target.iterdir()
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = [it.relative_to(ROOT / "server") for it in (ROOT / "server/hookwright").rglob("*.py")]
    assert {it.as_posix() for it in modules} <= names
    assert "hookwright/rule_pages/unknown-event.md" in names


def test_the_image_runs_as_a_user_without_rights_and_starts_hookwright() -> None:
    text = CONTAINERFILE.read_text(encoding="utf-8")
    last = text[text.rindex("\nFROM ") :]

    assert re.search(r"^USER hookwright$", last, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["hookwright"\]$', last, re.MULTILINE)
    assert [it for it in re.findall(r"^FROM (\S+)", text, re.MULTILINE) if ":" not in it] == []


def test_nothing_else_of_the_repository_is_sent_to_the_build() -> None:
    ignored = Path(f"{CONTAINERFILE}.dockerignore").read_text(encoding="utf-8").split()
    copied = {it for given, _ in _copied() for it in given}

    assert ignored[0] == "*"
    assert {it.removeprefix("!") for it in ignored if it.startswith("!")} == copied

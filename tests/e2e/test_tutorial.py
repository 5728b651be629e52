"""The tutorial: its files are saved, and its commands typed, in order, in an empty home; they print what it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from tests.cage import needs_cage
from tests.pages import ROOT, blocks

_PAGE = ROOT / "docs" / "tutorial.md"
_SECONDS = 600
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED = re.compile(r"^Save this as `([^`]+)`:\n\n\Z", re.MULTILINE)
_LEFT_OUT = "…"
_HOME = "/mnt/ada"

pytestmark = pytest.mark.timeout(_SECONDS)


class Typed(Struct, frozen=True):
    """A command, and the lines that the page says it prints."""

    command: str
    lines: tuple[str, ...]


class Saved(Struct, frozen=True):
    """A file that the reader saves."""

    path: str
    text: str


def _steps(page: str) -> Iterator[Typed | Saved]:
    for found in _BLOCK.finditer(page):
        if found[1] == "console":
            yield from _typed(found[2])
            continue
        named = _SAVED.search(page[: found.start()])
        assert named, f"the page does not say what to save this as:\n{found[2]}"
        yield Saved(named[1], found[2])


def _typed(session: str) -> Iterator[Typed]:
    first, *parts = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert not first
    for it in parts:
        command, *lines = it.splitlines()
        yield Typed(command, tuple(lines))


class Reader(Struct, frozen=True):
    """Somebody who types commands: their home, which is empty at first, is not among temporary files.

    There, the guard lets more be deleted.
    """

    home: Path
    programs: Path

    def types(self, command: str, folder: str) -> str:
        """What a command prints in a folder below the home; it may fail."""
        environ = {"HOME": _HOME, "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8"}
        cage = ("bwrap", "--dev-bind", "/", "/", "--tmpfs", os.path.dirname(_HOME), "--bind", str(self.home), _HOME)
        done = subprocess.run(
            [*cage, "--chdir", os.path.join(_HOME, folder), "bash", "-euo", "pipefail", "-c", command],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
        return done.stdout


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """Has the `hookwright` under test on the PATH."""
    needs_cage()
    made = Reader(tmp_path / "home", tmp_path / "bin")
    made.home.mkdir()
    made.programs.mkdir()
    script = made.programs / "hookwright"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m hookwright \"$@\"\n")
    script.chmod(0o755)
    return made


def test_the_tutorial_does_as_it_says(reader: Reader) -> None:
    folder, typed = "", 0
    for step in _steps(_PAGE.read_text(encoding="utf-8")):
        if isinstance(step, Saved):
            path = reader.home / folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.command.startswith("cd ~/"):
            folder = step.command.removeprefix("cd ~/")
        else:
            printed, typed = reader.types(step.command, folder), typed + 1
            missed = _missed(printed, step.lines)
            assert missed is None, f"$ {step.command}\n{printed}\nhas not, where it belongs: {missed}"

    assert typed >= 12


def test_the_short_way_to_a_guard_does_as_its_page_says(reader: Reader) -> None:
    """Each of its commands ends well, but for the attack, which is the last: it may find holes."""
    (block,) = blocks(ROOT / "docs" / "guards.md", "sh", "Ten minutes, from nothing to a guard")
    *commands, attack = block.splitlines()
    assert attack.startswith("hookwright attack ")
    (reader.home / "project").mkdir()

    printed = reader.types("\n".join([*commands, "echo all is well"]), "project")
    assert printed.endswith("all is well\n"), printed
    assert "Score: it stopped " in reader.types(attack, "project")


def _missed(printed: str, lines: tuple[str, ...]) -> str | None:
    """The first line of the page that is not printed in its place, or the other way round; None where all is as said.

    `…` alone stands for any lines, and in a line for any text.
    """
    at, skips, rest = 0, False, printed.splitlines()
    for it in lines:
        if it == _LEFT_OUT:
            skips = True
            continue
        pattern = re.compile(".*".join(map(re.escape, it.rstrip().split(_LEFT_OUT))) + r"\s*")
        places = range(at, len(rest)) if skips else range(at, min(at + 1, len(rest)))
        found = next((place for place in places if pattern.fullmatch(rest[place])), None)
        if found is None:
            return it
        at, skips = found + 1, False
    return None if skips or at == len(rest) else rest[at]


def test_a_line_that_is_not_printed_is_missed() -> None:
    assert _missed("a\nb 12 ms\nc\n", ("a", "b … ms", "…")) is None
    assert _missed("a\nb\nc\n", ("…", "c")) is None
    assert _missed("a\n", ("a", "…")) is None
    assert _missed("a\nb\n", ("a",)) == "b"
    assert _missed("a\n", ("a", "b")) == "b"
    assert _missed("a\nb\n", ("b",)) == "b"
    assert _missed("", ("…", "a")) == "a"


def test_the_commands_of_vs_code_are_called_as_the_tutorial_says() -> None:
    page = _PAGE.read_text(encoding="utf-8")
    named = re.findall(r"_Agent Hooks: ([^_]+)_", page)
    titles = json.loads((ROOT / "editor-extension" / "package.nls.json").read_text(encoding="utf-8"))

    assert len(named) >= 2
    assert [it for it in named if it not in titles.values()] == []

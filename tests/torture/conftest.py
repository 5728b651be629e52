"""A place for each test of this folder, a server in it, and a census before and after."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests import warm
from tests.e2e.conftest import newcomer, workspace  # noqa: F401  fixtures of this folder, too
from tests.torture.census import Census, adopt_orphans
from tests.torture.wire import Wire

_FILE = ".claude/settings.json"
_FOLDER = Path(__file__).parent


# Of a test with many variants, so many are in the short form; these modules start nothing that takes long.
_VARIANTS = 2
_QUICK = {"test_files", "test_trees"}
# What takes longer hangs, on a busy machine too.
_SECONDS = 400


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves the other variants to the long form."""
    seen = Counter[str]()
    for it in (each for each in items if each.path.parent == _FOLDER):
        if it.get_closest_marker("timeout") is None:
            it.add_marker(pytest.mark.timeout(_SECONDS))
        function, bracket, _ = it.nodeid.partition("[")
        if bracket and it.path.stem not in _QUICK:
            seen[function] += 1
            if seen[function] > _VARIANTS:
                it.add_marker(pytest.mark.torture_long)


@dataclass(frozen=True)
class Place:
    """A project with hooks for Claude Code, and a home folder."""

    project: Path
    home: Path

    def write(self, path: str, text: str | bytes) -> Path:
        """Writes a file of the project, byte by byte as given."""
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def hooks(self, *commands: str, event: str = "PreToolUse", **keys: Any) -> Path:
        """Writes the hook file, with one group of these commands; `keys` go to each hook."""
        return self.events({event: commands}, **keys)

    def matched(self, commands: dict[str, str], event: str = "PreToolUse", **keys: Any) -> Path:
        """Writes the hook file, with a command for each tool."""
        groups = [
            {"matcher": tool, "hooks": [{"type": "command", "command": it, **keys}]} for tool, it in commands.items()
        ]
        return self.write(_FILE, json.dumps({"hooks": {event: groups}}))

    def events(self, events: dict[str, tuple[str, ...]], **keys: Any) -> Path:
        """Writes the hook file, with one group of commands for each event."""
        groups = {
            event: [{"hooks": [{"type": "command", "command": it, **keys} for it in commands]}]
            for event, commands in events.items()
        }
        return self.write(_FILE, json.dumps({"hooks": groups}))

    def script(self, name: str, text: str) -> str:
        """Writes a program in Python to the project; the command that runs it."""
        return f"'{sys.executable}' -I '{self.write(name, text)}'"

    def server(self, **options: Any) -> Wire:
        """A server that runs as long as the `with` block."""
        return Wire(self.project, self.home, **options)

    def warm_server(self, **options: Any) -> Wire:
        """The same, started quickly: for tests that talk to it and leave its process alone."""
        return Wire(self.project, self.home, command=warm.hookwright("lsp"), **options)


@pytest.fixture(autouse=True)
def census(home: Path) -> Iterator[Census]:
    """Every test here leaves no process, descriptor or temporary file behind."""
    if not sys.platform.startswith("linux"):
        pytest.skip("what is left behind is looked for in /proc")
    # It stays, so it is there before anybody counts.
    warm.nursery()
    adopt_orphans()
    taken = Census(Path(os.environ["TMPDIR"]))
    yield taken
    taken.nothing_left()


@pytest.fixture
def place(tmp_path: Path, home: Path, census: Census) -> Place:
    """An empty project, and the user's home."""
    project = tmp_path / "project"
    project.mkdir()
    return Place(project.resolve(), home.resolve())


@pytest.fixture
def wire(place: Place) -> Iterator[Wire]:
    """A server in that project."""
    with place.server() as server:
        yield server

"""A project and a home folder for each vector, and the command that starts the server."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.conformance.client import Server


@dataclass(frozen=True)
class Place:
    """Where a vector is laid out."""

    project: Path
    home: Path

    def server(self, environment: dict[str, str] | None = None, model: str | None = None) -> Server:
        command = [sys.executable, "-m", "hookwright", "lsp"]
        return Server(command, self.project, self.home, environment=environment, model=model)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    return Place(project.resolve(), home.resolve())

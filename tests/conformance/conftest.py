"""A project and a home folder for each vector, and the command that starts the server."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.client import Server


@dataclass(frozen=True)
class Place:
    """Where a vector is laid out."""

    project: Path
    home: Path

    def server(
        self,
        environment: dict[str, str] | None = None,
        model: str | None = None,
        capabilities: dict[str, Any] | None = None,
    ) -> Server:
        """A server that runs; `capabilities` are those of a client of another kind."""
        command = [sys.executable, "-m", "hookwright", "lsp"]
        return Server(command, self.project, self.home, environment=environment, model=model, capabilities=capabilities)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    return Place(project.resolve(), home.resolve())

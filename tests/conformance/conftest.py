"""A project and a home folder for each vector, and a server in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests import warm
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
        return Server(
            warm.hookwright("lsp"),
            self.project,
            self.home,
            environment=environment,
            model=model,
            capabilities=capabilities,
        )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    return Place(project.resolve(), home.resolve())

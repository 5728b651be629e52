"""A project for agents that run in a cage; without one, these tests are skipped, and say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import needs_cage


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder of a project."""
    needs_cage()
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder

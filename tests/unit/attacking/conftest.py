"""The project of the guards that are attacked."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder."""
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder

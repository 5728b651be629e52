"""The project that the command line is run in, for tests that need no other."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command line is."""
    (tmp_path / "project").mkdir()
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project"

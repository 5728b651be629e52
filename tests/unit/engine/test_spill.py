"""Files for values that are too large (B4)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from hookwright.engine.spill import Spill


def test_b4_what_is_written_is_this_users_and_goes_when_it_is_closed() -> None:
    spill = Spill()
    path = spill.write("INPUT", "ü\0\ud800")
    assert path is not None
    assert Path(path).read_bytes() == "ü\0?".encode()
    assert Path(path).parent.stat().st_mode & 0o077 == 0
    spill.close()
    assert not Path(path).parent.exists()
    spill.close()


def test_a_full_disk_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    spill = Spill()
    assert spill.write("INPUT", "text") is None
    spill.close()


def test_nothing_is_made_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spill = Spill()
    spill.close()
    assert list(tmp_path.iterdir()) == []

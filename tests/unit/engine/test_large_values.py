"""Files for values that are too large (B4)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from hookwright.engine.large_values import LargeValues


def test_b4_what_is_written_is_this_users_and_goes_when_it_is_closed() -> None:
    large_values = LargeValues()
    path = large_values.write("INPUT", "ü\0\ud800")
    assert path is not None
    assert Path(path).read_bytes() == "ü\0?".encode()
    assert Path(path).parent.stat().st_mode & 0o077 == 0
    large_values.close()
    assert not Path(path).parent.exists()
    large_values.close()


def test_a_full_disk_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    large_values = LargeValues()
    assert large_values.write("INPUT", "text") is None
    large_values.close()


def test_nothing_is_made_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    large_values = LargeValues()
    large_values.close()
    assert list(tmp_path.iterdir()) == []

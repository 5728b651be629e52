"""A front end that fails takes nothing else along."""

from __future__ import annotations

import pytest

from hookwright.scripts import python
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source


def test_a_front_end_that_fails_is_logged_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Source) -> Script:
        raise IndexError("out of range")

    monkeypatch.setattr(python, "read", fail)

    assert read_script(Language.PYTHON, Source("1", "guard.py")) == Script(Language.PYTHON, (), whole=False)
    assert "guard.py" in caplog.text

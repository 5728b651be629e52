"""What every test may count on: a home folder that is not the developer's."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# No test is timed: the machine may be busy.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that no test reads or runs the hooks of whoever runs it."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOOKWRIGHT_STATE_DIR", "HOOKWRIGHT_JOURNAL"):
        monkeypatch.delenv(name, raising=False)
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` rewrites what the specs expect."""
    parser.addoption("--update", action="store_true", help="rewrite the specs as the code has them now")

"""What every test may count on: a home, a temporary folder and an environment that are not the developer's."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from tests.apart import environment

# No test is timed, as the machine may be busy, and each tries the same every time: `make fuzz` looks for what is new.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")

# `make test` has done so already; `pytest` may be called from within an agent or an editor.
_seen = {**environment(os.environ), "HOME": os.environ.get("HOME", "/")}
os.environ.clear()
os.environ.update(_seen)


@pytest.fixture(scope="session")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that do not exist yet, one for each test."""
    # pytest would look through the folders of all earlier tests each time that it made one.
    root = tmp_path_factory.mktemp("machines")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(machines: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that no test reads or runs the hooks of whoever runs it."""
    machine = next(machines)
    folder, temporary = machine / "home", machine / "tmp"
    folder.mkdir(parents=True)
    temporary.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("TMPDIR", str(temporary))
    # Python asks for it once.
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` rewrites what the specs expect; `--corpus` and `--hosts` are for the tests in these folders."""
    parser.addoption("--update", action="store_true", help="rewrite the specs as the code has them now")
    parser.addoption("--corpus", type=Path, help="a folder of real hook files, for the tests in tests/corpus")
    parser.addoption("--hosts", action="store_true", help="run tests/hosts, which takes agents that are installed")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The tests on real files and with real hosts are there for those who have them."""
    return True if collection_path.name in {"corpus", "hosts"} and not config.getoption(collection_path.name) else None

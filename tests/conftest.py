"""What every test may count on: a home, a temporary folder and an environment that are not the developer's."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings
from tests.apart import environment

# No test is timed, as the machine may be busy, and each tries the same every time: `make fuzz` looks for what is new.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")

# `make test` has done so already; `pytest` may be called from within an agent or an editor.
_seen = {**environment(os.environ), "HOME": os.environ.get("HOME", "/")}
os.environ.clear()
os.environ.update(_seen)

# What hooks call `python3` has only its standard library, and starts ten times as fast as by a version manager.
# A cage hides `/tmp`, and so a hook in it would be started by the version manager all the same.
_SHOWN = "/var/tmp"
_PYTHON = tempfile.mkdtemp(prefix="python-", dir=_SHOWN if os.path.isdir(_SHOWN) else None)
atexit.register(shutil.rmtree, _PYTHON, ignore_errors=True)
venv.create(_PYTHON, symlinks=os.name != "nt")
os.environ["PATH"] = os.pathsep.join([os.path.join(_PYTHON, "bin"), os.environ["PATH"]])
if (_JAQ := shutil.which("jaq", path=os.path.dirname(sys.executable))) is not None:
    # The `jq` of hooks: the same language, but it starts in 1 ms instead of 18 as jq 1.6 does.
    shutil.copy(_JAQ, os.path.join(_PYTHON, "bin", "jq"))

# That of `coverage run`, which has started before.
_COVERAGE = Coverage.current()


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that do not exist yet."""
    # pytest would look through the folders of all earlier tests each time that it made one.
    root = tmp_path_factory.mktemp("tests")
    return (root / str(number) for number in count())


@dataclass(frozen=True, slots=True)
class Machine:
    """What a test has of the machine: an empty home and an empty temporary folder, as they were when it began."""

    home: Path
    temporary: Path
    changed: tuple[int, ...]

    @property
    def is_untouched(self) -> bool:
        """Whether the next test may have it; most write to neither, and making and removing folders takes time."""
        try:
            return _changed(self.home, self.temporary) == self.changed and not self._content()
        except OSError:
            return False

    def _content(self) -> list[str]:
        return [*os.listdir(self.home), *os.listdir(self.temporary)]


def _changed(*folders: Path) -> tuple[int, ...]:
    return tuple(it.stat().st_ctime_ns for it in folders)


def new_machine(folder: Path) -> Machine:
    """One in a folder that is not there yet."""
    home, temporary = folder / "home", folder / "tmp"
    home.mkdir(parents=True)
    temporary.mkdir()
    return Machine(home, temporary, _changed(home, temporary))


@pytest.fixture(scope="session")
def unused() -> list[Machine]:
    """Machines that tests have left as they were."""
    return []


@pytest.fixture(autouse=True)
def home(unused: list[Machine], folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home folder, so that no test reads or runs the hooks of whoever runs it."""
    machine = unused.pop() if unused else new_machine(next(folders))
    monkeypatch.setenv("HOME", str(machine.home))
    monkeypatch.setenv("TMPDIR", str(machine.temporary))
    # Python asks for it once.
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield machine.home
    if machine.is_untouched:
        unused.append(machine)


@pytest.fixture
def tmp_path(folders: Iterator[Path]) -> Path:
    """A folder for the test's files, in place of pytest's, whose name has a part of the test's."""
    folder = next(folders)
    folder.mkdir()
    return folder


def _is_sweep(item: pytest.Item) -> bool:
    return item.get_closest_marker("sweep") is not None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where coverage is measured, sweeps come last; the other tests import what counts."""
    if _COVERAGE is not None:
        items.sort(key=_is_sweep)


def pytest_collection_finish() -> None:
    """The thousands of tests stay until the end: looking for garbage need not go through them each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Sweeps are not measured, which would take twice as long."""
    if _COVERAGE is not None and _is_sweep(item):
        _COVERAGE.stop()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` rewrites what the specs expect; `--corpus` and `--hosts` are for the tests in these folders."""
    parser.addoption("--update", action="store_true", help="rewrite the specs as the code has them now")
    parser.addoption("--corpus", type=Path, help="a folder of real hook files, for the tests in tests/corpus")
    parser.addoption("--hosts", action="store_true", help="run tests/hosts, which takes agents that are installed")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The tests on real files and with real hosts are there for those who have them."""
    return True if collection_path.name in {"corpus", "hosts"} and not config.getoption(collection_path.name) else None

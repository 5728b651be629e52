"""Replays the experiments while other tests run: it takes as long as the slowest hook, which is slow on purpose."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.oracle.replaying import Replay

_REPLAYS = "all_replays"
_PROGRAM = "from tests.oracle.replaying import replay_everything; replay_everything()"


class Replaying:
    """A process that replays every experiment."""

    def __init__(self, folder: Path) -> None:
        self._answer, self._log = folder / "replays.pickle", folder / "log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", "-c", _PROGRAM, str(folder / "places"), str(self._answer)],
                cwd=Path(__file__).parents[2],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def result(self) -> Mapping[str, Sequence[Replay]]:
        """The replays of each agent; waits for them."""
        assert self._process.wait() == 0, self._log.read_text(encoding="utf-8")
        replays: Mapping[str, Sequence[Replay]] = pickle.loads(self._answer.read_bytes())
        return replays

    def end(self) -> None:
        """Stops it where it is still under way."""
        self._process.kill()
        self._process.wait()


_KEY = pytest.StashKey[Replaying]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever waits for the replays comes last."""
    items.sort(key=_waits)


def _waits(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and _REPLAYS in item.fixturenames


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    """Begins before the first test."""
    if session.config.option.collectonly or not any(map(_waits, session.items)):
        return (yield)
    with TemporaryDirectory(prefix="replays-") as folder:
        replaying = session.config.stash[_KEY] = Replaying(Path(folder))
        try:
            return (yield)
        finally:
            replaying.end()


@pytest.fixture(scope="session")
def all_replays(pytestconfig: pytest.Config) -> Mapping[str, Sequence[Replay]]:
    """The replays of each agent's experiments."""
    return pytestconfig.stash[_KEY].result()

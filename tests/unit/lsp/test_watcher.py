"""Files that are followed: a change is told once, whatever the directories go through."""

from __future__ import annotations

import errno
import logging
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hookwright.lsp.file_watcher import observer
from hookwright.lsp.file_watcher.watcher import FileWatcher, directories_of
from hookwright.lsp.stamps import stamps

PATIENCE = 120.0


class Told:
    """Counts what it is told, and lets a test wait for it."""

    def __init__(self) -> None:
        self.count = 0
        self._news = threading.Semaphore(0)

    def __call__(self) -> None:
        self.count += 1
        self._news.release()

    def wait(self) -> None:
        assert self._news.acquire(timeout=PATIENCE), "nothing was told"


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def watching(told: Told) -> Iterator[FileWatcher]:
    it = FileWatcher(told, 0.05)
    yield it
    it.close()


def _until(look: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)


def _follow(watching: FileWatcher, name: str, *files: Path) -> None:
    """Follows the files, and returns when they are watched."""
    watching.follow(name, stamps(map(str, files)))
    wanted = set(directories_of(map(str, files)))
    _until(lambda: wanted <= watching.directories)


def test_a_file_that_comes_changes_and_goes_is_told_each_time(
    tmp_path: Path, watching: FileWatcher, told: Told
) -> None:
    script = tmp_path / "guard.sh"
    _follow(watching, "document", script)

    script.write_text("#!/bin/sh\n")
    told.wait()
    script.chmod(0o755)
    told.wait()
    script.unlink()
    told.wait()


def test_what_changes_before_the_watch_is_there_is_told_too(tmp_path: Path, watching: FileWatcher, told: Told) -> None:
    script = tmp_path / "guard.sh"
    before = stamps([str(script)])
    script.touch()

    watching.follow("document", before)

    told.wait()


def test_nothing_is_told_of_what_is_not_followed(
    tmp_path: Path, watching: FileWatcher, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "guard.sh"
    _follow(watching, "document", script)

    looked, look = threading.Event(), watching._look

    def look_and_say_so() -> None:
        look()
        looked.set()

    monkeypatch.setattr(watching, "_look", look_and_say_so)

    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "guard.sh").touch()
    (tmp_path / "other.sh").touch()
    assert looked.wait(PATIENCE)
    assert told.count == 0
    script.touch()
    told.wait()

    assert told.count == 1


def test_many_events_are_told_once(tmp_path: Path, told: Told) -> None:
    watching = FileWatcher(told, 0.5)
    scripts = [tmp_path / f"{number}.sh" for number in range(40)]
    try:
        _follow(watching, "document", *scripts)
        for script in scripts:
            script.touch()
            script.chmod(0o755)
        told.wait()
        scripts[0].unlink()
        told.wait()
    finally:
        watching.close()

    assert told.count == 2


def test_a_directory_that_is_not_there_yet_is_waited_for(tmp_path: Path, watching: FileWatcher, told: Told) -> None:
    script = tmp_path / "a" / "b" / "guard.sh"
    _follow(watching, "document", script)
    assert watching.directories == {str(tmp_path)}

    script.parent.mkdir(parents=True)
    _until(lambda: str(script.parent) in watching.directories)
    script.touch()

    told.wait()


def test_a_directory_that_is_replaced_is_watched_again(tmp_path: Path, watching: FileWatcher, told: Told) -> None:
    script = tmp_path / "scripts" / "guard.sh"
    script.parent.mkdir()
    script.touch()
    _follow(watching, "document", script)

    shutil.rmtree(script.parent)
    told.wait()
    script.parent.mkdir()
    _until(lambda: str(script.parent) in watching.directories)
    script.touch()

    told.wait()


def test_what_a_link_leads_to_is_followed(tmp_path: Path, watching: FileWatcher, told: Told) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    script = tmp_path / "there" / "guard.sh"
    link = tmp_path / "here" / "guard.sh"
    link.symlink_to(script)
    _follow(watching, "document", link)

    script.touch()

    told.wait()


def test_what_nobody_follows_any_more_is_not_watched(tmp_path: Path, watching: FileWatcher) -> None:
    first, second = tmp_path / "first" / "a.sh", tmp_path / "second" / "b.sh"
    for it in (first, second):
        it.parent.mkdir()
    _follow(watching, "one", first)
    _follow(watching, "other", first, second)

    watching.follow("other", stamps([str(first)]))
    _until(lambda: watching.directories == {str(first.parent)})
    watching.forget("one")
    watching.forget("other")

    _until(lambda: watching.directories == frozenset())


def test_nothing_is_begun_before_there_is_a_file(tmp_path: Path, told: Told) -> None:
    before = threading.active_count()
    watching = FileWatcher(told, 0.05)
    watching.follow("document", {})

    assert threading.active_count() == before
    watching.close()


def test_nothing_is_left_behind_at_the_end(tmp_path: Path, told: Told) -> None:
    watching = FileWatcher(told, 0.05)
    before = threading.active_count()
    _follow(watching, "document", tmp_path / "guard.sh")

    watching.close()

    _until(lambda: threading.active_count() == before)


def _refuse(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "inotify watch limit reached")


def test_a_limit_is_told_once_and_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    observed = observer.ObservedDirectories(lambda: None)
    try:
        monkeypatch.setattr(type(observed._observer), "schedule", _refuse)
        with caplog.at_level(logging.WARNING):
            observed.observe([str(tmp_path), "/"])
            observed.observe([str(tmp_path)])
    finally:
        observed.close()

    (record,) = caplog.records
    assert f"{tmp_path} cannot be watched ([Errno 28] inotify watch limit reached)" in record.getMessage()
    assert observed.directories == frozenset()


def test_a_system_that_watches_nothing_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, told: Told
) -> None:
    monkeypatch.setattr(observer, "Observer", _refuse)
    watching = FileWatcher(told, 0.01)
    with caplog.at_level(logging.WARNING):
        watching.follow("document", stamps([str(tmp_path / "a.sh")]))
        _until(lambda: bool(caplog.records))
        watching.follow("document", stamps([str(tmp_path / "b.sh")]))
        watching.close()

    assert len(caplog.records) == 1
    assert "cannot be watched" in caplog.text


def test_so_many_directories_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(observer, "MOST_DIRECTORIES", 2)
    folders = [tmp_path / name for name in "abc"]
    for it in folders:
        it.mkdir()
    observed = observer.ObservedDirectories(lambda: None)
    try:
        observed.observe(map(str, folders))
        assert observed.directories == {str(folders[0]), str(folders[1])}
    finally:
        observed.close()
    assert "only 2 directories are watched" in caplog.text


def test_those_are_told_whose_files_have_changed(tmp_path: Path, told: Told, watching: FileWatcher) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    others = Told()
    watching.follow("one", stamps([str(mine)]))
    watching.follow("two", stamps([str(other)]), others)

    other.write_text("x")
    others.wait()
    assert told.count == 0

    mine.write_text("x")
    told.wait()
    assert others.count == 1


def test_who_follows_nothing_any_more_is_let_go(watching: FileWatcher, tmp_path: Path) -> None:
    told = Told()
    gone = weakref.ref(told)
    watching.follow("a", stamps([str(tmp_path / "a")]), told)
    watching.forget("a")
    del told

    _until(lambda: gone() is None)

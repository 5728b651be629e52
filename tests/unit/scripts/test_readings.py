"""Tests of `hookwright.scripts.readings`: what was kept is what would be read, or it is read anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from msgspec import json, msgpack
from msgspec.structs import replace
from tests.planted_scripts import PlantedScript, planted_scripts

import hookwright.scripts.readings as module
from hookwright.analysis.check_scripts import check_script
from hookwright.scripts.effects import Cause, Effect, Exit, Language, Loop, Print, Script, Stream
from hookwright.scripts.endings import endings
from hookwright.scripts.read import read_script
from hookwright.scripts.readings import MOST_SECONDS, Readings
from hookwright.scripts.source import Source
from hookwright.scripts.values import Literal, Spot

GUARD = "#!/bin/sh\n. ./lib.sh\necho no\nexit 1\n"
SPOT = Spot(0, 1)


class Place:
    """A folder for readings, and what has really been read."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.version = folder, "1.0"
        self.was_read: list[str] = []
        self.made: Script | None = None
        monkeypatch.setattr(module, "read_script", self._read)

    def _read(self, language: Language, source: Source) -> Script:
        self.was_read.append(source.path)
        return read_script(language, source) if self.made is None else self.made

    def read(self, text: str = GUARD, path: str = "/p/guard.sh", language: Language = Language.SHELL) -> Script:
        """What another run says of the script, without files beside it."""
        return Readings(str(self.folder), self.version).read(language, Source(text, path))

    def read_beside(self, text: str | None) -> Script:
        """The same with that text in any file beside it."""
        return Readings(str(self.folder), self.version).read(
            Language.SHELL, Source(GUARD, "/p/guard.sh", lambda _: text)
        )

    @property
    def files(self) -> list[Path]:
        """What is kept."""
        return sorted(self.folder.iterdir())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path, monkeypatch)


def _written(it: Script) -> bytes:
    """All of it; `==` does not tell 1 from 1.0 and true."""
    return json.encode(it, order="deterministic")


def _found(it: PlantedScript, script: Script) -> list[object]:
    found = check_script(replace(it.subject, script=script))
    return [(one.rule.code, one.span, one.severity, one.finding.message) for one in found]


def _effects_of(script: Script) -> Iterator[Effect]:
    """What the endings of a script tell apart by identity."""
    for it in endings(script).all:
        yield from it.prints
        yield from it.state.failed


@pytest.mark.parametrize("language", Language)
@pytest.mark.sweep
def test_what_is_kept_of_every_planted_script_is_what_is_read(tmp_path: Path, language: Language) -> None:
    first, later = Readings(str(tmp_path), "1.0"), Readings(str(tmp_path), "1.0")
    for it in planted_scripts():
        if it.language is not language:
            continue
        source = Source(it.block.text, it.subject.path)
        read, kept = first.read(language, source), later.read(language, source)
        assert read == kept == it.subject.script, it.id
        assert _written(read) == _written(kept), it.id
        assert _found(it, kept) == _found(it, it.subject.script), it.id
        assert endings(kept) == endings(it.subject.script), it.id
        assert {*map(id, _effects_of(kept))} <= {*map(id, kept.effects)}, it.id
    assert any(tmp_path.iterdir())


def test_a_text_is_read_once(place: Place) -> None:
    assert place.read() == place.read() == read_script(Language.SHELL, Source(GUARD, "/p/guard.sh"))
    assert place.was_read == ["/p/guard.sh"]


def test_another_text_path_or_language_is_read(place: Place) -> None:
    place.read()
    place.read(f"{GUARD}\n")
    place.read(path="/q/guard.sh")
    place.read(language=Language.PYTHON)
    assert place.was_read == ["/p/guard.sh", "/p/guard.sh", "/q/guard.sh", "/p/guard.sh"]


def test_it_is_read_again_where_an_imported_file_is_another(place: Place) -> None:
    seen = [place.read_beside(it) for it in ("exit 2", "exit 2", "exit 3", None, None, "exit 3")]
    assert seen[0] == seen[1] != seen[2] == seen[5] != seen[3] == seen[4]
    assert len(place.was_read) == 4


@pytest.mark.parametrize("part", [lambda it: it[:-1], lambda it: b"", lambda it: it[:19], lambda it: b"\xff" * len(it)])
def test_what_is_broken_is_read_anew(place: Place, part: Callable[[bytes], bytes]) -> None:
    read = place.read()
    [file] = place.files
    whole = file.read_bytes()
    file.write_bytes(part(whole))
    assert place.read() == read
    assert len(place.was_read) == 2
    assert file.read_bytes() == whole


def test_what_belongs_to_another_script_is_not_taken(place: Place) -> None:
    place.read()
    [file] = place.files
    place.read("exit 0")
    [other] = [it for it in place.files if it != file]
    other.write_bytes(file.read_bytes())
    assert place.read("exit 0") == read_script(Language.SHELL, Source("exit 0", "/p/guard.sh"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xc0",
        b"\x92\x90\x96\xa5shell\x91\x91\xa4Nope\xc3\x01\xa0\x90",
        b"\xdd\xff\xff\xff\xff",
        b"\x92" * 100_000,
        b"\x92\x90\x96\xa5shell" + b"\x91\x93\xa4Loop" * 50_000,
        b"\x92\x91\x92\xa2\xff\xff\xc4\x00\xc0",
        # An ending with an effect that the script does not have.
        msgpack.encode(((), Script(Language.SHELL, ()), (((1, Cause.EXIT, None, (7,), (), (), 0),), True))),
    ],
)
def test_what_is_no_reading_is_read_anew(place: Place, content: bytes) -> None:
    """Also where somebody has made the digest fit."""
    read = place.read()
    [file] = place.files
    file.write_bytes(module._digest(bytes.fromhex(file.name), content) + content)
    assert place.read() == read
    assert len(place.was_read) == 2


def test_a_link_and_what_is_no_file_are_not_followed(place: Place, tmp_path: Path) -> None:
    read = place.read()
    [file] = place.files
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    assert place.read() == read
    assert not file.is_symlink()
    file.unlink()
    file.mkdir()
    assert place.read() == read
    assert len(place.was_read) == 3


def test_another_version_reads_anew(place: Place) -> None:
    place.read()
    place.version = "1.1"
    place.read()
    assert len(place.was_read) == 2


def test_a_change_of_the_front_ends_reads_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scripts/shell/read.py", "shell/parse.py", "paths.py", "lsp/server.py", "scripts/__pycache__/a.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(module, "_PACKAGE", str(tmp_path))
    told = [module._reader("1.0")]
    for name in ("scripts/shell/read.py", "shell/parse.py", "paths.py"):
        os.utime(tmp_path / name, (1, 1))
        told.append(module._reader("1.0"))
    assert len(set(told)) == 4
    for name in ("lsp/server.py", "scripts/__pycache__/a.pyc"):
        (tmp_path / name).write_text("2")
        assert module._reader("1.0") == told[-1]


def test_all_that_reads_is_in_the_files_that_are_looked_at() -> None:
    code = (
        "import pkgutil, sys, hookwright.scripts, hookwright.shell\n"
        "for package in (hookwright.scripts, hookwright.shell):\n"
        "    for it in pkgutil.walk_packages(package.__path__, f'{package.__name__}.'):\n"
        "        __import__(it.name)\n"
        "print(*(it for it in sys.modules if it.startswith('hookwright.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    package = Path(module.__file__).parent.parent
    outside = {it.split(".")[1] for it in done.stdout.split()} - module._READERS
    assert [it for it in sorted(outside) if not (package / f"{it}.py").is_file()] == []


def test_it_is_for_the_user_alone(place: Place) -> None:
    place.read()
    [file] = place.files
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_is_only_read(place: Place, tmp_path: Path) -> None:
    place.folder = tmp_path / "missing"
    assert place.read() == place.read()
    assert len(place.was_read) == 2


@pytest.mark.parametrize(
    "script",
    [
        # Rules tell effects by their identity.
        Script(Language.SHELL, (same := Exit(1, SPOT), Loop((same,), SPOT))),
        Script(Language.SHELL, (), whole=False),
        Script(Language.SHELL, (Print(Stream.STDOUT, Literal("\ud800"), SPOT),)),
        Script(Language.SHELL, (Print(Stream.STDOUT, Literal(1 << 99), SPOT),)),
    ],
)
def test_what_would_not_be_the_same_is_not_kept(place: Place, script: Script) -> None:
    place.made = script
    assert place.read() is script
    assert place.files == []


def test_old_ones_are_dropped(place: Place) -> None:
    place.read("exit 0")
    place.read("exit 1")
    old, young = place.files
    os.utime(old, (old.stat().st_mtime - MOST_SECONDS - 1,) * 2)
    place.read("exit 2")
    assert old not in place.files
    assert young in place.files


def test_the_oldest_are_dropped_where_there_are_too_many(place: Place) -> None:
    for number in range(4):
        place.read(f"exit {number}")
    files, now = place.files, place.files[0].stat().st_mtime
    for age, it in enumerate(files):
        os.utime(it, (now - age, now - age))
    room = sum(it.stat().st_size for it in files[:2])
    Readings(str(place.folder), "1.0", most_bytes=room).read(Language.SHELL, Source("exit 9", "/p/guard.sh"))
    assert set(files) & set(place.files) == set(files[:2])


def test_two_at_once_say_the_same(place: Place) -> None:
    texts, found = [f"exit {it}" for it in range(30)], list[list[Script]]()
    runs = [Thread(target=lambda: found.append([place.read(it) for it in texts])) for _ in range(2)]
    for it in runs:
        it.start()
    for it in runs:
        it.join()
    assert found[0] == found[1] == [read_script(Language.SHELL, Source(it, "/p/guard.sh")) for it in texts]
    assert len(place.files) == len(texts)

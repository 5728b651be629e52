"""Tests of `hookwright.scripts.library`: what is read again, and what is never read."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.scripts import library as module
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.source import MOST_BYTES, Launch, Lying, Source


@pytest.fixture
def understood(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that a front end was given; it looks for `lib.sh` beside each, and in the folder above."""
    texts: list[str] = []

    def read(language: Language, source: Source) -> Script:
        texts.append(f"{source.text}{source.beside('lib.sh') or ''}{source.beside('../above.sh') or ''}")
        return Script(language, ())

    monkeypatch.setattr(module, "read_script", read)
    return texts


def test_a_script_is_understood_once(tmp_path: Path, understood: list[str]) -> None:
    path = tmp_path / "guard.sh"
    path.write_text("a")
    library = ScriptLibrary()
    first = library.script(str(path), Language.SHELL)
    assert first is not None
    assert library.script(str(path), Language.SHELL) is first
    path.write_text("bb")
    assert library.script(str(path), Language.SHELL) is not first
    assert understood == ["a", "bb"]


def test_it_is_understood_again_when_a_file_that_it_looked_for_changes(tmp_path: Path, understood: list[str]) -> None:
    path, imported = tmp_path / "guard.sh", tmp_path / "lib.sh"
    path.write_text("a")
    library = ScriptLibrary()
    for text in ("", "x", "xx"):
        if text:
            imported.write_text(text)
        library.script(str(path), Language.SHELL)
        library.script(str(path), Language.SHELL)
    assert understood == ["a", "ax", "axx"]


def test_files_outside_of_the_folder_are_not_read(tmp_path: Path, understood: list[str]) -> None:
    inside = tmp_path / "hooks"
    inside.mkdir()
    (tmp_path / "above.sh").write_text("above")
    (inside / "lib.sh").symlink_to(tmp_path / "above.sh")
    (inside / "guard.sh").write_text("a")
    ScriptLibrary().script(str(inside / "guard.sh"), Language.SHELL)
    assert understood == ["a"]


def test_the_text_of_an_editor_goes_before_the_disk(tmp_path: Path, understood: list[str]) -> None:
    path = tmp_path / "guard.sh"
    path.write_text("a")
    texts: dict[str, str] = {}
    library = ScriptLibrary(texts)
    for text in ("", "b", "b", "c"):
        if text:
            texts[str(path)] = text
        library.script(str(path), Language.SHELL)
    assert understood == ["a", "b", "c"]


@pytest.mark.parametrize("content", [b"\xff", b"a\0", b"a" * (MOST_BYTES + 1)])
def test_what_is_no_short_text_is_not_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "guard.sh"
    path.write_bytes(content)
    assert ScriptLibrary().script(str(path), Language.SHELL) is None
    assert ScriptLibrary().language(str(path)) is None
    assert ScriptLibrary().script(str(tmp_path), Language.SHELL) is None


def test_as_a_hook_starts_it_files_below_the_roots_are_read_too(tmp_path: Path, understood: list[str]) -> None:
    inside = tmp_path / "project" / "hooks"
    inside.mkdir(parents=True)
    (tmp_path / "project" / "above.sh").write_text("above")
    (inside / "guard.sh").write_text("a")
    library, path = ScriptLibrary(), str(inside / "guard.sh")
    launch = Launch(roots=(str(tmp_path / "project"),))
    assert library.script(path, Language.SHELL, launch) is library.script(path, Language.SHELL, launch)
    assert library.script(path, Language.SHELL) is not library.script(path, Language.SHELL, launch)
    (tmp_path / "project" / "above.sh").write_text("other")
    library.script(path, Language.SHELL, launch)
    library.script(path, Language.SHELL, Launch(roots=(str(inside),)))
    assert understood == ["aabove", "a", "aother", "a"]


def test_a_link_below_a_root_does_not_lead_out(tmp_path: Path, understood: list[str]) -> None:
    inside = tmp_path / "project" / "hooks"
    inside.mkdir(parents=True)
    (tmp_path / "outside.sh").write_text("outside")
    (tmp_path / "project" / "above.sh").symlink_to(tmp_path / "outside.sh")
    (inside / "guard.sh").write_text("a")
    ScriptLibrary().script(str(inside / "guard.sh"), Language.SHELL, Launch(roots=(str(tmp_path / "project"),)))
    assert understood == ["a"]


def test_what_lies_at_a_path_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Lying] = []

    def read(language: Language, source: Source) -> Script:
        found.append(source.at(str(tmp_path / "tool")))
        return Script(language, ())

    monkeypatch.setattr(module, "read_script", read)
    path, tool, library = tmp_path / "guard.sh", tmp_path / "tool", ScriptLibrary()
    path.write_text("a")

    def look() -> None:
        library.script(str(path), Language.SHELL, Launch())

    look()
    tool.write_text("x")
    look()
    tool.chmod(0o755)
    look()
    tool.unlink()
    tool.mkdir()
    look()
    look()
    assert found == [Lying.NOTHING, Lying.OTHER, Lying.PROGRAM, Lying.FOLDER]

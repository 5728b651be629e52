"""What the nearest `hookwright.json` says, and which dialect it gives to a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.file import NO_SETTINGS
from hookwright.analysis.settings.project import ProjectSettings


def _given(path: Path, **texts: str) -> str | None:
    return ProjectSettings("/nowhere", texts=texts).dialect_of(str(path))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/one.json", "cursor"),
        ("a/b/one.json", "kiro"),
        ("b/a/one.json", None),
        ("one.toml", "codex"),
        (FILE_NAME, None),
        ("a/hookwright.json", None),
    ],
)
def test_globs_start_from_its_folder_and_the_first_counts(tmp_path: Path, path: str, expected: str | None) -> None:
    text = '{"dialects": {"a/*.json": "cursor", "a/**": "kiro", "*.toml": "codex", "*": "nobody"}}'
    (tmp_path / FILE_NAME).write_text(text)

    assert _given(tmp_path / path) == expected


def test_only_the_nearest_within_the_repository_counts(tmp_path: Path) -> None:
    inner, repository = tmp_path / "inner", tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    inner.mkdir()
    (tmp_path / FILE_NAME).write_text('{"dialects": {"**": "cursor"}}')
    (inner / FILE_NAME).write_text('{"dialects": {"b.json": "kiro"}}')

    assert _given(tmp_path / "other" / "a.json") == "cursor"
    assert _given(inner / "b.json") == "kiro"
    assert _given(inner / "a.json") is None
    assert _given(repository / "a.json") is None


def test_what_the_editor_shows_stands_in_for_the_disk(tmp_path: Path) -> None:
    settings = tmp_path / FILE_NAME
    settings.write_bytes(b"\xff")
    assert _given(tmp_path / "a.json") is None
    assert _given(tmp_path / "a.json", **{str(settings): '{"dialects": {"*.json": "kiro"}}'}) == "kiro"


def test_the_settings_of_a_folder_are_those_of_the_nearest_file(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"exclude": ["old/**"]}')
    projects = ProjectSettings("/nowhere")

    assert projects.settings(str(tmp_path / "a" / "b")).exclude == ("old/**",)
    assert projects.settings("/nowhere/else") == NO_SETTINGS

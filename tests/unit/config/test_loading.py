"""Which files apply together, as they are on disk and as they are in the editor."""

from __future__ import annotations

from pathlib import Path

from hookwright.config.loading import files_beside
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.host import NOBODY, Host
from hookwright.model.hook import Scope

CLAUDE = by_id("claude-code")
TEXT = '{"hooks": {}}'


def _written(path: Path, text: str = TEXT) -> HookFile:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return read_hook_file(str(path), text, CLAUDE, Scope.PROJECT)


def _paths(files: tuple[HookFile, ...]) -> list[str]:
    return [it.path for it in files]


def test_earlier_and_later_files(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    user, own = _written(home / ".claude/settings.json"), _written(project / ".claude/settings.json")
    local = _written(project / ".claude/settings.local.json")

    earlier, later = files_beside(own, Host({}, str(home)))
    assert (_paths(earlier), _paths(later)) == ([user.path], [local.path])
    assert [it.scope for it in (*earlier, *later)] == [Scope.USER, Scope.LOCAL]
    assert _paths(files_beside(local, Host({}, str(home)))[0]) == [user.path, own.path]


def test_the_editor_goes_before_the_disk(tmp_path: Path) -> None:
    own, local = (_written(tmp_path / ".claude" / name) for name in ("settings.json", "settings.local.json"))
    opened = read_hook_file(local.path, '{"hooks": {"Stop": []}}', CLAUDE, Scope.LOCAL)

    assert files_beside(own, NOBODY, {local.path: opened}) == ((), (opened,))
    foreign = read_hook_file(local.path, TEXT, by_id("ai-agents"), Scope.LOCAL)
    assert files_beside(own, NOBODY, {local.path: foreign}) == ((), ()), "the user says that it is another dialect's"


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    own = _written(tmp_path / ".claude/settings.json")
    (tmp_path / ".claude/settings.local.json").write_bytes(b"\xff\xfe{}")
    assert files_beside(own, Host({}, str(tmp_path / "nowhere"))) == ((), ())


def test_a_file_at_no_known_place_applies_with_nothing(tmp_path: Path) -> None:
    _written(tmp_path / ".claude/settings.json")
    assert files_beside(_written(tmp_path / ".claude/hooks.json"), NOBODY) == ((), ())


def test_the_users_file_is_where_their_variable_says(tmp_path: Path) -> None:
    user = _written(tmp_path / "moved/settings.json")
    own = _written(tmp_path / "p/.claude/settings.json")

    earlier, _ = files_beside(own, Host({"CLAUDE_CONFIG_DIR": str(tmp_path / "moved")}, str(tmp_path)))

    assert _paths(earlier) == [user.path]

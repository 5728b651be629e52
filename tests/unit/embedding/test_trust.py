"""What a trusted folder covers, and which hook files a dispatch may read there."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.embedding.trust import Trust, is_covered
from hookwright.errors import UntrustedWorkspace
from hookwright.host import Host

CLAUDE = by_id("claude-code")


def trust(folder: Path, home: Path) -> Trust:
    untrusted = UntrustedWorkspace("Nothing is trusted", "trust it")
    return Trust(given=True, folders=(str(folder),), host=Host({}, str(home)), untrusted=untrusted, how="trust it")


def test_a_folder_covers_itself_and_what_is_below_it(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    (folder / "inside").mkdir(parents=True)
    outside.mkdir()
    (folder / "link").symlink_to(outside)
    (tmp_path / "other").symlink_to(folder)
    assert is_covered(str(folder), [str(folder)])
    assert is_covered(str(folder / "inside"), [str(folder)])
    assert is_covered(str(tmp_path / "other"), [str(folder)])
    assert not is_covered(str(folder / "link"), [str(folder)])
    assert not is_covered(str(tmp_path), [str(folder)])
    assert not is_covered(f"{folder}\0", [f"{folder}\0"])


def test_files_that_nobody_names_are_trusted_with_their_project(tmp_path: Path) -> None:
    held = trust(tmp_path / "project", tmp_path / "home")
    held.require_hooks(CLAUDE, str(tmp_path / "project"), ())
    for project in (tmp_path / "elsewhere", tmp_path / "home"):
        with pytest.raises(UntrustedWorkspace):
            held.require_hooks(CLAUDE, str(project), ())


def test_files_that_are_named_need_trust_or_are_the_users_own(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    held = trust(project, home)
    own = home / ".claude" / "settings.json"
    held.require_hooks(CLAUDE, str(project), [str(own)])
    held.require_hooks(CLAUDE, str(home), [str(own)])
    held.require_hooks(CLAUDE, str(project), [str(project / "hooks.json")])
    with pytest.raises(UntrustedWorkspace):
        held.require_hooks(CLAUDE, str(project), [str(tmp_path / "stranger.json")])

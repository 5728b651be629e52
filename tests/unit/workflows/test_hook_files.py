"""The hook file that a user names."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.errors import UnreadableInput
from hookwright.host import Host
from hookwright.readers.case import Ground
from hookwright.workflows.hook_files import hook_file

_HOST = Host({}, "/home/me")
TEXT = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "make lint"}]}]}}'


def test_only_a_named_dialect_makes_it_the_users_word(tmp_path: Path) -> None:
    path = str(tmp_path / ".claude" / "hooks.json")
    assert hook_file(path, TEXT, None, _HOST).ground is not Ground.NAMED
    assert hook_file(path, TEXT, "claude-code", _HOST).ground is Ground.NAMED


def test_hookwright_json_names_a_dialect_unless_the_command_line_does(tmp_path: Path) -> None:
    path = str(tmp_path / ".claude" / "settings.json")
    (tmp_path / "hookwright.json").write_text('{"dialects": {".claude/*.json": "ai-agents"}}')

    given = hook_file(path, TEXT, None, _HOST)
    assert (given.dialect.id, given.ground) == ("ai-agents", Ground.NAMED)
    assert hook_file(path, TEXT, "claude-code", _HOST).dialect.id == "claude-code"


def test_nothing_tells_the_dialect(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        hook_file(str(tmp_path / "some.json"), "{}", None, _HOST)

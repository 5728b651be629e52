"""A hook file after an edit has the view that reading all of it gives, and keeps what the edit has not touched."""

from __future__ import annotations

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.reread import reread
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.syntax.mend import Change
from hookwright.text import LineIndex

TEXT = """{
  "permissions": {"allow": []},
  "hooks": {
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "a"}]}],
    "Stop": {"hooks": [{"type": "command", "command": "b"}]},
    "SessionEnd": [{"hooks": [{"type": "command", "command": "c"}]}]
  }
}
"""


def _read(text: str) -> HookFile:
    return read_hook_file("/project/.claude/settings.json", text, by_id("claude-code"), Scope.PROJECT)


def _after(file: HookFile, old: str, new: str) -> HookFile | None:
    """The file with one text in place of another, where both have no more than the first characters in common."""
    text = file.tree.text
    apart = (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    same = next(apart, min(len(old), len(new)))
    start, end = text.index(old) + same, text.index(old) + len(old)
    after = text[:start] + new[same:] + text[end:]
    return reread(file, Change(start, end, len(after) - len(text)), LineIndex(after))


def _viewed(file: HookFile) -> object:
    return [
        (
            event.route,
            event.row,
            event.key.span,
            event.value.span,
            [(group.route, [(it.route, it.type, it.node.span) for it in group.hooks]) for group in event.groups],
        )
        for event in file.events
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a"', '"longer"'),
        ('    "Stop"', '    "Notification": [{"hooks": []}],\n    "Stop"'),
        ('    "Stop"', '    "Not\n    "Stop"'),
        ("PreToolUse", "PostToolUse"),
        ('"b"', '"longer", "timeout": 3'),
        ('{"hooks": [{"type": "command", "command": "b"}]}', '{"hooks": []}'),
        ('"permissions"', '"more"'),
        ('"hooks": {', '"other": {'),
        ('"hooks": {', '"Stop": [{}], "hooks": {'),
    ],
)
def test_the_view_is_that_of_the_text(old: str, new: str) -> None:
    file = _after(_read(TEXT), old, new)
    assert file is None or _viewed(file) == _viewed(_read(TEXT.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ('"a"', '"longer"', [False, True, True]),
        ('"b"}]},\n', '"b"}]},\n    "a"\n', [True, True, False, True]),
        ('"Stop": {', '"Start": {', [True, False, True]),
        ('": []}', '": []}, "model": "x"', [True, True, True]),
    ],
)
def test_events_that_an_edit_has_not_touched_are_as_they_were(old: str, new: str, kept: list[bool]) -> None:
    before = _read(TEXT)
    views = list(before.events)
    file = _after(before, old, new)
    assert file is not None
    assert [any(it is view for view in views) for it in file.events] == kept


def test_an_object_in_place_of_a_group_is_read_again_with_the_file() -> None:
    assert _after(_read(TEXT), '"b"', '"longer"') is None
    assert _after(_read(TEXT.replace('"Stop": {', '"Stop": {"type": "x",')), '"x"', '"longer"') is None


def test_only_what_is_within_a_group_leaves_the_frame_as_it_was() -> None:
    before = _read(TEXT)
    within = _after(before, '"a"', '"longer"')
    assert within is not None
    assert within.frame is before.frame
    beside = _after(within, "permissions", "permits")
    assert beside is not None
    assert beside.frame is not within.frame


MANIFEST = """{
  "name": "demo",
  "hooks": [
    "./more.json",
    {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]},
    {"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "b"}]}]}}
  ]
}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a"', '"longer"'),
        ('"b"', '"longer", "timeout": 3'),
        ("SessionEnd", "SessionStart"),
        ('"./more.json",', '"./more.json", {"PreToolUse": []},'),
        ('{"hooks": {"SessionEnd"', '{"hoops": {"SessionEnd"'),
        ('"name"', '"names"'),
    ],
)
def test_a_manifest_after_an_edit_is_what_reading_it_gives(old: str, new: str) -> None:
    before = read_hook_file("/p/.claude-plugin/plugin.json", MANIFEST, by_id("claude-code"), Scope.PLUGIN)
    after = _after(before, old, new)
    if after is not None:
        fresh = read_hook_file(before.path, after.tree.text, before.dialect, before.scope)
        assert _viewed(after) == _viewed(fresh)
        assert [(route, it.span) for route, it in after.bases] == [(route, it.span) for route, it in fresh.bases]

"""The keys of hooks, and what of them says anything."""

from __future__ import annotations

import json

import pytest

from hookwright.analysis.structure.hook_keys import HookKey, hook_keys
from hookwright.config.read import read_hook_file
from hookwright.dialects import DIALECTS
from hookwright.model.hook import Scope
from hookwright.syntax.edit import apply


def keys(event: str, **hook: object) -> dict[str, HookKey]:
    dialect = next(it for it in DIALECTS if it.id == "claude-code")
    text = json.dumps({"hooks": {event: [{"hooks": [{"type": "command", "command": "true", **hook}]}]}})
    file = read_hook_file("/work/.claude/settings.json", text, dialect, Scope.PROJECT)
    return {it.field.name: it for it in hook_keys(file)}


def test_known_keys_only() -> None:
    assert list(keys("Stop", timeout=5, nonsense=1)) == ["type", "command", "timeout"]


def test_nothing_on_an_event_that_nobody_knows() -> None:
    assert keys("BeforeLunch", timeout=5) == {}


@pytest.mark.parametrize(("value", "expected"), [("block", True), ("continue", False), (None, False), (False, False)])
def test_a_key_that_says_what_holds_anyway_is_not_set(value: object, expected: bool) -> None:
    assert keys("Stop", onFailure=value)["onFailure"].is_set is expected


def test_beside() -> None:
    found = keys("Stop", **{"async": False, "asyncRewake": True})["command"]
    assert (found.beside("async"), found.beside("asyncRewake"), found.beside("args")) == (False, True, False)


def test_removal_leaves_the_rest() -> None:
    found = keys("Stop", once=True)["once"]
    assert "once" not in apply(found.file.tree.text, found.removal()())

"""`hookwright dialects`: what is supported, and how it is known."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright
from hookwright.dialects import DIALECTS
from hookwright.errors import UnknownDialect


def _printed(*words: str) -> str:
    return CliRunner().invoke(hookwright, ["dialects", *words], catch_exceptions=False).stdout


def _explained(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_printed(name, "--format", "json"))["dialects"][0]
    return found


@pytest.mark.parametrize("name", [it.id for it in DIALECTS])
def test_of_every_event_and_key_it_says_how_it_is_known(name: str) -> None:
    found = _explained(name)
    events, keys = found["events"], found["keys"]

    assert found["id"] == name
    assert events
    assert keys
    for it in (*events, *keys):
        assert it["evidence"]["basis"] in ("specified", "measured", "source", "documented")
        assert it["evidence"]["version"] or it["evidence"]["date"] or it["evidence"]["basis"] == "specified"
        assert it["evidence"]["where"] or it["evidence"]["basis"] in ("specified", "measured")


def test_an_event_and_a_key_have_the_version_that_had_them_first() -> None:
    found = _explained("claude-code")
    events = {it["name"]: it for it in found["events"]}
    keys = {(it["in"], it["name"]): it for it in found["keys"]}

    assert events["DirectoryAdded"]["since"] == "2.1.219"
    assert events["DirectoryAdded"]["evidence"]["basis"] == "documented"
    assert events["PreToolUse"]["evidence"] == found["evidence"]
    assert keys["command hooks", "onFailure"]["since"] == "2.1.295"
    assert keys["mcp_tool hooks", "server"]["since"] == "2.1.118", "a key is no older than its type"
    assert keys["a matcher group", "matcher"]["since"] is None


def test_people_read_it_as_tables() -> None:
    lines = _printed("claude-code").splitlines()

    assert any(it.startswith("  known   measured on 2.1.330, ") for it in lines)
    assert any(it.split()[:6] == ["DirectoryAdded", "2.1.219", "documented", "for", "2.1.329", "when"] for it in lines)
    assert any(it.split()[:4] == ["onFailure", "command", "hooks", "2.1.295"] for it in lines)


def test_a_dialect_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownDialect):
        _printed("klingon")


def test_a_short_name_is_enough() -> None:
    assert _printed("claude") == _printed("claude-code")

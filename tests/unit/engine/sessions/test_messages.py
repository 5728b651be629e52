"""What the core makes of a session's entries (E3, E4)."""

from __future__ import annotations

from typing import Any

import pytest

from hookwright.engine.sessions.messages import messages_of


def said(text: str, role: str = "user") -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": text}}


ONE, TWO, THREE = said("one"), said("two", "assistant"), said("three")


def contents(entries: list[dict[str, Any]]) -> list[str]:
    return [it["content"] for it in messages_of(entries)]


def test_e3_entries_of_other_types_are_ignored() -> None:
    entries = [{"type": "stack_pop", "message": {"role": "user"}}, ONE, {"type": "message", "message": "text"}, TWO]
    assert messages_of(entries) == [ONE["message"], TWO["message"]]


SUMMARY = "[Summary of the conversation so far]\n\nshort"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, [SUMMARY, "three"]),
        ({"firstKeptEntryIndex": 1}, [SUMMARY, "two", "three"]),
        ({"firstKeptEntryIndex": 0}, [SUMMARY, "one", "two", "three"]),
        ({"firstKeptEntryIndex": 9}, [SUMMARY, "three"]),
        ({"firstKeptEntryIndex": -1}, [SUMMARY, "three"]),
        ({"firstKeptEntryIndex": True}, [SUMMARY, "three"]),
    ],
)
def test_e4_a_compaction_puts_its_summary_for_what_came_before(more: dict[str, Any], expected: list[str]) -> None:
    assert contents([ONE, TWO, {"type": "compaction", "summary": "short", **more}, THREE]) == expected


def test_the_last_compaction_counts() -> None:
    first, last = ({"type": "compaction", "summary": it} for it in ("old", "short"))
    assert contents([ONE, first, TWO, last, THREE, {"type": "compaction"}]) == [SUMMARY, "three"]

"""Names that come to nothing but what is known."""

from __future__ import annotations

from hookwright.workflows.guarding.made_of import made_of


def test_names_come_to_what_is_known_through_others() -> None:
    parts = {"data": {"json", "raw"}, "raw": {"sys"}, "tool": {"data"}, "own": {"helper"}, "odd": None, "both": {"odd"}}
    assert made_of({"json", "sys"}, parts) == {"json", "sys", "data", "raw", "tool"}


def test_a_name_that_is_made_of_itself_comes_to_nothing() -> None:
    assert made_of({"json"}, {"a": {"b"}, "b": {"a"}, "c": {"c", "json"}}) == {"json"}
    assert made_of(set(), {"empty": set()}) == {"empty"}

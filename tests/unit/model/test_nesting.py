"""Where hooks and their entries are, for every way to nest them."""

from __future__ import annotations

import pytest

from hookwright.model.nesting import FLAT, FLAT_OR_GROUPED, GROUPED, GrammarPart, Nesting
from hookwright.text import Route

NAMED = Nesting(inner="action", single=True, event_key="trigger")
ENTRY: Route = ("hooks", "Stop", 0)


@pytest.mark.parametrize(
    ("nesting", "parts"),
    [
        (
            GROUPED,
            {"": "events", "Stop": "groups", "Stop/0": "group", "Stop/0/hooks": "hooks", "Stop/0/hooks/1": "hook"},
        ),
        (FLAT, {"": "events", "Stop": "hooks", "Stop/0": "hook", "Stop/0/hooks": None, "0": None}),
        (FLAT_OR_GROUPED, {"Stop/0": "hook", "Stop/0/hooks": "hooks", "Stop/0/hooks/1": "hook"}),
        (NAMED, {"": "groups", "0": "group", "0/action": "hook", "0/hooks": None, "0/action/0": None, "Stop": None}),
    ],
)
def test_a_route_leads_to_a_part_of_the_grammar(nesting: Nesting, parts: dict[str, str | None]) -> None:
    for path, part in parts.items():
        route: Route = tuple(int(it) if it.isdecimal() else it for it in path.split("/") if it)
        assert nesting.part_at(route) == (GrammarPart(part) if part else None), path


@pytest.mark.parametrize(
    ("nesting", "hook"),
    [
        (GROUPED, (*ENTRY, "hooks", 0)),
        (FLAT, ENTRY),
        (FLAT_OR_GROUPED, ENTRY),
        (FLAT_OR_GROUPED, (*ENTRY, "hooks", 0)),
        (NAMED, (*ENTRY, "action")),
    ],
)
def test_the_entry_of_a_hook_holds_it(nesting: Nesting, hook: Route) -> None:
    assert nesting.entry_of(hook) == ENTRY
    assert nesting.holds(ENTRY, hook)
    assert not nesting.holds(("hooks", "Stop", 1), hook)
    assert not nesting.holds(ENTRY, (*hook, "hooks"))


def test_an_entry_is_written_with_its_hook() -> None:
    group, hook = {"matcher": "Bash"}, {"command": "true"}

    assert GROUPED.with_hook(group, hook) == {"matcher": "Bash", "hooks": [hook]}
    assert FLAT.with_hook(group, hook) == {"matcher": "Bash", "command": "true"}
    assert NAMED.with_hook(group, hook) == {"matcher": "Bash", "action": hook}

"""Which permission rule in `if` covered which call in the real agent, and whether it does so here.

`facts/conditions.json` has, for each call, the places of the rules that covered it, or of all but those.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.oracle.places import filled
from tests.oracle.recordings import FACTS

from hookwright.dialects import by_id
from hookwright.matching.permission_rule import Call, covers, parse_rule

_READ = json.loads((FACTS / "conditions.json").read_text(encoding="utf-8"))
_PLACES = {"@PROJECT@": "/run/project", "$PROJECT": "/run/project", "$RUN": "/run"}


@pytest.mark.parametrize("table", _READ["tables"], ids=["commands", "more commands", "other tools"])
def test_rules_cover_what_they_covered_in_the_agent(table: dict[str, Any]) -> None:
    rules = [parse_rule(it) for it in filled(table["rules"], _PLACES)]
    wrong = set()
    for tool, given, how, places in table["calls"]:
        call = _call(table["agent"], tool, filled(given, _PLACES))
        for place, rule in enumerate(rules):
            covered = rule is not None and covers(rule, call).matched
            if covered != ((place in places) == (how == "these")):
                wrong.add(given.get("command", f"{tool} {given}"))
    assert wrong == {
        it for it in _READ["differs"] if any(given.get("command") == it for _, given, *_ in table["calls"])
    }


def _call(agent: str, tool: str, given: dict[str, Any]) -> Call:
    dialect, project = by_id(agent), _PLACES["$PROJECT"]
    return Call(
        tool=tool,
        other_names=tuple(it.name for it in dialect.tools if it.renamed and it.replaced_by == tool),
        input=given,
        keys=dialect.calls,
        cwd=project,
        project=project,
        home="/run/home",
    )

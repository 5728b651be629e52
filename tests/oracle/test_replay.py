"""Every experiment with the real agents once more, with this engine in their place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.oracle.recordings import AGENTS, Experiment, Json, differences, recording
from tests.oracle.replaying import Replay, made
from tests.oracle.words import hook_marks

from hookwright.cli.check import command as check
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.event import Order

KNOWN = [it for it in AGENTS if it in {dialect.id for dialect in DIALECTS}]
# The share of what an agent did that has to come out the same.
WANTED = {"claude-code": 0.95}
_USUAL = 0.90
_RACE = "(race)"
_WRONG_ON_PURPOSE = ("bad.", "disable.", "source.plugin.bad")
# What is wrong with a script does not matter to the agent.
_ABOUT_SCRIPTS = "HW5"
pytestmark = [pytest.mark.timeout(300), pytest.mark.sweep]


@pytest.fixture(params=KNOWN)
def replays(request: pytest.FixtureRequest, all_replays: Mapping[str, Sequence[Replay]]) -> Sequence[Replay]:
    return all_replays[request.param]


def test_the_engine_does_what_the_agent_did(replays: Sequence[Replay]) -> None:
    agent = replays[0].experiment.agent
    known = differences(agent)
    found = {it.place: it.difference for it in replays if it.difference}
    new = [f"{place}: {how}" for place, how in found.items() if place not in known]
    assert not new, "\n".join(["not among the known differences:", *new])
    gone = [place for place, why in known.items() if place not in found and not why.startswith(_RACE)]
    assert not gone, "\n".join(["no difference any more:", *gone])
    assert len(found) <= len(replays) * (1 - WANTED.get(agent, _USUAL))


def test_explain_says_what_runs(replays: Sequence[Replay]) -> None:
    wrong = []
    for it in replays:
        if it.difference or it.fact.fired is None:
            continue
        row = by_id(it.experiment.agent).event(it.fact.event)
        serial = row is not None and row.running.order is Order.SERIAL
        fired = frozenset(it.fired) & it.sure
        if it.explained != fired and not (serial and fired < it.explained):
            wrong.append(f"{it.place}: {sorted(it.explained)}, but {sorted(fired)} ran")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("agent", KNOWN)
def test_check_reports_what_the_agent_drops_and_nothing_that_it_runs(agent: str, tmp_path: Path) -> None:
    wrong = list(_misjudged(agent, tmp_path))
    assert not wrong, "\n".join(wrong)


def _misjudged(agent: str, folder: Path) -> Iterator[str]:
    for number, experiment in enumerate(recording(agent).experiments):
        fired = {mark for fact in experiment.facts for mark in fact.fired or ()}
        if not fired and not experiment.name.startswith("bad."):
            continue
        levels = _levels(experiment, folder / str(number))
        if experiment.name.startswith("bad.") and "bad" not in fired and "good" not in fired and not levels:
            yield f"{experiment.name}: nothing is said, though {agent} runs none of it"
        if _all_ran(experiment, fired) and "error" in levels.values():
            yield f"{experiment.name}: {levels}, though {agent} runs all of it"


def _levels(experiment: Experiment, folder: Path) -> Mapping[str, str]:
    """The findings of `hookwright check`, in the project, that are not about scripts: each with how severe it is."""
    with made(experiment.setup, folder) as (place, _):
        said = CliRunner().invoke(check, [str(place.project), "--format", "json"])
    files: list[Json] = json.loads(said.stdout)["files"]
    found = [it for file in files for it in file["diagnostics"] if not it["code"].startswith(_ABOUT_SCRIPTS)]
    return {f"{it['code']} {it['message']}": it["severity"] for it in found}


def _all_ran(experiment: Experiment, fired: set[str]) -> bool:
    """Whether every hook of the files ran; what is wrong on purpose has a mark only where it is the hook `bad`."""
    if experiment.name.startswith(_WRONG_ON_PURPOSE) and "bad" not in fired:
        return False
    configured = hook_marks(experiment.setup.get("files", {}))
    return bool(fired) and configured == fired

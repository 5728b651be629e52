"""The recordings: experiments with real agents, and the facts of each that an engine can be held against.

`facts/AGENT.jsonl` begins with a line about the agent: its `version`, when it was `measured`, and for each event a
payload as its hooks were given it.  Each other line is one experiment: the files of the project, what else the agent
was started with, what the scripted model did in its `turns`, and the facts, by event.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS = HERE / "facts"
DIFFERENCES = HERE / "differences"
AGENTS = tuple(sorted(it.stem for it in FACTS.glob("*.jsonl")))

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """What came of one event of an experiment.

    `verdict` is in the words of `words.py`, None where the agent did not show it; `fired` are the marks of the hooks
    that ran, None where the event did not come; `payload` is what they were given.  `told` are the marks such as
    `CTX_a` that the model read, None where that was not looked at.
    """

    event: str
    payload: Json
    verdict: str | None
    fired: tuple[str, ...] | None
    told: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment with one agent: its name, what it asks, how the agent was started, and the result."""

    agent: str
    name: str
    about: str
    setup: Json
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """Every experiment with one version of an agent."""

    agent: str
    version: str
    measured: str
    payloads: Mapping[str, Json]
    turns: list[Json]
    experiments: tuple[Experiment, ...]


def recording(agent: str) -> Recording:
    """The recording of that agent."""
    head, *rows = (json.loads(it) for it in (FACTS / f"{agent}.jsonl").read_text(encoding="utf-8").splitlines())
    experiments = tuple(_experiment(agent, head, row) for row in rows)
    return Recording(agent, head["version"], head["measured"], head["payloads"], head["turns"], experiments)


def _experiment(agent: str, head: Json, row: Json) -> Experiment:
    row = dict(row)
    name, about, events = row.pop("experiment"), row.pop("about", ""), row.pop("events")
    setup = expanded({"turns": head["turns"], **row})
    return Experiment(agent, name, about, setup, tuple(_facts(head["payloads"], events)))


def _facts(payloads: Mapping[str, Json], events: Mapping[str, Json]) -> Iterator[Fact]:
    for event, said in events.items():
        usual = {key: value for key, value in payloads[event].items() if key not in said.get("without", ())}
        fired, told = said["fired"], said.get("told")
        payload = {**usual, **expanded(said.get("payload", {}))}
        yield Fact(
            event,
            payload,
            said["verdict"],
            None if fired is None else tuple(fired),
            None if told is None else frozenset(told),
        )


def expanded(value: Any) -> Any:
    """The value with each text that is one character over and over, which is kept as `{"repeat": ["x", 9999]}`."""
    if isinstance(value, dict):
        if set(value) == {"repeat"}:
            before, character, count, behind = value["repeat"]
            return f"{before}{character * count}{behind}"
        return {key: expanded(it) for key, it in value.items()}
    return [expanded(it) for it in value] if isinstance(value, list) else value


def differences(agent: str) -> Mapping[str, str]:
    """Where this engine is known to differ from the agent, as `EXPERIMENT [EVENT]`, each with the reason."""
    path = DIFFERENCES / f"{agent}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = (line.partition("]: ") for line in lines if line and not line.startswith("#"))
    return {f"{place}]": reason for place, _, reason in pairs}

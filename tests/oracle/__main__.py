"""Measures agents again, and says what changed since the recording: `make oracle AGENTS=claude-code ONLY=several`.

The agents come from npm, in the version that is asked for, and run without any network but the loopback.  What differs
from the recording is run a second time, and counts only if it differs again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.oracle.reading import picked, told_in, verdict_on
from tests.oracle.recordings import FACTS, Experiment, recording
from tests.oracle.running import run

from hookwright.proving.agents import AGENTS
from hookwright.proving.agents.agent import Agent
from hookwright.proving.installed import version_of

_NPM = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"]


@dataclass(frozen=True, slots=True)
class Change:
    """What came of an event of an experiment, otherwise than the recording has it: the `verdict`, and what ran."""

    experiment: Experiment
    event: str
    how: str
    verdict: str | None
    fired: list[str] | None
    told: frozenset[str] | None = None


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def folder_of(agent: Agent, version: str) -> Path:
    """Where that version of an agent is installed."""
    cache = Path(os.environ.get("E2E_CACHE") or Path.home() / ".cache" / "hookwright-e2e")
    return cache / "oracle" / f"{agent.id}-{version}"


def install(agent: Agent, version: str) -> None:
    """Installs that version of an agent, unless it is there; raises CalledProcessError."""
    folder = folder_of(agent, version)
    if version == "latest" or not (folder / agent.program).exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([*_NPM, "--prefix", str(folder), f"{agent.package}@{version}"], check=True, timeout=900)


def measured(agent: Agent, installed: Path, experiment: Experiment, work: Path) -> Iterator[Change]:
    """How one experiment comes out otherwise than it did when it was recorded."""
    seen = picked(run(agent, installed, experiment.setup, work), experiment.setup)
    for fact in experiment.facts:
        verdict, fired = verdict_on(agent.id, seen, experiment.setup, fact.event)
        # Where the recording has no verdict, what the reading makes of the run says nothing.
        verdict = None if fact.verdict is None else verdict
        before, now = _shown(fact.verdict, fact.fired), _shown(verdict, None if fired is None else tuple(fired))
        if before != now:
            yield Change(experiment, fact.event, f"{before} → {now}", verdict, fired)
        elif fact.told is not None and fact.told != (told := told_in(seen, experiment.setup, fact.event)):
            how = f"the model is no longer told {sorted(fact.told - told)}, and now {sorted(told - fact.told)}"
            yield Change(experiment, fact.event, how, verdict, fired, told)


def confirmed(once: Callable[[], list[Change]]) -> tuple[list[Change], bool]:
    """The changes that show twice, as the second run has them; and whether there was one that did not come again.

    A busy machine can make an agent miss a hook, so one run proves nothing.
    """
    first = once()
    if not first:
        return [], False
    second = once()
    again = {it.event for it in first} & {it.event for it in second}
    return [it for it in second if it.event in again], len(again) < len(first)


def _shown(verdict: str | None, fired: tuple[str, ...] | None) -> str:
    return f"{verdict or 'not shown'} [{' '.join(fired or ())}]"


def record(agent: Agent, version: str, changes: Iterable[Change]) -> None:
    """Writes what changed into the recording, which is then one of that version."""
    path = FACTS / f"{agent.id}.jsonl"
    head, *rows = (json.loads(it) for it in path.read_text(encoding="utf-8").splitlines())
    head |= {"version": version, "measured": _today()}
    by_name = {it["experiment"]: it for it in rows}
    for it in changes:
        told = {} if it.told is None else {"told": sorted(it.told)}
        by_name[it.experiment.name]["events"][it.event] |= {"verdict": it.verdict, "fired": it.fired, **told}
    path.write_text("".join(json.dumps(it, ensure_ascii=False) + "\n" for it in (head, *rows)), encoding="utf-8")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def chosen(agent: Agent, only: str) -> list[Experiment]:
    """The agent's experiments with this in their name."""
    return [it for it in recording(agent.id).experiments if only in it.name]


def measure(agent: Agent, given: argparse.Namespace) -> int:
    """Prints what changed since the recording; how many experiments came out otherwise, twice."""
    recorded, experiments = recording(agent.id), chosen(agent, given.only)
    installed = folder_of(agent, _version(agent, given.version))
    found = version_of(agent, str(installed / agent.program)) or given.version
    _say(f"{agent.id} {found}; the recording is of {recorded.version}, {recorded.measured}")
    changed: list[Change] = []
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(given.jobs) as pool:

        def tried(experiment: Experiment) -> tuple[list[Change], bool]:
            return confirmed(lambda: list(measured(agent, installed, experiment, Path(work))))

        for experiment, (changes, unsteady) in zip(experiments, pool.map(tried, experiments), strict=True):
            changed += changes
            for it in changes:
                _say(f"  {it.experiment.name} [{it.event}]: {it.how}")
            if unsteady:
                _say(f"  {experiment.name}: differed once, and not again")
    number = len({it.experiment.name for it in changed})
    _say(f"{agent.id} {found}, {_today()}: {len(experiments)} experiments, {number} came out otherwise")
    if given.record:
        record(agent, found, changed)
    return number


def _version(agent: Agent, wanted: str) -> str:
    return recording(agent.id).version if wanted == "recorded" else wanted


def main() -> int:
    """0 if everything came out as recorded, 1 if not; 2 if no experiment has the name that was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("agents", nargs="+", choices=list(AGENTS), metavar="AGENT", help=", ".join(AGENTS))
    parser.add_argument("--version", default="recorded", help="of the agents: a version, `latest` or `recorded`")
    parser.add_argument("--only", default="", help="experiments with this in their name")
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time")
    parser.add_argument("--record", action="store_true", help="write what changed into the recording")
    parser.add_argument("--install", action="store_true", help="only install, which takes the network")
    given = parser.parse_args()
    agents = [AGENTS[it] for it in given.agents if chosen(AGENTS[it], given.only)]
    if not agents:
        parser.error(f"no experiment of {', '.join(given.agents)} has `{given.only}` in its name")
    if given.install:
        for it in agents:
            install(it, _version(it, given.version))
        return 0
    return 1 if sum([measure(it, given) for it in agents]) else 0


if __name__ == "__main__":
    sys.exit(main())

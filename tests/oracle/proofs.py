"""An experiment as a proof: `prove` runs its hooks in the real agent, and has to see what was recorded."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.oracle.places import Place, filled, written
from tests.oracle.recordings import HERE, Experiment, Fact, Json, recording
from tests.oracle.words import hook_marks

from hookwright.dialects import by_id
from hookwright.engine.plan import Request
from hookwright.host import Host
from hookwright.proving.prove import Proof, prove
from hookwright.proving.script import Limits
from hookwright.proving.sides import Effect, Side
from hookwright.proving.wanted import wanted_event

_EFFECTS = {
    "runs": Effect.RUNS,
    "allow": Effect.RUNS,
    "changed": Effect.CHANGED,
    "deny": Effect.BLOCKED,
    "ask": Effect.BLOCKED,
    "defer": Effect.BLOCKED,
    "none": Effect.BLOCKED,
    "block": Effect.BLOCKED,
    "halts": Effect.BLOCKED,
    "stop": Effect.BLOCKED,
}
_SPECIAL = frozenset({"args", "rules", "http", "stdin", "env", "state_files", "config_toml", "permissions", "cwd"})
LIMITS = Limits(seconds=90)


@dataclass(frozen=True, slots=True)
class Proved:
    """One event of an experiment as it was recorded, and the proof of it."""

    experiment: Experiment
    fact: Fact
    proof: Proof

    @property
    def difference(self) -> str:
        """How the agent's side of the proof differs from the recording; empty where it does not."""
        recorded, seen = _recorded(self.fact), _seen(self.proof.agent)
        return "" if recorded == seen else f"recorded {recorded}, proved {seen}"


def can_be_proved(experiment: Experiment, fact: Fact) -> bool:
    """Whether the experiment needs nothing but a project, and the recording says what came of the event."""
    calls_as_usual = experiment.setup["turns"][:1] == _usual_turns(experiment.agent)[:1]
    is_plain = calls_as_usual and not _SPECIAL & set(experiment.setup)
    return fact.verdict is not None and fact.fired is not None and is_plain


@cache
def _usual_turns(agent: str) -> list[Json]:
    return recording(agent).turns


def proved(experiment: Experiment, fact: Fact, program: Path, work: Path) -> Proved:
    """Proves an event of an experiment in a project that is made anew below `work`."""
    place = Place(work)
    project = place.project
    project.mkdir(parents=True)
    # In the cage only the project can be written to, and a folder of tests may be hidden.
    shutil.copy(HERE / "hook.py", project / "hook.py")
    hook = f"python3 -I {project}/hook.py --log {project}/hooks.log"
    names = {**place.names("", ""), "@HOOK@": hook, "@ROOT@": str(project), "@LOG@": f"{project}/hooks.log"}
    if experiment.setup.get("git", True):
        (project / ".git").mkdir()
    written(project, filled(experiment.setup.get("files", {}), names))
    dialect, host = by_id(experiment.agent), Host.real()
    request = Request(dialect, fact.event, filled(fact.payload, names), str(project), None, host.home)
    found = asyncio.run(prove(wanted_event(request, host, str(program)), host, limits=LIMITS))
    return Proved(experiment, fact, found)


def _recorded(fact: Fact) -> str:
    word, _, stops = (fact.verdict or "").partition("+")
    effect = _EFFECTS[word.split(" ")[0]]
    return _words(effect, stops=bool(stops) or word == "stop", fired=fact.fired or ())


def _seen(side: Side) -> str:
    marks = () if side.fired is None else tuple(it for command in side.fired for it in hook_marks(command))
    return _words(side.effect, stops=side.stops, fired=marks)


def _words(effect: Effect | None, *, stops: bool, fired: tuple[str, ...]) -> str:
    return json.dumps([effect, "stops" if stops else "goes on", sorted(set(fired))])

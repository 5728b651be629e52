"""An experiment once more, with this engine in the agent's place."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path

from tests.oracle.places import Place, filled, written
from tests.oracle.recordings import AGENTS, HERE, Experiment, Fact, Json, recording
from tests.oracle.words import marks_in, verdict_of

from hookwright.cli.finishing import finished
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.explain import explanation
from hookwright.engine.model import ModelFailed
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.errors import UnknownEvent
from hookwright.host import Host
from hookwright.model.folding import Kept
from hookwright.model.hook import Hook
from hookwright.model.outcome import Outcome, identity
from hookwright.proving.agents import AGENTS as AGENT_SETTINGS
from hookwright.proving.model import Loopback, Script

# So many experiments are under way at the same time: most of them wait.
_AT_ONCE = 8
# What keeps a command from leaving its mark though it was started.
_CONDITION = re.compile(r"\b(?:case|if)\b|&&|\bset -|\$\{user_config")
_SLEEP = re.compile(r"--sleep ([\d.]+)")


@dataclass(frozen=True, slots=True)
class Replay:
    """What this engine made of one event of an experiment, beside what the agent did.

    `explained` are the marks of the hooks that `explain` says would run, without those that could not be started, and
    `sure` those of all hooks that leave their mark whenever they run, whatever they read.
    """

    experiment: Experiment
    fact: Fact
    verdict: str
    fired: tuple[str, ...]
    explained: frozenset[str]
    sure: frozenset[str]
    outcome: Json

    @property
    def place(self) -> str:
        """What the list of differences calls it."""
        return f"{self.experiment.name} [{self.fact.event}]"

    @property
    def difference(self) -> str:
        """How the two differ; empty where they agree in all that the agent showed."""
        verdict = self.fact.verdict is not None and self.fact.verdict != self.verdict
        fired = self.fact.fired is not None and self.fact.fired != self.fired
        seen = f"{self.fact.verdict} {list(self.fact.fired or ())}"
        if verdict or fired:
            return f"the agent: {seen}; hookwright: {self.verdict} {list(self.fired)}"
        if self.fact.told is None or self.fact.told == self.told:
            return ""
        return f"the agent told {sorted(self.fact.told - self.told)}; hookwright {sorted(self.told - self.fact.told)}"

    @property
    def told(self) -> frozenset[str]:
        """The marks of what the model reads."""
        said = [it["text"] for it in self.outcome["messages"] if it["to"] == "agent"]
        rewritten = [self.outcome.get("updatedResult"), self.outcome.get("updatedPrompt")]
        if not any(rewritten) and not self._is_hidden:
            # The model reads the tool's own result where no hook replaces it.
            rewritten = [self.fact.payload.get(it) for it in by_id(self.experiment.agent).calls.responses]
        said += [json.dumps(it, ensure_ascii=False).replace("\\n", "\n") for it in rewritten if it is not None]
        told = marks_in("\n".join((self.outcome.get("additionalContext") or "", *said)))
        return told & frozenset(self.experiment.setup.get("marks", {}).get(self.fact.event, told))

    @property
    def _is_hidden(self) -> bool:
        """Whether the model reads what hooks object in the place of the tool's result."""
        row = by_id(self.experiment.agent).event(self.fact.event)
        replaces = row is not None and row.folding.keeps_context is Kept.UNLESS_OBJECTED
        return replaces and self.verdict.startswith("block")


@contextmanager
def made(setup: Json, folder: Path) -> Iterator[tuple[Place, dict[str, str]]]:
    """The project of an experiment, with the services that its hooks call, and the names of its places."""
    place, script = Place(folder), Script()
    place.project.mkdir(parents=True)
    place.state.mkdir()
    if setup.get("git", True):
        (place.project / ".git").mkdir()
    with Loopback(script) if "http" in setup else nullcontext() as server:
        names = place.names(server.url if server else "http://127.0.0.1:9", f"sh {HERE / 'hook.sh'}")
        script.services = filled(setup.get("http", {}), names)
        written(place.project, filled(setup.get("files", {}), names))
        if "config_toml" in setup:
            written(place.state, {"codex/config.toml": filled(setup["config_toml"], names)})
        written(place.state, filled(setup.get("state_files", {}), names))
        yield place, names


class _Answers:
    """The scripted model, for hooks that ask one."""

    def __init__(self, setup: Json) -> None:
        self._rules = [dict(it) for it in setup.get("rules", ())]
        self._otherwise = setup.get("side", "ok")

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        del model, tools, session_id
        rule = next((it for it in self._rules if it["contains"] in prompt), None)
        if rule is None:
            return str(self._otherwise)
        turn = rule["turn"]
        if "status" in turn:
            raise ModelFailed(f"the service answered {turn['status']}")
        return str(turn["text"]) if "text" in turn else json.dumps(turn["tools"][0]["input"])


async def replayed(experiment: Experiment, fact: Fact, folder: Path) -> Replay:
    """Fires the event in a project that is made anew, with what the agent's hooks were given."""
    setup = experiment.setup
    with made(setup, folder) as (place, names):
        home = place.root / "home"
        home.mkdir(exist_ok=True)
        dialect = by_id(experiment.agent)
        moved = AGENT_SETTINGS[experiment.agent].environment("", str(place.state))
        environ = {**os.environ, "HOME": str(home)}
        if dialect.home_variable is not None:
            environ[dialect.home_variable.name] = moved[dialect.home_variable.name]
        environ |= filled(setup.get("env", {}), names)
        host = Host(environ, str(home))
        project = str(place.project / setup.get("cwd", ""))
        snapshot = load(dialect, project, host, _added(filled(setup.get("args", []), names)))
        payload = filled(fact.payload, names)
        # The agent had gone into another folder.
        Path(payload.get("cwd", project)).mkdir(exist_ok=True)
        try:
            skills = tuple(setup.get("skills", ()))
            plan = make_plan(Request(dialect, fact.event, payload, project, None, host.home, skills=skills), snapshot)
        except UnknownEvent:
            # An agent has none of that name either: nothing comes of the hooks under it.
            return Replay(experiment, fact, "runs", (), frozenset(), frozenset(), {"messages": []})
        background = Background(None)
        outcome = await dispatch(plan, host, model=_Answers(setup), background=background)
        await background.finish(5)
        fired = tuple(sorted(_fired(place.log)))
    said: Json = dict(outcome.to_json())
    verdict = verdict_of(experiment.agent, fact.event, said, fact.verdict)
    sure = frozenset(map(_mark, (*(it.hook for it in plan.steps), *(hook for hook, _ in plan.unmatched)))) - {""}
    return Replay(experiment, fact, verdict, fired, _explained(plan, outcome), sure, said)


def _added(args: Sequence[str]) -> NamedFiles:
    """What the agent was started with, as far as an engine can be told."""
    pairs = list(pairwise(args))
    return NamedFiles(
        plugin_dirs=[value for name, value in pairs if name == "--plugin-dir"],
        settings=[value for name, value in pairs if name == "--settings"],
    )


def _fired(log: Path) -> Iterator[str]:
    """The marks of the hooks that ran; hook.py notes more than that."""
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        if not line.startswith("{"):
            yield line
        elif (noted := json.loads(line))["what"] == "start":
            yield noted["id"]


def _explained(plan: Plan, outcome: Outcome) -> frozenset[str]:
    said = {it["hook"]["id"] for it in explanation(plan)["matched"]}
    said -= {it.hook.id for it in outcome.runs if it.result is not None and it.result.problem is not None}
    return frozenset(_mark(it.hook) for it in plan.steps if identity(it.hook).id in said) - {""}


def _mark(hook: Hook) -> str:
    """The mark that a hook leaves where it runs; empty where it leaves none, or only under a condition of its own."""
    if _CONDITION.search(hook.body):
        return ""
    args = hook.values.get("args", ())
    try:
        words = [*shlex.split(hook.body), *(args if isinstance(args, list) else ())]
    except ValueError:
        return ""
    return str(words[words.index("--id") + 1]) if "--id" in words else ""


async def replay_all(experiments: Sequence[Experiment], folder: Path) -> list[Replay]:
    """Every event of every experiment, several at the same time; those first that take long."""
    slots, numbers = asyncio.Semaphore(_AT_ONCE), count()

    async def one(experiment: Experiment, fact: Fact) -> Replay:
        async with slots:
            return await replayed(experiment, fact, folder / str(next(numbers)))

    async with asyncio.TaskGroup() as group:
        first = sorted(experiments, key=_longest_sleep, reverse=True)
        tasks = [group.create_task(one(it, fact)) for it in first for fact in it.facts]
    return [it.result() for it in tasks]


def _longest_sleep(experiment: Experiment) -> float:
    """The seconds that the slowest hook takes, as far as they are written there."""
    return max(map(float, _SLEEP.findall(json.dumps(experiment.setup))), default=0)


def replay_everything() -> None:
    """Replays what is known of every agent that has a dialect; the arguments are a folder and a file for what comes."""
    folder, answer = map(Path, sys.argv[1:])
    known = {it.id for it in DIALECTS}
    experiments = [it for agent in AGENTS if agent in known for it in recording(agent).experiments]
    replays = finished(replay_all(experiments, folder))
    found = {agent: [it for it in replays if it.experiment.agent == agent] for agent in AGENTS}
    answer.write_bytes(pickle.dumps(found))

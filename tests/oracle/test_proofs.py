"""`hookwright prove` sees in the real agents what was recorded, in experiments that tell them apart.

The agents have to be installed already: `make oracle` does that, or `E2E_CACHE` names a folder with them in `oracle`.
Where one is not there, or nothing can be caged, its experiments are skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import needs_cage
from tests.oracle.__main__ import folder_of
from tests.oracle.proofs import can_be_proved, proved
from tests.oracle.recordings import Experiment, Fact, recording

from hookwright.proving.agents import AGENTS

CHOSEN = {
    "claude-code": """
        exit.PreToolUse.0 exit.PreToolUse.1 exit.PreToolUse.2 exit.PreToolUse.3 exit.PreToolUse.127
        exit.PreToolUse.sigterm exit.PostToolUse.2 exit.UserPromptSubmit.2 exit.SessionStart.2 exit.command.missing
        exit.command.syntax exit.failclosed json.pre.ask json.pre.deny json.pre.defer json.pre.continue-false
        json.pre.updatedInput json.exit1.deny json.PostToolUse.block json.UserPromptSubmit.block several.allow-deny
        several.identical bad.type-unknown.pre bad.comment
    """,
    "codex": """
        exit.pre.0 exit.pre.1 exit.pre.2 exit.post.2 exit.prompt.2 json.pre.deny json.pre.changed several.deny-last
    """,
    "copilot-cli": "exit.pre.2 json.pre.deny json.pre.ask exit.prompt.2 matcher.valid several.deny-first",
    "gemini-cli": "exit.pre.2 exit.pre.127 exit.prompt.2 json.pre.deny",
    "qwen-code": "exit.pre.2 json.pre.deny json.pre.ask exit.prompt.2",
}
"""By agent: experiments on outcomes, several hooks and broken files, in which the agents differ from each other."""
_LEAST = 40
pytestmark = [pytest.mark.timeout(300), pytest.mark.sweep]


def _pairs(agent: str) -> list[tuple[Experiment, Fact]]:
    """The chosen experiments, each with the first of its events that can be proved."""
    known = {it.name: it for it in recording(agent).experiments}
    every = [known[name] for name in CHOSEN[agent].split()]
    return [(it, next(fact for fact in it.facts if can_be_proved(it, fact))) for it in every]


_EVERY = [(agent, *pair) for agent in CHOSEN for pair in _pairs(agent)]


def test_forty_experiments_are_chosen() -> None:
    assert len({(agent, it.name) for agent, it, _ in _EVERY}) >= _LEAST


@pytest.mark.parametrize(
    ("agent", "experiment", "fact"), _EVERY, ids=[f"{agent}-{it.name}-{fact.event}" for agent, it, fact in _EVERY]
)
def test_the_proof_is_what_was_recorded(agent: str, experiment: Experiment, fact: Fact, tmp_path: Path) -> None:
    settings = AGENTS[agent]
    program = folder_of(settings, recording(agent).version) / settings.program
    if not program.exists():
        pytest.skip(f"{settings.package} {recording(agent).version} is not installed at {program}")
    needs_cage()

    found = proved(experiment, fact, program, tmp_path / "work")

    assert found.difference == ""

"""`prove` sees what an agent does at an event, and where that is not what the engine says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.outputs import errors_of
from tests.unit.proving.proofs import STAND_IN, project_with, proved

from hookwright.cli.outputs import enveloped
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.proving.report import proof_report
from hookwright.proving.report_json import proof_json
from hookwright.proving.sides import Effect

_REFUSES = "echo not-on-my-watch >&2; exit 2"


def test_a_refusal_is_seen_on_both_sides(project: Path) -> None:
    proof = proved(project_with(project, PreToolUse=_REFUSES))

    assert proof.agrees, proof_report(proof)
    assert proof.agent.effect is proof.engine.effect is Effect.BLOCKED
    assert proof.agent.fired == (_REFUSES,)
    assert "not-on-my-watch" in "".join(proof.agent.told)


def test_a_call_that_is_made_is_seen_by_a_hook_of_ours(project: Path) -> None:
    proof = proved(project_with(project, PreToolUse="true"))

    assert proof.agrees, proof_report(proof)
    assert proof.agent.effect is Effect.RUNS
    assert "TOOL-OUTPUT" in "".join(proof.agent.told)


def test_a_hook_that_does_not_match_is_not_seen_to_run(project: Path) -> None:
    file = project_with(project, PreToolUse=_REFUSES)
    file.write_text(file.read_text().replace('{"hooks": [', '{"matcher": "Write", "hooks": [', 1))
    # The stand-in knows no matchers: it runs the hook anyway.
    proof = proved(file)

    assert not proof.agrees
    assert {it.what for it in proof.differences} >= {"effect", "hooks"}


def test_an_agent_that_ignores_a_refusal_differs_and_the_report_can_be_sent(project: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    file = project_with(project, PreToolUse=f"TOKEN={secret}; {_REFUSES}")

    proof = proved(file, agent=f"{STAND_IN} --deaf")

    first = proof.differences[0]
    assert (first.what, first.agent, first.engine) == ("effect", "runs", "blocked")
    report = proof_report(proof)
    assert "does not do what the engine says" in report
    issue = proof_json(proof)["issue"] or ""
    assert errors_of(enveloped("prove", {"proof": proof_json(proof)})) == []
    assert "the call was made" in issue
    assert secret not in issue
    assert "not-on-my-watch" in issue
    assert str(project) not in issue
    assert issue in report


def test_a_prompt_that_is_refused_does_not_reach_the_model(project: Path) -> None:
    proof = proved(project_with(project, UserPromptSubmit=_REFUSES), "UserPromptSubmit", {"prompt": "Tell me."})

    assert proof.agrees, proof_report(proof)
    assert proof.agent.effect is Effect.BLOCKED


def test_the_project_and_the_home_stay_as_they_are(project: Path) -> None:
    file = project_with(project, PreToolUse='touch made-by-hook "$HOME/made-by-hook"')

    proof = proved(file)

    assert proof.agrees, proof_report(proof)
    assert [it.name for it in project.iterdir()] == [".claude"]


def test_a_file_that_the_agent_does_not_read_is_not_proved(project: Path) -> None:
    file = project_with(project, PreToolUse=_REFUSES)
    elsewhere = file.rename(project / ".claude" / "settings.example.json")

    with pytest.raises(UsageError, match="Claude Code does not read"):
        proved(elsewhere)


def test_an_agent_that_is_not_there_is_named(project: Path) -> None:
    with pytest.raises(UsageError, match="`no-such-agent` was not found"):
        proved(project_with(project, PreToolUse="true"), agent="no-such-agent")


def test_an_agent_that_cannot_reach_its_model_did_not_come_to_the_event(project: Path) -> None:
    proof = proved(project_with(project, PreToolUse="true"), agent="/bin/false")

    assert not proof.reached
    assert not proof.agrees
    assert "did not come to `PreToolUse`" in proof_report(proof)
    assert proof_json(proof)["issue"] is None


def test_without_a_cage_nothing_runs_unless_that_is_asked_for(project: Path, tmp_path: Path) -> None:
    real = Host.real()
    tools = tmp_path / "tools"
    tools.mkdir()
    for it in ("sh", "echo"):
        (tools / it).symlink_to(f"/bin/{it}")
    host = Host({**real.environ, "PATH": str(tools)}, real.home)

    with pytest.raises(UsageError, match="bubblewrap is not installed"):
        proved(project_with(project, PreToolUse=f": >{tmp_path}/ran"), host=host)
    assert not (tmp_path / "ran").exists()

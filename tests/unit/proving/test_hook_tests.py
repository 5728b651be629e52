"""`hookwright test --prove`: a hook test passes where the agent does what the engine says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.unit.proving.proofs import STAND_IN, project_with

from hookwright.cli import hookwright

_TESTS = """\
tests:
  - name: refuses
    event: PreToolUse
    tool: Bash
    input: {command: echo x}
    expect: {decision: deny}
"""


def _tested(project: Path, *arguments: str, agent: str = STAND_IN) -> Result:
    return CliRunner().invoke(hookwright, ["test", str(project), "--prove", "--agent-command", agent, *arguments])


@pytest.fixture
def tests(project: Path) -> Path:
    """A file of tests in a project that refuses everything."""
    project_with(project, PreToolUse="[ -z $GUARD ] && echo not-here >&2 && exit 2; exit 0")
    file = project / "guard.hooktest.yaml"
    file.write_text(_TESTS)
    return file


def test_a_test_that_the_agent_agrees_with_passes_and_says_so(project: Path, tests: Path) -> None:
    done = _tested(project, "--format", "json")

    assert done.exit_code == 0, done.output
    (test,) = json.loads(done.stdout[: done.stdout.rindex("}") + 1])["files"][0]["tests"]
    assert test["status"] == "passed"
    assert test["proof"].startswith("Claude Code does what the engine says for `PreToolUse`")


def test_a_test_fails_where_the_agent_does_something_else(project: Path, tests: Path) -> None:
    done = _tested(project, agent=f"{STAND_IN} --deaf")

    assert done.exit_code == 1
    assert "prove: expected the call was not made, got the call was made" in done.output


def test_variables_of_a_test_reach_the_agents_hooks(project: Path, tests: Path) -> None:
    tests.write_text(_TESTS.replace("expect: {decision: deny}", "env: {GUARD: off}\n    expect: {decision: none}"))

    done = _tested(project)

    assert done.exit_code == 0, done.output
    assert "does what the engine says" in done.output


def test_what_no_session_leads_to_says_so_and_fails_nothing(project: Path, tests: Path) -> None:
    tests.write_text("tests:\n  - name: notes\n    event: PreCompact\n    expect: {fires: 0}\n")

    done = _tested(project)

    assert done.exit_code == 0, done.output
    assert "not proved: No scripted session of Claude Code leads to `PreCompact`" in done.output


def test_an_agent_that_is_missing_is_an_error(project: Path, tests: Path) -> None:
    done = _tested(project, agent="no-such-agent")

    assert done.exit_code == 1
    assert "`no-such-agent` was not found" in done.output


def test_without_the_option_no_agent_is_started(project: Path, tests: Path) -> None:
    done = CliRunner().invoke(hookwright, ["test", str(project), "--agent-command", "no-such-agent"])

    assert done.exit_code == 0, done.output
    assert "engine" not in done.output

"""`hookwright test`: hooks are really run, held to what their tests expect, and told in every form."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner, Result

from hookwright.cli import hookwright
from hookwright.errors import UsageError

GUARD = "grep -q 'rm -rf' && { echo 'no deleting' >&2; exit 2; } || exit 0"
TESTS = """\
tests:
  - name: refuses
    event: PreToolUse
    tool: Bash
    input: {command: rm -rf /}
    expect: {decision: deny, reason: no deleting, exitCode: 2, fires: 1, blocked: true}
  - name: lets it through
    event: PreToolUse
    tool: Bash
    input: {command: ls}
    expect:
      decision: DECISION
      stderr: null
  - name: makes a file
    event: PreToolUse
    tool: Write
    expect: {changes: {made.txt: created}, fires: true}
  - name: another time
    event: Stop
    skip: nobody has written it
    expect: {fires: false}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    hooks = {"Bash": GUARD, "Write": "echo x > made.txt"}
    groups = [{"matcher": it, "hooks": [{"type": "command", "command": command}]} for it, command in hooks.items()]
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps({"hooks": {"PreToolUse": groups}}))
    (tmp_path / "tests").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(project: Path, decision: str, *options: str) -> Result:
    (project / "tests" / "guard.hooktest.yaml").write_text(TESTS.replace("DECISION", decision))
    return CliRunner().invoke(hookwright, ["test", *options])


def test_all_pass_and_the_workspace_is_as_it_was(project: Path) -> None:
    result = run(project, "none")

    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "3 passed, 1 skipped")
    assert not (project / "made.txt").exists()


def test_what_is_not_as_expected_is_told_on_its_line(project: Path) -> None:
    result = run(project, "ask", "--format", "github")

    assert result.exit_code == 1
    assert result.output.splitlines() == [
        '::error file=tests/guard.hooktest.yaml,line=12,title=lets it through::decision: expected "ask", got none',
        "2 passed, 1 failed, 1 skipped",
    ]


def test_the_text_shows_what_the_hook_did(project: Path) -> None:
    output = run(project, "deny").output

    assert "✗ lets it through" in output
    assert 'decision: expected "deny", got none' in output
    assert "│ ✓ grep -q" in output


def test_for_programs(project: Path) -> None:
    found = json.loads(run(project, "deny", "--format", "json").output)

    assert found["summary"] == {"passed": 2, "failed": 1, "skipped": 1}
    failed = found["files"][0]["tests"][1]
    assert failed["mismatches"] == [{"key": "decision", "line": 11, "expected": '"deny"', "actual": "none"}]
    assert failed["outcome"]["runs"][0]["exitCode"] == 0


def test_for_continuous_integration(project: Path) -> None:
    run(project, "deny", "--junit", "results.xml")

    suite = fromstring((project / "results.xml").read_text())[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        "4",
        "1",
        "0",
        "1",
    )
    failure = suite.find("testcase[@name='lets it through']/failure")
    assert failure is not None
    assert failure.get("message") == 'decision: expected "deny", got none'


def test_only_some_by_their_names(project: Path) -> None:
    assert run(project, "deny", "-k", "REFUSES").output.splitlines()[-1] == "1 passed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tests: [{event: PreTolUse, expect: {fires: 0}}]", "did you mean `PreToolUse`?"),
        ("tests: [{event: PreToolUse, sample: Bsh, expect: {fires: 0}}]", "has no sample `Bsh`"),
        ("tests: [{event: PreToolUse, hooks: gone.json, expect: {fires: 0}}]", "`"),
        ("tests: [{event: Stop, at: /hooks/PreToolUse/0, expect: {fires: 1}}]", "is a hook of `PreToolUse`"),
        ("tests: [{event: Stop, at: /hooks/Nothing, expect: {fires: 1}}]", "points at nothing"),
    ],
)
def test_a_test_that_is_at_fault_says_what_to_do(project: Path, text: str, told: str) -> None:
    (project / "tests" / "broken.hooktest.yaml").write_text(text)

    result = CliRunner().invoke(hookwright, ["test"])

    assert result.exit_code == 1
    assert told in result.output
    assert result.output.splitlines()[-1] == "1 error"


@pytest.mark.usefixtures("project")
def test_no_tests_is_no_success() -> None:
    result = CliRunner().invoke(hookwright, ["test"])

    assert isinstance(result.exception, UsageError)

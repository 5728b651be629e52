"""`hookwright seen` after thirty sessions of the real Claude Code: all that its files hold, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from tests.hosts.install import CLAUDE_CODE
from tests.hosts.journey import needs
from tests.hosts.model import Turn
from tests.hosts.planted import Machine, Planted, by_command, counted, grouped, said, together, total
from tests.hosts.starting import claude_command, claude_environment

# All sessions belong to the first test.
pytestmark = [needs(CLAUDE_CODE), pytest.mark.timeout(900)]

_MATCHERS = dict.fromkeys(("PreToolUse", "PostToolUse", "PostToolUseFailure"), "Bash")
_DONE = Turn("Done.")


def bash(command: str = "true", times: int = 1) -> Turn:
    return Turn("", [("Bash", {"command": f"{command} # {it}", "description": "Try it"}) for it in range(times)])


def answer(**output: object) -> str:
    """A command that prints a JSON object."""
    return f"echo '{json.dumps(output)}'"


def decide(decision: str) -> str:
    return answer(hookSpecificOutput={"hookEventName": "PreToolUse", "permissionDecision": decision})


_AGENT = Turn("", [("Agent", {"description": "look", "prompt": "Look.", "subagent_type": "general-purpose"})])
_ONCE = "test -e {0} && exit 0; touch {0}; echo go on >&2; exit 2"
_CALL = [bash(), _DONE]

SESSIONS = (
    Planted("silent", {"PreToolUse": ["true"]}, _CALL),
    Planted("silent after", {"PostToolUse": ["true after"]}, _CALL),
    Planted("text", {"PreToolUse": ["echo text"]}, _CALL, {"echo text": said(ok=1)}),
    Planted("stderr", {"PreToolUse": ["echo warns >&2"]}, _CALL, {"echo warns >&2": said(ok=1)}),
    Planted("exit 2", {"PreToolUse": ["echo no >&2; exit 2"]}, _CALL, {"echo no >&2; exit 2": said(refused=1)}),
    Planted("exit 2 in silence", {"PreToolUse": ["exit 2"]}, _CALL, {"exit 2": said(refused=1)}),
    Planted(
        "exit 2, three calls",
        {"PreToolUse": ["echo 'no ]: no' >&2; exit 2"]},
        [bash(times=3), _DONE],
        {"echo 'no ]: no' >&2; exit 2": said(refused=3)},
    ),
    Planted("deny", {"PreToolUse": [decide("deny")]}, _CALL, {}, {("PreToolUse", "Bash"): said(refused=1)}),
    Planted(
        "block",
        {"PreToolUse": [answer(decision="block", reason="not so")]},
        _CALL,
        {},
        {("PreToolUse", "Bash"): said(refused=1)},
    ),
    Planted("allow", {"PreToolUse": [decide("allow")]}, _CALL, {decide("allow"): said(ok=1)}),
    Planted("ask", {"PreToolUse": [decide("ask")]}, _CALL, {decide("ask"): said(ok=1)}),
    Planted("exit 1", {"PreToolUse": ["echo broken >&2; exit 1"]}, _CALL, {"echo broken >&2; exit 1": said(failed=1)}),
    Planted(
        "127", {"PreToolUse": ["no-such-program --x"]}, [bash(times=2), _DONE], {"no-such-program --x": said(failed=2)}
    ),
    Planted("signal", {"PreToolUse": ["kill -9 $$"]}, _CALL, {"kill -9 $$": said(failed=1)}),
    Planted("bad JSON", {"PreToolUse": ["echo '{no}'"]}, _CALL, {"echo '{no}'": said(failed=1)}),
    Planted(
        "time-out",
        {"PreToolUse": [{"type": "command", "command": "sleep 30", "timeout": 1}]},
        _CALL,
        {"sleep 30": said(timed_out=1)},
    ),
    Planted("interrupted", {"PreToolUse": ["sleep 40"]}, _CALL, interrupted=8.0),
    Planted("in the background", {"PreToolUse": [{"type": "command", "command": "echo bg", "async": True}]}, _CALL),
    Planted(
        "several",
        {"PreToolUse": ["echo a >&2; exit 3", "echo b >&2; exit 2", "true several"]},
        _CALL,
        {"echo a >&2; exit 3": said(failed=1), "echo b >&2; exit 2": said(refused=1)},
    ),
    Planted(
        "refused after",
        {"PostToolUse": ["echo late >&2; exit 2", answer(decision="block", reason="late")]},
        _CALL,
        {"echo late >&2; exit 2": said(refused=1), answer(decision="block", reason="late"): said(refused=1)},
    ),
    Planted(
        "failed after",
        {"PostToolUseFailure": ["echo post >&2; exit 1"]},
        [bash("exit 7"), _DONE],
        {"echo post >&2; exit 1": said(failed=1)},
    ),
    Planted(
        "stop",
        {"Stop": [_ONCE.format("s1"), "true stop"]},
        [bash(), _DONE, Turn("Really done.")],
        {_ONCE.format("s1"): said(refused=1, ok=1), "true stop": said(ok=2)},
    ),
    Planted(
        "stop by JSON",
        {"Stop": [f"test -e s2 && exit 0; touch s2; {answer(decision='block', reason='[guard]: go on')}"]},
        [bash(), _DONE, Turn("Really done.")],
        {f"test -e s2 && exit 0; touch s2; {answer(decision='block', reason='[guard]: go on')}": said(refused=1, ok=1)},
    ),
    Planted("stop fails", {"Stop": ["echo stop >&2; exit 1"]}, _CALL, {"echo stop >&2; exit 1": said(failed=1)}),
    Planted(
        "stop times out",
        {"Stop": [{"type": "command", "command": "sleep 31", "timeout": 1}]},
        _CALL,
        {"sleep 31": said(timed_out=1)},
    ),
    Planted(
        "subagent",
        {
            "PreToolUse": ["echo sub >&2; exit 2"],
            "SubagentStop": [_ONCE.format("s3"), "echo end >&2; exit 1"],
            "SubagentStart": ["echo begin"],
        },
        [_AGENT, bash(), Turn("Sub done."), Turn("Sub done again."), _DONE, _DONE],
        {
            "echo sub >&2; exit 2": said(refused=1),
            _ONCE.format("s3"): said(refused=1),
            "echo end >&2; exit 1": said(failed=2),
            "echo begin": said(ok=1),
        },
    ),
    Planted(
        "prompt",
        {"UserPromptSubmit": ["echo context"], "SessionStart": ["echo starts >&2; exit 1"]},
        [_DONE],
        {"echo context": said(ok=1), "echo starts >&2; exit 1": said(failed=1)},
    ),
    Planted(
        "refused prompt",
        {"UserPromptSubmit": ["echo never >&2; exit 2"]},
        [],
        {"echo never >&2; exit 2": said(refused=1)},
    ),
    Planted("at the end", {"SessionEnd": ["echo bye; exit 1"]}, _CALL),
    Planted(
        "another project",
        {"PreToolUse": ["echo no >&2; exit 2", "echo other >&2; exit 1"]},
        _CALL,
        {"echo no >&2; exit 2": said(refused=1), "echo other >&2; exit 1": said(failed=1)},
        project="office",
    ),
    Planted("since changed", {"PreToolUse": ["sh guards/check.sh --old"]}, _CALL),
)


def _command(planted: Planted, _: str) -> Sequence[str]:
    settings = json.dumps(grouped(planted.hooks, _MATCHERS))
    return claude_command("--settings", settings, prompt="Please do it, and tell nobody.")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """All sessions, and after them today's files: one has the hooks of all, but for one command that has changed."""
    machine = Machine(tmp_path_factory.mktemp("seen"), "claude-code", claude_environment)
    machine.run_all(SESSIONS, _command)
    for project in ("shop", "office"):
        file = machine.project(project) / ".claude" / "settings.json"
        file.parent.mkdir()
        today = json.dumps(grouped(together(it for it in SESSIONS if it.project == project), _MATCHERS), indent=2)
        file.write_text(today.replace("sh guards/check.sh --old", "sh guards/check.sh --new"))
    return machine


def test_there_are_thirty_sessions() -> None:
    assert len(SESSIONS) >= 30


@pytest.mark.parametrize("project", ["shop", "office"])
def test_each_hook_is_counted_as_often_as_the_files_tell_and_no_other_is(machine: Machine, project: str) -> None:
    named, unnamed = total(it for it in SESSIONS if it.project == project)
    agent = machine.seen(project)
    assert by_command(agent) == named
    assert {(it["event"], it["target"]): counted(it) for it in agent["events"]} == unnamed


def test_each_hook_is_at_its_line(machine: Machine) -> None:
    file = machine.project("shop") / ".claude" / "settings.json"
    lines = file.read_text().splitlines()
    for hook in machine.seen("shop")["hooks"]:
        assert hook["place"]["source"] == str(file)
        there, _ = json.JSONDecoder().raw_decode("\n".join(lines[hook["place"]["line"] - 1 :]).strip())
        assert there["command"] == hook["command"]


def test_a_command_that_has_changed_is_of_an_earlier_version(machine: Machine) -> None:
    (earlier,) = machine.seen("shop")["earlier"]
    assert (earlier["command"], counted(earlier)) == ("sh guards/check.sh --old", {"refused": 1})
    assert earlier["now"] is not None
    now = next(it for it in machine.seen("shop")["hooks"] if it["place"] == earlier["now"])
    assert now["command"] == "sh guards/check.sh --new"


def test_the_last_standard_error_and_the_times_are_the_hooks_own(machine: Machine) -> None:
    hooks = {it["command"]: it for it in machine.seen("shop")["hooks"]}
    assert hooks["echo broken >&2; exit 1"]["lastStderr"] == "broken"
    assert "no-such-program" in hooks["no-such-program --x"]["lastStderr"]
    assert hooks["no-such-program --x"]["lastExitCode"] == 127
    assert hooks["echo no >&2; exit 2"]["lastReason"] == "no"
    slow = hooks["sleep 30"]["p50Ms"]
    assert slow is not None
    assert slow >= 1000


def test_nothing_of_the_conversation_is_shown(machine: Machine) -> None:
    assert "tell nobody" not in json.dumps([machine.seen(it) for it in ("shop", "office")])

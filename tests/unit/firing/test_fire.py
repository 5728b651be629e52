from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.files import command, group, hook_file

from hookwright.config.view import HookFile
from hookwright.errors import UsageError
from hookwright.firing.fire import fire, fire_request
from hookwright.firing.fire_result import FireResult
from hookwright.host import Host
from hookwright.model.reaction import Decision, Status
from hookwright.reports.fire_json import fire_json
from hookwright.reports.fire_report import fire_report, plain_fire_report
from hookwright.visible import for_terminal
from hookwright.wording.verdict import summary_line

FIRST = "/hooks/PreToolUse/0/hooks/0"


async def shoot(file: HookFile, at: str, project: Path, *, sample: str | None = None) -> FireResult:
    return await fire(fire_request(file, at, project_dir=str(project), sample=sample), Host.real())


def on_write(*hooks: dict[str, object], matcher: str = "FileWriter", dialect: str = "ai-agents") -> HookFile:
    return hook_file({"PreToolUse": [group(*hooks, matcher=matcher)]}, dialect=dialect)


async def test_one_click_fires_the_hook_with_a_tool_that_it_is_for(tmp_path: Path) -> None:
    file = on_write(command("cat > in.json"), command("touch other"))
    fired = await shoot(file, FIRST, tmp_path)
    got = json.loads((tmp_path / "in.json").read_text())
    assert got == fired.payload
    assert got["tool_name"] == fired.sample == "FileWriter"
    assert got["cwd"] == str(tmp_path)
    assert not fired.notes
    assert not (tmp_path / "other").exists(), "only the hook that was pointed at is run"


async def test_a_group_is_fired_whole(tmp_path: Path) -> None:
    file = on_write(command("true"), command("echo no >&2; exit 2"))
    fired = await shoot(file, "/hooks/PreToolUse/0", tmp_path)
    assert [it.reading.status for it in fired.outcome.runs] == [Status.SUCCEEDED, Status.BLOCKED]
    assert fired.outcome.folded.decision is Decision.DENY
    assert summary_line(fired.outcome).startswith("deny · ")
    assert summary_line(fired.outcome).endswith(" · no")


async def test_a_hook_that_the_agent_would_not_run_is_run_and_it_is_said(tmp_path: Path) -> None:
    file = on_write(command("touch ran"))
    fired = await shoot(file, FIRST, tmp_path, sample="BashExecutor")
    assert (tmp_path / "ran").exists()
    assert "`BashExecutor` is not `FileWriter`" in fired.notes[0]
    assert fired.notes[0] in fire_report(fired)
    assert fired.notes[0] in plain_fire_report(fired)


async def test_of_several_hooks_those_are_fired_that_the_agent_would_run(tmp_path: Path) -> None:
    groups = [
        group(command("echo no >&2; exit 2"), matcher="BashExecutor"),
        group(command("true"), matcher="FileWriter"),
        group(command("touch ran; exit 2"), matcher="FileWritr"),
    ]
    file = hook_file({"PreToolUse": groups}, dialect="ai-agents")

    fired = await shoot(file, "/hooks/PreToolUse", tmp_path, sample="FileWriter")

    assert [it.hook.body for it in fired.plan.steps] == ["true"]
    assert fired.outcome.folded.decision is not Decision.DENY
    assert not (tmp_path / "ran").exists()
    assert len(fired.notes) == 2
    assert all(it.endswith(" It was left out.") for it in fired.notes)


async def test_of_hooks_that_the_agent_would_not_run_all_are_fired(tmp_path: Path) -> None:
    groups = [group(command("true"), matcher=it) for it in ("FileWriter", "FileReader")]
    file = hook_file({"PreToolUse": groups}, dialect="ai-agents")

    fired = await shoot(file, "/hooks/PreToolUse", tmp_path, sample="BashExecutor")

    assert len(fired.outcome.runs) == 2
    assert all(it.endswith(" It was fired anyway.") for it in fired.notes)


@pytest.mark.parametrize(
    ("dialect", "event", "matcher", "why"),
    [
        ("claude-code", "PreToolUse", "Ediit", "`Ediit` matches no tool of Claude Code"),
        ("claude-code", "PreToolUse", "^Edit$^", "`^Edit$^` matches no tool of Claude Code"),
        ("claude-code", "SessionStart", "startupp", "`startupp` matches no `source` of SessionStart"),
        ("clawdcode", "PreToolUse", {"tools": "Ediit"}, "`Ediit` matches no tool of "),
    ],
)
def test_a_hook_that_the_agent_never_runs(dialect: str, event: str, matcher: object, why: str) -> None:
    file = hook_file({event: [{"matcher": matcher, "hooks": [command("true")]}]}, dialect=dialect)
    shot = fire_request(file, f"/hooks/{event}/0/hooks/0", project_dir="/p")
    [note] = shot.notes
    assert note.startswith(f"The agent would never run this hook: {why}")
    assert shot.plan.steps[0].because[0].startswith(why)
    assert len(shot.unmatched) == 1


@pytest.mark.parametrize(
    ("event", "matcher"),
    [
        ("PreToolUse", "Edit|Ediit"),
        ("PreToolUse", "mcp__anything__at_all"),
        ("PreToolUse", ".*__judge"),
        ("PreToolUse", "*"),
        ("PreToolUse", "MultiEdit"),
        ("SessionStart", "startup"),
        ("SubagentStart", "my-own-agent"),
        ("FileChanged", ".envrc"),
    ],
)
def test_a_hook_that_it_may_run(event: str, matcher: str) -> None:
    file = hook_file({event: [{"matcher": matcher, "hooks": [command("true")]}]}, dialect="claude-code")
    notes = fire_request(file, f"/hooks/{event}/0/hooks/0", project_dir="/p").notes
    assert not [it for it in notes if "would never run" in it]


async def test_the_users_own_payload(tmp_path: Path) -> None:
    file = on_write(command("cat > in.json"))
    own = {"tool_name": "FileWriter", "tool_input": {"file_path": "mine"}}
    fired = await fire(fire_request(file, FIRST, project_dir=str(tmp_path), payload=own), Host.real())
    assert json.loads((tmp_path / "in.json").read_text())["tool_input"] == {"file_path": "mine"}
    assert fired.sample is None


def test_a_sample_nobody_knows() -> None:
    with pytest.raises(UsageError, match="did you mean `FileWriter`"):
        fire_request(on_write(command("true")), FIRST, project_dir="/p", sample="FileWritr")


async def test_a_type_that_is_not_run_is_recorded_as_skipped(tmp_path: Path) -> None:
    file = on_write({"type": "prompt", "prompt": "Fine?"}, matcher="Edit", dialect="claude-code")
    fired = await shoot(file, FIRST, tmp_path)
    assert fired.outcome.runs[0].reading.status is Status.SKIPPED
    assert "Skipped: there is no model to answer `prompt` hooks" in fire_report(fired)


async def test_what_the_report_says(tmp_path: Path) -> None:
    file = on_write(
        command("echo protected >&2; exit 2"),
        command('echo \'{"decision": "allow"}\''),
        command("no-such-command-anywhere"),
        command("sleep 20", timeout=0.2),
        command("true"),
    )
    page = fire_report(await shoot(file, "/hooks/PreToolUse/0", tmp_path))
    assert page.startswith("# PreToolUse: deny\n")
    assert "5 hooks of AI agents fired with the sample `FileWriter`" in page
    assert "**exit 2** after" in page
    assert "(time-out 60 s): blocks, stderr goes to the agent." in page
    assert "allows it, by the JSON object that it printed" in page
    assert "cannot-start" in page
    assert "**timed out** after" in page
    assert "It printed nothing." in page
    assert page.index("## What the agent sees") < page.index("## 1. ") < page.index("## What the hook read on stdin")


async def test_output_cannot_break_out_of_its_block(tmp_path: Path) -> None:
    file = on_write(command("printf '```\\n# Not a heading\\n````\\n\\033[31mred\\033[0m\\000'"))
    page = fire_report(await shoot(file, FIRST, tmp_path))
    assert "`````\n```\n# Not a heading\n````\nred␀\n`````" in page


async def test_long_output_is_cut_and_that_is_said(tmp_path: Path) -> None:
    file = on_write(command("head -c 30000 /dev/zero | tr '\\0' 'x'"))
    fired = await shoot(file, FIRST, tmp_path)
    assert "… and 10,000 more characters" in fire_report(fired)
    assert "stdout │ … 10,000 more characters" in plain_fire_report(fired)


async def test_output_past_what_is_kept_is_counted(tmp_path: Path) -> None:
    file = on_write(command("head -c 3145728 /dev/zero | tr '\\0' 'x'; echo no >&2"))
    fired = await shoot(file, FIRST, tmp_path)
    assert "stdout (cut after 1 MB; 2,097,152 more bytes):" in fire_report(fired)
    assert "stdout │ … cut after 1 MB; 2,097,152 more bytes\n" in plain_fire_report(fired)
    assert "stderr:" in fire_report(fired)
    (run,) = fired.outcome.to_json()["runs"]
    assert (run["stdoutLeftOut"], run["stderrLeftOut"]) == (2_097_152, 0)


async def test_the_terminal_gets_color_only_where_it_is_wanted(tmp_path: Path) -> None:
    fired = await shoot(on_write(command("printf '\\033[2J'; echo out; exit 1")), FIRST, tmp_path)
    assert "\x1b" not in plain_fire_report(fired)
    colored = for_terminal(plain_fire_report(fired, color=True))
    assert "\x1b[2J" not in colored
    assert "\x1b[33m" in colored


async def test_what_a_hook_printed_wrong_stands_on_its_line(tmp_path: Path) -> None:
    file = on_write(command("true"), command('echo \'{"decison": "deny"}\''))
    plan: Any = {"uri": "file:///a"}
    answer = fire_json(await shoot(file, "/hooks/PreToolUse/0", tmp_path), file, plan)
    assert answer["plan"] is plan
    assert (answer["verdict"], answer["inputDiff"], len(answer["fold"])) == (
        "no decision: the normal permission rules apply",
        None,
        3,
    )
    assert answer["summary"].startswith("no decision: the normal permission rules apply · ")
    assert answer["changes"] == []
    assert answer["outcome"]["event"] == "PreToolUse"
    (found,) = answer["diagnostics"]
    line = file.tree.text.split("\n")[found["range"]["start"]["line"] + 2]
    assert found["code"] == "HW802"
    assert "decison" in line


async def test_a_slow_hook_is_told(tmp_path: Path) -> None:
    file = on_write(command("sleep 0.3", timeout=0.5))
    plan: Any = {}
    (found,) = fire_json(await shoot(file, FIRST, tmp_path), file, plan)["diagnostics"]
    assert (found["code"], found["severity"]) == ("HW804", "information")


async def test_that_a_hook_is_slow_is_in_the_reports(tmp_path: Path) -> None:
    fired = await shoot(on_write(command("sleep 0.3", timeout=0.5)), FIRST, tmp_path)
    assert "- HW804: this took" in fire_report(fired)
    assert "HW804: this took" in plain_fire_report(fired)


async def test_a_changed_input_is_shown_as_a_diff(tmp_path: Path) -> None:
    printed = {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls -a", "timeout": 5}}
    }
    file = on_write(command(f"echo '{json.dumps(printed)}'"), matcher="Bash", dialect="claude-code")
    payload = {"tool_name": "Bash", "tool_input": {"command": "ls", "timeout": 5}}
    fired = await fire(fire_request(file, FIRST, project_dir=str(tmp_path), payload=payload), Host.real())
    diff = '-  "command": "ls",\n+  "command": "ls -a",\n   "timeout": 5\n'
    page = fire_report(fired)
    assert "## How the hooks change the tool input\n\n```diff\n@@ -1,4 +1,4 @@\n {\n" + diff in page
    assert "The hooks change the tool input:\n" in plain_fire_report(fired)
    assert '      -  "command": "ls",\n' in plain_fire_report(fired)


async def test_an_input_that_stays_as_it_is(tmp_path: Path) -> None:
    printed = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}}}
    file = on_write(command(f"echo '{json.dumps(printed)}'"), matcher="Bash", dialect="claude-code")
    payload = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
    fired = await fire(fire_request(file, FIRST, project_dir=str(tmp_path), payload=payload), Host.real())
    assert "## The tool input stays as it is\n" in fire_report(fired)
    assert "change the tool input" not in plain_fire_report(fired)

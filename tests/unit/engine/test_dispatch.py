"""What a dispatch comes to, with real processes."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.correlation import current_dispatch
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import Phase, RunEvent, output_watcher
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.codes import Code, Notice
from hookwright.model.event import Order
from hookwright.model.outcome import Message, Outcome, identity
from hookwright.model.reaction import Audience, Level


def _plan(
    project: Path,
    hooks: list[dict[str, Any]],
    payload: dict[str, Any] | None = None,
    *,
    dialect: str = "ai-agents",
    event: str = "PreToolUse",
) -> Plan:
    table = by_id(dialect)
    file = project / "hooks.json"
    entries = [{"type": "command", **it} for it in hooks]
    file.write_text(json.dumps({"hooks": {event: [{"hooks": entries}]}}), encoding="utf-8")
    snapshot = load(table, str(project), named=NamedFiles(config_files=[str(file)]))
    given = {"tool_name": "Bash", **(payload or {})}
    return make_plan(Request(table, event, given, str(project), "s"), snapshot)


async def _dispatch(project: Path, *commands: str, **keys: Any) -> Outcome:
    return await dispatch(_plan(project, [{"command": it} for it in commands], **keys), Host.real())


def _statuses(outcome: Outcome) -> list[str]:
    return [it.reading.status.value for it in outcome.runs]


async def test_what_is_logged_belongs_to_the_dispatch(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found: list[tuple[str | None, str]] = []

    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append((current_dispatch(), record.getMessage()))

    caplog.set_level(logging.INFO, "hookwright.engine.dispatch")
    noting = Noting()
    logging.getLogger("hookwright.engine.dispatch").addHandler(noting)
    try:
        outcome = await _dispatch(tmp_path, "true")
    finally:
        logging.getLogger("hookwright.engine.dispatch").removeHandler(noting)
    assert found == [
        (outcome.dispatch_id, f"PreToolUse for {tmp_path}: 1 hooks"),
        (outcome.dispatch_id, "decision None, blocked: False"),
    ]
    assert current_dispatch() is None


async def test_nothing_matches(tmp_path: Path) -> None:
    plan = replace(_plan(tmp_path, []), problems=(Notice("a file is broken", Code.BROKEN_FILE),))
    outcome = (await dispatch(plan, Host.real())).to_json()
    assert (outcome["runs"], outcome["decision"], outcome["blocked"]) == ([], None, False)
    [told] = outcome["messages"]
    assert told == {"to": "user", "level": "warning", "text": "a file is broken", "hook": None, "code": "broken-file"}


async def test_nothing_runs_with_a_payload_that_is_not_json(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        await _dispatch(tmp_path, f"touch {mark}", payload={"tool_input": {"seconds": [float("nan")]}})
    assert not mark.exists()


async def test_runs_stand_in_configuration_order_whoever_ends_first(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    # The first can only end after the second has begun: they run at the same time.
    outcome = await _dispatch(tmp_path, f"cat '{fifo}'; echo first", f"echo second | tee '{fifo}'")
    assert [it.result.stdout for it in outcome.runs if it.result] == ["second\nfirst\n", "second\n"]
    assert [it.text for it in outcome.messages] == ["second\nfirst", "second"]


async def test_more_hooks_than_slots_all_run(tmp_path: Path) -> None:
    outcome = await _dispatch(tmp_path, *(f"echo {number}" for number in range(25)))
    assert [it.result.stdout.strip() for it in outcome.runs if it.result] == [str(it) for it in range(25)]


async def test_a_chain_ends_with_the_first_refusal(tmp_path: Path) -> None:
    plan = _plan(tmp_path, [{"command": it} for it in ("echo 1", "exit 2", "touch reached")])
    plan = replace(plan, row=replace(plan.row, running=replace(plan.row.running, order=Order.SERIAL)))
    outcome = await dispatch(plan, Host.real())
    assert _statuses(outcome) == ["succeeded", "blocked"]
    assert not (tmp_path / "reached").exists()


async def test_each_way_to_end_is_a_record(tmp_path: Path) -> None:
    plan = _plan(
        tmp_path,
        [
            {"command": "exit 2"},
            {"command": "exit 3"},
            {"command": "no-such-program-at-all"},
            {"command": "kill -9 $$"},
            {"command": "sleep 60", "timeout": 0.2},
            {"command": "echo a\0b"},
        ],
    )
    outcome = await dispatch(plan, Host.real())
    assert _statuses(outcome) == ["blocked", "failed", "cannot-start", "failed", "timed-out", "cannot-start"]
    texts = [it.text for it in outcome.messages]
    assert all(texts)
    assert texts[3:5] == ["was killed by SIGKILL", "timed out after 0.2 s and was killed"]
    json.dumps(outcome.to_json())


async def test_values_of_the_payload_are_data_and_never_code(tmp_path: Path) -> None:
    name = "$(touch pwned) `touch pwned` \"; touch pwned; ' 文件"
    payload = {"tool_name": "T", "tool_input": {"file_path": name}}
    outcome = await _dispatch(tmp_path, 'printf %s "$EDITED_FILE"; cat > stdin', payload=payload)
    assert outcome.runs[0].result is not None
    assert outcome.runs[0].result.stdout == name
    assert json.loads((tmp_path / "stdin").read_bytes()) == {
        **payload,
        "session_id": "s",
        "cwd": str(tmp_path),
        "hook_event_name": "PreToolUse",
    }
    assert not (tmp_path / "pwned").exists()


async def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    outcome = await _dispatch(tmp_path, "true", payload={"cwd": str(tmp_path / "gone")})
    assert _statuses(outcome) == ["cannot-start"]
    assert "gone" in outcome.messages[0].text


async def test_a_shell_that_is_not_there(tmp_path: Path) -> None:
    host = Host({"PATH": str(tmp_path)}, str(tmp_path))
    outcome = await dispatch(_plan(tmp_path, [{"command": "true"}]), host)
    assert _statuses(outcome) == ["cannot-start"]
    assert "`bash`" in outcome.messages[0].text


async def test_arguments_make_a_program_of_a_command(tmp_path: Path) -> None:
    project = tmp_path / "with space; $(x)"
    project.mkdir()
    hook = {"command": "printf", "args": ["%s|", "${CLAUDE_PROJECT_DIR}/a", "$HOME; *"]}
    outcome = await dispatch(_plan(project, [hook], dialect="claude-code"), Host.real())
    assert outcome.runs[0].result is not None
    assert outcome.runs[0].result.stdout == f"{project}/a|$HOME; *|"


async def test_a_program_is_found_from_where_the_hook_runs(tmp_path: Path) -> None:
    script = tmp_path / "say"
    script.write_text("#!/bin/sh\necho said\n", encoding="utf-8")
    script.chmod(0o755)
    hooks: list[dict[str, Any]] = [{"command": "./say", "args": []}, {"command": "no-such-program", "args": []}]
    outcome = await dispatch(_plan(tmp_path, hooks, dialect="claude-code"), Host.real())
    assert _statuses(outcome) == ["succeeded", "cannot-start"]


async def test_a_placeholder_that_only_hooks_of_plugins_have_is_refused_before_the_shell_starts(tmp_path: Path) -> None:
    hooks = [{"command": 'touch ran; echo "${CLAUDE_PLUGIN_ROOT}"'}, {"command": 'echo "$CLAUDE_PLUGIN_ROOT"'}]
    outcome = await dispatch(_plan(tmp_path, hooks, dialect="claude-code"), Host.real())
    assert _statuses(outcome) == ["cannot-start", "succeeded"]
    assert outcome.messages[0].text.startswith("`${CLAUDE_PLUGIN_ROOT}` is there for the hooks of plugins only")
    assert not (tmp_path / "ran").exists()


async def test_a_hook_picks_its_shell(tmp_path: Path) -> None:
    hooks = [{"command": 'echo "$0"', "shell": "bash"}, {"command": "echo hi", "shell": "powershell"}]
    host = replace(Host.real(), environ={"PATH": "/nowhere"})
    outcome = await dispatch(_plan(tmp_path, hooks, dialect="claude-code"), host)
    assert outcome.runs[0].result is not None
    assert outcome.runs[0].result.stdout == "/bin/sh\n"
    assert outcome.messages[0].text == "`pwsh`, which runs the command, was not found on PATH: install it"


@pytest.mark.parametrize(
    ("dialect", "hook"),
    [
        ("claude-code", {"type": "prompt", "prompt": "fine?"}),
        ("claude-code", {"type": "agent", "prompt": "fine?"}),
        ("open-plugin", {"type": "prompt", "prompt": "fine?"}),
    ],
)
async def test_a_type_that_does_not_run_is_skipped_and_said_so(
    tmp_path: Path, dialect: str, hook: dict[str, object]
) -> None:
    outcome = await dispatch(_plan(tmp_path, [hook], dialect=dialect), Host.real())
    assert _statuses(outcome) == ["skipped"]
    because = outcome.runs[0].to_json()["skippedBecause"]
    assert because
    [told] = outcome.messages
    hook_id = outcome.runs[0].hook.id
    assert told == Message(Audience.USER, Level.WARNING, f"A hook was skipped: {because}", hook_id, Code.NO_MODEL)
    assert [(it.code, it.hook) for it in outcome.degraded] == [(Code.NO_MODEL, hook_id)]


async def test_watching(tmp_path: Path) -> None:
    seen: list[RunEvent] = []
    await dispatch(_plan(tmp_path, [{"command": "echo out"}]), Host.real(), watch=seen.append)
    assert [it.phase for it in seen] == [Phase.STARTED, Phase.OUTPUT, Phase.FINISHED]
    assert (seen[1].stream, seen[1].text) == ("stdout", "out\n")
    run = seen[2].to_json()["run"]
    assert run is not None
    assert run["status"] == "succeeded"


def test_a_character_that_two_pieces_share_is_passed_on_whole(tmp_path: Path) -> None:
    seen: list[RunEvent] = []
    hook = identity(_plan(tmp_path, [{"command": "x"}]).steps[0].hook)
    begun = RunEvent(phase=Phase.STARTED, dispatch_id="d", dialect="codex", hook=hook)
    on_output = output_watcher(seen.append, begun)
    first, second = "件".encode()[:1], "件".encode()[1:]
    on_output("stdout", first)
    on_output("stdout", second)
    assert [it.text for it in seen] == ["件"]


@pytest.mark.parametrize("count", [1, 3])
async def test_cancelling_ends_every_hook(tmp_path: Path, count: int) -> None:
    printed: dict[str, str] = {}
    all_started = asyncio.Event()

    def watch(event: RunEvent) -> None:
        if event.phase is Phase.OUTPUT:
            printed[event.hook.id] = printed.get(event.hook.id, "") + (event.text or "")
            if [it.count("\n") for it in printed.values()] == [2] * count:
                all_started.set()

    # The shell and its child: one that is left behind would live for ten minutes.
    plan = _plan(tmp_path, [{"command": "sleep 600 & echo $$; echo $!; wait"}] * count)
    task = asyncio.create_task(dispatch(plan, Host.real(), watch=watch))
    await all_started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert all(is_gone(int(it)) for text in printed.values() for it in text.split())

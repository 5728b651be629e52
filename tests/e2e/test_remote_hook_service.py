"""The engine in a server, for a Python agent: the interface of `HookService`, over a pipe and over a socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from tests.unit.engine.commands import is_gone

from hookwright import Hooks, HookService, RemoteHookService
from hookwright.engine.hooks import Permission
from hookwright.errors import EngineGone, EngineRefused
from hookwright.model.reaction import Decision

EXAMPLES = Path(__file__).parents[2] / "examples"
HOOKS = {
    "SessionStart": "echo hello",
    "UserPromptSubmit": "echo on main",
    "PreToolUse": """echo '{"permissionDecision": "ask", "updatedInput": {"command": "ls -l"}}'""",
    "PermissionRequest": """echo '{"decision": "deny"}'""",
    "PostToolUse": "echo linted",
    "Stop": """echo '{"continue": true}'""",
    "Compaction": "echo kept >&2; exit 2",
    "Notification": "echo $$ > notified; exec sleep 60",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose `Notification` hooks say which process they are, and run until they are killed."""
    project = tmp_path / "project"
    settings = project / ".clawdcode" / "settings.json"
    settings.parent.mkdir(parents=True)
    hooks = {event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in HOOKS.items()}
    settings.write_text(json.dumps({"hooks": hooks}))
    os.mkfifo(project / "notified")
    return project


def options(project: Path) -> dict[str, Any]:
    return {"dialect": "clawdcode", "home": str(project / "home")}


@contextlib.asynccontextmanager
async def listening(folder: Path) -> AsyncIterator[str]:
    """A server that listens on a socket, for as long as this lasts."""
    folder.mkdir(mode=0o700)
    path = str(folder / "s")
    command = (sys.executable, "-m", "hookwright", "serve", "--listen", path)
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    try:
        assert server.stderr is not None
        assert b"listens on" in await server.stderr.readline()
        yield path
    finally:
        server.terminate()
        await server.communicate()


async def notified(project: Path) -> int:
    """The process of the `Notification` hook, once it runs."""
    return int(await asyncio.to_thread((project / "notified").read_text))


async def said(hooks: Hooks) -> dict[str, object]:
    """What the hooks say over a whole life."""
    async with hooks:
        tool = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls", "cwd": "/"})
        run = tool.outcome.runs[0]
        return {
            "available": await hooks.is_hooks_available(),
            "start": (await hooks.on_session_start()).context,
            "prompt": (await hooks.on_user_prompt_submit("hi")).context,
            "tool": (tool.decision, tool.updated_input, tool.blocked),
            "run": (run.hook, run.reading.status, run.reading.output, run.result and run.result.exit_code),
            "again": (await hooks.on_pre_tool_use("Bash", "t1", {})).outcome.duplicate,
            "permission": await hooks.on_permission_request("Bash", {}, "t1"),
            "after": (await hooks.on_post_tool_use("Bash", "t1", {}, {"ok": True})).context,
            "stop": await hooks.on_stop("done"),
            "compaction": await hooks.on_compaction(10, 2),
            "unknown": (await hooks.dispatch("NoSuchEvent")).runs,
        }


async def test_a16_it_says_what_the_engine_in_process_says(project: Path, tmp_path: Path) -> None:
    here = await said(await HookService.open(str(project), **options(project)))
    assert here["permission"] is Permission.DENY
    assert await said(await RemoteHookService.start(str(project), **options(project))) == here
    async with listening(tmp_path / "socket") as path:
        assert await said(await RemoteHookService.connect(path, str(project), **options(project))) == here


async def test_hooks_without_a_say_are_known_by_their_codes_and_deny_where_the_agent_wants_it(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    group = {"hooks": [{"type": "command", "command": "exit 1"}]}
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps({"hooks": {"PreToolUse": [group]}}))
    named: Any = {"dialect": "claude-code", "home": str(tmp_path / "home"), "failure_policy": "closed"}
    async with await RemoteHookService.start(str(tmp_path), **named) as hooks:
        answer = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls"})
    assert answer.blocked
    assert [(it.code.value, it.hook) for it in answer.outcome.degraded] == [("failed", answer.outcome.runs[0].hook.id)]
    assert answer.outcome.messages[-1].code.value == "failed-closed"


async def test_what_is_cancelled_is_killed_and_the_runs_are_followed(project: Path) -> None:
    heard: list[tuple[str, str]] = []

    def follow(method: str, params: Mapping[str, Any]) -> None:
        heard.append((method, params.get("dispatchId", "")))

    async with await RemoteHookService.start(str(project), notified=follow, **options(project)) as hooks:
        notifying = asyncio.create_task(hooks.on_notification("look"))
        number = await notified(project)
        notifying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await notifying
        heard.clear()
        prompted = await hooks.on_user_prompt_submit("hi")
        of_it = [method for method, dispatch in heard if dispatch == prompted.outcome.dispatch_id]
        assert of_it == ["run/started", "run/output", "run/finished"]
        assert is_gone(number)


async def test_a_server_that_has_ended_is_said_and_started_again_if_asked_to(project: Path) -> None:
    hooks = await RemoteHookService.start(str(project), restart=True, **options(project))
    async with hooks:
        notifying = asyncio.create_task(hooks.on_notification("look"))
        number = await notified(project)
        os.kill(server_of(number), signal.SIGKILL)
        with pytest.raises(EngineGone, match="has ended"):
            await notifying
        assert (await hooks.on_user_prompt_submit("hi")).context == "on main"
        assert is_gone(number)
    with pytest.raises(EngineGone):
        await hooks.on_user_prompt_submit("hi")


def server_of(number: int) -> int:
    """The server that has started a hook, by the number of the hook's process."""
    return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])


async def test_without_a_restart_a_server_that_has_ended_stays_so(project: Path) -> None:
    async with listening(project / "socket") as path:
        hooks = await RemoteHookService.connect(path, str(project), **options(project))
    with pytest.raises(EngineGone):
        await hooks.on_user_prompt_submit("hi")
    await hooks.close()
    with pytest.raises(EngineGone, match="Nothing answers"):
        await RemoteHookService.connect(path, str(project), **options(project))


class Model:
    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        return json.dumps({"decision": "block", "reason": f"{session_id} said {'hi' if 'hi' in prompt else 'nothing'}"})


async def test_the_agent_answers_its_prompts_and_its_tools_have_their_own_names(project: Path) -> None:
    file = project / "hooks" / "hooks.json"
    file.parent.mkdir()
    guard = {"type": "command", "command": """grep -q '[.]env"' && exit 2 || exit 0"""}
    hooks_json = {
        "PreToolUse": [{"matcher": "Read", "hooks": [guard]}],
        "PostToolUse": [{"hooks": [{"type": "prompt", "prompt": "$ARGUMENTS"}]}],
    }
    file.write_text(json.dumps({"hooks": hooks_json}))
    where = {**options(project), "dialect": "open-plugin"}
    async with await RemoteHookService.start(str(project), "s-1", model=Model(), tools="cline", **where) as hooks:
        files = {"files": [{"path": "a"}, {"path": ".env"}]}
        refused = await hooks.on_pre_tool_use("read_files", "t1", files)
        assert (refused.blocked, len(refused.outcome.runs)) == (True, 2)
        assert (await hooks.on_post_tool_use("read_files", "t2", files, "hi")).reason == "s-1 said hi"
        explained = await hooks.explain("PreToolUse", {"tool_name": "read_files", "tool_input": files})
        assert [it["hook"]["command"] for it in explained["matched"]] == [guard["command"]]


async def test_what_the_server_refuses_is_said_with_its_code(project: Path) -> None:
    async with await RemoteHookService.start(str(project), trusted=False, **options(project)) as hooks:
        with pytest.raises(EngineRefused) as refused:
            await hooks.on_user_prompt_submit("hi")
        assert refused.value.code == -32010
    with pytest.raises(EngineRefused, match="no map of the tools of `vim`"):
        await RemoteHookService.start(str(project), tools="vim", **options(project))


async def test_a_session_is_kept_and_gone_on_with_after_the_server_has_ended(project: Path) -> None:
    modules = project / ".pi" / "hooks"
    modules.mkdir(parents=True)
    shutil.copy(EXAMPLES / "modules" / "pop.py", modules)

    async def select(params: Mapping[str, Any]) -> str:
        chosen: str = params["options"][0]
        return chosen

    async def complete(_: Mapping[str, Any]) -> dict[str, str]:
        return {"text": "They talked."}

    answers = {"ui/select": select, "model/complete": complete}
    file = str(project / "session.jsonl")
    hooks = await RemoteHookService.start(str(project), "s-1", restart=True, answers=answers, **options(project))
    async with hooks:
        opened = await hooks.open_session(file)
        assert (opened.file, opened.resumed, opened.problems) == (file, False, ())
        assert opened.started is not None
        assert opened.started.context == "hello"
        for said in ("one", "two"):
            await hooks.append({"type": "message", "message": {"role": "user", "content": said}})
        assert [it["name"] for it in await hooks.commands()] == ["pop"]
        assert len(await hooks.messages()) == 2

        notifying = asyncio.create_task(hooks.on_notification("look"))
        os.kill(server_of(await notified(project)), signal.SIGKILL)
        with pytest.raises(EngineGone):
            await notifying
        assert [it["message"]["content"] for it in await hooks.entries() if it["type"] == "message"] == ["one", "two"]

        assert (await hooks.invoke("pop"))["status"] == "Popped stack"
        assert len(await hooks.entries()) > 2
        with pytest.raises(EngineRefused, match="/pop"):
            await hooks.invoke("pup")
        await hooks.close_session()
        with pytest.raises(EngineRefused):
            await hooks.messages()


async def test_every_event_is_fired_for_several_agents_where_that_is_said(tmp_path: Path) -> None:
    for path, event in ((".claude/settings.json", "PreToolUse"), (".gemini/settings.json", "BeforeTool")):
        (tmp_path / path).parent.mkdir()
        written = {event: [{"hooks": [{"type": "command", "command": f"echo {event} >&2; exit 2"}]}]}
        (tmp_path / path).write_text(json.dumps({"hooks": written}), encoding="utf-8")
    told: list[tuple[str, str]] = []

    def notified(method: str, params: Mapping[str, Any]) -> None:
        told.append((method, params["dialect"]))

    home = str(tmp_path / "home")
    async with await RemoteHookService.start(str(tmp_path), home=home, dialects="all", notified=notified) as hooks:
        outcome = await hooks.dispatch("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}})
        answer = await hooks.on_pre_tool_use("Bash", "toolu_1", {"command": "ls"})
        assert await hooks.is_hooks_available()

    assert hooks.dialect.id == "claude-code"
    assert [(it.dialect, it.folded.reason) for it in outcome.parts] == [
        ("claude-code", "PreToolUse"),
        ("gemini-cli", "BeforeTool"),
    ]
    assert {it for method, it in told if method == "run/finished"} == {"claude-code", "gemini-cli"}
    assert (answer.decision, answer.reason) == ("deny", "PreToolUse")


@pytest.mark.parametrize(("policy", "decision"), [(None, Decision.DENY), ("ask", Decision.ASK), ("ignore", None)])
async def test_what_a_lost_guard_decides_is_for_the_agent_to_say(
    tmp_path: Path, policy: Literal["ask", "ignore"] | None, decision: Decision | None
) -> None:
    guard = tmp_path / ".pi" / "hooks" / "guard.py"
    guard.parent.mkdir(parents=True)
    guard.write_text("import os\nfrom hookwright.modules import on\non('PreToolUse', lambda event, ctx: os._exit(3))\n")
    said: dict[str, Any] = {} if policy is None else {"on_guard_lost": policy}
    home = str(tmp_path / "home")
    async with await RemoteHookService.start(str(tmp_path), dialect="claude-code", home=home, **said) as hooks:
        answer = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls"})
        assert answer.decision is decision
        assert [it.source for it in answer.outcome.degraded] == [str(guard)]

"""The facade for Python agents: every entry point, and that no hook makes it raise (A16)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hookwright import HookService
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.hooks import Permission
from hookwright.errors import BeyondLimits, UnknownDialect, UsageError
from hookwright.model.reaction import Decision, Reaction
from hookwright.modules import Context, Event, Refuse


def configure(project: Path, **events: str) -> None:
    """One command for each event, in the dialect that the entry points come from."""
    hooks = {event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in events.items()}
    file = project / ".clawdcode" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"hooks": hooks}))


async def service(project: Path, **options: Any) -> HookService:
    return await HookService.open(str(project), "s-1", dialect="clawdcode", home=str(project / "home"), **options)


async def test_a16_hooks_are_available_where_some_are_configured(tmp_path: Path) -> None:
    hooks = await service(tmp_path)
    assert not await hooks.is_hooks_available()
    configure(tmp_path, Stop="true")
    assert await hooks.is_hooks_available()


async def test_a16_before_a_tool(tmp_path: Path) -> None:
    configure(tmp_path, PreToolUse="""echo '{"permissionDecision": "ask", "updatedInput": {"command": "ls -l"}}'""")
    answer = await (await service(tmp_path)).on_pre_tool_use("Bash", "t1", {"command": "ls", "cwd": "/"})
    assert answer.decision is Decision.ASK
    assert answer.updated_input == {"command": "ls -l", "cwd": "/"}


async def test_a16_a_refusal_has_its_reason(tmp_path: Path) -> None:
    configure(tmp_path, PreToolUse="echo not today >&2; exit 2")
    answer = await (await service(tmp_path)).on_pre_tool_use("Bash", "t1", {"command": "ls"})
    assert (answer.decision, answer.blocked) == (Decision.DENY, True)
    assert answer.reason is not None
    assert "not today" in answer.reason


async def test_a16_after_a_tool_and_after_its_failure(tmp_path: Path) -> None:
    configure(tmp_path, PostToolUse="echo linted", PostToolUseFailure="""grep -o '"error": *"[a-z]*"'""")
    hooks = await service(tmp_path)
    assert (await hooks.on_post_tool_use("Write", "t1", {"file_path": "a"}, {"ok": True})).context == "linted"
    failed = await hooks.on_post_tool_use_failure("Write", "t2", {"file_path": "a"}, "denied")
    assert failed.context is not None
    assert "denied" in failed.context


async def test_a16_permission(tmp_path: Path) -> None:
    hooks = await service(tmp_path)
    assert await hooks.on_permission_request("Bash", {}) is Permission.ASK
    configure(tmp_path, PermissionRequest="""echo '{"decision": "approve"}'""")
    assert await hooks.on_permission_request("Bash", {}, "t1") is Permission.APPROVE
    configure(tmp_path, PermissionRequest="""echo '{"decision": "deny"}'""")
    assert await hooks.on_permission_request("Bash", {}, "t2") is Permission.DENY


async def test_a16_prompts_and_sessions(tmp_path: Path) -> None:
    configure(tmp_path, UserPromptSubmit="echo branch: main", SessionStart="echo hello", SessionEnd="touch ended")
    hooks = await service(tmp_path)
    assert (await hooks.on_session_start()).context == "hello"
    assert (await hooks.on_user_prompt_submit("hi")).context == "branch: main"
    await hooks.on_session_end()
    assert (tmp_path / "ended").exists()


async def test_a16_stopping(tmp_path: Path) -> None:
    configure(tmp_path, Stop="""echo '{"continue": true}'""", SubagentStop="true", Notification="cat > told")
    hooks = await service(tmp_path)
    assert await hooks.on_stop("end_turn")
    assert not await hooks.on_subagent_stop("end_turn")
    await hooks.on_notification("look here")
    assert json.loads((tmp_path / "told").read_text())["message"] == "look here"


async def test_a16_compaction(tmp_path: Path) -> None:
    hooks = await service(tmp_path)
    configure(tmp_path, Compaction="exit 2")
    assert await hooks.on_compaction(1000, 12)
    configure(tmp_path, Compaction="true")
    assert not await hooks.on_compaction(1000, 12)


@pytest.mark.parametrize("command", ["kill -9 $$", "no-such-program", "printf '\\377'", "exit 77", "echo '{'"])
async def test_a16_no_hook_makes_it_raise(tmp_path: Path, command: str) -> None:
    configure(tmp_path, PreToolUse=command, Stop=command)
    hooks = await service(tmp_path)
    assert (await hooks.on_pre_tool_use("Bash", "t1", {})).decision is None
    assert not await hooks.on_stop()


async def test_an_event_that_the_dialect_lacks_runs_nothing(tmp_path: Path) -> None:
    hooks = await HookService.open(str(tmp_path), dialect="ai-agents", home=str(tmp_path))
    assert not await hooks.on_stop()
    assert (await hooks.dispatch("Stop")).runs == ()


async def test_an_unknown_dialect_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownDialect, match="clawdcode"):
        await HookService.open(str(tmp_path), dialect="clawdcod")


def test_a16_the_library_needs_no_language_server() -> None:
    script = "import sys; from hookwright import HookService; print({'pygls', 'lsprotocol'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_dispatch_for_one_agent_loads_one_table(tmp_path: Path) -> None:
    configure(tmp_path, PreToolUse="true")
    script = f"""
import asyncio, sys
from hookwright import HookService
from hookwright.dialects import IDS

async def main():
    hooks = await HookService.open({str(tmp_path)!r}, dialect="claude-code", home={str(tmp_path)!r})
    await hooks.dispatch("PreToolUse", {{"tool_name": "Bash", "tool_input": {{"command": "ls"}}}})

asyncio.run(main())
print([it for it in IDS if "hookwright.dialects." + it.replace("-", "_") in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['claude-code']"


async def test_e2_handlers_in_process_join_the_outcome(tmp_path: Path) -> None:
    configure(tmp_path, PreToolUse="""echo '{"permissionDecision": "ask", "reason": "file"}'""")
    hooks = await service(tmp_path)

    @hooks.on("BeforeTool")
    async def guard(event: Event, ctx: Context) -> Mapping[str, str] | None:
        ran = await ctx.exec("printf", [event.tool_input["command"]])
        return {"permissionDecision": "deny", "permissionDecisionReason": "no rm"} if ran.stdout == "rm" else None

    assert await hooks.is_hooks_available()
    refused = await hooks.on_pre_tool_use("Bash", "t1", {"command": "rm"})
    assert (refused.decision, refused.reason) == (Decision.DENY, "no rm")
    assert [(it.hook.type, it.hook.name, it.hook.pointer) for it in refused.outcome.runs] == [
        ("command", None, "/hooks/PreToolUse/0/hooks/0"),
        ("module", "guard", "/handlers/BeforeTool/0"),
    ]
    assert (await hooks.on_pre_tool_use("Bash", "t2", {"command": "ls"})).decision is Decision.ASK
    with pytest.raises(UsageError, match="did you mean `PreToolUse`"):
        hooks.on("PreTolUse", guard)


async def test_e10_a_handler_that_raises_refuses_a_tool_and_is_a_message_elsewhere(tmp_path: Path) -> None:
    hooks = await service(tmp_path)

    def breaks(event: Event, ctx: Context) -> None:
        raise ValueError("broken")

    for name in ("PreToolUse", "PostToolUse", "PermissionRequest", "Stop", "UserPromptSubmit"):
        hooks.on(name, breaks)
    refused = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls"})
    assert (refused.decision, refused.blocked) == (Decision.DENY, True)
    assert refused.reason is not None
    assert refused.reason.endswith("ValueError: broken")
    assert await hooks.on_permission_request("Bash", {}) is Permission.DENY
    seen = await hooks.on_post_tool_use("Bash", "t1", {"command": "ls"}, "done")
    assert not seen.blocked
    assert [(it.level, it.text.endswith("ValueError: broken")) for it in seen.outcome.messages] == [("warning", True)]
    assert await hooks.on_stop() is False
    assert not (await hooks.on_user_prompt_submit("go")).blocked


async def test_e1_e2_modules_join_where_they_are_asked_for(tmp_path: Path) -> None:
    module = tmp_path / ".pi" / "hooks" / "guard.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "from hookwright.modules import command, on\n"
        "on('PreToolUse', lambda event, ctx: {'permissionDecision': 'deny', 'permissionDecisionReason': 'module'})\n"
        "command('hi', 'Greets', lambda ctx: {'status': 'hi ' + ctx.args_raw})\n"
    )
    without = await service(tmp_path)
    assert (await without.on_pre_tool_use("Bash", "t1", {})).decision is None
    assert await without.commands() == ()
    async with await service(tmp_path, modules=True) as hooks:
        assert (await hooks.on_pre_tool_use("Bash", "t1", {})).reason == "module"
        assert [it.name for it in await hooks.commands()] == ["hi"]
        assert (await hooks.invoke("hi", "you")).status == "hi you"
        hooks.on("PreToolUse", lambda event, ctx: {"additionalContext": "local"})
        answer = await hooks.on_pre_tool_use("Bash", "t2", {})
        assert [it.hook.scope for it in answer.outcome.runs] == ["project"], "the first refusal ends the chain"
        module.write_text("raise RuntimeError('broken')")
        answer = await hooks.on_pre_tool_use("Bash", "t3", {})
        assert answer.reason == "module", "its last version that could be loaded"
        (message, *_) = answer.outcome.messages
        assert "runs in the version before its file changed" in message.text


_DEEP_GUARD = """
from hookwright.modules import on

def nested(depth):
    found = []
    for _ in range(depth):
        found = [found]
    return found

@on("PreToolUse")
def guard(event, ctx):
    return {"permissionDecision": "deny", "permissionDecisionReason": "no", "x": nested(event["depth"])}
"""


@pytest.mark.parametrize("depth", [100, 300, 800, 3000])
async def test_what_a_handler_returns_too_deep_still_refuses(tmp_path: Path, depth: int) -> None:
    """In a process of its own, and in the agent's; no answer of a handler costs the process."""
    module = tmp_path / ".pi" / "hooks" / "guard.py"
    module.parent.mkdir(parents=True)
    module.write_text(_DEEP_GUARD)
    found: dict[str, Any] = {}
    exec(_DEEP_GUARD.replace("from hookwright.modules import on", "on = lambda event: lambda it: it"), found)
    async with await service(tmp_path, modules=True) as hooks, await service(tmp_path) as local:
        local.on("PreToolUse", found["guard"])
        for number, it in enumerate((hooks, local, hooks)):
            answer = await it.on_pre_tool_use("Bash", f"t{number}", {}, depth=depth)
            assert (answer.decision, answer.blocked) == (Decision.DENY, True)
            (run,) = answer.outcome.runs
            assert (run.reading.output is None) == (depth > 100)
            assert [one.code for one in answer.outcome.degraded] in (
                [[]] if depth == 100 else [["output-dropped"], ["failed"]]
            )
            json.dumps(answer.outcome.to_json())


async def test_halves_of_surrogate_pairs_of_handlers_are_replaced(tmp_path: Path) -> None:
    def refuse(event: Event, ctx: Context) -> None:
        raise Refuse("\ud83d!")

    async with await service(tmp_path) as hooks:
        hooks.on("PreToolUse", refuse)
        hooks.on("UserPromptSubmit", lambda event, ctx: "\ud83d?")

        assert (await hooks.on_pre_tool_use("Bash", "t1", {})).reason == "\ufffd!"
        assert (await hooks.on_user_prompt_submit("hi")).context == "\ufffd?"


async def test_a_payload_beyond_the_limits_raises_before_any_hook_runs(tmp_path: Path) -> None:
    configure(tmp_path, PreToolUse="touch ran")
    hooks = await service(tmp_path)
    deep: Any = []
    for _ in range(3000):
        deep = [deep]
    for odd in (deep, 10**308, 10**5000):
        with pytest.raises(BeyondLimits):
            await hooks.on_pre_tool_use("Bash", "t1", {"x": odd})
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        await hooks.on_pre_tool_use("Bash", "t1", {"x": float("nan")})
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("dialect", [it.id for it in DIALECTS])
async def test_e2_handlers_of_one_name_all_run(tmp_path: Path, dialect: str) -> None:
    """Lambdas, and what a factory makes, have one name; in some dialects, one command runs only once."""
    module = tmp_path / ".pi" / "hooks" / "guards.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "from hookwright.modules import Refuse, on\n"
        "def no(word):\n"
        "    def guard(event, ctx):\n"
        "        if word in str(event.tool_input):\n"
        "            raise Refuse(word)\n"
        "    return guard\n"
        "on('PreToolUse', no('first'))\n"
        "on('PreToolUse', no('second'))\n"
    )
    open_service = HookService.open(str(tmp_path), "s", dialect=dialect, home=str(tmp_path / "home"), modules=True)
    async with await open_service as hooks:
        for word in ("third", "fourth"):
            hooks.on("PreToolUse", _refusing(word))
        for number, word in enumerate(("first", "second", "third", "fourth")):
            answer = await hooks.on_pre_tool_use("Bash", f"t{number}", {"command": word})
            assert word in (answer.reason or ""), (word, answer.outcome)


def _refusing(word: str) -> Callable[[Event, Context], None]:
    def guard(event: Event, ctx: Context) -> None:
        if word in str(event.tool_input):
            raise Refuse(word)

    return guard


@pytest.mark.parametrize("dialect", ["claude-code", "clawdcode", "ai-agents", "agent-spec", "open-plugin"])
async def test_e2_a_refusal_means_the_same_in_every_dialect(tmp_path: Path, dialect: str) -> None:
    async with await HookService.open(str(tmp_path), "s-1", dialect=dialect, home=str(tmp_path)) as hooks:

        def refuses(event: Event, ctx: Context) -> None:
            raise Refuse("not today")

        for name in ("PreToolUse", "PostToolUse", "Stop", "Notification"):
            hooks.on(name, refuses)
        before = await hooks.on_pre_tool_use("Bash", "t1", {"command": "ls"})
        assert (before.decision, before.blocked, before.reason) == (Decision.DENY, True, "not today")
        after = await hooks.on_post_tool_use("Bash", "t1", {"command": "ls"}, "done")
        assert {it.text for it in after.outcome.messages} <= {"not today"}
        stops = await hooks.dispatch("Stop")
        assert stops.folded.must_continue is any(it.must_continue for it in _reactions(dialect, "Stop"))


def _reactions(dialect: str, event: str) -> tuple[Reaction, ...]:
    row = by_id(dialect).event(event)
    return () if row is None else row.reactions


async def test_e10_what_cannot_be_json_is_a_failure_of_its_handler(tmp_path: Path) -> None:
    hooks = await service(tmp_path)
    hooks.on("PostToolUse", lambda event, ctx: {"a": object()})
    (message,) = (await hooks.on_post_tool_use("Bash", "t1", {}, "done")).outcome.messages
    assert "cannot be passed on as JSON" in message.text

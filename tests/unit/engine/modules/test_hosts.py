"""Modules in their host processes: what they register, what they are given, and what is made of what they return."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.unit.engine.modules.support import CLAWDCODE, Client, Place, until

from hookwright.config.workspace import load
from hookwright.engine.explain import explanation
from hookwright.engine.modules.commands import CommandFailed, CommandResult, UnknownCommand
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.states import FaultKind, ModuleState
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.hook import Scope


async def test_e1_what_commands_answer(place: Place) -> None:
    place.user(
        "answers",
        """
command("text", "Plain text", lambda ctx: "hello " + ctx.args_raw)

@command("prompt")
async def prompt(ctx):
    return {"prompt": "|".join(ctx.args), "attachments": [{"path": "a.png"}]}

@command("/status", "With a slash")
def status(ctx):
    return {"status": "Done"}

@command("nothing")
def nothing(ctx): ...

@command("odd")
def odd(ctx):
    return 7

@command("breaks")
def breaks(ctx):
    raise KeyError("gone")
""",
    )
    await place.modules.refresh()
    assert [it.name for it in place.modules.commands()] == ["text", "prompt", "status", "nothing", "odd", "breaks"]

    async def invoke(name: str, args: str = "") -> CommandResult:
        return await ModulesInSession(place.modules, place.session, None).invoke(name, args)

    assert await invoke("text", "you") == CommandResult(prompt="hello you")
    assert await invoke("prompt", "a 'b c'") == CommandResult("a|b c", ({"path": "a.png"},))
    assert (await invoke("/status")).to_json() == {"status": "Done"}
    assert (await invoke("nothing")).to_json() == {}
    with pytest.raises(CommandFailed, match="something else than text"):
        await invoke("odd")
    with pytest.raises(CommandFailed, match=r"`/breaks` failed: KeyError: 'gone': see .*answers\.py:22"):
        await invoke("breaks")
    with pytest.raises(UnknownCommand, match=r"`/stats` is not a command: did you mean `/status`\?"):
        await invoke("stats")


async def test_e2_handlers_fire_under_every_name_of_their_event_in_load_order(place: Place) -> None:
    place.write("b", "on('PreToolUse', lambda event, ctx: None)")
    place.write("a", "on('BeforeTool', lambda event, ctx: None)\non('context', lambda event, ctx: None)")
    place.user("z", "@on('tool_call')\n@on('PreToolUse')\ndef twice(event, ctx): ...")
    place.user("_helper", "raise SystemExit")
    await place.modules.refresh()
    assert place.modules.faults() == ()
    found = [(it.scope, Path(it.source).stem, it.route, it.type) for it in place.hooks()]
    assert found == [
        (Scope.USER, "z", ("handlers", "PreToolUse", 0), "module"),
        (Scope.USER, "z", ("handlers", "tool_call", 0), "module"),
        (Scope.PROJECT, "a", ("handlers", "BeforeTool", 0), "module"),
        (Scope.PROJECT, "b", ("handlers", "PreToolUse", 0), "module"),
    ]
    assert place.hooks("Stop") == ()
    assert place.hooks() is place.hooks(), "so that what was selected from them can be kept"


async def test_e2_an_unknown_event_is_a_fault_with_its_line_and_the_nearest_name(place: Place) -> None:
    path = place.write("typo", "\non('PreTolUse', lambda event, ctx: None)")
    await place.modules.refresh()
    (fault,) = place.modules.faults()
    assert (fault.path, fault.line, fault.kind) == (str(path), 3, FaultKind.EVENT)
    assert fault.message == "`PreTolUse` is not an event: did you mean `PreToolUse`?"


async def test_e2_what_a_handler_returns(place: Place) -> None:
    place.write(
        "returns",
        """
@on("PreToolUse")
def mapping(event, ctx):
    return {"tool": event.tool_name, "same": event["tool_name"], "has": hasattr(event, "nothing")}

@on("PreToolUse")
async def text(event, ctx):
    return "Grüße\\n"

@on("PreToolUse")
def number(event, ctx):
    return 3

@on("PreToolUse")
def no_json(event, ctx):
    return {"a": object()}

@on("PreToolUse")
def too_much(event, ctx):
    return "x" * (33 << 20)

@on("PreToolUse")
async def leaves(event, ctx):
    raise SystemExit(3)

@on("PreToolUse")
async def refuses(event, ctx):
    raise Refuse("not today")
""",
    )
    fired = await place.fire("mapping", b'{"tool_name": "Bash"}')
    assert json.loads(fired.stdout) == {"tool": "Bash", "same": "Bash", "has": False}
    assert (await place.fire("text")).stdout == "Grüße\n"
    number = await place.fire("number")
    assert (number.exit_code, number.stderr.partition(": ")[2]) == (1, "returned int: return a mapping, text or None")
    assert "cannot be passed on as JSON: " in (await place.fire("no_json")).stderr
    assert "it has more than 32 MiB" in (await place.fire("too_much")).stderr
    refused = await place.fire("refuses")
    assert (refused.exit_code, refused.stderr) == (2, "not today")
    assert "raised SystemExit" in (await place.fire("leaves")).stderr
    assert place.modules.faults() == ()


async def test_e4_context_handlers_chain_in_load_order(place: Place) -> None:
    add = "on('context', lambda event, ctx: {'messages': [*event.messages, {'role': '%s'}]})"
    place.write("b", add % "second")
    place.user("a", add % "first")
    place.write("c", "on('context', lambda event, ctx: None)")
    broken = place.write("d", "@on('context')\ndef broken(event, ctx):\n    return {'messages': 'none'}")
    place.write("e", "on('context', lambda event, ctx: {'messages': [*event.messages, {'n': len(event.entries)}]})")
    place.session.entries = [{"type": "message", "message": {}}, {"type": "custom"}]
    found = await ModulesInSession(place.modules, place.session, None).transform([{"role": "user"}])
    assert found == [{"role": "user"}, {"role": "first"}, {"role": "second"}, {"n": 2}]
    (fault,) = place.modules.faults()
    assert (fault.path, fault.kind) == (str(broken), FaultKind.HANDLER)
    assert "did not return `messages`" in fault.message


async def test_e3_e5_e8_a_command_changes_the_session_and_an_event_handler_may_not(place: Place) -> None:
    place.write(
        "stack",
        """
@command("pop")
async def pop(ctx):
    before = len(ctx.entries)
    try:
        await ctx.save_entry({"summary": "no type"})
    except ValueError as error:
        refused = str(error)
    await ctx.save_entry({"type": "stack_pop", "back_to": 0, "summary": "short"})
    await ctx.rebuild_context()
    await ctx.set_model(ctx.find_model("acme", "deep") or ctx.model)
    await ctx.set_thinking_level("high")
    return {"status": f"{refused}; {before} {len(ctx.entries)} {[it['content'] for it in ctx.messages]}"}

@on("context")
def cut(event, ctx):
    pops = [it for it in event.entries if it["type"] == "stack_pop"]
    return {"messages": [{"content": it["summary"]} for it in pops]} if pops else None

@on("PreToolUse")
async def guard(event, ctx):
    said = []
    for name in ("save_entry", "rebuild_context", "set_model", "set_thinking_level"):
        try:
            await getattr(ctx, name)(*[{}] * (name != "rebuild_context"))
        except CommandsOnly as error:
            said.append(str(error))
    return {"said": said}

@on("PostToolUse")
async def goes_behind(event, ctx):
    await ctx._link.ask("session/saveEntry", {"entry": {"type": "stolen"}})
""",
    )
    place.session.entries = [{"type": "message", "message": {"role": "user", "content": "long"}}]
    done = await ModulesInSession(place.modules, place.session, Client()).invoke("pop", "")
    assert done.status == "Entry must have type; 1 2 ['short']"
    assert (place.session.model["id"], place.session.thinking_level) == ("deep", "high")
    said = json.loads((await place.fire("guard")).stdout)["said"]
    assert len(said) == 4
    assert said[0].startswith("`save_entry` works in commands only, not in event handlers")
    behind = await place.fire("goes_behind")
    assert "works in commands only" in behind.stderr
    assert [it["type"] for it in place.session.entries] == ["message", "stack_pop"]


async def test_e6_the_context(place: Place) -> None:
    place.write(
        "all",
        """
@on("PreToolUse")
async def everything(event, ctx):
    ran = await ctx.exec("printf", ["%s", "$HOME; x"])
    late = await ctx.exec("sleep", ["30"], {"timeout": 0.1})
    fed = await ctx.exec("cat", opts={"input": "fed", "cwd": "/", "env": {"A": "b"}})
    try:
        await ctx.exec("no-such-program")
    except HostError as error:
        missing = str(error)
    return {
        "cwd": ctx.cwd, "file": ctx.session_file, "model": ctx.model.id, "level": ctx.thinking_level,
        "entries": len(ctx.entries), "messages": len(ctx.messages), "ran": [ran.stdout, ran.code],
        "late": [late.killed, late.code], "fed": fed.stdout, "missing": missing, "ui": ctx.has_ui,
        "models": [it.name for it in await ctx.available_models()],
        "found": ctx.find_model("acme", "deep").name, "not": ctx.find_model("acme", "none"),
        "key": await ctx.resolve_api_key(ctx.model), "no key": await ctx.resolve_api_key(None),
    }
""",
    )
    place.session.entries = [{"type": "x"}]
    client = Client()
    assert json.loads((await place.fire("everything", client=client)).stdout) == {
        "cwd": str(place.project),
        "file": place.session.file,
        "model": "fast",
        "level": "low",
        "entries": 1,
        "messages": 0,
        "ran": ["$HOME; x", 0],
        "late": [True, None],
        "fed": "fed",
        "missing": "`no-such-program` was not found",
        "ui": True,
        "models": ["Fast", "Deep"],
        "found": "Deep",
        "not": None,
        "key": "key",
        "no key": None,
    }
    assert client.asked == [("api_key", "acme", "fast", "all.py")]


async def test_e7_the_user_is_asked_and_without_one_there_are_plain_answers(place: Place) -> None:
    place.write(
        "asks",
        """
@on("PreToolUse")
async def asks(event, ctx):
    await ctx.ui.notify("look", "warning")
    return {
        "said": [await ctx.ui.select("Which?", ["a", "b"]), await ctx.ui.confirm("Sure?"), await ctx.ui.input("Name?")],
        "models": [it.id for it in await ctx.available_models()], "ui": ctx.has_ui,
        "key": await ctx.resolve_api_key(Model("acme", "fast")),
    }
""",
    )
    client = Client(chosen="b")
    with_user = json.loads((await place.fire("asks", client=client)).stdout)
    assert with_user == {"said": ["b", True, "typed"], "models": ["fast", "deep"], "ui": True, "key": "key"}
    assert client.asked[:2] == [("notify", "look", "warning"), ("select", "Which?", "a", "b")]
    without = json.loads((await place.fire("asks")).stdout)
    assert without == {"said": [None, False, None], "models": [], "ui": False, "key": None}
    headless = json.loads((await place.fire("asks", client=Client(has_ui=False, agrees=False))).stdout)
    assert headless == {"said": [None, False, None], "models": ["fast", "deep"], "ui": False, "key": None}


async def test_e9_of_two_commands_with_one_name_the_later_gets_a_prefix(place: Place) -> None:
    first = place.user("first", "command('go', 'One', lambda ctx: {'status': 'first'})")
    second = place.write("second", "\ncommand('go', 'Two', lambda ctx: {'status': 'second'})")
    await place.modules.refresh()
    assert [it.to_json() for it in place.modules.commands()] == [
        {"name": "go", "description": "One", "source": str(first)},
        {"name": "second:go", "description": "Two", "source": str(second)},
    ]
    assert (await ModulesInSession(place.modules, place.session, None).invoke("second:go", "")).status == "second"
    (fault,) = place.modules.faults()
    assert (fault.path, fault.line, fault.kind) == (str(second), 3, FaultKind.COMMAND)
    assert f"taken by `{first}`, so this one is `second:go`" in fault.message


async def test_e10_an_import_error_is_a_fault_with_its_line(place: Place) -> None:
    bad = place.write("bad", "\n\nimport no_such_module")
    broken = place.write("broken", "def (:")
    place.write("good", "on('PreToolUse', lambda event, ctx: {'good': True})")
    await place.modules.refresh()
    assert [(it.path, it.line, it.kind) for it in place.modules.faults()] == [
        (str(bad), 4, FaultKind.IMPORT),
        (str(broken), 2, FaultKind.IMPORT),
    ]
    states = [it.state for it in place.modules.loaded()]
    assert states == [ModuleState.BROKEN, ModuleState.BROKEN, ModuleState.RUNNING]
    assert json.loads((await place.fire("<lambda>")).stdout) == {"good": True}
    assert [it.startswith("A hook module is not loaded") for it in place.modules.problems()] == [True, True]


async def test_e10_a_module_is_loaded_again_when_it_changes(place: Place) -> None:
    place.write("one", "import no_such_module")
    await place.modules.refresh()
    assert place.hooks() == ()
    file = place.write("one", "on('PreToolUse', lambda event, ctx: {'version': 2})")
    assert json.loads((await place.fire("<lambda>")).stdout) == {"version": 2}
    assert place.modules.faults() == ()
    file.write_text("from hookwright.modules import on\nimport _help\non('PreToolUse', _help.handler)")
    place.write("_help", "handler = lambda event, ctx: {'helper': 1}")
    assert json.loads((await place.fire("<lambda>")).stdout) == {"helper": 1}
    place.write("_help", "handler = lambda event, ctx: {'helper': 22}")
    assert json.loads((await place.fire("<lambda>")).stdout) == {"helper": 22}
    file.unlink()
    await place.modules.refresh()
    assert (place.hooks(), place.modules.loaded()) == ((), ())


async def test_what_is_printed_is_the_log_of_its_module(place: Place) -> None:
    path = place.write(
        "prints",
        """
import os, sys, threading
print("loading")

@on("PreToolUse")
async def loud(event, ctx):
    print("out")
    print("err", file=sys.stderr)
    sys.__stdout__.write("no newline")

@on("PostToolUse")
def raw(event, ctx):
    os.write(1, b"raw\\n")
""",
    )
    fired = await place.fire("loud")
    assert (fired.exit_code, fired.stdout) == (0, "")
    assert fired.stderr == "out\nerr\nno newline"
    assert (await place.fire("raw")).exit_code == 0
    await until(lambda: "raw" in place.modules.log(str(path)) + place.modules.log(""))
    assert place.modules.log(str(path)).startswith("loading\nout\nerr\nno newline")


async def test_what_is_printed_without_end_is_cut(place: Place) -> None:
    path = place.write(
        "floods",
        """
@on("PreToolUse")
def floods(event, ctx):
    print("begins")
    for number in range(200_000):
        print(number)
""",
    )
    fired = await place.fire("floods")
    assert fired.stderr.startswith("begins\n0\n1\n")
    assert fired.stderr.endswith("(more was printed, and is left out)\n")
    assert len(fired.stderr) < 1 << 19
    assert len(place.modules.log(str(path))) <= 1 << 16


async def test_without_a_trusted_project_only_the_users_modules_are_loaded(place: Place) -> None:
    place.user("mine", "on('PreToolUse', lambda event, ctx: None)")
    place.write("theirs", "raise SystemExit")
    modules = ModuleHosts(None, place.host)
    await modules.refresh()
    assert [it.scope for it in modules.loaded()] == [Scope.USER]
    assert len(modules.hooks(CLAWDCODE, "PreToolUse")) == 1
    await modules.close()


async def test_no_file_of_a_project_takes_the_place_of_what_the_host_imports(place: Place) -> None:
    for name in ("json", "asyncio"):
        (place.project / f"{name}.py").write_text("raise SystemExit(9)")
        (place.project / ".pi" / "hooks" / f"{name}.py").write_text("raise RuntimeError('only a module')")
    place.write("good", "import json\non('PreToolUse', lambda event, ctx: {'json': json.__file__})")
    assert "lib/python" in json.loads((await place.fire("<lambda>")).stdout)["json"]
    assert not list(place.project.rglob("*.pyc"))


async def test_e2_handlers_are_planned_and_explained_like_hooks(place: Place) -> None:
    place.write("guard", "@on('PreToolUse')\ndef guard(event, ctx): ...")
    place.write("broken", "import no_such_module")
    await place.modules.refresh()
    request = Request(CLAWDCODE, "PreToolUse", {"tool_name": "Bash"}, str(place.project), "s-1", str(place.home))
    snapshot = load(CLAWDCODE, str(place.project), Host({}, str(place.home)))
    plan = make_plan(request, snapshot, handlers=ModulesInSession(place.modules, place.session, None))
    (entry,) = explanation(plan)["matched"]
    assert (entry["hook"]["type"], entry["hook"]["name"], entry["hook"]["scope"]) == ("module", "guard", "project")
    assert plan.steps[0].timeout == 10
    assert [
        it.startswith("A hook module is not loaded, so nothing that it is to guard is guarded: ")
        for it in plan.problems
    ] == [True]
    off = replace(snapshot, switched_off="hooks are off")
    steps = make_plan(request, off, handlers=ModulesInSession(place.modules, place.session, None)).steps
    assert [it.hook.name for it in steps] == ["guard"], "no agent's settings switch modules off"


async def test_the_modules_of_the_documentation_work(place: Place) -> None:
    page = (Path(__file__).parents[4] / "docs" / "modules.md").read_text(encoding="utf-8")
    examples = [it for it in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "hookwright.modules" in it]
    for number, text in enumerate(examples):
        (place.project / ".pi" / "hooks" / f"example_{number}.py").write_text(text, encoding="utf-8")
    read = b'{"tool_name": "Read", "tool_input": {"file_path": "/p/.env"}}'
    refused = await place.fire("no_secrets", read)
    assert (refused.exit_code, refused.stderr) == (2, "Secrets stay out of the conversation.")
    assert (await place.fire("no_secrets", read.replace(b".env", b"a.py"))).exit_code == 0
    assert place.modules.faults() == ()
    answer = await ModulesInSession(place.modules, place.session, None).invoke("branch", "no-such-branch")
    assert answer.status is not None
    assert answer.status.startswith("git: ")
    messages = [{"type": "image"}, {"type": "text"}]
    assert await ModulesInSession(place.modules, place.session, None).transform(messages) == [{"type": "text"}]


async def test_the_example_modules_work(place: Place) -> None:
    examples = Path(__file__).parents[4] / "examples" / "modules"
    for it in examples.glob("*.py"):
        (place.home / ".pi" / "hooks" / it.name).write_bytes(it.read_bytes())
    torn = place.project / "torn.py"
    torn.write_text("def (:", encoding="utf-8")

    def call(tool: str, **fields: str) -> bytes:
        return json.dumps({"tool_name": tool, "tool_input": fields}).encode()

    refused = await place.fire("refuse_rm_rf", call("Bash", command="cd /; rm -fr src"))
    assert (refused.exit_code, refused.stderr) == (2, "`rm -fr src` deletes folders: ask the user to do it")
    assert (await place.fire("refuse_rm_rf", call("Bash", command="rm -rf build; ls"))).exit_code == 0
    unread = await place.fire("format_edits", call("Edit", file_path=str(torn)))
    assert (unread.exit_code, "torn.py" in unread.stderr) == (2, True)
    assert (await place.fire("format_edits", call("Read", file_path=str(torn)))).exit_code == 0
    assert place.modules.faults() == ()
    assert len(place.modules.loaded()) == len(list(examples.glob("*.py")))

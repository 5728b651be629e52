"""Guards that are lost: what they were to guard stays guarded until they answer again (E10)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.engine.modules.support import GUARD, Guarded, until

from hookwright import HookService
from hookwright.config.hook_modules import FoundModule
from hookwright.config.workspace import load
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.explain import explanation
from hookwright.engine.modules.keeper import Keeper
from hookwright.engine.modules.loaded_file import Version
from hookwright.engine.modules.states import FaultKind, ModuleFault, ModuleState
from hookwright.engine.plan import Request, make_plan
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.codes import Code
from hookwright.model.reaction import Decision

_HANGS = "from hookwright.modules import on\n@on('PreToolUse')\ndef hangs(event, ctx):\n    while True: pass\n"


@pytest.mark.parametrize("dialect", [it.id for it in DIALECTS])
async def test_e10_a_lost_guard_refuses_what_it_was_to_guard(guarded: Guarded, dialect: str) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open(dialect)
    assert (await guarded.use("rm")).decision is Decision.DENY
    assert (await guarded.use("ls")).decision is None
    first = await guarded.use("leave")
    assert first.decision is Decision.DENY, "the call in which it was lost"
    later = await guarded.use("ls")
    assert (later.decision, later.blocked) == (Decision.DENY, True)
    assert guarded.state() == [ModuleState.LOST]
    for answer in (first, later):
        assert str(file) in answer.reason
        assert "the host process exited with code 3 while its code ran" in answer.reason
        assert "correct the file, and save it" in answer.reason
        assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.GUARD_LOST, str(file))]


async def test_e10_what_cannot_be_refused_goes_on_and_the_user_is_told(guarded: Guarded) -> None:
    guarded.write("guard", GUARD)
    hooks = await guarded.open("claude-code")
    await guarded.use("leave")
    assert (await hooks.on_user_prompt_submit("go")).blocked, "a prompt can be refused"
    seen = await hooks.on_post_tool_use("Bash", "t", {"command": "ls"}, "done")
    assert not seen.blocked
    assert "gave no answer" in seen.outcome.messages[0].text
    assert await hooks.on_stop() is False, "an agent that may not stop would never end"


async def test_e10_a_guard_that_is_started_again_guards_again(guarded: Guarded) -> None:
    guarded.write("guard", GUARD)
    await guarded.open(restart_seconds=(0.0, 1e6))
    assert (await guarded.use("leave")).decision is Decision.DENY
    assert (await guarded.use("ls")).decision is None
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.RUNNING]
    # It answered, so the next time is the first again.
    assert (await guarded.use("leave")).decision is Decision.DENY
    assert (await guarded.use("ls")).decision is None


async def test_e10_a_guard_that_never_answers_is_given_up_and_refuses_until_it_is_corrected(guarded: Guarded) -> None:
    file = guarded.write("guard", _HANGS)
    await guarded.open(restart_seconds=(0.0, 0.0))
    for _ in range(3):
        answer = await guarded.use("ls")
        assert (answer.decision, "took longer than 0.5 s" in answer.reason) == (Decision.DENY, True)
    answer = await guarded.use("ls")
    assert answer.decision is Decision.DENY
    assert "this happened 3 times in a row: correct the file, and save it" in answer.reason
    file.write_text(GUARD)
    assert (await guarded.use("ls")).decision is None
    assert (await guarded.use("rm")).reason == "no rm"


async def test_e10_only_the_module_at_fault_is_lost(guarded: Guarded) -> None:
    guarded.write("a_hangs", _HANGS.replace("while True", "while event.tool_input['command'] == 'hang'"))
    guarded.write("b_guard", GUARD)
    hooks = await guarded.open("claude-code")
    assert (await guarded.use("ls")).decision is None
    await guarded.use("hang")
    answer = await guarded.use("rm")
    assert {run.reading.reason for run in answer.outcome.runs if run.reading.reason} >= {"no rm"}
    assert guarded.state() == [ModuleState.LOST, ModuleState.RUNNING]
    assert not (await hooks.on_user_prompt_submit("go")).blocked, "only the other guards it"


async def test_e10_a_guard_that_waits_in_a_process_that_another_ends_refuses(guarded: Guarded) -> None:
    note = guarded.root / "note"
    guarded.write(
        "a_waits",
        "import asyncio\nfrom hookwright.modules import on\n@on('UserPromptSubmit')\nasync def waits(event, ctx):\n"
        f"    open({str(note)!r}, 'w').write('waits')\n    await asyncio.sleep(1e6)\n",
    )
    guarded.write("b_guard", GUARD)
    hooks = await guarded.open("claude-code", handler_seconds=60.0)
    waiting = asyncio.ensure_future(hooks.on_user_prompt_submit("go"))
    await until(note.exists)
    await guarded.use("leave")
    answer = await waiting
    assert answer.blocked
    assert "interrupted" in (answer.reason or "")


async def test_e10_an_edit_that_cannot_be_loaded_keeps_the_last_good_version(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"
    for number, broken in enumerate(("def (:", "import no_such_module", "import os\nos._exit(1)")):
        file.write_text(broken + "\n" * number)
        answer = await guarded.use("rm")
        assert (answer.decision, answer.reason) == (Decision.DENY, "no rm"), broken
        assert guarded.state() == [ModuleState.OUTDATED]
        assert "runs in the version before its file changed" in answer.outcome.messages[0].text
        assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.LAST_GOOD_VERSION, str(file))]
    assert (await guarded.use("ls")).decision is None
    file.write_text(GUARD.replace("no rm", "never rm"))
    assert (await guarded.use("rm")).reason == "never rm"
    assert guarded.state() == [ModuleState.RUNNING]


async def test_e10_the_last_good_version_of_an_edited_file_is_started_again_too(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open(restart_seconds=(0.0,))
    assert (await guarded.use("rm")).reason == "no rm"
    file.write_text("def (:")
    assert (await guarded.use("leave")).decision is Decision.DENY
    assert (await guarded.use("rm")).reason == "no rm"


async def test_e10_an_edit_whose_loading_hangs_keeps_the_last_good_version_meanwhile(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open(wait_seconds=0.05, load_seconds=2.0)
    assert (await guarded.use("rm")).reason == "no rm"
    file.write_text("while True: pass")
    assert (await guarded.use("rm")).reason == "no rm"
    await until(lambda: guarded.state() == [ModuleState.OUTDATED])
    assert (await guarded.use("rm")).decision is Decision.DENY


async def test_e10_a_guard_that_cannot_be_loaded_again_is_lost(guarded: Guarded) -> None:
    guarded.write("guard", "import _rules\n" + GUARD)
    helper = guarded.write("_rules", "")
    await guarded.open()
    assert (await guarded.use("ls")).decision is None
    helper.write_text("def (:")
    answer = await guarded.use("ls")
    assert answer.decision is Decision.DENY
    assert "SyntaxError" in (answer.reason or "")
    assert guarded.state() == [ModuleState.LOST]
    helper.write_text("")
    helper.write_text("fine = True")
    assert (await guarded.use("ls")).decision is None


async def test_e10_a_guard_that_was_never_loaded_leaves_the_outcome_degraded(guarded: Guarded) -> None:
    file = guarded.write("guard", "def (:")
    await guarded.open()
    answer = await guarded.use("ls")
    assert answer.decision is None, "nobody knows what it is to guard"
    assert guarded.state() == [ModuleState.BROKEN]
    assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.MODULE_NOT_LOADED, str(file))]
    (message,) = answer.outcome.messages
    assert f"not loaded, so nothing that it is to guard is guarded: {file}:1" in message.text


async def test_e10_who_deletes_a_module_wants_it_gone(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open()
    await guarded.use("leave")
    assert (await guarded.use("ls")).decision is Decision.DENY
    file.unlink()
    answer = await guarded.use("ls")
    assert (answer.decision, answer.outcome.messages) == (None, ())


async def test_e10_a_file_or_folder_that_cannot_be_read_is_not_gone(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"
    file.unlink()
    file.symlink_to("nowhere")
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.OUTDATED]
    guarded.folder.rename(guarded.root / "away")
    guarded.folder.symlink_to(guarded.folder)
    answer = await guarded.use("rm")
    assert answer.reason == "no rm"
    assert "cannot be read" in answer.outcome.messages[0].text


async def test_e10_no_number_of_other_files_hides_a_guard(guarded: Guarded) -> None:
    for number in range(1100):
        (guarded.folder / f"{number}.txt").touch()
        (guarded.folder / f"_{number}.py").touch()
    guarded.write("guard", GUARD)
    await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"


async def test_e10_a_host_chooses_what_a_lost_guard_decides(guarded: Guarded) -> None:
    guarded.write("guard", GUARD)
    hooks = await guarded.open("claude-code", policy="ask")
    first, later = await guarded.use("leave"), await guarded.use("ls")
    assert (first.decision, later.decision) == (Decision.ASK, Decision.ASK)
    assert (await hooks.on_user_prompt_submit("go")).blocked, "nobody can be asked about a prompt"
    await hooks.close()
    await guarded.open("claude-code", policy="ignore")
    first, later = await guarded.use("leave"), await guarded.use("ls")
    assert (first.decision, later.decision) == (None, None)
    assert [it.code for it in later.outcome.degraded] == [Code.GUARD_LOST]
    assert "gave no answer" in later.outcome.messages[0].text


async def test_e10_a_policy_that_there_is_not_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="use `deny`, `ask` or `ignore`"):
        await HookService.open(str(tmp_path), home=str(tmp_path), on_guard_lost="pass")  # type: ignore[arg-type]


async def test_e10_a_lost_guard_is_explained(guarded: Guarded) -> None:
    guarded.write("guard", GUARD)
    hooks = await guarded.open()
    await guarded.use("leave")
    request = Request(hooks.dialect, "PreToolUse", {"tool_name": "Bash"}, str(guarded.root), "s")
    snapshot = load(hooks.dialect, str(guarded.root), Host({}, str(guarded.root / "home")))
    (entry,) = explanation(make_plan(request, snapshot, handlers=hooks._modules))["matched"]
    assert any("its module is lost: the host process exited with code 3" in it for it in entry["because"])
    assert any("whatever can be refused on this event is refused in its place" in it for it in entry["because"])


async def test_e10_nothing_passes_while_many_calls_lose_a_guard(guarded: Guarded) -> None:
    guarded.write("guard", GUARD)
    await guarded.open("claude-code", restart_seconds=(0.0, 0.0, 0.0, 0.0, 0.0))
    assert (await guarded.use("ls")).decision is None
    words = ["rm", "leave", "rm", "rm", "leave", "rm"] * 4
    answers = await asyncio.gather(*(guarded.use(it) for it in words))
    assert {it.decision for it in answers} == {Decision.DENY}
    # Whether it was given up depends on which call came first.
    assert (await guarded.use("rm")).decision is Decision.DENY


async def test_e10_the_user_s_modules_guard_on_where_the_project_s_are_lost(guarded: Guarded) -> None:
    guarded.write("guard", GUARD.replace("no rm", "no rm here"))
    own = guarded.root / "home" / ".pi" / "hooks" / "guard.py"
    own.parent.mkdir(parents=True)
    own.write_text(GUARD.replace("leave", "go"))
    await guarded.open("claude-code")
    await guarded.use("leave")
    assert guarded.state() == [ModuleState.RUNNING, ModuleState.LOST]
    reasons = {it.reading.reason for it in (await guarded.use("rm")).outcome.runs}
    assert "no rm" in reasons
    assert any("gave no answer" in (it or "") for it in reasons)


async def test_e10_an_edit_while_a_guard_is_started_again_ends_no_event(guarded: Guarded) -> None:
    note = guarded.root / "started"
    slow = (
        f"import pathlib, time\nnote = pathlib.Path({str(note)!r})\nif note.exists(): time.sleep(1000)\nnote.touch()\n"
    )
    file = guarded.write("guard", slow + GUARD)
    await guarded.open(restart_seconds=(0.0, 1e6), load_seconds=60.0, wait_seconds=60.0)
    await guarded.use("leave")
    note.touch()
    waiting = asyncio.ensure_future(guarded.use("rm"))
    assert guarded.hooks._modules is not None
    (host, _) = guarded.hooks._modules.hosts.files()[0]
    await until(lambda: any(it.loading is not None for it in host._now.keepers()))
    file.write_text(GUARD)
    assert (await guarded.use("rm")).reason == "no rm"
    assert (await waiting).reason == "no rm"


@pytest.mark.parametrize(
    ("dialect", "file", "settings"),
    [
        ("claude-code", ".claude/settings.json", '{"disableAllHooks": true}'),
        ("gemini-cli", ".gemini/settings.json", '{"hooksConfig": {"enabled": false, "disabled": ["guard"]}}'),
        ("qwen-code", ".qwen/settings.json", '{"disableAllHooks": true}'),
    ],
)
async def test_e10_no_settings_of_a_project_switch_a_guard_off(
    guarded: Guarded, dialect: str, file: str, settings: str
) -> None:
    guarded.write("guard", GUARD)
    path = guarded.root / file
    path.parent.mkdir()
    path.write_text(settings)
    hooks = await guarded.open(dialect)
    assert await hooks.is_hooks_available()
    assert (await guarded.use("rm")).reason == "no rm"


async def test_e10_a_module_that_is_broken_is_a_reason_to_ask_hooks(guarded: Guarded) -> None:
    guarded.write("guard", "(")
    hooks = await guarded.open()
    assert await hooks.is_hooks_available(), "or no agent would hear of it"


@pytest.mark.parametrize("dialect", [it.id for it in DIALECTS if it.event("PreToolUse") is not None])
async def test_e10_a_guard_is_asked_whichever_of_its_names_an_event_has(guarded: Guarded, dialect: str) -> None:
    guarded.write("guard", GUARD)
    hooks = await guarded.open(dialect)
    known = by_id(dialect)
    row = known.event("PreToolUse")
    assert row is not None
    for it in known.spellings(row):
        outcome = await hooks.dispatch(it.name, {"tool_name": "Bash", "tool_input": {"command": "rm"}})
        assert outcome.folded.decision is Decision.DENY, it.name


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _file_in_place_of_all(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("")


def _link_to_nowhere_in_place_of_all(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()
    file.parent.symlink_to("nowhere")


@pytest.mark.parametrize("replace", [_folder, _pipe, _file_in_place_of_all, _link_to_nowhere_in_place_of_all])
async def test_e10_what_takes_the_place_of_a_guard_does_not_remove_it(
    guarded: Guarded, replace: Callable[[Path], None]
) -> None:
    file = guarded.write("guard", GUARD)
    await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"
    replace(file)
    answer = await guarded.use("rm")
    assert answer.reason == "no rm"
    assert {it.code for it in answer.outcome.degraded} <= {Code.LAST_GOOD_VERSION, Code.BROKEN_FILE}
    assert answer.outcome.degraded


async def test_e10_a_handler_that_no_event_fires_leaves_the_outcome_degraded(guarded: Guarded) -> None:
    file = guarded.write("guard", GUARD.replace('"PreToolUse"', '"pretooluse"'))
    await guarded.open()
    (found,) = (await guarded.use("rm")).outcome.degraded
    assert (found.code, found.source) == (Code.HOOK_LEFT_OUT, str(file))
    assert "did you mean `PreToolUse`?" in found.text


_ONCE = """
import os
first = not os.path.exists(__file__ + ".seen")
open(__file__ + ".seen", "w").close()
"""
_ENDS_ALL = "    os.closerange(3, 65536)\n"


@pytest.mark.parametrize(
    "how", ["    raise OSError('no network')\n", "    os._exit(1)\n", "    os.kill(os.getpid(), 9)\n"]
)
async def test_e10_a_guard_that_cannot_be_loaded_once_is_loaded_again(guarded: Guarded, how: str) -> None:
    guarded.write("guard", f"{_ONCE}if first:\n{how}{GUARD}")
    await guarded.open(restart_seconds=(0.0, 1e6))
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.RUNNING]


async def test_e10_a_process_that_ends_while_modules_are_loaded_is_started_again(guarded: Guarded) -> None:
    guarded.write("a", f"{_ONCE}if first:\n{_ENDS_ALL}")
    guarded.write("guard", GUARD)
    await guarded.open(restart_seconds=(0.0, 1e6))
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.RUNNING, ModuleState.RUNNING]


async def test_e10_a_module_that_ends_the_process_unseen_takes_no_guard_with_it(guarded: Guarded) -> None:
    file = guarded.write("a", f"import os\nif True:\n{_ENDS_ALL}")
    guarded.write("guard", GUARD)
    await guarded.open(restart_seconds=(0.0, 1e6))
    answer = await guarded.use("rm")
    assert answer.reason == "no rm"
    assert [it.source for it in answer.outcome.degraded] == [str(file)]
    assert guarded.state() == [ModuleState.BROKEN, ModuleState.RUNNING]


@pytest.mark.parametrize("kind", ["Exception", "Refuse"])
async def test_e10_an_error_that_cannot_say_anything_is_answered(guarded: Guarded, kind: str) -> None:
    guarded.write(
        "guard",
        "from hookwright.modules import Refuse, on\n"
        f"class Odd({kind}):\n    def __str__(self): raise ValueError\n"
        "@on('PreToolUse')\ndef guard(event, ctx): raise Odd\n",
    )
    await guarded.open(handler_seconds=60.0)
    answer = await guarded.use("rm")
    assert answer.decision is Decision.DENY
    assert guarded.state() == [ModuleState.RUNNING]


@pytest.mark.parametrize(
    ("kind", "while_loading"), [(FaultKind.HUNG, False), (FaultKind.HUNG, True), (FaultKind.HOST, False)]
)
def test_e10_the_pauses_grow_and_only_a_module_that_was_loaded_is_given_up(
    kind: FaultKind, *, while_loading: bool
) -> None:
    found = FoundModule("a.py", (0, 0, 0))
    keeper, fault = Keeper({"a.py": Version(found, b"")}), ModuleFault("a.py", None, "hangs", kind)
    now = 100.0
    for pause in (1.0, 10.0, 10.0):
        assert keeper.is_due(now)
        keeper.failed(fault, now, (1.0, 10.0), while_loading=while_loading)
        assert not keeper.is_due(now + pause - 0.1)
        now += pause
    assert keeper.given_up is (kind is not FaultKind.HOST and not while_loading)
    assert keeper.is_due(now) is not keeper.given_up

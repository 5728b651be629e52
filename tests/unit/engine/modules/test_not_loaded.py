"""Guards that could not be loaded: they are tried again, and what their text shows is refused meanwhile (E10)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.engine.modules.support import GUARD, Guarded, until

from hookwright.config.hook_modules import FoundModule
from hookwright.engine.modules.host_process import HostProcess
from hookwright.engine.modules.states import ModuleState
from hookwright.model.codes import Code
from hookwright.model.reaction import Decision

_SIMPLE = """
from hookwright.modules import Refuse, on

@on("PreToolUse")
def guard(event, ctx):
    if "rm" in str(event.tool_input):
        raise Refuse("no rm")
"""


def _killed_at_start(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Has the first host processes killed as soon as they run."""
    starts: list[int] = []
    start = HostProcess.start

    async def start_and_kill(self: HostProcess) -> None:
        await start(self)
        starts.append(1)
        if len(starts) <= times:
            self.kill()

    monkeypatch.setattr(HostProcess, "start", start_and_kill)
    return starts


async def test_e10_a_host_that_is_killed_while_it_starts_is_started_again(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.write("guard", GUARD)
    starts = _killed_at_start(monkeypatch, 1)
    await guarded.open(restart_seconds=(0.0, 1e6))
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.RUNNING]
    assert len(starts) == 2


async def test_e10_until_a_host_can_be_started_what_its_modules_show_is_refused(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = guarded.write("guard", _SIMPLE)
    _killed_at_start(monkeypatch, 1000)
    await guarded.open()
    answer = await guarded.use("ls")
    assert answer.decision is Decision.DENY
    assert str(file) in answer.reason
    assert "it is started again by the next events" in answer.reason
    assert guarded.state() == [ModuleState.LOST]
    assert Code.GUARD_LOST in {it.code for it in answer.outcome.degraded}


@pytest.mark.parametrize(
    "harm",
    [
        "import os\nos.closerange(3, 65536)\n",
        "import os, threading\nthreading.Timer(0.0, os._exit, (9,)).start()\nimport time\ntime.sleep(0.1)\n",
        "import threading\nthreading.get_ident = None\n",
    ],
)
async def test_e10_a_module_that_harms_the_process_takes_no_other_with_it(guarded: Guarded, harm: str) -> None:
    guarded.write("a_harms", harm)
    guarded.write("b_guard", GUARD)
    guarded.write("c_guard", _SIMPLE.replace("no rm", "never rm"))
    await guarded.open("claude-code", restart_seconds=(0.0, 0.0, 1e6), wait_seconds=60.0)
    answer = await guarded.use("rm")
    assert {run.reading.reason for run in answer.outcome.runs} == {"no rm", "never rm"}
    assert (await guarded.use("ls")).decision is None


async def test_e10_a_module_whose_import_failed_is_imported_again(guarded: Guarded) -> None:
    note = guarded.root / "tried"
    once = (
        f"import pathlib\nnote = pathlib.Path({str(note)!r})\n"
        "if not note.exists():\n    note.touch()\n    raise OSError('no network')\n"
    )
    guarded.write("guard", once + GUARD)
    await guarded.open(restart_seconds=(0.0, 1e6))
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.RUNNING]
    assert (await guarded.use("ls")).outcome.degraded == ()


async def test_e10_a_module_whose_process_ended_while_it_was_imported_is_imported_again(guarded: Guarded) -> None:
    note = guarded.root / "tried"
    once = f"import os, pathlib\nnote = pathlib.Path({str(note)!r})\n"
    once += "if not note.exists():\n    note.touch()\n    os.kill(os.getpid(), 9)\n"
    guarded.write("guard", once + GUARD)
    guarded.write("other", _SIMPLE)
    await guarded.open("claude-code", restart_seconds=(0.0, 1e6))
    assert [it.reading.reason for it in (await guarded.use("rm")).outcome.runs] == ["no rm", "no rm"]


async def test_e10_an_edit_whose_import_failed_is_imported_again_and_takes_over(guarded: Guarded) -> None:
    file, network = guarded.write("guard", _SIMPLE), guarded.root / "network"
    await guarded.open(restart_seconds=(0.0,) * 50)
    assert (await guarded.use("rm")).reason == "no rm"
    file.write_text(f"open({str(network)!r})\n" + _SIMPLE.replace("no rm", "never rm"))
    assert (await guarded.use("rm")).reason == "no rm"
    assert guarded.state() == [ModuleState.OUTDATED]
    network.touch()
    while (await guarded.use("rm")).reason != "never rm":
        pass
    assert guarded.state() == [ModuleState.RUNNING]


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("raise OSError('no network')\n" + _SIMPLE, True),
        ("raise OSError('no network')\n" + GUARD, True),
        ("from hookwright.modules import *\nraise OSError\non('BeforeTool', print)\n", True),
        (_SIMPLE + "def (:", True),
        (_SIMPLE.replace("@on", "# @on") + "def (:", False),
        ("raise OSError('no network')\n" + _SIMPLE.replace("PreToolUse", "PostToolUse"), False),
        ("raise OSError('no network')\n", False),
    ],
)
async def test_e10_what_the_text_of_a_module_shows_is_refused_while_it_cannot_be_loaded(
    guarded: Guarded, text: str, denies: bool
) -> None:
    file = guarded.write("guard", text)
    hooks = await guarded.open("gemini-cli")
    answer = await guarded.use("ls")
    assert (answer.decision is Decision.DENY) is denies
    assert (Code.MODULE_NOT_LOADED, str(file)) in {(it.code, it.source) for it in answer.outcome.degraded}
    if denies:
        assert str(file) in answer.reason
        assert "correct the file, and save it" in answer.reason
    await hooks.close()
    await guarded.open("gemini-cli", policy="ignore")
    assert (await guarded.use("ls")).decision is None, "the host has chosen so"


async def test_e10_a_mistake_in_the_syntax_is_not_tried_again(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = _killed_at_start(monkeypatch, 0)
    guarded.write("guard", _SIMPLE + "def (:")
    await guarded.open(restart_seconds=(0.0, 0.0))
    for _ in range(3):
        assert (await guarded.use("ls")).decision is Decision.DENY
    assert len(starts) == 1


async def test_e10_a_guard_that_cannot_be_loaded_is_never_given_up(guarded: Guarded) -> None:
    network = guarded.root / "network"
    guarded.write("guard", f"open({str(network)!r})\n" + _SIMPLE)
    await guarded.open(restart_seconds=(0.0, 0.0))
    for _ in range(4):
        assert (await guarded.use("ls")).decision is Decision.DENY
    network.touch()
    while (await guarded.use("ls")).decision is not None:
        pass
    assert (await guarded.use("rm")).reason == "no rm"


def _as_folder(path: Path) -> None:
    path.mkdir()


def _as_pipe(path: Path) -> None:
    os.mkfifo(path)


def _as_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as it:
            it.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize("replace", [_as_folder, _as_pipe, _as_socket])
async def test_e10_a_guard_in_whose_place_is_no_file_is_not_gone(
    guarded: Guarded, replace: Callable[[Path], None]
) -> None:
    file = guarded.write("guard", _SIMPLE)
    hooks = await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"
    file.unlink()
    replace(file)
    answer = await guarded.use("rm")
    assert answer.reason == "no rm", "its last version runs on"
    assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.LAST_GOOD_VERSION, str(file))]
    await hooks.close()
    await guarded.open()
    answer = await guarded.use("rm")
    assert answer.decision is None, "nobody knows what it is to guard"
    assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.MODULE_NOT_LOADED, str(file))]


def _as_file(path: Path) -> None:
    path.touch()


def _as_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize("replace", [_as_file, _as_dangling_link])
@pytest.mark.parametrize("above", [False, True])
async def test_e10_guards_in_whose_folder_s_place_is_something_else_are_not_gone(
    guarded: Guarded, replace: Callable[[Path], None], above: bool
) -> None:
    guarded.write("guard", _SIMPLE)
    hooks = await guarded.open()
    assert (await guarded.use("rm")).reason == "no rm"
    folder = guarded.folder.parent if above else guarded.folder
    folder.rename(guarded.root / "away")
    replace(folder)
    answer = await guarded.use("rm")
    assert answer.reason == "no rm"
    broken = [(Code.BROKEN_FILE, str(guarded.folder))]
    assert [(it.code, it.source) for it in answer.outcome.degraded] == broken
    await hooks.close()
    await guarded.open()
    answer = await guarded.use("rm")
    assert [(it.code, it.source) for it in answer.outcome.degraded] == broken


async def test_e10_a_file_that_could_not_be_read_is_read_again(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: str) -> bytes:
        raise OSError(24, "Too many open files", path)

    guarded.write("guard", _SIMPLE)
    with monkeypatch.context() as patched:
        patched.setattr("hookwright.engine.modules.loaded_file.read_bytes", fails)
        await guarded.open()
        answer = await guarded.use("ls")
        assert [it.code for it in answer.outcome.degraded] == [Code.MODULE_NOT_LOADED]
    assert (await guarded.use("rm")).reason == "no rm"


@pytest.mark.parametrize("save", ["rename", "empty"])
async def test_e10_a_guard_that_is_being_saved_is_not_gone(guarded: Guarded, save: str) -> None:
    file = guarded.write("guard", _SIMPLE)
    await guarded.open(settle_seconds=60.0)
    assert (await guarded.use("rm")).reason == "no rm"
    if save == "rename":
        file.rename(guarded.root / "away")
    else:
        file.write_text("")
    using = asyncio.ensure_future(guarded.use("rm"))
    assert guarded.hooks._modules is not None
    scope = guarded.hooks._modules.hosts.files()[0][0]
    looks: list[int] = []
    look = scope._look

    def count() -> tuple[FoundModule, ...]:
        looks.append(1)
        return look()

    scope._look = count  # type: ignore[method-assign]
    await until(lambda: len(looks) > 2)
    file.write_text(_SIMPLE.replace("no rm", "never rm"))
    assert (await using).reason == "never rm"


async def test_e10_an_event_that_no_agent_has_is_said_in_every_outcome(guarded: Guarded) -> None:
    file = guarded.write("guard", "from hookwright.modules import on\non('pretooluse', print)\n")
    await guarded.open()
    answer = await guarded.use("rm")
    assert [(it.code, it.source) for it in answer.outcome.degraded] == [(Code.HOOK_LEFT_OUT, str(file))]
    (message,) = answer.outcome.messages
    assert f"never runs: {file}:2: `pretooluse` is not an event: did you mean `PreToolUse`?" in message.text

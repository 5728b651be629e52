"""Modules that hang, end their process or use up its memory, and the good ones beside them (E10)."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest
from tests.unit.engine.commands import is_gone
from tests.unit.engine.modules.support import Client, Place, until

from hookwright.engine.modules.in_session import ModulesInSession
from hookwright.engine.modules.states import FaultKind
from hookwright.model.codes import Code
from hookwright.policies.handlers import FAILED, LOST, REFUSED

_GOOD = "on('PreToolUse', lambda event, ctx: {'good': True})"


async def test_e10_a_handler_that_does_not_end_is_killed_and_named_and_what_waited_is_answered(
    impatient: Place,
) -> None:
    bad = impatient.write("bad", "@on('PreToolUse')\ndef hangs(event, ctx):\n    while True: pass")
    impatient.write("good", "@on('PreToolUse')\ndef fine(event, ctx):\n    return {'good': True}")
    await impatient.modules.refresh()
    hung, good = await asyncio.gather(impatient.fire("hangs"), impatient.fire("fine"))
    assert hung.timed_out
    assert "took longer than 0.5 s and had to be killed" in hung.stderr
    assert good.stdout == '{"good":true}'
    (fault,) = impatient.modules.faults()
    assert (fault.path, fault.kind) == (str(bad), FaultKind.HUNG)
    assert [it.name for it in impatient.hooks()] == ["hangs", "fine"], "it is to guard, whether it can or not"


async def test_e10_a_handler_that_waits_for_ever_is_cancelled_and_its_module_stays(impatient: Place) -> None:
    impatient.write(
        "slow", "import asyncio\n@on('PreToolUse')\nasync def slow(event, ctx):\n    await asyncio.sleep(1e6)"
    )
    fired = await impatient.fire("slow")
    assert (fired.timed_out, fired.exit_code) == (True, LOST)
    assert impatient.modules.faults() == ()


async def test_e10_a_handler_that_will_not_be_cancelled_is_killed_and_named(impatient: Place) -> None:
    deaf = "        try: await asyncio.sleep(1e6)\n        except asyncio.CancelledError: pass\n"
    text = f"import asyncio\n@on('PreToolUse')\nasync def deaf(event, ctx):\n    while True:\n{deaf}"
    bad = impatient.write("bad", text)
    assert (await impatient.fire("deaf")).timed_out
    assert [(it.path, it.kind) for it in impatient.modules.faults()] == [(str(bad), FaultKind.HUNG)]


async def test_e10_a_client_that_gives_up_is_an_error_in_the_handler_that_asked(place: Place) -> None:
    class Gone(Client):
        async def confirm(self, title: str, message: str) -> bool:
            raise asyncio.CancelledError

    place.write("asks", "@on('PreToolUse')\nasync def asks(event, ctx):\n    await ctx.ui.confirm('?')")
    assert (await place.fire("asks", client=Gone())).stderr.endswith(": it was cancelled")


async def test_e10_a_task_in_the_background_that_does_not_end_is_named(impatient: Place) -> None:
    text = "import asyncio\nasync def spin():\n    while True: pass\n@on('PreToolUse')\nasync def starts(event, ctx):\n"
    bad = impatient.write("bad", f"{text}    ctx.task = asyncio.ensure_future(spin())")
    bad.write_text(bad.read_text().replace("ctx.task = ", "globals()['task'] = "))
    impatient.write("good", "@on('PreToolUse')\ndef fine(event, ctx):\n    return 'good'")
    await impatient.fire("starts")
    assert (await impatient.fire("fine")).stdout == "good"
    assert [(it.path, it.kind) for it in impatient.modules.faults()] == [(str(bad), FaultKind.HUNG)]


async def test_e10_a_module_that_ends_the_process_is_named_until_it_is_corrected(place: Place) -> None:
    bad = place.write("bad", "import os\n@on('PreToolUse')\nasync def leaves(event, ctx):\n    os._exit(7)")
    place.write("good", "@on('PreToolUse')\ndef fine(event, ctx):\n    return 'good'")
    gone = await place.fire("leaves")
    assert "the host process exited with code 7 while its code ran" in gone.stderr
    assert (await place.fire("fine")).stdout == "good"
    assert [(it.path, it.kind) for it in place.modules.faults()] == [(str(bad), FaultKind.ENDED)]
    bad.write_text(f"from hookwright.modules import on\n{_GOOD}")
    await place.modules.refresh()
    assert place.modules.faults() == ()
    assert len(place.hooks()) == 2


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="only Linux holds a process to its address space")
async def test_e10_a_module_that_needs_too_much_memory_is_named(place: Place) -> None:
    greedy = place.write(
        "greedy", "@on('PreToolUse')\ndef eats(event, ctx):\n    return {'n': len(bytearray(1 << 30))}"
    )
    place.write("good", "@on('PreToolUse')\ndef fine(event, ctx):\n    return 'good'")
    assert "MemoryError" in (await place.fire("eats")).stderr
    await until(lambda: place.modules.faults() != ())
    assert [(it.path, it.kind) for it in place.modules.faults()] == [(str(greedy), FaultKind.MEMORY)]
    assert "needed more than the 768 MiB" in place.modules.faults()[0].message
    assert (await place.fire("fine")).stdout == "good"


async def test_e10_a_host_that_is_killed_from_outside_is_started_again(place: Place) -> None:
    place.write("good", "import os\n@on('PreToolUse')\ndef fine(event, ctx):\n    return {'pid': os.getpid()}")
    process = int((await place.fire("fine")).stdout[7:-1])
    os.kill(process, signal.SIGKILL)
    await until(lambda: place.modules.faults() != ())
    (fault,) = place.modules.faults()
    assert (fault.path, fault.kind) == ("", FaultKind.HOST)
    assert int((await place.fire("fine")).stdout[7:-1]) != process
    assert place.modules.faults() == ()


async def test_e10_closing_ends_the_hosts_with_all_that_they_started(place: Place) -> None:
    place.write(
        "starts",
        """
import subprocess
child = subprocess.Popen(["sleep", "1000"], start_new_session=True)

@on("PreToolUse")
def which(event, ctx):
    return {"child": child.pid}
""",
    )
    child = int((await place.fire("which")).stdout[9:-1])
    (hook,) = place.hooks()
    await place.modules.close()
    assert is_gone(child)
    # What cannot answer any more is no consent.
    assert (await ModulesInSession(place.modules, place.session, None).run(hook, b"{}")).exit_code == LOST


async def test_e10_closing_ends_a_host_that_is_still_loading(place: Place) -> None:
    note = place.project / "process"
    place.write("slow", f"import os, time\nopen({str(note)!r}, 'w').write(f'{{os.getpid()}};')\ntime.sleep(1000)")
    loading = asyncio.ensure_future(place.modules.refresh())
    await until(lambda: note.exists() and note.read_text().endswith(";"))
    await place.modules.close()
    assert is_gone(int(note.read_text()[:-1]))
    with pytest.raises(asyncio.CancelledError):
        await loading


async def test_e10_cancelling_a_dispatch_ends_its_handler(place: Place) -> None:
    place.write(
        "waits",
        """
import asyncio
ended = []

@on("PreToolUse")
async def waits(event, ctx):
    try:
        await ctx.ui.notify("begun")
        await asyncio.sleep(1e6)
    finally:
        ended.append(1)

@on("PreToolUse")
def tells(event, ctx):
    return {"ended": len(ended)}
""",
    )
    client = Client()
    running = asyncio.ensure_future(place.fire("waits", client=client))
    await until(lambda: client.asked != [])
    running.cancel()
    while '"ended":1' not in (await place.fire("tells")).stdout:
        pass
    assert running.cancelled()
    assert place.modules.faults() == ()


_MUTE = """
class Mute(Refuse):
    def __str__(self): raise ValueError

class Odd(Exception):
    def __str__(self): return 7

class Strange(dict):
    def items(self): raise KeyError("no items")

@on("PreToolUse")
def refuses(event, ctx): raise Mute

@on("PreToolUse")
async def fails(event, ctx): raise Odd

@on("PreToolUse")
def strange(event, ctx): return Strange(a=1)
"""


async def test_e10_an_exception_that_cannot_say_anything_is_an_answer(place: Place) -> None:
    place.write("mute", _MUTE)
    refused, failed = await place.fire("refuses"), await place.fire("fails")
    assert (refused.exit_code, refused.stderr) == (REFUSED, "no reason was given")
    assert (failed.exit_code, failed.stderr.endswith(": Odd")) == (FAILED, True)
    assert (await place.fire("strange")).exit_code == FAILED
    assert place.modules.faults() == ()


@pytest.mark.parametrize(
    "harm",
    [
        "import json\njson.loads = json.dumps = None",
        "import builtins\nbuiltins.print = None",
        "import os\nos.getpid = os.write = os._exit = None",
        "import sys\nsys.stdout = sys.stderr = None",
        "import socket\nsocket.MSG_DONTWAIT = None",
        "import traceback\ntraceback.walk_tb = None",
    ],
)
async def test_e10_what_a_module_replaces_is_not_what_its_process_needs(place: Place, harm: str) -> None:
    place.write("a_replaces", f"{harm}\n@on('PostToolUse')\ndef fails(event, ctx): raise KeyError('x')")
    place.write("b_good", "@on('PreToolUse')\nasync def fine(event, ctx):\n    return 'good'")
    assert (await place.fire("fine")).stdout == "good"
    assert (await place.fire("fails")).exit_code == FAILED
    assert place.modules.faults() == ()


async def test_e10_a_process_that_a_module_has_broken_ends_at_once(place: Place) -> None:
    text = "import json\n@on('PreToolUse')\ndef breaks(event, ctx):\n    json.JSONDecoder.raw_decode = None"
    place.write("breaks", text)
    place.write("good", "import os\n@on('PreToolUse')\ndef process(event, ctx):\n    return str(os.getpid())")
    first = (await place.fire("process")).stdout
    assert (await place.fire("breaks")).exit_code == 0
    # What it cannot read is not waited for: another process answers.
    assert (await place.fire("process")).stdout not in ("", first)


async def test_e10_a_handler_that_a_thread_registers_is_said(place: Place) -> None:
    text = "import threading\ndef late():\n    on('PreToolUse', print)\nthread = threading.Thread(target=late)\n"
    bad = place.write("a_thread", f"{text}thread.start()\nthread.join()")
    place.write("b_good", "@on('PreToolUse')\ndef fine(event, ctx):\n    return 'good'")
    assert (await place.fire("fine")).stdout == "good"
    assert [it.name for it in place.hooks()] == ["fine"]
    (problem,) = place.modules.problems()
    assert (problem.code, problem.source) == (Code.HOOK_LEFT_OUT, str(bad))
    assert "the handler of `PreToolUse` is registered in a thread: register it at the top level" in problem
    assert f"{bad}:4: " in problem


async def test_e10_a_module_that_writes_to_the_wire_is_lost(place: Place) -> None:
    text = "import os, sys\n@on('PreToolUse')\ndef forges(event, ctx):\n    os.write(int(sys.argv[1]), b'no JSON\\n')\n"
    bad = place.write("bad", f"{text}    while True: pass")
    fired = await place.fire("forges")
    assert fired.exit_code == LOST
    assert [it.path for it in place.modules.faults()] == [str(bad)]

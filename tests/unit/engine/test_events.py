from __future__ import annotations

import asyncio
import tracemalloc

from hookwright.engine.events import MOST_CHARACTERS, Phase, RunEvent, Stream, batched_output
from hookwright.model.outcome import HookIdentity

_HOOKS = [HookIdentity(id=it, source="", scope="", pointer="", name=None, type="command", command=it) for it in "ab"]


def event(phase: Phase, text: str | None = None, *, stream: Stream = "stdout", hook: int = 0) -> RunEvent:
    said = stream if text else None
    return RunEvent(phase=phase, dispatch_id="d", dialect="codex", hook=_HOOKS[hook], stream=said, text=text)


def told(seen: list[RunEvent]) -> list[tuple[str, str, str | None]]:
    return [(it.hook.id, it.phase.value, it.text) for it in seen]


async def test_output_of_a_run_comes_together_and_before_its_end() -> None:
    seen: list[RunEvent] = []
    batch = batched_output(seen.append)
    batch(event(Phase.STARTED))
    for text in ("one\n", "two\n", "three\n"):
        batch(event(Phase.OUTPUT, text))
    batch(event(Phase.OUTPUT, "wrong\n", stream="stderr"))
    batch(event(Phase.OUTPUT, "other\n", hook=1))
    batch(event(Phase.FINISHED))
    assert told(seen) == [
        ("a", "started", None),
        ("a", "output", "one\ntwo\nthree\n"),
        ("a", "output", "wrong\n"),
        ("a", "finished", None),
    ]


async def test_output_of_a_run_that_goes_on_comes_soon() -> None:
    come = asyncio.get_running_loop().create_future()
    batch = batched_output(come.set_result)
    batch(event(Phase.OUTPUT, "one"))
    assert not come.done()
    batch(event(Phase.OUTPUT, "two"))
    assert (await asyncio.wait_for(come, 120)).text == "onetwo"


async def test_of_very_much_only_the_newest_is_kept() -> None:
    seen: list[RunEvent] = []
    batch = batched_output(seen.append)
    piece, count = "x" * 999 + "\n", 10_000
    tracemalloc.start()
    for _ in range(count):
        batch(event(Phase.OUTPUT, piece))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    batch(event(Phase.FINISHED))
    (output, _) = seen
    assert output.text is not None
    assert len(output.text) == MOST_CHARACTERS
    assert output.left_out == count * len(piece) - MOST_CHARACTERS
    assert peak < 10 * MOST_CHARACTERS

"""What can be watched while a dispatch goes on, and how output is bundled for a slow reader."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable
from enum import StrEnum
from typing import Literal, NotRequired, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from hookwright.model.outcome import HookIdentity, Run
from hookwright.model.outcome_json import HookJson, RunJson

MOST_CHARACTERS = 32_768
"""As much of what came since the last piece is passed on: the newest of it."""

_SECONDS = 0.05


Stream = Literal["stdout", "stderr"]


class Phase(StrEnum):
    """Where a run is."""

    STARTED = "started"
    OUTPUT = "output"
    FINISHED = "finished"


class RunEventJson(TypedDict):
    """The params of `hookwright/run`; `stream`, `text` and `leftOut` come with output, `run` with the end.

    `leftOut` counts the characters before `text` that were not passed on.
    """

    dispatchId: str
    dialect: NotRequired[str]
    hook: HookJson
    phase: Phase
    stream: NotRequired[Stream | None]
    text: NotRequired[str | None]
    leftOut: NotRequired[int]
    run: NotRequired[RunJson | None]


class RunEvent(Struct, frozen=True, kw_only=True):
    """Something that a hook did: `stream` and `text` are set for output, `run` where it finished.

    `left_out` are the characters before the text that were not passed on, as there were too many at once.
    """

    phase: Phase
    dispatch_id: str
    dialect: str
    hook: HookIdentity
    stream: Stream | None = None
    text: str | None = None
    run: Run | None = None
    left_out: int = 0

    def to_json(self) -> RunEventJson:
        """The params of `hookwright/run`."""
        found: RunEventJson = {
            "dispatchId": self.dispatch_id,
            "dialect": self.dialect,
            "hook": self.hook.to_json(),
            "phase": self.phase,
        }
        if self.phase is Phase.OUTPUT:
            found |= {"stream": self.stream, "text": self.text, "leftOut": self.left_out}
        if self.run is not None:
            found["run"] = self.run.to_json()
        return found


Watch = Callable[[RunEvent], None]


def output_watcher(watch: Watch, begun: RunEvent) -> Callable[[str, bytes], None]:
    """A function that passes pieces of a run's output on as text; a character that two share is passed on whole."""
    decoders = {stream: getincrementaldecoder("utf-8")("replace") for stream in ("stdout", "stderr")}

    def on_output(stream: str, chunk: bytes) -> None:
        text = decoders[stream].decode(chunk)
        if text:
            name: Stream = "stderr" if stream == "stderr" else "stdout"
            watch(replace(begun, phase=Phase.OUTPUT, stream=name, text=text))

    return on_output


class _PendingOutput:
    """The output of one stream of a hook since its last piece; what is too old is counted and thrown away."""

    def __init__(self, event: RunEvent) -> None:
        self._event = event
        self._pieces: list[str] = []
        self._length = 0
        self._left_out = 0

    def add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > 2 * MOST_CHARACTERS:
            self._trim()

    def event(self) -> RunEvent:
        self._trim()
        return replace(self._event, text="".join(self._pieces), left_out=self._left_out)

    def _trim(self) -> None:
        newest = "".join(self._pieces)[-MOST_CHARACTERS:]
        self._left_out += self._length - len(newest)
        self._pieces, self._length = [newest], len(newest)


def batched_output(watch: Watch, has_room: Callable[[], bool] = lambda: True) -> Watch:
    """Passes events on to `watch`, and output at most every 50 ms, whole pieces before the end of their run.

    While the reader has no room, output is kept back, and too much of it left out; starts and ends are passed on.
    It is called in the thread of a running loop.
    """
    waiting: dict[tuple[str, str | None], _PendingOutput] = {}

    def flush(hook: str | None = None) -> None:
        for key in [it for it in waiting if hook in (None, it[0])]:
            watch(waiting.pop(key).event())

    def flush_all() -> None:
        if has_room():
            flush()
        elif waiting:
            asyncio.get_running_loop().call_later(_SECONDS, flush_all)

    def batch(event: RunEvent) -> None:
        if event.phase is not Phase.OUTPUT:
            flush(event.hook.id)
            watch(event)
            return
        if not waiting:
            asyncio.get_running_loop().call_later(_SECONDS, flush_all)
        key = event.hook.id, event.stream
        if key not in waiting:
            waiting[key] = _PendingOutput(event)
        waiting[key].add(event.text or "")

    return batch

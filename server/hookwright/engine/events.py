"""What can be watched while a dispatch goes on."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hookwright.model.outcome import HookIdentity, Run


class Phase(StrEnum):
    """Where a run is."""

    STARTED = "started"
    OUTPUT = "output"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvent:
    """Something that a hook did: `stream` and `text` are set for output, `run` where it finished.

    `left_out` are the characters before the text that were not passed on, as there were too many at once.
    """

    phase: Phase
    dispatch_id: str
    hook: HookIdentity
    stream: str | None = None
    text: str | None = None
    run: Run | None = None
    left_out: int = 0

    def to_json(self) -> dict[str, Any]:
        """The params of `hookwright/run`."""
        found: dict[str, Any] = {"dispatchId": self.dispatch_id, "hook": self.hook.to_json(), "phase": self.phase.value}
        if self.phase is Phase.OUTPUT:
            found |= {"stream": self.stream, "text": self.text, "leftOut": self.left_out}
        if self.run is not None:
            found["run"] = self.run.to_json()
        return found


Watch = Callable[[RunEvent], None]


def output_watcher(watch: Watch, dispatch_id: str, hook: HookIdentity) -> Callable[[str, bytes], None]:
    """A function that passes pieces of output on as text; a character that two pieces share is passed on whole."""
    decoders = {stream: getincrementaldecoder("utf-8")("replace") for stream in ("stdout", "stderr")}

    def on_output(stream: str, chunk: bytes) -> None:
        text = decoders[stream].decode(chunk)
        if text:
            watch(RunEvent(phase=Phase.OUTPUT, dispatch_id=dispatch_id, hook=hook, stream=stream, text=text))

    return on_output

"""How a hook did when it ran last, in a few words."""

from __future__ import annotations

from hookwright.engine.journal.statistics import LastRun
from hookwright.model.reaction import Status
from hookwright.workflows.phrases import seconds_words

_WORDS = {Status.SUCCEEDED.value: "ok"}


def result_words(last: LastRun) -> str:
    """How the run ended, and how long it took, such as `deny · 12 ms`."""
    return f"{last.decision or _WORDS.get(last.status, last.status)} · {seconds_words(last.duration)}"

"""What differs between two records of the same event."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Record = Mapping[str, Any]

_OF_DISPATCH = (
    "decision",
    "blocked",
    "reason",
    "updatedInput",
    "additionalContext",
    "mustContinue",
    "stopAgent",
    "stopReason",
)
_OF_RUN = ("status", "exitCode", "signal")
_RUNNING = "running"


@dataclass(frozen=True, slots=True)
class Difference:
    """A member of a dispatch, or of the run of a hook, with its value then and now.

    `what` is `hook` where the hook ran only once: the values are its states, None where it did not run.
    """

    what: str
    then: Any
    now: Any
    hook: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """As `hookwright/replay` has it."""
        hook = {"hook": dict(self.hook)} if self.hook is not None else {}
        return {"what": self.what, **hook, "then": self.then, "now": self.now}


def differences(then: Record, now: Record) -> tuple[Difference, ...]:
    """First what was decided, then the hooks in the order of then; new ones last.

    What was not recorded then is not compared; neither is how long something took, nor what was printed.
    """
    return (*_of_dispatch(then, now), *_of_runs(then, now))


def changed_commands(then: Record, now: Record) -> Iterator[str]:
    """The commands that another one has taken the place of."""
    after = _by_place(now)
    for place, run in _by_place(then).items():
        if place in after and after[place]["hook"]["command"] != run["hook"]["command"]:
            yield run["hook"]["name"] or run["hook"]["command"]


def _of_dispatch(then: Record, now: Record) -> Iterator[Difference]:
    if then["cancelled"]:
        return
    for name in _OF_DISPATCH:
        if name in then and then[name] != now.get(name):
            yield Difference(name, then[name], now.get(name))


def _of_runs(then: Record, now: Record) -> Iterator[Difference]:
    before, after = _by_place(then), _by_place(now)
    for place, run in before.items():
        again = after.get(place)
        if again is None:
            yield Difference("hook", run["status"], None, run["hook"])
        elif run["status"] != _RUNNING:
            for name in _OF_RUN:
                if run[name] != again[name]:
                    yield Difference(name, run[name], again[name], again["hook"])
    if then["cancelled"]:
        return
    for place, run in after.items():
        if place not in before:
            yield Difference("hook", None, run["status"], run["hook"])


def _by_place(record: Record) -> dict[tuple[str, str], Any]:
    """The runs by where their hooks stand: ids tell the same places apart that are spelled in two ways."""
    return {(os.path.realpath(it["hook"]["source"]), it["hook"]["pointer"]): it for it in record["runs"]}

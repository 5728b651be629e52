"""How a client follows the runs of its dispatches: `run/started`, `run/output` and `run/finished`, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from hookwright.engine.events import Phase, RunEvent, Stream
from hookwright.model.outcome_json import HookJson, RunJson


class RunStartedJson(TypedDict):
    """A hook of a dispatch has begun to run."""

    dispatchId: str
    dialect: NotRequired[str]
    hook: HookJson


class RunOutputJson(TypedDict):
    """What a hook has printed since the last time; before `text`, so many characters were left out."""

    dispatchId: str
    dialect: NotRequired[str]
    hook: HookJson
    stream: Stream
    text: str
    leftOut: int


class RunFinishedJson(TypedDict):
    """A hook of a dispatch has ended."""

    dispatchId: str
    dialect: NotRequired[str]
    hook: HookJson
    run: NotRequired[RunJson]


class SessionChangedJson(TypedDict):
    """A command has changed the model or the thinking level of a session."""

    sessionId: str
    model: Mapping[str, Any] | None
    thinkingLevel: str


NOTIFICATIONS = {Phase.STARTED: "run/started", Phase.OUTPUT: "run/output", Phase.FINISHED: "run/finished"}
"""The notification of each phase of a run."""

NOTIFICATION_PARAMS = {
    "run/started": RunStartedJson,
    "run/output": RunOutputJson,
    "run/finished": RunFinishedJson,
    "session/changed": SessionChangedJson,
}
"""What each of them carries."""


def notification(event: RunEvent) -> tuple[str, dict[str, object]]:
    """The name of the notification for what has happened, and its params."""
    params: dict[str, object] = {**event.to_json()}
    del params["phase"]
    return NOTIFICATIONS[event.phase], params

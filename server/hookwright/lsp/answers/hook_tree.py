"""The hooks that are configured, by dialect and event, in the order in which they fire."""

from __future__ import annotations

from dataclasses import dataclass

from hookwright.lsp.answers.base import Answer, Order, Status
from hookwright.lsp.answers.outcome import Hook
from hookwright.lsp.answers.places import Range


@dataclass(frozen=True)
class LastResult(Answer):
    """How a hook did when it ran last; `words` as its lens says them."""

    dispatch_id: str
    status: Status
    decision: str | None
    duration_ms: float
    words: str


@dataclass(frozen=True)
class ConfiguredHook(Answer):
    """A hook of a file, or one that is switched off: `parked` is then what `hookwright.enableHook` takes.

    `group` is its group's pointer, `scripts` are the files that its command names and that are there.
    """

    hook: Hook
    uri: str
    range: Range
    group: str
    matcher: str
    timeout_ms: float
    can_fire: bool
    skipped_because: str | None
    scripts: list[str]
    last: LastResult | None
    parked: str | None


@dataclass(frozen=True)
class ConfiguredEvent(Answer):
    """The hooks of one event in the order in which they fire, those that are switched off last."""

    name: str
    order: Order
    hooks: list[ConfiguredHook]


@dataclass(frozen=True)
class ConfiguredDialect(Answer):
    """What one dialect has in one folder; `disabled_because` says why none of its hooks runs."""

    id: str
    title: str
    project_dir: str
    enabled: bool
    disabled_because: str | None
    problems: list[str]
    events: list[ConfiguredEvent]


@dataclass(frozen=True)
class HookTree(Answer):
    """The result of `hookwright/hooks`."""

    dialects: list[ConfiguredDialect]


@dataclass(frozen=True)
class DisabledHook(Answer):
    """The result of `hookwright.disableHook`: `parked` is what `hookwright.enableHook` takes, `kept_in` a file."""

    uri: str
    parked: str
    kept_in: str

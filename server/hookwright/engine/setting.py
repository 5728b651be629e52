"""What all hooks of one dispatch share, and what each of them gets of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hookwright.engine.commands import own_variables, plugin_environment
from hookwright.engine.events import Phase, RunEvent, Watch
from hookwright.engine.plan import Plan, Step
from hookwright.host import Host
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.outcome import HookIdentity, Run

if TYPE_CHECKING:
    from hookwright.engine.model import Delegate, Model


class Setting(Struct, frozen=True):
    """What all hooks of one dispatch share."""

    plan: Plan
    host: Host
    environment: Mapping[str, str]
    stdin: bytes
    watch: Watch | None
    model: Model | None = None
    delegate: Delegate | None = None
    slots: asyncio.Semaphore | None = None
    stdins: Mapping[str, bytes] = field(default_factory=dict)

    def delegates(self, step: Step) -> bool:
        """Whether the agent runs this hook itself."""
        kinds, kind = self.plan.row.types, step.hook.type
        return self.delegate is not None and kind in self.delegate.types and (kinds is None or kind in kinds)

    def starts_process(self, step: Step) -> bool:
        """Whether a command runs for this hook: what waits for a person, a model or a module does not count."""
        kind = self.kind_of(step)
        waits = kind is None or kind.by.is_model or kind.by is Performer.HTTP
        return not self.delegates(step) and not waits

    def stdin_of(self, step: Step) -> bytes:
        """What the hook reads: its own where it knows the event, or the tool, under another name."""
        return self.stdins.get(step.met_as or step.hook.event, self.stdin)

    def event(self, phase: Phase, hook: HookIdentity, run: Run | None = None) -> RunEvent:
        """What is told of a hook of this dispatch."""
        plan = self.plan
        return RunEvent(
            phase=phase, dispatch_id=plan.facts.dispatch_id, dialect=plan.request.dialect.id, hook=hook, run=run
        )

    def tell(self, phase: Phase, hook: HookIdentity, run: Run | None = None) -> None:
        """Passes it on if the dispatch is watched."""
        if self.watch is not None:
            self.watch(self.event(phase, hook, run))

    def kind_of(self, step: Step) -> HookType | None:
        """The type of the step's hook; None if its dialect has no such type."""
        return self.plan.request.dialect.type_of(step.hook)

    def environment_of(self, step: Step) -> Mapping[str, str]:
        """The variables of the dispatch, and those that depend on the hook's file (D6)."""
        of_plugin = plugin_environment(self.plan, step.hook, self.host)
        own = own_variables(self.kind_of(step), step.hook)
        return {**self.environment, **of_plugin, **own} if of_plugin or own else self.environment

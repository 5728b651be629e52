"""Handlers that the agent runs better than the engine: prompts, agents and tools of MCP servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from hookwright.model.outcome import HookIdentity


class Delegated(Struct, frozen=True, kw_only=True):
    """A hook that the agent is asked to run.

    `prompt` is its prompt with the event in the place of `$ARGUMENTS`, None for a hook without one; `config` is how the
    file has it, `stdin` the JSON that a command hook would read, `timeout` in seconds.
    """

    hook: HookIdentity
    config: Mapping[str, Any]
    prompt: str | None
    stdin: str
    session_id: str
    timeout: float


class Delegate(Protocol):
    """Runs hooks of some types in place of the engine."""

    @property
    def types(self) -> frozenset[str]:
        """The types of the hooks that it runs, as the dialect names them."""

    async def run(self, delegated: Delegated) -> str:
        """What a command hook would have printed; raises ModelFailed.  Being cancelled, it has to give up."""

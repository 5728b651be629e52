"""The slash commands of hook modules: what they are called, what they answer, and how they fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NotRequired, Self, TypedDict

from msgspec import Struct

from hookwright.errors import HookwrightError


class CommandResultJson(TypedDict):
    """The result of `commands/invoke`."""

    prompt: NotRequired[str]
    attachments: NotRequired[list[Any]]
    status: NotRequired[str]


class CommandInfo(Struct, frozen=True):
    """A slash command of a module (E1); `name` is what it is invoked by, `source` the module's path."""

    name: str
    description: str
    source: str

    def to_json(self) -> dict[str, str]:
        """As `commands/list` gives it."""
        return {"name": self.name, "description": self.description, "source": self.source}


class CommandResult(Struct, frozen=True):
    """What a command answers (E1): a prompt for the agent with attachments, a status for the user, or nothing."""

    prompt: str | None = None
    attachments: tuple[Any, ...] = ()
    status: str | None = None

    def to_json(self) -> CommandResultJson:
        """The result of `commands/invoke`; what there is not is left out."""
        found: CommandResultJson = {}
        if self.prompt is not None:
            found["prompt"] = self.prompt
        if self.attachments:
            found["attachments"] = list(self.attachments)
        if self.status is not None:
            found["status"] = self.status
        return found


class UnknownCommand(HookwrightError):
    """No module has a command of that name (E9)."""

    @classmethod
    def named(cls, name: str, known: Iterable[str]) -> Self:
        """The error for a name, with the nearest of those that are known."""
        from difflib import get_close_matches

        names = list(known)
        nearest = get_close_matches(name, names, n=1)
        listed = ", ".join(f"`/{it}`" for it in names)
        remedy = f"did you mean `/{nearest[0]}`?" if nearest else f"use one of {listed}" if names else "there are none"
        return cls(f"`/{name}` is not a command", remedy)


class CommandFailed(HookwrightError):
    """The command's handler raised, took too long, or ended its host process (E10)."""

"""The tools of an agent, and how payloads describe a call of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from hookwright.model.event import MatchSubject


class Tool(Struct, frozen=True, kw_only=True):
    """A tool that matchers can name: its sample input and response, and what replaced it where it is legacy.

    One that is `renamed` is the same tool under its former name, which matchers and permission rules may still use; one
    that `answers_for` another is no tool of its own, but a name that matchers may use for that one.  `needs` are the
    keys without which its input is refused; empty if that is not known.  `returns` are those without which a
    result in the place of its own is not taken.  Hooks for the tool in `also` run for calls of this one, too, and are
    given them as calls of that one.
    """

    name: str
    doc: str
    input: Mapping[str, Any] = field(default_factory=dict)
    response: Any = None
    replaced_by: str = ""
    renamed: bool = False
    answers_for: str = ""
    needs: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    also: str = ""


class ToolCalls(Struct, frozen=True, kw_only=True):
    """How payloads describe the call of a tool.

    `inputs` and `responses` are what they call that which the tool is called with and what it answers; several names
    where events differ in them.  `paths` and `commands` are the keys of an input that hold a path or a command, the
    first that is there going before the others.
    """

    inputs: tuple[str, ...] = ("tool_input",)
    responses: tuple[str, ...] = ("tool_response", "tool_output")
    paths: tuple[str, ...] = ()
    commands: tuple[str, ...] = ("command",)

    def input_in(self, payload: Mapping[str, Any]) -> str:
        """The name that a payload has for the tool's input."""
        return next((it for it in self.inputs if it in payload), self.inputs[0])

    @property
    def arguments(self) -> tuple[str, ...]:
        """The keys of an argument that is no path, the first that is there being what the call is about."""
        return (*self.commands, "url", "pattern")

    def keys_of(self, subject: MatchSubject | None) -> tuple[str, ...]:
        """The keys of an input that hold a path or a command."""
        return {MatchSubject.PATH: self.paths, MatchSubject.COMMAND: self.commands}.get(subject, ()) if subject else ()

    def about(self, tool_input: Mapping[str, Any]) -> MatchSubject | None:
        """Whether the tool runs a command or works on a path, as its input shows; None if it does neither."""
        subjects = (MatchSubject.COMMAND, MatchSubject.PATH)
        return next((it for it in subjects if any(key in tool_input for key in self.keys_of(it))), None)

"""What a kind of hook is: its keys, who runs it, and how its answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from hookwright.model.field import Field


class Performer(StrEnum):
    """Who carries out a hook."""

    COMMAND = "a command"
    HTTP = "a web service"
    MCP_TOOL = "a tool of an MCP server"
    MODEL = "a model"
    MODEL_WITH_TOOLS = "a model that may use tools"
    NOBODY = "nobody here"

    @property
    def is_model(self) -> bool:
        """Whether the hook's body is a prompt for a model that the host of the engine has."""
        return self in (Performer.MODEL, Performer.MODEL_WITH_TOOLS)


class Answer(Struct, frozen=True, kw_only=True):
    """How a model says yes or no, where what it answers is not read as what a command prints.

    It is an object with a boolean `ok`, and a text `reason` beside it; `ask` tells the model so, behind the question.
    A no does the strongest that a hook of the event can do, except where the boolean `gives_up` is true.  Where it
    `stops`, it stops the agent as well, if that was not about to stop, unless the hook's key `goes_on` is true.
    """

    ok: str
    reason: str
    ask: str
    gives_up: str = ""
    stops: bool = False
    goes_on: str = ""


class KeyRoles(Struct, frozen=True, kw_only=True):
    """Which keys of a hook the agent itself looks at, each by its name; None if there is none.

    `precondition` holds a command that has to succeed before the hook is run.  `background` is true if the hook runs in
    the background, and with one that is true in `rewake`, its refusal is read anyway.  Where that in `once` is
    true in the file of a skill, the hook runs only once a session.  `folder` is where it runs, relative to the project,
    `environment` has variables of its own, and `server` is the MCP server whose tool it is.
    """

    precondition: str | None = None
    background: str | None = None
    rewake: str | None = None
    once: str | None = None
    folder: str | None = None
    environment: str | None = None
    server: str | None = None


class AnswerReading(Struct, frozen=True, kw_only=True):
    """How the agent reads what a hook answers.

    `only_object`: it has to be a JSON object, or nothing; what is not of its `media_type` is as good as nothing.
    `model` says how a model answers, None if that is read as what a command prints.
    """

    only_object: bool = False
    media_type: str = ""
    model: Answer | None = None


NO_ROLES, AS_PRINTED = KeyRoles(), AnswerReading()


class HookType(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A kind of hook: the word in `type`, its keys, the one that holds what is run (`body`), and who runs it (`by`).

    Several kinds may have one word and be told apart by their bodies: of a hook with more than one, the first is run,
    or the one that is `preferred`.  `system` is the only one that it can be started on, as `os.name` says, empty for
    all.  `label` goes before the event at the end of a prompt that does not say where the event belongs; where it is
    empty, the event is left out.  `since` is the version that has it first, empty for all.
    """

    name: str
    doc: str
    body: str
    fields: tuple[Field, ...]
    keys: KeyRoles = NO_ROLES
    by: Performer = Performer.COMMAND
    preferred: bool = False
    system: str = ""
    label: str = ""
    reading: AnswerReading = AS_PRINTED
    since: str = ""

    @property
    def runs(self) -> bool:
        """Whether the engine has a way to run such hooks."""
        return self.by is not Performer.NOBODY

    @cached_property
    def timed(self) -> tuple[Field, ...]:
        """The keys that limit its time: several are names for the same."""
        return tuple(it for it in self.fields if it.measure is not None)

    @cached_property
    def dependent(self) -> tuple[Field, ...]:
        """The keys that have no effect without another one."""
        return tuple(it for it in self.fields if it.when.needs)

    def field(self, name: str) -> Field | None:
        """The field of that name, or None."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> Mapping[str, Field]:
        return {it.name: it for it in reversed(self.fields)}

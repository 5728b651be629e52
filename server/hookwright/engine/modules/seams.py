"""What hook modules need of the session and the client around them, and what they offer to both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, Self, TypedDict

from hookwright.errors import HookwrightError

if TYPE_CHECKING:
    from hookwright.model.dialect import Dialect
    from hookwright.model.hook import Hook, Scope
    from hookwright.model.outcome import Result

Entry = Mapping[str, Any]
"""An entry of a session file, with its `type` (E3)."""

AgentMessage = Mapping[str, Any]
"""A message of the conversation, such as `{"role": "user", "content": "…"}`."""

ModelInfo = Mapping[str, Any]
"""A model that the client offers: `provider`, `id` and `name`."""

NotifyLevel = Literal["info", "warning", "error"]

CONTEXT = "context"
"""The event whose handlers change the messages; it is no event of a dialect (E4)."""


class SessionState(Protocol):
    """The session that a handler runs in; what is read is as it is at that moment."""

    @property
    def id(self) -> str:
        """The session's id."""

    @property
    def file(self) -> str | None:
        """The path of the session's JSONL file, None where it is not kept in a file."""

    @property
    def cwd(self) -> str:
        """The folder that the agent works in."""

    @property
    def model(self) -> ModelInfo | None:
        """The model in use, None where it is unknown."""

    @property
    def thinking_level(self) -> str:
        """How much the model thinks, in the agent's words, such as `off` or `high`."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry of the session, in order, those of unknown types too."""

    @property
    def messages(self) -> Sequence[AgentMessage]:
        """The messages as they were last built, after every context handler."""

    async def save_entry(self, entry: Entry) -> None:
        """Appends an entry; raises ValueError (`Entry must have type`) where it has none (E3)."""

    async def rebuild_context(self) -> None:
        """Builds the messages anew, through every context handler (E5)."""

    async def set_model(self, model: ModelInfo) -> None:
        """Has the agent use another model from now on (E6)."""

    async def set_thinking_level(self, level: str) -> None:
        """Has the model think more or less from now on (E6)."""


class Client(Protocol):
    """The user and the models behind the editor or agent (E7); where there is none, None takes its place.

    Being cancelled, it withdraws its question.  What it raises is raised in the handler that asked.
    """

    @property
    def has_ui(self) -> bool:
        """Whether there is a user who can be asked."""

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        """The option that was chosen, None where none was."""

    async def confirm(self, title: str, message: str) -> bool:
        """Whether the user agreed."""

    async def input(self, title: str, placeholder: str | None) -> str | None:
        """What the user typed, None where the question was dismissed."""

    async def notify(self, message: str, level: NotifyLevel) -> None:
        """Shows a message and does not wait for an answer."""

    async def models(self) -> Sequence[ModelInfo]:
        """The models that the client offers."""

    async def api_key(self, provider: str, id: str, module: str) -> str | None:  # noqa: A002  the model's own word
        """The key for a model, after the user agreed that the module at that path gets it; None where they did not."""


class CommandResultJson(TypedDict):
    """The result of `commands/invoke`."""

    prompt: NotRequired[str]
    attachments: NotRequired[list[Any]]
    status: NotRequired[str]


@dataclass(frozen=True, slots=True)
class CommandInfo:
    """A slash command of a module (E1); `name` is what it is invoked by, `source` the module's path."""

    name: str
    description: str
    source: str

    def to_json(self) -> dict[str, str]:
        """As `commands/list` gives it."""
        return {"name": self.name, "description": self.description, "source": self.source}


@dataclass(frozen=True, slots=True)
class CommandResult:
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


class FaultKind(StrEnum):
    """What is wrong with a module."""

    IMPORT = "import"
    """It could not be loaded: a mistake in its code, or an exception."""
    EVENT = "event"
    """It names an event that no dialect has."""
    COMMAND = "command"
    """Another module has a command of that name; this one's got a prefix (E9)."""
    HANDLER = "handler"
    """A context handler raised, or gave something that is not messages."""
    HUNG = "hung"
    """It took too long and had to be killed."""
    ENDED = "ended"
    """It ended the host process."""
    MEMORY = "memory"
    """It used more memory than modules may."""
    HOST = "host"
    """The host process could not be started, or ended by itself; no module is known to be at fault."""

    @property
    def is_left_out(self) -> bool:
        """Whether the module stays out until its file changes."""
        return self in (FaultKind.IMPORT, FaultKind.HUNG, FaultKind.ENDED, FaultKind.MEMORY)


@dataclass(frozen=True, slots=True)
class ModuleFault:
    """What is wrong with the module at `path`; `line` counts from 1, None where no line is known."""

    path: str
    line: int | None
    message: str
    kind: FaultKind

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class LoadedModule:
    """A module that was found; it is not `loaded` where a fault keeps it out.  `events` are as it names them."""

    path: str
    scope: Scope
    loaded: bool
    events: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


class Handlers(Protocol):
    """Handlers written in Python that join the plan of an event, in one session and with one client."""

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event of the dialect as hooks of the type `module`, in load order; starts nothing."""

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """Runs one: what it returns as the stdout of a command that succeeded, or why it failed.

        `stdin` is what a command hook reads.  Nothing that the handler does raises here; being cancelled ends it.
        """

    def problems(self) -> tuple[str, ...]:
        """Sentences for the user about modules that had to be left out."""


class Modules(Protocol):
    """The modules of the user and of one project.

    `refresh` loads what is new or has changed; the other methods answer with what was loaded last.
    """

    async def refresh(self) -> None:
        """Makes up for changes of the files since the last time; cheap where there are none."""

    def loaded(self) -> tuple[LoadedModule, ...]:
        """Every module that was found, in load order: user, then project, by name."""

    def commands(self) -> tuple[CommandInfo, ...]:
        """The commands in load order; of two with one name the later is `<module>:<name>` (E9)."""

    def faults(self) -> tuple[ModuleFault, ...]:
        """What is wrong with the modules now."""

    def log(self, path: str) -> str:
        """What the module at that path printed lately."""

    def handlers(self, session: SessionState, client: Client | None) -> Handlers:
        """The event handlers of the modules, for `make_plan`."""

    async def invoke(self, session: SessionState, client: Client | None, name: str, args: str) -> CommandResult:
        """Runs a command with the text behind its name (E1).

        Raises UnknownCommand with the nearest name (E9), and CommandFailed with a sentence.
        """

    async def transform(
        self, session: SessionState, client: Client | None, messages: Sequence[AgentMessage]
    ) -> list[AgentMessage]:
        """The messages after every context handler, each seeing what the last one returned (E4).

        One that fails is left out of the chain, and said in `faults`.
        """

    async def close(self) -> None:
        """Ends the host processes with all that they started."""

"""What hook modules need of the session and the client around them, and the handlers that they offer to a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from hookwright.model.codes import Notice
    from hookwright.model.dialect import Dialect
    from hookwright.model.guards import OnGuardLost
    from hookwright.model.hook import Hook
    from hookwright.model.outcome import Result

Entry = Mapping[str, Any]
"""An entry of a session file, with its `type` (E3)."""

AgentMessage = Mapping[str, Any]
"""A message of the conversation, such as `{"role": "user", "content": "…"}`."""

ModelInfo = Mapping[str, Any]
"""A model that the client offers: `provider`, `id` and `name`."""

NotifyLevel = Literal["info", "warning", "error"]

CONTEXT = "context"
"""The event whose handlers change the messages; it is not an event of a dialect (E4)."""


class SessionState(Protocol):
    """The session that a handler runs in; what is read is as it is at that moment."""

    @property
    def id(self) -> str:
        """The session's id."""

    @property
    def file(self) -> str | None:
        """The path of the session's JSONL file, None if it is not kept in a file."""

    @property
    def cwd(self) -> str:
        """The folder that the agent works in."""

    @property
    def model(self) -> ModelInfo | None:
        """The model in use, None if it is unknown."""

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
        """Appends an entry; raises ValueError (`Entry must have type`) if it has none (E3)."""

    async def rebuild_context(self) -> None:
        """Builds the messages anew, through every context handler (E5)."""

    async def set_model(self, model: ModelInfo) -> None:
        """Has the agent use another model from now on (E6)."""

    async def set_thinking_level(self, level: str) -> None:
        """Has the model think more or less from now on (E6)."""


class Client(Protocol):
    """The user and the models behind the editor or agent (E7); if there is none, None takes its place.

    Being cancelled, it withdraws its question.  What it raises is raised in the handler that asked.
    """

    @property
    def has_ui(self) -> bool:
        """Whether there is a user who can be asked."""

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        """The option that was chosen, None if none was."""

    async def confirm(self, title: str, message: str) -> bool:
        """Whether the user agreed."""

    async def input(self, title: str, placeholder: str | None) -> str | None:
        """What the user typed, None if the question was dismissed."""

    async def notify(self, message: str, level: NotifyLevel) -> None:
        """Shows a message and does not wait for an answer."""

    async def models(self) -> Sequence[ModelInfo]:
        """The models that the client offers."""

    async def api_key(self, provider: str, id: str, module: str) -> str | None:  # noqa: A002  the model's own word
        """The key for a model, after the user agreed that the module at that path gets it; None if they did not."""


class Handlers(Protocol):
    """Handlers written in Python that join the plan of an event, in one session and with one client."""

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event of the dialect as hooks of the type `module`, in load order; starts nothing."""

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """Runs one: what it returns as the stdout of a command that succeeded, or why it failed.

        `stdin` is what a command hook reads.  Nothing that the handler does raises here; being cancelled ends it.
        """

    def problems(self) -> tuple[Notice, ...]:
        """Sentences for the user about modules that do not run as their files say."""

    def lost(self, hook: Hook) -> str | None:
        """Why one of the hooks would give no answer now; None if it would."""

    @property
    def on_lost(self) -> OnGuardLost:
        """What a hook decides that gives no answer."""

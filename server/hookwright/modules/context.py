"""What a handler is given: the event, and the unified context (E6)."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, Protocol, TypedDict

NO_REASON = "no reason was given"
"""What is said in the place of an empty reason."""


def text_of(error: BaseException) -> str:
    """What an exception says, or nothing if it cannot say it."""
    try:
        return str(error)
    except BaseException:  # noqa: BLE001  the exception is a module's own code, too
        return ""


class HostError(Exception):
    """What was asked of the session or the client failed; `str()` says why."""


class CommandsOnly(HostError):
    """Something was called in an event handler that works in commands only (E5)."""


class Refuse(Exception):
    """Raised in a handler, it keeps what the event announces from happening; its text is the reason.

    It means the same to every agent: a tool is denied, a prompt blocked, an agent that would stop goes on.  On an event
    that nothing can hold up, the text is a message for the user.
    """


class Link(Protocol):
    """The way from a context to the session and the client."""

    def ask(self, method: str, params: Mapping[str, Any]) -> Awaitable[Any]:
        """The answer to a request; raises HostError."""

    def ask_now(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  whatever JSON can be
        """The same, waited for on the spot."""


class Event(dict[str, Any]):
    """The fields of an event, as hooks read them on stdin; also as attributes: `event.tool_name`."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever JSON can be
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the event has no field `{name}`") from None


@dataclass(frozen=True, slots=True)
class Model:
    """A model that the agent can use."""

    provider: str
    id: str
    name: str = ""

    @classmethod
    def of(cls, value: Mapping[str, Any] | None) -> Model | None:
        """The model in a JSON object; None for None."""
        if value is None:
            return None
        provider, number = str(value.get("provider", "")), str(value.get("id", ""))
        return cls(provider, number, str(value.get("name") or number))

    def to_json(self) -> dict[str, str]:
        """As the wire has it."""
        return {"provider": self.provider, "id": self.id, "name": self.name}


@dataclass(frozen=True, slots=True)
class ExecResult:
    """What became of a program; `code` is None if a signal ended it, `killed` says that its time was over.

    `truncated`: it printed more than is kept of stdout or stderr (1 MiB each).
    """

    stdout: str
    stderr: str
    code: int | None
    killed: bool = False
    truncated: bool = False


class ExecOptions(TypedDict, total=False):
    """How to run a program: `timeout` in seconds (60, at most 600), `env` is added to the environment."""

    cwd: str
    timeout: float
    input: str
    env: Mapping[str, str]


class Ui:
    """The user (E7).  Without a client `select` and `input` answer None, `confirm` answers False."""

    __slots__ = ("_link",)

    def __init__(self, link: Link) -> None:
        self._link = link

    async def select(self, title: str, options: Sequence[str]) -> str | None:
        """The option that the user chose, None if they chose none."""
        answer = await self._link.ask("ui/select", {"title": title, "options": list(options)})
        return None if answer is None else str(answer)

    async def confirm(self, title: str, message: str = "") -> bool:
        """Whether the user agreed."""
        return bool(await self._link.ask("ui/confirm", {"title": title, "message": message}))

    async def input(self, title: str, placeholder: str | None = None) -> str | None:
        """What the user typed, None if they dismissed the question."""
        answer = await self._link.ask("ui/input", {"title": title, "placeholder": placeholder})
        return None if answer is None else str(answer)

    async def notify(self, message: str, level: Literal["info", "warning", "error"] = "info") -> None:
        """Shows a message."""
        await self._link.ask("ui/notify", {"message": message, "level": level})


class Context:
    """What every handler gets beside its event (E6); all of it is read-only here.

    `cwd` is the agent's folder, `session_file` the session's JSONL file or None, `model` the model in use or None,
    `thinking_level` the agent's own word, `has_ui` whether there is a user to ask.
    """

    __slots__ = ("_entries", "_link", "_messages", "cwd", "has_ui", "model", "session_file", "thinking_level", "ui")

    def __init__(self, link: Link, state: Mapping[str, Any]) -> None:
        self._link = link
        self._entries: Sequence[dict[str, Any]] | None = None
        self._messages: Sequence[dict[str, Any]] | None = None
        self.cwd: str = state["cwd"]
        self.session_file: str | None = state["sessionFile"]
        self.model: Model | None = Model.of(state["model"])
        self.thinking_level: str = state["thinkingLevel"]
        self.has_ui: bool = state["hasUi"]
        self.ui = Ui(link)

    @property
    def entries(self) -> Sequence[dict[str, Any]]:
        """Every entry of the session, in order, those of unknown types too."""
        if self._entries is None:
            self._entries = tuple(self._link.ask_now("session/entries", {}))
        return self._entries

    @property
    def messages(self) -> Sequence[dict[str, Any]]:
        """The messages as they were last built."""
        if self._messages is None:
            self._messages = tuple(self._link.ask_now("session/messages", {}))
        return self._messages

    async def exec(self, cmd: str, args: Sequence[str] = (), opts: ExecOptions | None = None) -> ExecResult:
        """Runs a program in `cwd`, never through a shell; raises HostError if it cannot be started."""
        found = await self._link.ask("exec", {**(opts or {}), "command": cmd, "args": list(args)})
        return ExecResult(**found)

    def find_model(self, provider: str, id: str) -> Model | None:  # noqa: A002  the model's own word
        """The model of that provider and id, None if the client has none such."""
        models = map(Model.of, self._link.ask_now("model/list", {}))
        return next((it for it in models if it is not None and (it.provider, it.id) == (provider, id)), None)

    async def available_models(self) -> list[Model]:
        """The models that the client offers; none without a client."""
        return [it for it in map(Model.of, await self._link.ask("model/list", {})) if it is not None]

    async def resolve_api_key(self, model: Model | None) -> str | None:
        """The key for a model, once the user has agreed that this module gets it; None if they have not."""
        if model is None:
            return None
        answer = await self._link.ask("model/apiKey", {"provider": model.provider, "id": model.id})
        return None if answer is None else str(answer)

    def save_entry(self, entry: Mapping[str, Any]) -> Awaitable[None]:
        """Works in commands only."""
        _refuse("save_entry")

    def rebuild_context(self) -> Awaitable[None]:
        """Works in commands only."""
        _refuse("rebuild_context")

    def set_model(self, model: Model) -> Awaitable[None]:
        """Works in commands only."""
        _refuse("set_model")

    def set_thinking_level(self, level: str) -> Awaitable[None]:
        """Works in commands only."""
        _refuse("set_thinking_level")


class CommandContext(Context):
    """What a command gets: `args` are the words behind its name, quoted ones whole, `args_raw` the text as typed."""

    __slots__ = ("args", "args_raw")

    def __init__(self, link: Link, state: Mapping[str, Any], args_raw: str) -> None:
        super().__init__(link, state)
        self.args_raw = args_raw
        self.args = words(args_raw)

    async def save_entry(self, entry: Mapping[str, Any]) -> None:
        """Appends an entry of the module's own to the session, for good; raises ValueError without a `type` (E3)."""
        if not isinstance(entry.get("type"), str) or not entry["type"]:
            raise ValueError("Entry must have type")
        self._entries = None
        await self._link.ask("session/saveEntry", {"entry": dict(entry)})

    async def rebuild_context(self) -> None:
        """Builds the messages anew, through every context handler (E5)."""
        self._messages = None
        await self._link.ask("session/rebuildContext", {})

    async def set_model(self, model: Model) -> None:
        """Has the agent use another model from now on (E6)."""
        await self._link.ask("session/setModel", {"model": model.to_json()})
        self.model = model

    async def set_thinking_level(self, level: str) -> None:
        """Has the model think more or less from now on (E6)."""
        await self._link.ask("session/setThinkingLevel", {"level": level})
        self.thinking_level = level


def words(text: str) -> list[str]:
    """The words of a command's arguments; where a quote is left open, what spaces separate."""
    import shlex

    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _refuse(name: str) -> NoReturn:
    raise CommandsOnly(f"`{name}` works in commands only, not in event handlers: register a command that does it")

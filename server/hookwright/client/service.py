"""The engine in a server: `HookService` over the wire, with sessions and commands."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Self, Unpack

from msgspec import Struct

from hookwright.client.connection import Answer, Connection
from hookwright.client.outcomes import outcome
from hookwright.client.server import COMMAND, Listening, Server, Started
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.hooks import ContextAnswer, Hooks, Json, context_answer
from hookwright.engine.service_options import AgentOptions, failure_policy, named_files
from hookwright.engine.several import chosen
from hookwright.errors import EngineGone, HookwrightError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome
from hookwright.paths import absolute
from hookwright.readers.search import dialect_in_use
from hookwright.strict_json import within_limits


class Options(AgentOptions, total=False):
    """What an agent with hooks in a server says of itself, besides what it says to each service.

    `dialects`: every event is fired for the hooks of each of them, or of `all` that have files in the project, and the
    strictest decides, as with `SeveralDialects`; the agent speaks `dialect`, else the first of them.

    `trusted`: the hooks of the project may run, True by default; an agent that opens projects of others asks its user
    first.  `client` is its name and version.  `answers` are the server's requests that it answers, by method, such as
    `ui/confirm`; `handlers` the types of hooks that it runs itself when it is asked with `handler/run`.  `notified`
    gets the method and the params of what the server tells: `run/started`, `run/output` and `run/finished`, and
    `session/changed`.
    """

    dialects: Sequence[str] | Literal["all"] | None
    trusted: bool
    client: tuple[str, str]
    answers: Mapping[str, Answer]
    handlers: Sequence[str]
    notified: Callable[[str, Mapping[str, Any]], None]


class OpenedSession(Struct, frozen=True):
    """A session that was opened: `problems` are what is wrong with its file, such as that its last line was torn.

    `started` is what its SessionStart hooks said; None if none may run.
    """

    file: str
    resumed: bool
    problems: tuple[str, ...]
    started: ContextAnswer | None


class RemoteHookService(Hooks):
    """The hooks of one project in one session, run by a server.

    Raises BeyondLimits and UsageError as `HookService` does, EngineGone where the server has ended, and EngineRefused
    where it answers with an error, such as that the project is not trusted.  With `restart`, what is asked next starts
    another server, or connects again.
    """

    def __init__(self, server: Server, project_dir: str, session_id: str | None, options: Options) -> None:
        self._host = Host.real(options.get("home"))
        self.project_dir = absolute(project_dir)
        named, several = options.get("dialect"), options.get("dialects")
        speaker = by_id(named) if named else None
        self._dialects = chosen(several, speaker, self.project_dir, self._host) if several is not None else None
        heard = self._dialects or [speaker or dialect_in_use(self.project_dir, self._host)]
        self.dialect = speaker or heard[0]
        self.session_id = session_id or os.urandom(16).hex()
        self._options = options
        self._server = server
        self._session: Json | None = None
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()
        self._showing: set[asyncio.Future[Any]] = set()
        self._closed = False

    @classmethod
    async def start(
        cls,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        command: Sequence[str] = COMMAND,
        restart: bool = False,
        **options: Unpack[Options],
    ) -> Self:
        """Starts a server, which ends with this.  Raises UnknownDialect, UsageError, EngineGone or EngineRefused."""
        server = Started(command, absolute(project_dir), options.get("home"), restart)
        return await cls(server, project_dir, session_id, options)._begun()

    @classmethod
    async def connect(
        cls,
        socket_path: str,
        project_dir: str = ".",
        session_id: str | None = None,
        *,
        restart: bool = False,
        **options: Unpack[Options],
    ) -> Self:
        """Connects to `hookwright serve --socket`, which goes on when this leaves.  Raises as `start` does."""
        return await cls(Listening(socket_path, restart), project_dir, session_id, options)._begun()

    async def close(self, seconds: float = 5.0) -> None:
        """Waits that long for a server that this has started to end, with the hooks that run behind their answers."""
        self._closed = True
        connection = self._connection
        if connection is not None and not connection.ended:
            try:
                async with asyncio.timeout(seconds):
                    await connection.request("engine/shutdown", {})
            except (HookwrightError, TimeoutError):
                pass
            await connection.close()
        await self._server.end(seconds)

    async def is_hooks_available(self) -> bool:
        """Whether any hook is configured and switched on."""
        return any(map(self._has_hooks, self._dialects or [self.dialect]))

    def _has_hooks(self, dialect: Dialect) -> bool:
        snapshot = load(dialect, self.project_dir, self._host, named_files(self._options))
        return bool(snapshot.hooks) and snapshot.switched_off is None

    async def explain(self, event: str, payload: Json | None = None) -> Json:
        """Which hooks the event would run, which not, and why; runs nothing."""
        found: Json = await self.request("explain", self._event(event, payload or {}))
        return found

    async def open_session(self, file: str | None = None) -> OpenedSession:
        """Opens this session, or goes on with it, whose entries are kept in the file; its SessionStart hooks run."""
        wanted = {"sessionId": self.session_id, "projectDir": self.project_dir, "dialect": self.dialect.id}
        opened = await self.request(
            "session/open", wanted if file is None else {**wanted, "sessionFile": absolute(file)}
        )
        # A server that is started later goes on with the same file.
        self._session = {**wanted, "sessionFile": opened["sessionFile"]}
        started = None if opened["outcome"] is None else context_answer(outcome(opened["outcome"]))
        return OpenedSession(opened["sessionFile"], opened["resumed"], tuple(opened["problems"]), started)

    async def close_session(self, reason: str = "other") -> None:
        """Closes this session; its SessionEnd hooks run."""
        self._session = None
        await self.request("session/close", {"sessionId": self.session_id, "reason": reason})

    async def append(self, entry: Json) -> None:
        """Adds a message, or another entry, to the session; it is on the disk when this returns."""
        params = {"sessionId": self.session_id, "entry": within_limits(entry, "The entry")}
        await self.request("session/append", params)

    async def entries(self) -> list[Json]:
        """Every entry of the session, as it is kept."""
        found: list[Json] = (await self.request("session/entries", {"sessionId": self.session_id}))["entries"]
        return found

    async def messages(self) -> list[Json]:
        """The messages for the model, as the context handlers leave them."""
        found: list[Json] = (await self.request("session/messages", {"sessionId": self.session_id}))["messages"]
        return found

    async def commands(self) -> list[Json]:
        """The commands of the modules: name, description and source."""
        found: list[Json] = await self.request("commands/list", {"sessionId": self.session_id})
        return found

    async def invoke(self, name: str, args: str = "") -> Json:
        """Runs a command: what it gives is `prompt`, `attachments` or `status`."""
        given = {"sessionId": self.session_id, "name": name, "args": args}
        found: Json = await self.request("commands/invoke", given)
        return found

    async def request(self, method: str, params: Json) -> Any:  # noqa: ANN401  any JSON
        """Any method of the server.  Being cancelled cancels it there, and kills what it has started."""
        return await (await self._connected()).request(method, params)

    async def dispatch(self, event: str, payload: Json | None = None) -> Outcome:
        """Fires an event that any of the dialects has, under the name of any dialect."""
        if self._dialects is None:
            return await super().dispatch(event, payload)
        return await self._fire(event, dict(payload or {}))

    async def _fire(self, event: str, payload: Json) -> Outcome:
        return outcome(await self.request("dispatch", self._event(event, payload)))

    def _event(self, event: str, payload: Json) -> dict[str, Any]:
        files = self._options.get("config_files")
        return {
            "event": event,
            "payload": within_limits(payload),
            "dialect": self.dialect.id,
            **({} if self._dialects is None else {"dialects": self._named()}),
            "projectDir": self.project_dir,
            "sessionId": self.session_id,
            **({} if files is None else {"configFiles": [absolute(it) for it in files]}),
            **self._added(),
        }

    def _named(self) -> list[str] | str:
        several = self._options.get("dialects") or ()
        return several if isinstance(several, str) else [*several]

    def _added(self) -> dict[str, Any]:
        folders, settings = self._options.get("plugin_dirs", ()), self._options.get("settings", ())
        texts = [it if it.lstrip().startswith("{") else self._below(it) for it in settings]
        return {
            **({"pluginDirs": [self._below(it) for it in folders]} if folders else {}),
            **({"settings": texts} if texts else {}),
        }

    def _below(self, path: str) -> str:
        return os.path.normpath(os.path.join(self.project_dir, path))

    async def _begun(self) -> Self:
        try:
            await self._connected()
        except BaseException:
            await self.close(0)
            raise
        return self

    async def _connected(self) -> Connection:
        """The connection, made anew where it has ended."""
        async with self._connecting:
            connection = self._connection
            if self._closed or (connection is not None and connection.ended and not self._server.restart):
                raise EngineGone
            if connection is None or connection.ended:
                connection = self._connection = await self._open()
            return connection

    async def _open(self) -> Connection:
        reader, writer = await self._server.reach()
        connection = Connection(reader, writer, answers=self._answers(), notified=self._notified)
        try:
            await connection.request("engine/initialize", self._introduction())
            if self._session is not None:
                await connection.request("session/open", self._session)
        except BaseException:
            await connection.close()
            raise
        return connection

    def _introduction(self) -> dict[str, Any]:
        options = self._options
        name, version = options.get("client", ("hookwright.client", ""))
        tools, answers = options.get("tools"), self._answers()
        return {
            "client": {"name": name, "version": version},
            "projectDir": self.project_dir,
            "dialect": self.dialect.id,
            "trusted": options.get("trusted", True),
            "onGuardLost": options.get("on_guard_lost", "deny"),
            **({} if tools is None else {"tools": tools}),
            "failurePolicy": failure_policy(options.get("failure_policy")).value,
            "capabilities": {
                "ui": any(it.startswith("ui/") for it in answers),
                "model": any(it.startswith("model/") for it in answers),
                "handlers": list(options.get("handlers", ())),
            },
        }

    def _answers(self) -> Mapping[str, Answer]:
        model, answers = self._options.get("model"), self._options.get("answers", {})
        if model is None:
            return answers

        async def complete(params: Json) -> Json:
            wanted = {name: params.get(key) for name, key in (("model", "model"), ("session_id", "sessionId"))}
            return {"text": await model.complete(params["prompt"], tools=bool(params.get("tools")), **wanted)}

        return {"model/complete": complete, **answers}

    def _notified(self, method: str, params: Json) -> None:
        heard = self._options.get("notified")
        if heard is not None:
            heard(method, params)
        show = self._answers().get(method)
        if show is not None:
            task = asyncio.ensure_future(show(params))
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)

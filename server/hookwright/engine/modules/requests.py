"""What handlers ask of the session, the client and the machine, and whether they may (E5, E6, E7)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from hookwright.engine.modules.seams import Client, SessionState
from hookwright.engine.process import Command, run
from hookwright.errors import HookwrightError
from hookwright.host import Host
from hookwright.modules.context import CommandsOnly, HostError

_SECONDS = 60.0
_MOST_SECONDS = 600.0
_MODELS_SECONDS = 10.0
_COMMANDS_ONLY = {
    "session/saveEntry": "save_entry",
    "session/rebuildContext": "rebuild_context",
    "session/setModel": "set_model",
    "session/setThinkingLevel": "set_thinking_level",
}


class NoSession:
    """The session of a service that keeps none: no file, no entries, and nothing of it can be changed."""

    def __init__(self, number: str, cwd: str) -> None:
        self.id = number
        self.cwd = cwd
        self.file: str | None = None
        self.model: Mapping[str, Any] | None = None
        self.thinking_level = ""
        self.entries: tuple[Mapping[str, Any], ...] = ()
        self.messages: tuple[Mapping[str, Any], ...] = ()

    async def save_entry(self, entry: Mapping[str, Any]) -> None:
        raise HostError("there is no session to save entries in: open one first")

    async def rebuild_context(self) -> None:
        raise HostError("there is no session whose messages could be built anew: open one first")

    async def set_model(self, model: Mapping[str, Any]) -> None:
        raise HostError("there is no session whose model could be set: open one first")

    async def set_thinking_level(self, level: str) -> None:
        raise HostError("there is no session whose thinking level could be set: open one first")


class Requests:
    """The requests of the handlers of one module in one session."""

    __slots__ = ("_client", "_host", "_is_command", "_module", "_session")

    def __init__(
        self, host: Host, session: SessionState, client: Client | None, module: str, *, is_command: bool = False
    ) -> None:
        self._host = host
        self._session = session
        self._client = client
        self._module = module
        self._is_command = is_command

    async def __call__(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  whatever JSON can be
        """The answer; raises what goes wrong, with a sentence for the module's author."""
        try:
            return await self._answer(method, params)
        except HookwrightError as error:
            raise HostError(str(error)) from error
        except (LookupError, TypeError) as error:
            raise HostError(f"`{method}` was asked wrongly: {error}") from error

    def at_once(self, method: str) -> list[Mapping[str, Any]] | None:
        """The answer to what needs no waiting, None for everything else."""
        match method:
            case "session/entries":
                return list(self._session.entries)
            case "session/messages":
                return list(self._session.messages)
        return None

    async def _answer(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401
        match method:
            case "exec":
                return await self._exec(params)
            case "session/entries" | "session/messages":
                return self.at_once(method)
            case _ if method in _COMMANDS_ONLY:
                return await self._change(method, params)
            case _:
                return await self._ask_client(method, params)

    async def _change(self, method: str, params: Mapping[str, Any]) -> None:
        if not self._is_command:
            raise CommandsOnly(f"`{_COMMANDS_ONLY[method]}` works in commands only, not in event handlers")
        match method:
            case "session/saveEntry":
                await self._session.save_entry(params["entry"])
            case "session/rebuildContext":
                await self._session.rebuild_context()
            case "session/setModel":
                await self._session.set_model(params["model"])
            case _:
                await self._session.set_thinking_level(str(params["level"]))

    async def _ask_client(self, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401
        client = self._client
        if method.startswith("ui/") and (client is None or not client.has_ui):
            return False if method == "ui/confirm" else None
        if client is None:
            return [] if method == "model/list" else None
        match method:
            case "ui/select":
                return await client.select(str(params["title"]), [str(it) for it in params["options"]])
            case "ui/confirm":
                return await client.confirm(str(params["title"]), str(params["message"]))
            case "ui/input":
                return await client.input(str(params["title"]), params["placeholder"])
            case "ui/notify":
                return await client.notify(str(params["message"]), params["level"])
            case "model/list":
                return await _models(client)
            case "model/apiKey":
                return await client.api_key(str(params["provider"]), str(params["id"]), self._module)
        raise HostError(f"`{method}` is not something that a module can ask")

    async def _exec(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Runs a program with its arguments; no shell reads either."""
        command = Command(
            (str(params["command"]), *map(str, params["args"])),
            str(params.get("cwd") or self._session.cwd),
            {**self._host.environ, **(params.get("env") or {})},
            str(params.get("input") or "").encode("utf-8", "replace"),
            min(float(params.get("timeout") or _SECONDS), _MOST_SECONDS),
        )
        ended = await run(command)
        if ended.start_error is not None:
            raise HostError(ended.start_error)
        return {
            "stdout": ended.stdout.decode("utf-8", "replace"),
            "stderr": ended.stderr.decode("utf-8", "replace"),
            "code": ended.exit_code,
            "killed": ended.timed_out,
            "truncated": ended.stdout_total > len(ended.stdout) or ended.stderr_total > len(ended.stderr),
        }


async def _models(client: Client) -> list[Mapping[str, Any]]:
    # `find_model` holds up the whole host until it is answered.
    try:
        async with asyncio.timeout(_MODELS_SECONDS):
            return list(await client.models())
    except TimeoutError as error:
        raise HostError("the client does not say which models it offers") from error


def state_of(session: SessionState, client: Client | None) -> dict[str, Any]:
    """The parts of the context that every handler is given at once."""
    return {
        "cwd": session.cwd,
        "sessionFile": session.file,
        "model": None if session.model is None else dict(session.model),
        "thinkingLevel": session.thinking_level,
        "hasUi": client is not None and client.has_ui,
    }

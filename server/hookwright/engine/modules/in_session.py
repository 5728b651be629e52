"""What hook modules do in one session, with one client: handlers run, commands answer, messages are changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from time import perf_counter

from hookwright.engine.modules.answers import Answer, command_result, context_messages, handler_result, place_of
from hookwright.engine.modules.commands import CommandFailed, CommandResult, UnknownCommand
from hookwright.engine.modules.hosts import ModuleHosts
from hookwright.engine.modules.loaded_file import LoadedFile, Registered
from hookwright.engine.modules.requests import Requests, state_of
from hookwright.engine.modules.scope_host import ScopeHost
from hookwright.engine.modules.seams import CONTEXT, AgentMessage, Client, SessionState
from hookwright.engine.modules.states import FaultKind, ModuleFault
from hookwright.model.codes import Notice
from hookwright.model.dialect import Dialect
from hookwright.model.guards import OnGuardLost
from hookwright.model.hook import Hook
from hookwright.model.outcome import Result

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class ModulesInSession:
    """The modules in one session, with one client; they are `Handlers` for a plan."""

    def __init__(self, hosts: ModuleHosts, session: SessionState, client: Client | None) -> None:
        self.hosts = hosts
        self._session = session
        self._client = client

    def hooks(self, dialect: Dialect, event: str) -> tuple[Hook, ...]:
        """The handlers of that event as hooks of the type `module`."""
        return self.hosts.hooks(dialect, event)

    def problems(self) -> tuple[Notice, ...]:
        """Sentences about the modules that do not run as their files say."""
        return self.hosts.problems()

    def lost(self, hook: Hook) -> str | None:
        """Why the hook would give no answer now; None if it would."""
        return self.hosts.lost(hook.source)

    @property
    def on_lost(self) -> OnGuardLost:
        """What a hook decides that gives no answer."""
        return self.hosts.on_lost

    async def run(self, hook: Hook, stdin: bytes) -> Result:
        """What the handler returns, as the stdout of a command that succeeded, or why it failed."""
        started_at, begin = datetime.now(UTC), perf_counter()
        _, name, index = hook.route
        host = self.hosts.scope(hook.scope)
        answer = await self._call_handler(host, hook.source, str(name), index, "event", stdin)
        return handler_result(answer, hook.source, started_at, perf_counter() - begin)

    async def invoke(self, name: str, args: str) -> CommandResult:
        """Runs a command with the text behind its name (E1).

        Raises UnknownCommand with the nearest name (E9), and CommandFailed with a sentence.
        """
        await self.hosts.refresh()
        name = name.removeprefix("/")
        commands = self.hosts.commands_by_name()
        if name not in commands:
            raise UnknownCommand.named(name, commands)
        command = commands[name]
        path = command.info.source
        message = b'"call":"command","ctx":' + self._state() + b',"args":' + _encode(args).encode()
        answer = await command.host.call(
            path,
            lambda file: file.commands[command.place],
            (message + b',"handler":', b"}"),
            self._requests(path, is_command=True),
        )
        problem = answer.error
        result = None if problem is not None else command_result(answer.result)
        if result is None:
            problem = problem or "returned something else than text, a prompt, a status or None"
            raise CommandFailed(f"`/{name}` failed: {problem}", f"see {place_of(path, answer.line)}")
        return result

    async def transform(self, messages: Sequence[AgentMessage]) -> list[AgentMessage]:
        """The messages after every context handler, each seeing what the last one returned (E4).

        One that fails is left out of the chain, and said in the modules' `faults`.
        """
        await self.hosts.refresh()
        current = list(messages)
        self.hosts.context_faults = {}
        for host, file in self.hosts.files():
            for index in range(sum(it.name == CONTEXT for it in file.handlers)):
                current = await self._transformed(host, file.found.path, index, current)
        return current

    async def _transformed(
        self, host: ScopeHost, path: str, index: int, messages: list[AgentMessage]
    ) -> list[AgentMessage]:
        event = _encode({"entries": list(self._session.entries), "messages": messages}).encode("utf-8", "replace")
        answer = await self._call_handler(host, path, CONTEXT, index, "context", event)
        found = context_messages(answer.result) if answer.error is None else answer.error
        if answer.lost:
            # The module's own fault says why.
            return messages
        if isinstance(found, str):
            fault = ModuleFault(path, answer.line, f"`context`: {found}", FaultKind.HANDLER)
            self.hosts.context_faults[path] = fault
            return messages
        return messages if found is None else found

    async def _call_handler(
        self, host: ScopeHost, path: str, name: str, index: object, kind: str, event: bytes
    ) -> Answer:
        """Calls one of the module's handlers of that name with an event, which is JSON."""

        def pick(file: LoadedFile) -> Registered | None:
            named = [it for it in file.handlers if it.name == name]
            return named[index] if isinstance(index, int) and index < len(named) else None

        begin = b'"call":"' + kind.encode() + b'","ctx":' + self._state() + b',"handler":'
        return await host.call(path, pick, (begin, b',"event":' + event + b"}"), self._requests(path))

    def _requests(self, path: str, *, is_command: bool = False) -> Requests:
        return Requests(self.hosts.host, self._session, self._client, path, is_command=is_command)

    def _state(self) -> bytes:
        return _encode(state_of(self._session, self._client)).encode("utf-8", "replace")

"""The proxy: passes every message on, in order, and has those judged that hooks have a say in."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from acp.meta import AGENT_METHODS, CLIENT_METHODS

from hookwright.acp import gates, permissions, turns
from hookwright.acp.exchange import MOST_OPEN, Exchange
from hookwright.acp.session import Session, key_of_agent
from hookwright.acp.wire import CANCEL_REQUEST, INVALID_REQUEST, Message, Side, Unreadable, line_of, params_of
from hookwright.strict_json import Envelope

logger = logging.getLogger(__name__)

_MOST_SESSIONS = 256

OpenSession = Callable[[Exchange, str, str], Awaitable[Session]]
Judge = Callable[[Exchange, Session, bytes, Message], Coroutine[Any, Any, None]]

_OPENING = {
    AGENT_METHODS["session_new"]: "startup",
    AGENT_METHODS["session_load"]: "resume",
    AGENT_METHODS["session_resume"]: "resume",
    AGENT_METHODS["session_fork"]: "resume",
}
"""The methods that open a session, and what hooks are told of how it begins."""
_OPENING_AGAIN = {AGENT_METHODS["session_load"], AGENT_METHODS["session_resume"]}
_CLOSING = {AGENT_METHODS["session_close"], AGENT_METHODS["session_delete"]}
_JUDGED_BY: dict[str, Judge] = {
    CLIENT_METHODS["session_request_permission"]: permissions.permission,
    CLIENT_METHODS["fs_read_text_file"]: gates.request,
    CLIENT_METHODS["fs_write_text_file"]: gates.request,
    CLIENT_METHODS["terminal_create"]: gates.request,
}
_FOLLOWED = {CLIENT_METHODS[it] for it in ("terminal_output", "terminal_wait_for_exit", "terminal_release")}


class Proxy(Exchange):
    """Stands between a client and an agent until one of them ends.

    `open_session` gives the session of an id and a folder.
    """

    def __init__(self, client: Side, agent: Side, open_session: OpenSession, most_rounds: int) -> None:
        super().__init__(client, agent, most_rounds)
        self.sessions: dict[str, Session] = {}
        self._open_session = open_session

    async def run(self) -> None:
        """Passes messages on until one of the two sides has ended; then sessions end for the hooks, too."""
        pumps = [
            asyncio.ensure_future(self._pump(self.client, self._from_client)),
            asyncio.ensure_future(self._pump(self.agent, self._from_agent)),
        ]
        try:
            done, _ = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for it in done:
                it.result()
        finally:
            for it in (*pumps, *self.tasks):
                it.cancel()
            await asyncio.gather(*pumps, *self.tasks, return_exceptions=True)

    async def close(self) -> None:
        """Tells hooks of the end of every session."""
        await asyncio.gather(*(it.end() for it in self.sessions.values()), return_exceptions=True)

    async def _pump(self, source: Side, take: Callable[[bytes, Message], Awaitable[None]]) -> None:
        try:
            async for came in source.messages():
                readable = [came] if isinstance(came, tuple) else await self._refuse(source, came)
                for line, message in readable:
                    answered = None
                    if "method" not in message and "id" in message:
                        if source is self.client:
                            self.agent.closes(message["id"])
                        answered = self.taken(source, message["id"])
                    await (take if answered is None else answered)(line, message)
        except ConnectionError:
            logger.info("the other side of the %s no longer reads", source.name)

    async def _refuse(self, source: Side, came: Unreadable) -> list[tuple[bytes, Message]]:
        """Tells the sender that this is not passed on; gives the errors for whoever waits for an answer."""
        answers: list[tuple[bytes, Message]] = []
        for it in came.envelopes or (Envelope(),):
            # Its last words may be what cannot be read.
            with suppress(ConnectionError):
                await source.reject(None if it.is_response else it.id, came.code, came.text)
            if it.is_response and it.id is not None:
                text = f"hookwright cannot pass on the answer of the {source.name}: {came.text}"
                message: Message = {"id": it.id, "error": {"code": came.code, "message": text}}
                answers.append((line_of(message), message))
        logger.warning("A message of the %s is not passed on: %s", source.name, came.text)
        return answers

    async def _from_client(self, line: bytes, message: Message) -> None:
        method, session = message.get("method"), self._session(message)
        if method in _OPENING and "id" in message:
            if len(self.sessions) >= _MOST_SESSIONS:
                text = f"{_MOST_SESSIONS} sessions are open: close some, or start the agent again"
                await self.client.refuse_params(message["id"], text)
                return
            if not await self._opens(message):
                return
        elif method == CANCEL_REQUEST:
            line = self._cancel_of_prompt(line, message)
        elif session is not None and method == AGENT_METHODS["session_cancel"]:
            line = turns.cancel(session, line)
        elif session is not None and session.held is not None and len(session.held) < MOST_OPEN:
            session.held.append(line)
            return
        elif session is not None and method == AGENT_METHODS["session_prompt"] and "id" in message:
            await self.start(turns.prompt(self, session, line, message), self.client, message["id"])
            return
        elif session is not None and method in _CLOSING:
            del self.sessions[session.id]
            await self.start(session.end())
        if line:
            await self.agent.write(line)

    async def _from_agent(self, line: bytes, message: Message) -> None:
        method, session = str(message.get("method")), self._session(message)
        is_request = "id" in message
        wrong = self._fault_of_asking(message)
        if wrong is not None:
            # Another request may wait under the same id.
            await self.agent.reject(None, INVALID_REQUEST, f"The message is not passed on: {wrong}")
            return
        if is_request and method in _JUDGED_BY:
            if session is None:
                await self.agent.refuse_params(message["id"], "this session is not open, so no hook can judge this")
            else:
                await self.start(_JUDGED_BY[method](self, session, line, message), self.agent, message["id"])
            return
        if is_request and method in _FOLLOWED and session is not None:
            gates.terminal(self, session, message)
        if method == CANCEL_REQUEST and self._interrupt(message):
            return
        await self.client.write(line)
        if method == CLIENT_METHODS["session_update"] and session is not None and session.is_live:
            gates.update(session, message)

    def _fault_of_asking(self, message: Message) -> str | None:
        """What is wrong with how the agent asks, as half a sentence."""
        if "method" not in message or "id" not in message:
            return None
        return None if self.agent.opens(message["id"]) else "its `id` is that of a request without an answer yet"

    def _session(self, message: Message) -> Session | None:
        return self.sessions.get(str(params_of(message).get("sessionId")))

    async def _opens(self, message: Message) -> bool:
        """Opens the session that the agent will, before its answer reaches the client; says whether that can be.

        The hooks of a session are those of its folder, so one that is open is not opened in another folder.
        """
        params, source = params_of(message), _OPENING[message["method"]]
        folder, number = str(params.get("cwd") or os.getcwd()), params.get("sessionId")
        is_known = isinstance(number, str) and message["method"] in _OPENING_AGAIN
        if is_known and number in self.sessions and self.sessions[str(number)].folder != folder:
            text = f"session `{number}` is open in `{self.sessions[str(number)].folder}`: close it first"
            await self.client.refuse_params(message["id"], text)
            return False
        is_new = is_known and number not in self.sessions
        if is_new:
            self.sessions[str(number)] = await self._open_session(self, str(number), folder)

        known = str(number) if is_known else None
        self.await_answer(self.agent, message["id"], partial(self._opened, known, folder, source, is_new))
        return True

    async def _opened(
        self,
        known: str | None,
        folder: str,
        source: str,
        is_new: bool,
        line: bytes,
        message: Message,
    ) -> None:
        """Takes the agent's answer to the opening of a session, whose id is `known` where the client has named it."""
        result = message.get("result")
        opened = known or str(result.get("sessionId") if isinstance(result, dict) else "")
        if message.get("error") is not None:
            if is_new:
                self.sessions.pop(opened, None)
        elif known is None and opened in self.sessions:
            text = f"the agent gave a new session the id `{opened}`, which another one has"
            await self.client.refuse(message["id"], INVALID_REQUEST, text)
            return
        else:
            if opened not in self.sessions:
                self.sessions[opened] = await self._open_session(self, opened, folder)
            if not self.sessions[opened].is_live:
                self.sessions[opened].is_live = True
                await self.start(self.sessions[opened].start(source))
        await self.client.write(line)

    def _cancel_of_prompt(self, line: bytes, message: Message) -> bytes:
        """The client's cancellation of a request as the agent is to get it: empty if the agent has no part in it."""
        number = params_of(message).get("requestId")
        for it in self.sessions.values():
            if it.turn is not None and it.turn.number == number:
                it.turn.cancelled = True
                if it.interrupt(turns.key(number)):
                    return b""
                changed = {**message, "params": {**params_of(message), "requestId": it.turn.asked_as}}
                return line if it.turn.asked_as == number else line_of(changed)
        return line

    def _interrupt(self, message: Message) -> bool:
        """Takes back what the agent has asked, where hooks are still judging it."""
        key = key_of_agent(params_of(message).get("requestId"))
        return any(it.interrupt(key) for it in self.sessions.values())

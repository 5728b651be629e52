"""What stands between a client and an agent: both sides, the answers that are awaited, and what is judged meanwhile."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from acp import session_notification, update_agent_message_text
from acp.meta import AGENT_METHODS, CLIENT_METHODS

from hookwright.acp.wire import CANCEL_REQUEST, Message, Side, key_of

logger = logging.getLogger(__name__)

_AT_ONCE = 64
"""What an agent may have judged at a time; while there is more, nothing more is read of it."""
MOST_OPEN = 10_000
"""Messages that are held back for hooks, and requests whose answers hooks wait for: what is more passes by."""

Answered = Callable[[bytes, Message], Awaitable[None]]


class Exchange:
    """What judging a message needs of the proxy.

    `most_rounds` is how often hooks may have an agent go on in one turn.
    """

    def __init__(self, client: Side, agent: Side, most_rounds: int) -> None:
        self.client = client
        self.agent = agent
        self.most_rounds = most_rounds
        self.tasks: set[asyncio.Task[None]] = set()
        self._awaited: dict[tuple[str, str], Answered] = {}
        self._slots = asyncio.Semaphore(_AT_ONCE)

    def new_id(self) -> str:
        """An id for a request of ours, which neither side uses, and which the other one cannot know."""
        return f"hookwright-{os.urandom(16).hex()}"

    def await_answer(self, side: Side, number: object, answered: Answered) -> None:
        """From now on the answer of this side to the request goes there instead of being passed on."""
        self._awaited[side.name, key_of(number)] = answered
        if len(self._awaited) > MOST_OPEN:
            del self._awaited[next(iter(self._awaited))]

    def taken(self, side: Side, number: object) -> Answered | None:
        """Where the answer of this side to the request goes; None if it is passed on."""
        return self._awaited.pop((side.name, key_of(number)), None)

    async def ask_client(self, method: str, params: Mapping[str, Any]) -> Message:
        """Asks the client something for a hook, and gives the message that answers."""
        number = self.new_id()
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        async def answered(_: bytes, message: Message) -> None:
            if not answer.done():
                answer.set_result(message)

        self.await_answer(self.client, number, answered)
        await self.client.send(id=number, method=method, params=params)
        try:
            return await answer
        except asyncio.CancelledError:
            await self.client.send(method=CANCEL_REQUEST, params={"requestId": number})
            raise

    async def start(self, doing: Coroutine[Any, Any, None], asker: Side | None = None, number: object = None) -> None:
        """Does something beside the messages that pass; if it fails, who asked gets an error, and nothing passes."""
        # What the agent asks may wait for the user, so what the client sends must not wait for that.
        slots = self._slots if asker is self.agent else None
        if slots is not None:
            await slots.acquire()
        task = asyncio.create_task(self._guarded(doing, asker, number))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        if slots is not None:
            task.add_done_callback(lambda _: slots.release())
        # It has begun before the next message is looked at, which may be its cancellation.
        await asyncio.sleep(0)

    async def _guarded(self, doing: Coroutine[Any, Any, None], asker: Side | None, number: object) -> None:
        try:
            await doing
        except ConnectionError:
            logger.info("a side no longer reads")
        except Exception:
            logger.exception("a message could not be judged")
            if asker is not None:
                await asker.fail(number)


async def tell(proxy: Exchange, session: str, text: str) -> None:
    """Shows the user a text, as if the agent said it."""
    notification = session_notification(session, update_agent_message_text(f"\n\n**Hook:** {text}\n\n"))
    params = notification.model_dump(mode="json", by_alias=True, exclude_none=True)
    await proxy.client.send(method=CLIENT_METHODS["session_update"], params=params)


async def stop(proxy: Exchange, session: str) -> None:
    """Has the agent stop what it does in the session."""
    await proxy.agent.send(method=AGENT_METHODS["session_cancel"], params={"sessionId": session})

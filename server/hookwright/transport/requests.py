"""The requests of one client that are being answered: each is a task, which `$/cancelRequest` cancels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from inspect import isawaitable
from typing import Any

from hookwright.matching.expressions import limited
from hookwright.transport.failures import failure


class OpenRequests:
    """What has come and is not answered yet, by id."""

    def __init__(self) -> None:
        self._tasks: dict[int | str, asyncio.Task[Any]] = {}

    def __contains__(self, request_id: object) -> bool:
        return request_id in self._tasks

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def tasks(self) -> Iterable[asyncio.Task[Any]]:
        """Those that answer them."""
        return tuple(self._tasks.values())

    async def answer(self, request_id: int | str | None, doing: str, work: Callable[[], Any]) -> Any:
        """What the work gives, or the error that the client gets; `doing` is what a fault is logged under."""
        task = asyncio.current_task()
        assert task is not None
        if request_id is not None:
            self._tasks[request_id] = task
        try:
            # What is answered at once has no more time for expressions than a file has; the rest limits itself.
            with limited():
                outcome = work()
            return await outcome if isawaitable(outcome) else outcome
        except Exception as error:
            raise failure(error, doing) from error
        finally:
            if request_id is not None:
                self._tasks.pop(request_id, None)

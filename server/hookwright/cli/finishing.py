"""Runs what is awaited to its end, in an event loop of its own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any, TypeVar

    _Answer = TypeVar("_Answer")


def finished(work: Coroutine[Any, Any, _Answer]) -> _Answer:
    """What `asyncio.run` answers.

    As the answer is not that of the task, it is not written out: Python does that twice at the end of each run, to look
    for the handler of SIGINT, and a result with its plan and dialect is long.
    """
    import asyncio

    answers: list[_Answer] = []

    async def keep() -> None:
        answers.append(await work)

    asyncio.run(keep())
    return answers[0]

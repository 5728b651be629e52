"""What is sent to a session first counts first, also while it is being opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from hookwright.engine.sessions.messages import AgentMessage
from hookwright.engine.sessions.sessions import Session, Sessions
from hookwright.errors import HookwrightError, UsageError
from hookwright.host import Host


async def as_they_are(_: Session, messages: Sequence[AgentMessage]) -> list[AgentMessage]:
    return [*messages]


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    return Sessions(Host({}, str(tmp_path)), as_they_are)


async def test_who_asks_when_a_session_is_just_open_goes_on_after_those_who_wait(
    sessions: Sessions, tmp_path: Path
) -> None:
    went_on: list[str] = []

    async def ask(name: str) -> None:
        await sessions.named("s")
        went_on.append(name)

    opening = asyncio.create_task(sessions.begin("s", str(tmp_path), None))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(ask(it)) for it in ("first", "second")]
    await opening
    await ask("third")
    await asyncio.gather(*waiting)
    await sessions.close_all()

    assert went_on == ["first", "second", "third"]


async def test_who_waits_for_a_session_that_cannot_be_opened_gets_an_error(sessions: Sessions, tmp_path: Path) -> None:
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    opening = asyncio.create_task(sessions.begin("s", str(tmp_path), str(folder)))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(sessions.named("s"))

    with pytest.raises((HookwrightError, OSError)):
        await opening
    with pytest.raises(UsageError, match="is not an open session"):
        await waiting
    opened = await sessions.begin("s", str(tmp_path), None)
    assert await sessions.named("s") is opened
    await sessions.close_all()

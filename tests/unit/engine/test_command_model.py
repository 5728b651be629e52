"""A model behind a command, with real processes."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from tests.unit.engine.commands import is_gone

from hookwright.engine.model import CommandModel, ModelFailed
from hookwright.host import Host

HOST = Host({"PATH": os.defpath, "KEY": "secret"}, "/h")


async def _answer(folder: Path, command: str, prompt: str = "", **keys: object) -> str:
    named = keys.get("model")
    return await CommandModel(command, HOST, str(folder)).complete(
        prompt, model=str(named) if named else None, tools=bool(keys.get("tools")), session_id="s"
    )


async def test_d5_the_prompt_goes_to_stdin_and_stdout_is_the_answer(tmp_path: Path) -> None:
    prompt = "$(touch x) 'quoted' „ü“\n" * 10_000
    assert await _answer(tmp_path, "cat", prompt) == prompt
    assert not list(tmp_path.iterdir())


async def test_the_command_is_told_what_is_wanted(tmp_path: Path) -> None:
    command = 'echo "$PWD|$KEY|$HOOKWRIGHT_MODEL|$HOOKWRIGHT_MODEL_TOOLS|$HOOKWRIGHT_SESSION_ID"'
    assert await _answer(tmp_path, command, model="small", tools=True) == f"{tmp_path}|secret|small|1|s\n"
    assert await _answer(tmp_path, command) == f"{tmp_path}|secret||0|s\n"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("echo no credit >&2; exit 2", "the model's command exited 2: no credit"),
        ("exit 3", "the model's command exited 3 and wrote nothing to stderr"),
        ("kill -9 $$", "the model's command was killed by signal 9 and wrote nothing to stderr"),
    ],
)
async def test_d5_a_command_that_fails_says_why(tmp_path: Path, command: str, why: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        await _answer(tmp_path, command)
    assert str(caught.value) == why


async def test_a_command_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    with pytest.raises(ModelFailed, match="could not be run: "):
        await _answer(tmp_path / "gone", "cat")


async def test_being_cancelled_ends_the_command(tmp_path: Path) -> None:
    fifo = tmp_path / "pid"
    os.mkfifo(fifo)
    asked = asyncio.create_task(_answer(tmp_path, f"echo $$ > '{fifo}'; sleep 60"))
    process = int(await asyncio.to_thread(fifo.read_text))
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert is_gone(process)

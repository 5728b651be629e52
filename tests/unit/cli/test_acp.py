"""`hookwright acp` says what it lacks before it starts anything."""

from __future__ import annotations

import importlib.util
import shlex
import sys

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright
from hookwright.errors import UsageError


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trust", "/nowhere", "--", "agent"), "`/nowhere` is not a folder"),
        (("--dialect", "klingon", "--", "agent"), "klingon"),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[str, ...], said: str) -> None:
    ended = CliRunner().invoke(hookwright, ["acp", *arguments])

    assert said in str(ended.exception)


def test_without_the_sdk_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    ended = CliRunner().invoke(hookwright, ["acp", "--", "agent"])

    assert isinstance(ended.exception, UsageError)
    assert f"uv pip install --python {shlex.quote(sys.executable)} 'agent-client-protocol>=" in str(ended.exception)

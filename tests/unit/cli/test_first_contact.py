"""What somebody sees who does not know the command line yet."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from hookwright import __version__
from hookwright.cli import COMMANDS, hookwright


def said(*arguments: str) -> str:
    result = CliRunner().invoke(hookwright, [*arguments])
    assert result.exit_code == 0
    return result.output


def test_without_arguments_it_says_what_to_begin_with() -> None:
    told = said()
    assert len(told.splitlines()) < 12
    named = [line.split()[1] for line in told.splitlines() if line.startswith("  hookwright ")]
    assert named
    assert set(named) <= set(COMMANDS)


def test_help_is_a_command_too() -> None:
    assert all(f"  {it} " in said("help") for it in COMMANDS)
    assert said("help", "check") == said("check", "--help")


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version(flag: str) -> None:
    assert said(flag) == f"hookwright {__version__}\n"


def test_help_for_a_command_that_does_not_exist_guesses() -> None:
    result = CliRunner().invoke(hookwright, ["help", "chek"])
    assert result.exit_code == 2
    assert "did you mean `check`?" in result.output

"""The one way from the command line to a terminal: text with nothing in it that would be obeyed."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from typing import Any

import click

from hookwright.patterns import late_pattern
from hookwright.visible import cut_to, for_terminal, tinted, visible_json, visible_line

_color = "auto"
_COMMAND = late_pattern(r"^((?:[^\S\n]|\x1b\[[\d;]*m)*)::", re.MULTILINE)


def say(text: str = "", *, end: str = "\n", err: bool = False) -> None:
    """Prints a text made visible, with its styles where it goes to a terminal that takes them."""
    click.echo(_without_commands(for_terminal(text)) + end, nl=False, err=err, color=_forced())


def say_command(line: str) -> None:
    """Prints a command for GitHub Actions or Azure Pipelines, whose values are escaped already."""
    click.echo(for_terminal(line))


def _without_commands(text: str, instead: str = " [") -> str:
    """The text without what GitHub Actions or Azure Pipelines take for commands, on either output of a step."""
    if os.environ.get("TF_BUILD"):
        text = text.replace("##vso[", f"##vso{instead}")
    elif os.environ.get("GITHUB_ACTIONS") != "true":
        return text
    return _COMMAND.sub(r"\1: :", text).replace("##[", f"##{instead}")


def styled(text: str, *tints: str) -> str:
    """The text in these styles, if standard output takes any."""
    return tinted(";".join(tints), text, color=takes_styles())


def takes_styles() -> bool:
    """Whether standard output gets colors: what `--color` says, else NO_COLOR and FORCE_COLOR, else a terminal does."""
    if _color != "auto":
        return _color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def clear_terminal() -> None:
    """Empties a terminal that obeys escape sequences."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)


def takes_lines_in_place() -> bool:
    """Whether standard error is a terminal on which a line can be taken back."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def show_in_place(line: str, end: str = "") -> None:
    """Shows a line on standard error in place of the last one; without an `end` and a line, it only wipes that.

    The line is cut so that its end fits on the terminal too.
    """
    # A terminal that does not know its width says 0.
    width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
    # A line that wraps could not be wiped.
    click.echo("\r\x1b[K" + cut_to(visible_line(line), width - 1 - len(end)) + end, nl=False, err=True)


def choose_color(when: str) -> None:
    """Sets when this process prints in color: `auto`, `always` or `never`."""
    global _color  # noqa: PLW0603  it is about the whole process
    _color = when


def _forced() -> bool | None:
    """What click is to do about escape sequences; None leaves it to click, which looks for a terminal."""
    return True if takes_styles() else None


def print_drawn(lines: Iterable[str]) -> None:
    """Prints lines that were drawn from cells made visible, with the styles that they were drawn with."""
    for line in lines:
        click.echo(_without_commands(line), color=_forced())


def print_json(value: Any) -> None:  # noqa: ANN401  any JSON value
    """Prints a value as indented UTF-8 JSON, with escapes for what a terminal would obey."""
    text = visible_json(json.dumps(value, ensure_ascii=False, indent=2))
    click.echo(_without_commands(text, r"\u005b"))


def print_json_line(value: Any) -> None:  # noqa: ANN401  any JSON value
    """The same on one line, for programs that read line by line."""
    click.echo(_without_commands(visible_json(json.dumps(value, ensure_ascii=False)), r"\u005b"))


def print_exactly(content: bytes) -> None:
    """Prints what a program is to read, byte by byte; a terminal gets it as text."""
    if sys.stdout.isatty():
        say(content.decode("utf-8", "surrogateescape"), end="")
    else:
        click.echo(content, nl=False)

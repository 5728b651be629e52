"""Commands that name a folder through a variable without quoting it, made safe for any path."""

from __future__ import annotations

from collections.abc import Mapping

from hookwright.model.dialect import Dialect
from hookwright.patterns import late_pattern

_SPLITS = late_pattern(r"[\s*?\[\\]")


def whole_words(dialect: Dialect, command: str, environment: Mapping[str, str]) -> str:
    """The command with quotes around a variable if it has none and the shell would take the value apart (D6).

    Only for variables of the dialect that are `whole`.  Values are never put into the command: the shell expands it.
    """
    whole = (it for it in dialect.variables if it.whole and _SPLITS.search(environment.get(it.name, "")))
    names = {it.name: not it.bare for it in whole}
    # In the body of a heredoc, quotes are plain text.
    if "<<" in command or not any((f"${{{it}}}" if braces else f"${it}") in command for it, braces in names.items()):
        return command
    # Few commands need it, and a dispatch is not to load a parser for the others.
    from hookwright.shell.parse import parse, shell_of
    from hookwright.shell.tree import Context

    for use in reversed(shell_of(parse(command)).uses):
        if names.get(use.name) is use.braces and use.plain and use.context is not Context.QUOTED:
            command = f'{command[: use.start]}"{command[use.start : use.end]}"{command[use.end :]}'
    return command

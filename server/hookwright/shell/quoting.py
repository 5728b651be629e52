"""Commands that name a folder through a variable without quoting it, made safe for any path."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hookwright.model.dialect import Dialect

_SPLITS = re.compile(r"[\s*?\[\\]")
# Inside of these, what is quoted cannot be told without a shell.
_NESTING = re.compile(r"\$\(|`|<<|\$'")
_PIECE = re.compile(r"""\\.|'[^']*'|"(?:[^"\\]|\\.)*"|\$\{(\w+)\}|.""", re.DOTALL)


def whole_words(dialect: Dialect, command: str, environment: Mapping[str, str]) -> str:
    """The command with quotes around `${NAME}` where it has none and the shell would take the value apart (D6).

    Only for variables of the dialect that are `whole`.  Values are never put into the command: the shell expands it.
    """
    names = {it.name for it in dialect.variables if it.whole and _SPLITS.search(environment.get(it.name, ""))}
    if not names or _NESTING.search(command):
        return command
    return _PIECE.sub(lambda it: f'"{it[0]}"' if it[1] in names else it[0], command)

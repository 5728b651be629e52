"""The arguments of a tool of a known kind, by the names that hooks know, for any names of the agent."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from typing import Any

# What agents call an argument, the name that hooks know first.
NAMES = {
    "file_path": ("file_path", "path", "filePath", "abs_path", "absolute_path", "notebook_path", "target_file"),
    "old_string": ("old_string", "oldString", "old_text", "oldText"),
    "new_string": ("new_string", "newString", "new_text", "newText"),
    "content": ("content", "contents"),
    "command": ("command", "cmd", "script"),
    "pattern": ("pattern", "query", "regex"),
    "url": ("url",),
}
ARGUMENTS = {
    "Read": ("file_path",),
    "Edit": ("file_path", "old_string", "new_string"),
    "Write": ("file_path", "content"),
    "Delete": ("file_path",),
    "Move": ("file_path",),
    "Grep": ("pattern",),
    "Bash": ("command",),
    "WebFetch": ("url",),
}
"""The tools that other agents have under other names, and what hooks look at in them."""


_SHELL = re.compile(r"((/usr(/local)?|/opt/homebrew)?/bin/)?(ba|da|k|z)?sh")


def named_arguments(
    tool: str,
    given: Mapping[str, Any],
    otherwise: Callable[[str], Any] = lambda _: None,
) -> dict[str, Any]:
    """What the agent gives the tool, with the arguments that hooks look at also under the names that these know.

    Where the agent does not give one, `otherwise` is asked for it.  A command that is a list of words is one line.
    """
    found: dict[str, Any] = {}
    for argument in ARGUMENTS.get(tool, ()):
        value = next((given[it] for it in NAMES[argument] if given.get(it) is not None), None)
        value = otherwise(argument) if value is None else value
        if value is not None:
            found[argument] = _line(value) if argument == "command" else value
    return {**given, **found}


def _line(command: object) -> object:
    """The command as one line of shell."""
    words = command if isinstance(command, list) and all(isinstance(it, str) for it in command) else None
    if words is None:
        return command
    # How agents have a shell run a line; for other programs, such as `python -c`, the line alone would be another one.
    is_shell = len(words) == 3 and words[1] in ("-c", "-lc") and _SHELL.fullmatch(words[0])
    return words[2] if is_shell else shlex.join(words)

"""A command as guards read it, as one line of shell: alone, and with the folder and the variables that it runs with."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from msgspec.structs import replace

from hookwright.acp.tools import Tool, dicts

_FOLDERS = ("cwd", "workdir", "workingDirectory", "working_directory", "directory", "dir_path")
"""What agents call the folder in which a command runs."""


def readings(tool: Tool, folder: str) -> tuple[Tool, ...]:
    """The tool in each form that a guard may look for: a command has several lines, any other tool has one form.

    The first form is the command as it is, so that guards find what it begins with.  Some clients join its words
    without quotes.  Where it does not run in `folder`, the session's, or gets variables, each line also comes behind
    `cd` and `export`, which a guard that reads only the line would not see otherwise.
    """
    command = tool.input.get("command")
    if tool.name != "Bash" or not isinstance(command, str):
        return (tool,)
    lines = [command] if tool.joined is None else [command, tool.joined]
    before = _prefix(*place(tool, folder), folder)
    if before:
        lines += [before + it for it in lines]
    return (tool, *(replace(tool, input={**tool.input, "command": it}, joined=None) for it in lines[1:]))


def place(tool: Tool, folder: str) -> tuple[str, Mapping[str, str]]:
    """The folder in which the tool's command runs, that of the session if it names none, and its variables."""
    named = next((tool.input[it] for it in _FOLDERS if tool.input.get(it) is not None), folder)
    return _plain(str(named)), _variables(tool.input.get("env"))


def _variables(value: object) -> Mapping[str, str]:
    """The variables by name: agents give an object, or a list as the protocol has it."""
    if isinstance(value, Mapping):
        return {str(name): str(it) for name, it in value.items()}
    if isinstance(value, list):
        return {str(it.get("name")): str(it.get("value")) for it in dicts(value)}
    return {} if value is None else {"env": str(value)}


def _plain(folder: str) -> str:
    return folder.rstrip("/") or folder[:1]


def _prefix(where: str, variables: Mapping[str, str], folder: str) -> str:
    moves = [f"cd {shlex.quote(where)}"] if where != _plain(folder) else []
    pairs = " ".join(f"{shlex.quote(name)}={shlex.quote(value)}" for name, value in variables.items())
    return "".join(f"{it} && " for it in (*moves, *([f"export {pairs}"] if pairs else ())))

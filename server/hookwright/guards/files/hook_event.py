"""The event that a hook gets on standard input, and how the hook answers it.

How Claude Code reads what a hook answers:
  exit 0: the agent goes on
  exit 2: refused; the reason is on standard error
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

# What differs between agents.
TOOL_NAMES: tuple[str, ...] = ("tool_name",)
INPUTS: tuple[str, ...] = ("tool_input",)
COMMANDS: tuple[str, ...] = ("command",)
PATHS: tuple[str, ...] = ("file_path", "notebook_path", "path")
SHELLS: tuple[str, ...] = ("Bash", "PowerShell", "Monitor")
OTHERS: tuple[str, ...] = ()
READERS: tuple[str, ...] = ("Read", "Glob", "Grep")
FILE_TOOLS: tuple[str, ...] = ("Read", "Write", "Edit", "NotebookEdit")
SERVERS: tuple[str, ...] = ("mcp__",)
TOP = "../.."


def refuse(reason: str) -> NoReturn:
    """Refuses what the event announces, and ends the hook."""
    print(reason, file=sys.stderr)
    sys.exit(2)


def allow() -> NoReturn:
    """Lets the agent go on, and ends the hook."""
    sys.exit(0)


# What is the same for every agent.

# Words in the names of tools of MCP servers that only read, and that delete.
_READING = frozenset("read get list search find view show tree info stat".split())
_DELETING = frozenset("delete remove rm rmdir unlink trash".split())
# What these call a path.
_PATHS_OF_SERVERS = ("paths", "source", "destination", "filename", "dir", "directory", "folder")
_FOLDERS = ("cwd", "workdir", "working_dir", "working_directory", "project_dir")


class Event:
    """A tool that the agent is about to use.

    `command` is the text that it gives to a shell, and `paths` are the files that it works on, as absolute paths; it
    `writes` them unless it is known to read.  `folder` is where it runs, and `project` is the folder with the hooks.
    """

    def __init__(self, tool: str, given: dict[str, object], folder: str) -> None:
        self.tool, self.folder = tool, folder
        here = os.path.dirname(os.path.abspath(__file__))
        # A plugin is outside the projects that it is used in.
        self.project = os.path.normpath(os.path.join(here, TOP)) if TOP else os.getcwd()
        self.command = _command(tool, given)
        words = _words_of_server(tool)
        named = (*_paths(given), *(_named(given, _PATHS_OF_SERVERS) if words else ()))
        self.paths = tuple(os.path.normpath(os.path.join(folder, os.path.expanduser(it))) for it in named)
        self.writes = tool not in READERS and not (_READING & words and not _DELETING & words)
        if self.command is None and self.paths and _DELETING & words:
            # Rules about commands judge what such a tool deletes.
            self.command = _written_out(["rm", "-r", "--", *self.paths])
        if tool in FILE_TOOLS and not self.paths:
            raise ValueError(f"it has no path under `{PATHS[0]}`")


def read_event() -> Event:
    """The event; one that cannot be read is refused, because nobody knows what it would do."""
    try:
        payload = json.loads(sys.stdin.buffer.read().decode("utf-8"))
        return _event(payload)
    except (ValueError, RecursionError) as wrong:
        refuse(f"the guard cannot read the event that it got ({wrong}), so it refuses; tell the user")


def _event(payload: object) -> Event:
    if not isinstance(payload, dict):
        raise ValueError("it is not a JSON object")
    tool = next((payload[it] for it in TOOL_NAMES if it in payload), "" if not TOOL_NAMES else None)
    if not isinstance(tool, str):
        raise ValueError(f"it has no text under `{TOOL_NAMES[0]}`")
    given = next((payload[it] for it in INPUTS if it in payload), None)
    if isinstance(given, str):
        given = json.loads(given)
    if not isinstance(given, dict):
        raise ValueError(f"it has no object under `{INPUTS[0]}`")
    return Event(tool, given, _folder(payload, given))


def _folder(payload: dict[str, object], given: dict[str, object]) -> str:
    """Where the tool runs: as the event says, if there is such a folder, and otherwise the current one."""
    roots = payload.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else None
    for it in (*(place.get(key) for place in (given, payload) for key in _FOLDERS), first):
        if isinstance(it, str) and os.path.isdir(it):
            return os.path.abspath(it)
    return os.getcwd()


def _command(tool: str, given: dict[str, object]) -> str | None:
    """The text for a shell; None if the tool has none."""
    value = next((given[it] for it in COMMANDS if it in given), None)
    if tool in OTHERS or (value is None and tool not in SHELLS and (tool or any(_paths(given)))):
        return None
    if isinstance(value, list) and value and _is_of_server(tool) and all(isinstance(it, str) for it in value):
        return _written_out(value)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"it has no command under `{COMMANDS[0]}`")
    return value


def _paths(given: dict[str, object]) -> Iterator[str]:
    """The paths that a tool is given, alone, in lists and in patches."""
    for value in given.values():
        for it in value if isinstance(value, list) else [value]:
            if isinstance(it, dict):
                yield from _paths(it)
            elif isinstance(it, str) and it.startswith("*** Begin Patch"):
                yield from _patched(it)
    # `glob` narrows a search to some files.
    yield from _named(given, (*PATHS, "glob"))


def _named(given: dict[str, object], keys: tuple[str, ...]) -> Iterator[str]:
    """The paths under some keys."""
    for key in keys:
        value = given.get(key)
        for it in value if isinstance(value, list) else [value]:
            if isinstance(it, str) and it:
                yield it
            elif key in PATHS and it not in (None, ""):
                raise ValueError(f"what it has under `{key}` is no path")


def _words_of_server(tool: str) -> frozenset[str]:
    """The words in the name of a tool of an MCP server, without the server's; empty for other tools."""
    if not _is_of_server(tool):
        return frozenset()
    return frozenset(tool.lower().replace(":", "__").rpartition("__")[2].replace("-", "_").split("_"))


def _is_of_server(tool: str) -> bool:
    return bool(SERVERS) and tool.startswith(SERVERS)


def _written_out(words: list[str]) -> str:
    """The text with which a shell runs a program with its arguments."""
    return " ".join("'" + it.replace("'", "'\\''") + "'" for it in words)


def _patched(patch: str) -> Iterator[str]:
    for line in patch.splitlines():
        for start in ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "):
            if line.startswith(start):
                yield line[len(start) :].strip()

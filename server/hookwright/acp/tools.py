"""What a tool call of the Agent Client Protocol is to hooks: the name and the arguments of Claude Code's tools.

A command is also read as one line of shell: alone, and with the folder and the variables that it runs with.
"""

from __future__ import annotations

import os.path
import re
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.tool_maps.kinds import NAMES, named_arguments

_FOLDERS = ("cwd", "workdir", "workingDirectory", "working_directory", "directory", "dir_path")
"""What agents call the folder in which a command runs."""
Json = Mapping[str, Any]

_BY_KIND = {
    "read": "Read",
    "edit": "Edit",
    "delete": "Delete",
    "move": "Move",
    "search": "Grep",
    "execute": "Bash",
    "fetch": "WebFetch",
}
KINDS = {name: kind for kind, name in _BY_KIND.items()} | {"Write": "edit"}
"""The protocol's kind of each tool."""

_ONE_WORD = re.compile(r"[\w.:/-]{1,128}")
_QUOTED = re.compile(r"`([^`\n]+)`")
# The tools with which an agent adapter stands in for those of Claude Code.
_STAND_IN = "mcp__acp__"
_OWN = "claudeCode"


class Tool(Struct, frozen=True):
    """A tool as hooks know it; `joined` is a command's words without quotes, where that is another line of shell."""

    name: str
    input: Json
    joined: str | None = None

    @property
    def subject(self) -> str | None:
        """The file or the command that it is about, in one spelling."""
        path, command = self.input.get("file_path"), self.input.get("command")
        if isinstance(path, str):
            return os.path.normpath(path)
        return command if isinstance(command, str) else None

    def is_covered_by(self, other: Tool) -> bool:
        """Whether it is what the other tool call does, asked of the client: a file that is written, a command run."""
        same = self.subject is not None and self.subject == other.subject
        return same and (self.name == "Read") == (other.name == "Read")


def tool_of_call(call: Json) -> Tool:
    """The tool of a `ToolCall` or `ToolCallUpdate`; members that are missing or odd are done without."""
    raw = call.get("rawInput")
    given = dict(raw) if isinstance(raw, Mapping) else {}
    diff = _diff(call)
    name = _own_name(call) or _name(call, given, diff)
    return Tool(name, named_arguments(name, given, partial(_otherwise, call, raw, diff)))


def tools_of_call(call: Json, folder: str) -> tuple[Tool, ...]:
    """All that a tool call announces, its own tool first: also a command, and every change of a file that it shows.

    `folder` is that of the session, in which relative paths begin.
    """
    first, raw = tool_of_call(call), call.get("rawInput")
    found = [first]
    if first.name != "Bash" and _own_name(call) is None and isinstance(raw, Mapping) and _has_command(raw):
        found.append(Tool("Bash", named_arguments("Bash", raw)))
    diffs = [it for it in dicts(call.get("content")) if it.get("type") == "diff"]
    if diffs and first.name in ("Edit", "Write") and _is_one_path(first.input.get("file_path"), diffs[0], folder):
        del diffs[0]
    return (*found, *(_tool_of_diff(it) for it in diffs))


def _has_command(raw: Json) -> bool:
    """Whether it has what agents call a command, for any kind that they give the tool."""
    command = next((raw[it] for it in ("command", "cmd") if raw.get(it)), None)
    return isinstance(command, str) or (isinstance(command, list) and all(isinstance(it, str) for it in command))


def _is_one_path(path: object, diff: Json, folder: str) -> bool:
    both = {os.path.normpath(os.path.join(folder, str(it))) for it in (path, diff.get("path"))}
    return len(both) == 1


def _tool_of_diff(diff: Json) -> Tool:
    path, old, new = diff.get("path"), diff.get("oldText"), diff.get("newText")
    if old is None:
        return Tool("Write", {"file_path": path, "content": new})
    return Tool("Edit", {"file_path": path, "old_string": old, "new_string": new})


def with_update(call: Json, update: Json) -> dict[str, Any]:
    """What is known of a tool call after an update, which says only what is new."""
    new = {name: value for name, value in update.items() if value is not None}
    own = {**_own(call), **_own(update)}
    return {**call, **new, **({"_meta": {_OWN: own}} if own else {})}


def _own(call: Json) -> Json:
    """What agents that have the tools of Claude Code say of them beside the protocol."""
    meta = call.get("_meta")
    own = meta.get(_OWN) if isinstance(meta, Mapping) else None
    return own if isinstance(own, Mapping) else {}


def _own_name(call: Json) -> str | None:
    name = _own(call).get("toolName")
    return name.removeprefix(_STAND_IN) if isinstance(name, str) and name else None


def _name(call: Json, given: Json, diff: Json) -> str:
    name = _BY_KIND.get(str(call.get("kind")))
    if name is None:
        title = call.get("title")
        return title if isinstance(title, str) and _ONE_WORD.fullmatch(title) else "Other"
    has_old = diff.get("oldText") is not None or any(it in given for it in NAMES["old_string"])
    has_whole = diff.get("newText") is not None or any(it in given for it in NAMES["content"])
    return "Write" if name == "Edit" and has_whole and not has_old else name


def _otherwise(call: Json, raw: Any, diff: Json, argument: str) -> Any:  # noqa: ANN401  values of JSON
    """The argument of an agent that does not give its tool's input."""
    match argument:
        case "file_path":
            places = dicts(call.get("locations"))
            return diff.get("path") or next((it["path"] for it in places if isinstance(it.get("path"), str)), None)
        case "old_string":
            return diff.get("oldText")
        case "new_string" | "content":
            return diff.get("newText")
        case "command":
            quoted = _QUOTED.search(str(call.get("title") or ""))
            return raw if isinstance(raw, str) and raw else quoted[1] if quoted else call.get("title")
    return None


def _diff(call: Json) -> Json:
    return next((it for it in dicts(call.get("content")) if it.get("type") == "diff"), {})


def dicts(value: object) -> Sequence[Json]:
    """The objects of a list; nothing else of it, and nothing of what is not a list."""
    return [it for it in value if isinstance(it, Mapping)] if isinstance(value, list) else []


def output_of_call(call: Json) -> Any:  # noqa: ANN401  whatever the tool answered
    """What the tool answered: its own output, else the text that the user is shown."""
    own = _own(call).get("toolResponse")
    raw = call.get("rawOutput") if own is None else own
    if raw is not None:
        return raw
    contents = (it.get("content") for it in dicts(call.get("content")) if it.get("type") == "content")
    return "\n".join(str(it.get("text") or "") for it in contents if isinstance(it, Mapping))


def terminals_of_call(call: Json) -> frozenset[str]:
    """The client's terminals that the tool call shows."""
    shown = (it.get("terminalId") for it in dicts(call.get("content")) if it.get("type") == "terminal")
    return frozenset(it for it in shown if isinstance(it, str))


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

"""What a tool call of the Agent Client Protocol is to hooks: the name and the arguments of Claude Code's tools."""

from __future__ import annotations

import os.path
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hookwright.engine.tool_maps.kinds import NAMES, named_arguments

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
KINDS = {"Read": "read", "Write": "edit", "Bash": "execute"}
"""The protocol's kind of the tools that an agent asks of its client."""

_ONE_WORD = re.compile(r"[\w.:/-]{1,128}")
_QUOTED = re.compile(r"`([^`\n]+)`")
# The tools with which an agent adapter stands in for those of Claude Code.
_STAND_IN = "mcp__acp__"
_OWN = "claudeCode"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as hooks know it."""

    name: str
    input: Json

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

    def is_just(self, other: Tool, before: str | None) -> bool:
        """Whether it does what hooks were told of the other tool call, and nothing else.

        `before` is what the file holds that an edit is made in, None where nobody knows.
        """
        if self.subject is None or self.subject != other.subject:
            return False
        if self.name == other.name:
            return all(key in ("file_path", "command") or other.input.get(key) == it for key, it in self.input.items())
        old, new = other.input.get("old_string"), other.input.get("new_string")
        if (self.name, other.name) != ("Write", "Edit") or not (isinstance(old, str) and isinstance(new, str)):
            return False
        if not old or before is None:
            return not old and not before and self.input.get("content") == new
        return self.input.get("content") in (before.replace(old, new, 1), before.replace(old, new))


def tool_of_call(call: Json) -> Tool:
    """The tool of a `ToolCall` or `ToolCallUpdate`; members that are missing or odd are done without."""
    raw = call.get("rawInput")
    given = dict(raw) if isinstance(raw, Mapping) else {}
    diff = _diff(call)
    name = _own_name(call) or _name(call, given, diff)
    return Tool(name, named_arguments(name, given, partial(_otherwise, call, raw, diff)))


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
            places = _objects(call.get("locations"))
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
    return next((it for it in _objects(call.get("content")) if it.get("type") == "diff"), {})


def _objects(value: object) -> Sequence[Json]:
    return [it for it in value if isinstance(it, Mapping)] if isinstance(value, list) else []


def output_of_call(call: Json) -> Any:  # noqa: ANN401  whatever the tool answered
    """What the tool answered: its own output, else the text that the user is shown."""
    own = _own(call).get("toolResponse")
    raw = call.get("rawOutput") if own is None else own
    if raw is not None:
        return raw
    contents = (it.get("content") for it in _objects(call.get("content")) if it.get("type") == "content")
    return "\n".join(str(it.get("text") or "") for it in contents if isinstance(it, Mapping))


def terminals_of_call(call: Json) -> frozenset[str]:
    """The client's terminals that the tool call shows."""
    shown = (it.get("terminalId") for it in _objects(call.get("content")) if it.get("type") == "terminal")
    return frozenset(it for it in shown if isinstance(it, str))


def tool_of_request(method: str, params: Json, folder: str = "") -> Tool:
    """The tool of what an agent asks of its client: to read or write a file, or to run a command.

    A command has its `cwd` where that is not the session's `folder`, and its `env` where it sets variables.
    """
    if method == "terminal/create":
        words = params.get("args")
        words = [it for it in words if isinstance(it, str)] if isinstance(words, list) else []
        command = str(params.get("command") or "")
        return Tool("Bash", {"command": shlex.join([command, *words]) if words else command, **_around(params, folder)})
    if method == "fs/write_text_file":
        return Tool("Write", {"file_path": params.get("path"), "content": params.get("content")})
    lines = {ours: params[theirs] for ours, theirs in (("offset", "line"), ("limit", "limit")) if theirs in params}
    return Tool("Read", {"file_path": params.get("path"), **lines})


def _around(params: Json, folder: str) -> Json:
    """What decides beside a command's words what it does."""
    cwd, env = params.get("cwd"), params.get("env")
    found: dict[str, Any] = {}
    if cwd and not (isinstance(cwd, str) and os.path.normpath(cwd) == os.path.normpath(folder or ".")):
        found["cwd"] = cwd
    if env:
        found["env"] = {str(it.get("name")): it.get("value") for it in _objects(env)} or env
    return found


def changed_request(method: str, params: Json, changed: Json) -> dict[str, Any]:
    """The request with the input that hooks have changed; what they do not know stays."""
    if method == "terminal/create":
        command = str(changed.get("command") or "")
        if command == tool_of_request(method, params).input["command"]:
            return dict(params)
        if not params.get("args"):
            return {**params, "command": command}
        return {**params, "command": "/bin/sh", "args": ["-c", command]}
    theirs = {"file_path": "path", "content": "content", "offset": "line", "limit": "limit"}
    return {**params, **{theirs[it]: value for it, value in changed.items() if it in theirs}}

"""What an agent asks of its client: to read or write a file, or to run a command, as the tool that it is to hooks."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from acp.meta import CLIENT_METHODS

from hookwright.acp.tools import Tool, dicts

Json = Mapping[str, Any]

_TERMINAL, _WRITE = CLIENT_METHODS["terminal_create"], CLIENT_METHODS["fs_write_text_file"]
_VARIABLE = frozenset({"name", "value", "_meta"})
# The members of an input that hooks know, and those of the request.
_THEIRS = {"file_path": "path", "content": "content", "offset": "line", "limit": "limit"}


def fault_of_request(method: str, params: Json) -> str | None:
    """What hooks could judge in another way than the client reads it, as a sentence; None if there is nothing."""
    if method == _TERMINAL:
        return _fault_of_terminal(params)
    wrong = [it for it in ("path", "content") if it in params and not isinstance(params[it], str)]
    missing = [it for it in ("path", "content") if it not in params and (it == "path" or method == _WRITE)]
    return f"`{(wrong + missing)[0]}` is not a text" if wrong or missing else None


def _fault_of_terminal(params: Json) -> str | None:
    args, variables = params.get("args"), params.get("env")
    if not isinstance(params.get("command"), str) or not params["command"].strip():
        return "`command` is not a text with a command"
    if args is not None and not (isinstance(args, list) and all(isinstance(it, str) for it in args)):
        return "`args` is not a list of texts"
    if not isinstance(params.get("cwd"), str | None):
        return "`cwd` is not a text"
    if variables is None:
        return None
    if not isinstance(variables, list) or not all(_is_variable(it) for it in variables):
        return "`env` is not a list of objects with a `name` and a `value`"
    names = [it["name"] for it in variables]
    return "`env` has a variable twice" if len(set(names)) < len(names) else None


def _is_variable(value: object) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= _VARIABLE:
        return False
    name, text = value.get("name"), value.get("value")
    if not isinstance(name, str) or not isinstance(text, str):
        return False
    return bool(name) and "=" not in name and "\0" not in name + text


def tool_of_request(method: str, params: Json) -> Tool:
    """The tool of a request without a fault."""
    if method == _TERMINAL:
        return _tool_of_terminal(params)
    if method == _WRITE:
        return Tool("Write", {"file_path": params["path"], "content": params["content"]})
    lines = {ours: params[_THEIRS[ours]] for ours in ("offset", "limit") if params.get(_THEIRS[ours]) is not None}
    return Tool("Read", {"file_path": params["path"], **lines})


def _tool_of_terminal(params: Json) -> Tool:
    words = [params["command"], *(params.get("args") or ())]
    line, joined = shlex.join(words) if len(words) > 1 else words[0], " ".join(words)
    place: dict[str, Any] = {} if params.get("cwd") is None else {"cwd": params["cwd"]}
    variables = {it["name"]: it["value"] for it in dicts(params.get("env"))}
    if variables:
        place["env"] = variables
    return Tool("Bash", {"command": line, **place}, None if joined == line else joined)


def changed_request(method: str, params: Json, changed: Json) -> dict[str, Any]:
    """The request with the input that hooks have changed; what they do not know stays."""
    if method == _TERMINAL:
        return _changed_terminal(params, changed)
    return {**params, **{_THEIRS[it]: value for it, value in changed.items() if it in _THEIRS}}


def _changed_terminal(params: Json, changed: Json) -> dict[str, Any]:
    found, command = dict(params), str(changed.get("command") or "")
    if isinstance(changed.get("cwd"), str):
        found["cwd"] = changed["cwd"]
    if isinstance(changed.get("env"), Mapping):
        found["env"] = [{"name": str(name), "value": str(value)} for name, value in changed["env"].items()]
    if command == tool_of_request(_TERMINAL, params).input["command"]:
        return found
    if not params.get("args"):
        return {**found, "command": command}
    return {**found, "command": "/bin/sh", "args": ["-c", command]}

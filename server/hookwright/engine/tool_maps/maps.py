"""Reads the map of a host's tools onto those of Claude Code: its own, or a shipped one by the host's name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from hookwright.dialects import by_id
from hookwright.engine.tool_maps.arguments import EACH, Move, Path, parse_path
from hookwright.errors import UsageError, pick_one_of

HOSTS = ("cline", "opencode", "openhands", "zed")
"""The hosts whose maps are shipped; `hosts/<name>.json` says which version each was made from."""

_MOST_TOOLS = 1000
_OWN_KEYS = frozenset({"tool", "when", "patch"})


class HostTool(Struct, frozen=True):
    """What a host's tool is in hooks: its name there, and its arguments, from the host's names to the canonical ones.

    Where `each` leads to a list, every element of it is a call of its own, and the moves take it for a single element.
    Where `patch` leads to a patch, every file in it is one, with its path as `file_path`.
    `when` are the values of arguments that this holds for; empty for all.
    """

    tool: str
    moves: tuple[Move, ...] = ()
    each: Path | None = None
    patch: Path | None = None
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    def holds_for(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a call with these arguments is meant."""
        return all(name in arguments and arguments[name] in values for name, values in self.when)


class ToolMap(Struct, frozen=True):
    """A host's tools by the names that it calls them; of several entries of one tool the first that holds counts."""

    tools: Mapping[str, tuple[HostTool, ...]]

    def tool(self, name: str, arguments: Mapping[str, Any]) -> HostTool | None:
        """What hooks know that call as; None for a tool that the map does not name."""
        return next((it for it in self.tools.get(name, ()) if it.holds_for(arguments)), None)


def tool_map(value: object) -> ToolMap:
    """The map of a client: a host's name, or `{"edit_file": {"tool": "Edit", "file_path": "path"}}`.

    Raises UsageError, which names the entry that is wrong.
    """
    if isinstance(value, str):
        return shipped(value)
    if not isinstance(value, Mapping):
        raise UsageError("`tools` is not a map of tools", "name a host such as `opencode`, or give an object")
    if len(value) > _MOST_TOOLS:
        raise UsageError(f"`tools` names {len(value)} tools", f"name {_MOST_TOOLS} at most")
    return ToolMap({str(name): tuple(_entries(str(name), entry)) for name, entry in value.items()})


@cache
def shipped(host: str) -> ToolMap:
    """The map that is shipped for a host; raises UsageError if there is none."""
    if host not in HOSTS:
        raise UsageError(f"There is no map of the tools of `{host}`", pick_one_of(host, HOSTS))
    return tool_map(host_data(host)["tools"])


def host_data(host: str) -> dict[str, Any]:
    """The file of a host: its `tools`, and the `source` that they were read from."""
    file = files("hookwright.engine.tool_maps").joinpath(f"hosts/{host}.json")
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def _entries(name: str, entry: object) -> Iterator[HostTool]:
    several = isinstance(entry, Sequence) and not isinstance(entry, str)
    for index, it in enumerate(entry if several and isinstance(entry, Sequence) else [entry]):
        where = f"tools.{name}[{index}]" if several else f"tools.{name}"
        if not isinstance(it, Mapping):
            raise UsageError(
                f"`{where}` is not an object", 'write it as `{"tool": "Edit", "file_path": "path"}`, for example'
            )
        yield _host_tool(where, it)


def _host_tool(where: str, entry: Mapping[str, object]) -> HostTool:
    tools = [it.name for it in by_id("claude-code").tools]
    tool = entry.get("tool")
    if not isinstance(tool, str):
        raise UsageError(f"`{where}` has no `tool`", "name the tool of Claude Code that does the same, such as `Edit`")
    if tool not in tools and not tool.startswith("mcp__"):
        raise UsageError(f"`{where}.tool` is `{tool}`, which is not a tool of Claude Code", pick_one_of(tool, tools))
    pairs = [_argument(where, name, host) for name, host in entry.items() if name not in _OWN_KEYS]
    _require_distinct(where, [host for host, _ in pairs], "argument of the host")
    _require_distinct(where, [canonical for _, canonical in pairs], "argument in hooks")
    lists = {_list_around(host) for host, canonical in pairs if _depth(host) > _depth(canonical)}
    if len(lists) > 1:
        raise UsageError(f"`{where}` takes elements of several lists", "take all arguments of a call from one list")
    each = lists.pop() if lists else None
    moves = tuple(Move(_within(each, host), canonical) for host, canonical in pairs)
    patch = _argument(where, "patch", entry["patch"])[0] if "patch" in entry else None
    if patch is not None and (each is not None or any(it.target == ("file_path",) for it in moves)):
        raise UsageError(f"`{where}` has a `patch` and other calls or paths", "leave one of them out")
    return HostTool(tool, moves, each, patch, _conditions(where, entry.get("when", {})))


def _argument(where: str, name: str, host: object) -> tuple[Path, Path]:
    """The host's path and the canonical one."""
    source, target = parse_path(host) if isinstance(host, str) else None, parse_path(name)
    if source is None or target is None:
        wrong = f"{where}.{name}"
        raise UsageError(f"`{wrong}` is not the name of one argument", "write it as `path`, `a.b` or `edits[].text`")
    if _depth(source) - _depth(target) not in (0, 1):
        raise UsageError(
            f"`{where}.{name}` has other lists than `{host}`",
            "use `[]` as often on both sides, or once more in the host",
        )
    return source, target


def _conditions(where: str, when: object) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    if not isinstance(when, Mapping):
        raise UsageError(f"`{where}.when` is not an object", 'write it as `{"command": "view"}`, for example')
    return tuple((str(name), tuple(it) if isinstance(it, list) else (it,)) for name, it in when.items())


def _require_distinct(where: str, paths: Sequence[Path], what: str) -> None:
    """Raises UsageError if one path is named twice, or lies inside another: no value could be put back."""
    for index, path in enumerate(paths):
        for other in paths[:index]:
            short, long = sorted((path, other), key=len)
            if long[: len(short)] == short:
                raise UsageError(f"`{where}` names the {what} `{_text(short)}` twice", "keep one of the two names")


def _depth(path: Path) -> int:
    return path.count(EACH)


def _list_around(path: Path) -> Path:
    """The way to the first list on a path."""
    return path[: path.index(EACH)]


def _within(each: Path | None, path: Path) -> Path:
    """The path in a call that has only one element of the list: `("files", "path")` for `files[].path`."""
    if each is None or path[: len(each) + 1] != (*each, EACH):
        return path
    return (*each, *path[len(each) + 1 :])


def _text(path: Path) -> str:
    return ".".join(path).replace(f".{EACH}", EACH)

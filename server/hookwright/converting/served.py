"""Expressions over the tools of MCP servers, in the names that another agent has for them."""

from __future__ import annotations

import re

from hookwright.model.dialect import Dialect

_SERVER = "{server}"
_TAIL = r"(?P<tail>\.[*+]|\*|[\w-]+|)"


def speaks_of_servers(text: str, dialect: Dialect) -> bool:
    """Whether an expression has the beginning that the names of all tools of MCP servers have."""
    return bool(dialect.servers.prefix) and dialect.servers.prefix in text


def served_pattern(text: str, old: Dialect, new: Dialect) -> str | None:
    """The expression with such names as the other agent has them; None if that cannot be told.

    Where the names there do not say which server a tool is of, those of all servers match.
    """
    if old.servers.tools == new.servers.tools:
        return text
    if "(" in text:
        return None
    found = [_alternative(it, old, new) for it in text.split("|")]
    known = [it for it in found if it is not None]
    return "|".join(known) if len(known) == len(found) else None


def _alternative(text: str, old: Dialect, new: Dialect) -> str | None:
    if not speaks_of_servers(text, old):
        return text
    name = re.escape(old.servers.tools).replace(re.escape(_SERVER), r"(?P<server>[\w-]+?)")
    every = re.fullmatch(rf"(?P<start>\^?){re.escape(old.servers.prefix)}{_TAIL}(?P<end>\$?)", text)
    one = re.fullmatch(rf"(?P<start>\^?){name}{_TAIL}(?P<end>\$?)", text)
    if every is not None and _is_open(every["tail"]):
        return f"{every['start']}{new.servers.prefix}.*{every['end']}"
    if one is None:
        return None
    tail = ".*" if _is_open(one["tail"]) else one["tail"]
    beginning = new.servers.prefix_of(one.groupdict().get("server") or ".*")
    if new.servers.tools.endswith(_SERVER):
        return f"{one['start']}{beginning}{one['end']}" if tail == ".*" else None
    return f"{one['start']}{beginning}{tail}{one['end']}"


def _is_open(tail: str) -> bool:
    return tail in ("", ".*", ".+", "*")

"""The MCP servers of an agent: which files name them, and what their tools are called."""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct


class ServerFile(Struct, frozen=True):
    """A file that names MCP servers, by the keys of an object at `route`; `{project}` in it is the project's folder."""

    path: str
    route: tuple[str, ...] = ("mcpServers",)
    below_home: bool = False


class PluginServers(Struct, frozen=True):
    """The MCP servers that a plugin brings along: its manifest, the file that names them, and their tools' names."""

    manifest: str
    file: str
    key: str
    tools: str

    def prefix(self, plugin: str, server: str) -> str:
        """What the names of a server's tools begin with."""
        parts = (re.sub(r"[^A-Za-z0-9_-]", "_", it) for it in (plugin, server))
        return self.tools.format(plugin=next(parts), server=next(parts))


class Servers(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """The `files` that name MCP servers; names of a server's tools begin with `tools`, `{server}` being its own."""

    files: tuple[ServerFile, ...] = ()
    tools: str = "mcp__{server}__"

    @property
    def prefix(self) -> str:
        """What the names of all tools of MCP servers begin with."""
        return self.tools.partition("{")[0]

    def prefix_of(self, server: str) -> str:
        """What the names of a server's tools begin with."""
        return self.tools.format(server=server)

    @cached_property
    def tool_name(self) -> re.Pattern[str]:
        """A tool's name in its parts: the `server`, where the name has that, and the `tool`."""
        return re.compile(re.escape(self.tools).replace(r"\{server\}", "(?P<server>.+?)") + "(?P<tool>.+)")

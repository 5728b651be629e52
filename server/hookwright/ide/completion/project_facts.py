"""What completion may ask about the disk around a hook file, so that nothing is read needlessly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from hookwright.ide.completion.mcp_servers import McpServer, known_servers, servers_of
from hookwright.ide.completion.project_files import ProjectScript, scripts_below
from hookwright.model.dialect import Dialect


class ProjectFacts(Protocol):
    """Answers about the disk; `home` is the user's home folder, None if it is unknown."""

    @property
    def home(self) -> str | None: ...

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """The MCP servers whose tools the matchers of a project's files can name."""

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """The scripts below a folder, nearest first."""


class FactsOnDisk(Struct, frozen=True):
    """Reads the disk; what has not changed is not read again."""

    home: str

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """Those named in the dialect's files, each once."""
        return servers_of(dialect, project, self.home)

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """Found by a bounded walk."""
        return scripts_below(folder)


class KnownFacts(Struct, frozen=True):
    """Facts that were read before."""

    home: str | None
    named: tuple[McpServer, ...] = ()
    found: Mapping[str, tuple[ProjectScript, ...]] = field(default_factory=dict)

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """Those that were read."""
        return self.named

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """Those that were read; none of another folder."""
        return self.found.get(folder, ())


class UnreadFacts:
    """Reads nothing, and remembers what would have to be read."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home
        self._projects: list[tuple[Dialect, str]] = []
        self._folders: list[str] = []

    @property
    def is_wanted(self) -> bool:
        """Whether anything was asked."""
        return bool(self._projects or self._folders)

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """Those of files that have not changed since they were read; none if a file has to be read."""
        if not dialect.servers.files:
            return ()
        if self.home is not None:
            known = known_servers(dialect, project, self.home)
            if known is not None:
                return known
        self._projects.append((dialect, project))
        return ()

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """None yet."""
        self._folders.append(folder)
        return ()

    def read(self) -> KnownFacts:
        """The answers, read from the disk."""
        disk = FactsOnDisk(self.home or "")
        named = tuple(it for question in self._projects for it in disk.servers(*question))
        return KnownFacts(self.home, named, {it: disk.scripts(it) for it in self._folders})

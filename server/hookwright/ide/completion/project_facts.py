"""What completion may ask about the disk around a hook file, so that nothing is read where it is not needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hookwright.ide.completion.mcp_servers import McpServer, known_servers, servers_of
from hookwright.ide.completion.project_files import ProjectScript, scripts_below
from hookwright.model.dialect import Dialect


class ProjectFacts(Protocol):
    """Answers from the disk; `home` is the user's home folder, None where nobody has told it."""

    @property
    def home(self) -> str | None: ...

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """The MCP servers whose tools the matchers of a project's files can name."""

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """The scripts below a folder, nearest first."""


@dataclass(frozen=True, slots=True)
class FactsOnDisk:
    """Reads the disk; what has not changed since it was read is not read again."""

    home: str

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """As the files of the dialect name them, each once."""
        return servers_of(dialect, project, self.home)

    def scripts(self, folder: str) -> tuple[ProjectScript, ...]:
        """Found by a bounded walk."""
        return scripts_below(folder)


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What was read before."""

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
    """Reads no file and no folder, and notes what there was to read."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home
        self._projects: list[tuple[Dialect, str]] = []
        self._folders: list[str] = []

    @property
    def is_wanted(self) -> bool:
        """Whether anything was asked."""
        return bool(self._projects or self._folders)

    def servers(self, dialect: Dialect, project: str) -> tuple[McpServer, ...]:
        """Those of files that were read before, where no other is to be read; else none yet."""
        if not dialect.server_files:
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
        """The answers, from the disk."""
        disk = FactsOnDisk(self.home or "")
        named = tuple(it for question in self._projects for it in disk.servers(*question))
        return KnownFacts(self.home, named, {it: disk.scripts(it) for it in self._folders})

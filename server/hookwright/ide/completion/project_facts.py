"""What completion may ask about the disk around a hook file, so that nothing is read where it is not needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hookwright.model.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Server:
    """An MCP server: the beginning of its tools' names, and the file that names it, as it is shown."""

    name: str
    prefix: str
    source: str


@dataclass(frozen=True, slots=True)
class Script:
    """A file that can be run: its path below the folder that was asked about, and whether it has an x bit."""

    path: str
    executable: bool


class Around(Protocol):
    """Answers from the disk; `home` is the user's home folder, None where nobody has told it."""

    @property
    def home(self) -> str | None: ...

    def servers(self, dialect: Dialect, project: str) -> tuple[Server, ...]:
        """The MCP servers whose tools the matchers of a project's files can name."""

    def scripts(self, folder: str) -> tuple[Script, ...]:
        """The scripts below a folder, nearest first."""


@dataclass(frozen=True, slots=True)
class Disk:
    """Reads the disk; what has not changed since it was read is not read again."""

    home: str

    def servers(self, dialect: Dialect, project: str) -> tuple[Server, ...]:
        """As the files of the dialect name them, each once."""
        from hookwright.ide.completion.mcp_servers import servers_of

        return servers_of(dialect, project, self.home)

    def scripts(self, folder: str) -> tuple[Script, ...]:
        """Found by a bounded walk."""
        from hookwright.ide.completion.project_files import scripts_below

        return scripts_below(folder)


@dataclass(frozen=True, slots=True)
class Known:
    """What was read before."""

    home: str | None
    named: tuple[Server, ...] = ()
    found: Mapping[str, tuple[Script, ...]] = field(default_factory=dict)

    def servers(self, dialect: Dialect, project: str) -> tuple[Server, ...]:
        """Those that were read."""
        return self.named

    def scripts(self, folder: str) -> tuple[Script, ...]:
        """Those that were read; none of another folder."""
        return self.found.get(folder, ())


class Unread:
    """Reads no file and no folder, and notes what there was to read."""

    def __init__(self, home: str | None = None) -> None:
        self.home = home
        self._projects: list[tuple[Dialect, str]] = []
        self._folders: list[str] = []

    @property
    def is_wanted(self) -> bool:
        """Whether anything was asked."""
        return bool(self._projects or self._folders)

    def servers(self, dialect: Dialect, project: str) -> tuple[Server, ...]:
        """Those of files that were read before, where no other is to be read; else none yet."""
        if not dialect.server_files:
            return ()
        if self.home is not None:
            from hookwright.ide.completion.mcp_servers import known_servers

            known = known_servers(dialect, project, self.home)
            if known is not None:
                return known
        self._projects.append((dialect, project))
        return ()

    def scripts(self, folder: str) -> tuple[Script, ...]:
        """None yet."""
        self._folders.append(folder)
        return ()

    def read(self) -> Known:
        """The answers, from the disk."""
        disk = Disk(self.home or "")
        named = tuple(it for question in self._projects for it in disk.servers(*question))
        return Known(self.home, named, {it: disk.scripts(it) for it in self._folders})

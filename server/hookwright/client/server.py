"""The server that a client speaks to: one that it starts beside itself, or one that listens on a socket."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Protocol

from msgspec import Struct, field

from hookwright.engine.process.companion import Companion, start
from hookwright.errors import EngineGone
from hookwright.host import Host

LIMIT = 64 * 1024 * 1024
"""Bytes that a message of the server may have, as a line."""

COMMAND = (sys.executable, "-P", "-m", "hookwright", "serve")

_MOST_STARTS, _WITHIN_SECONDS = 4, 180.0


class Server(Protocol):
    """Where a connection comes from; with `restart` again after the server has ended."""

    @property
    def restart(self) -> bool:
        """Whether it may be reached again."""

    async def reach(self) -> tuple[StreamReader, StreamWriter]:
        """A new connection.  Raises EngineGone, or UsageError if there can be none."""

    async def end(self, seconds: float) -> None:
        """Ends what this has started, after so many seconds that it may take to end by itself."""


class Started(Struct):
    """A server of one's own, on its standard input and output; `restart` starts it again where it has ended.

    `home` replaces the home folder of the user.
    """

    command: Sequence[str]
    folder: str
    home: str | None
    restart: bool
    _companion: Companion | None = None
    _starts: list[float] = field(default_factory=list)

    async def reach(self) -> tuple[StreamReader, StreamWriter]:
        """Starts it, unless it was started 4 times within 3 minutes."""
        self._starts = [it for it in self._starts if monotonic() - it < _WITHIN_SECONDS]
        if self._companion is not None:
            if len(self._starts) >= _MOST_STARTS:
                raise EngineGone("The hookwright server has ended again and again")
            await self._companion.end()
        environment = {**Host.real().environ, **({} if self.home is None else {"HOME": self.home})}
        self._companion = await start(tuple(self.command), self.folder, environment, LIMIT)
        self._starts.append(monotonic())
        return self._companion.reader, self._companion.writer

    async def end(self, seconds: float) -> None:
        """Its input is closed, which ends it; what is left then is killed."""
        if self._companion is not None:
            self._companion.writer.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._companion.wait(), seconds)
            await self._companion.end()


class Listening(Struct, frozen=True):
    """A server that listens on a Unix socket, and goes on when this client leaves."""

    path: str
    restart: bool

    async def reach(self) -> tuple[StreamReader, StreamWriter]:
        """Connects to it."""
        try:
            return await asyncio.open_unix_connection(os.fspath(self.path), limit=LIMIT)
        except OSError as error:
            raise EngineGone(
                f"Nothing answers on `{self.path}` ({error.strerror or error})", "start one there"
            ) from error

    async def end(self, seconds: float) -> None:
        """Nothing: it is not ours."""

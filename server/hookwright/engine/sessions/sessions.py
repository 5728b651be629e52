"""The sessions of one client: several at once, each with its file, its messages and its model."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from hookwright.engine.journal.place import state_folder
from hookwright.engine.sessions.file import Entry, SessionFile, has_type
from hookwright.engine.sessions.messages import AgentMessage, messages_of
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.paths import is_in
from hookwright.strict_json import within_limits

_MOST_SESSIONS = 1_000
_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}")
_NAME = "sessions"

Transform = Callable[["Session", Sequence[AgentMessage]], Awaitable[list[AgentMessage]]]
"""Passes the messages of a session through the context handlers (E4)."""


class Session:
    """A session that is open; it is what hook modules know as their session.

    The messages are built when somebody asks after an entry has come, and when a command asks for it (E5).
    `begun` is set once its SessionStart hooks have run, `is_ending` before its SessionEnd hooks do.
    """

    def __init__(self, number: str, cwd: str, file: SessionFile, transform: Transform) -> None:
        self.id = number
        self.cwd = cwd
        self.entries: list[Entry] = file.entries
        self.messages: Sequence[AgentMessage] = ()
        self.model: Mapping[str, Any] | None = None
        self.thinking_level = ""
        self._file = file
        self._transform = transform
        self._writing = asyncio.Lock()
        self._building = asyncio.Lock()
        self._built_of = -1
        self._is_closed = False
        self.begun = asyncio.Event()
        self.is_ending = False
        for entry in self.entries:
            self._follow(entry)

    @property
    def file(self) -> str | None:
        return self._file.path

    @property
    def problems(self) -> Sequence[str]:
        """What was wrong with the file when it was opened."""
        return self._file.problems

    async def save_entry(self, entry: Entry) -> None:
        """Appends an entry, and returns once it is on the disk (E3).

        Raises UsageError, BeyondLimits, UnreadableInput if the file is gone, and OSError.
        """
        entry = within_limits(entry, "The entry")
        if not has_type(entry):
            raise UsageError("Entry must have type", "give it a `type`, such as `message`")
        async with self._writing:
            if self._is_closed:
                raise UsageError(f"The session `{self.id}` is closed", "open it again")
            # Once it is begun it is finished, so that memory and disk agree.
            await asyncio.shield(self._append(entry))

    async def _append(self, entry: Entry) -> None:
        await asyncio.to_thread(self._file.append, entry)
        self.entries.append(entry)
        self._follow(entry)

    async def written(self) -> None:
        """Returns once the entries that are being written are there."""
        async with self._writing:
            return

    async def rebuild_context(self) -> None:
        """Builds the messages, and passes them through every context handler (E5)."""
        async with self._building:
            count = len(self.entries)
            self.messages = tuple(messages_of(self.entries))
            self.messages = tuple(await self._transform(self, self.messages))
            self._built_of = count

    async def current_messages(self) -> Sequence[AgentMessage]:
        """The messages with all that has come."""
        await self.written()
        if self._built_of != len(self.entries):
            await self.rebuild_context()
        return self.messages

    async def set_model(self, model: Mapping[str, Any]) -> None:
        """Has the agent use another model from now on, also when the session is opened again."""
        await self.save_entry({"type": "model_change", "model": dict(model)})

    async def set_thinking_level(self, level: str) -> None:
        """Has the model think more or less from now on."""
        await self.save_entry({"type": "thinking_level_change", "thinkingLevel": level})

    def _follow(self, entry: Entry) -> None:
        model, level = entry.get("model"), entry.get("thinkingLevel")
        if entry["type"] == "model_change" and isinstance(model, Mapping):
            self.model = model
        elif entry["type"] == "thinking_level_change" and isinstance(level, str):
            self.thinking_level = level

    async def close(self) -> None:
        """Lets another process have the file, once what is being written is written."""
        async with self._writing:
            if not self._is_closed:
                self._is_closed = True
                self._file.close()


class Sessions:
    """Those of one client, by id."""

    def __init__(self, host: Host, transform: Transform) -> None:
        self._state = state_folder(host)
        self._transform = transform
        self._open: dict[str, Session] = {}
        self._opening: set[str] = set()
        # Each lock lets those through who wait for a session, in the order in which they came.
        self._turns: dict[str, asyncio.Lock] = {}

    async def named(self, number: str) -> Session:
        """The open session of that id, once it is open; raises UsageError if there is none, or it is being closed."""
        await self.settled(number)
        found = self._open.get(number)
        if found is None or found.is_ending:
            raise UsageError(f"`{number}` is not an open session", "open it with `session/open`")
        return found

    async def settled(self, number: str | None) -> None:
        """Returns once a session of that id is not being opened: clients need not wait before they use it.

        Who asks first goes on first, also if somebody asks while the others are about to go on.
        """
        turns = self._turns.get(number) if number is not None else None
        if turns is not None:
            async with turns:
                return

    def get(self, number: str | None) -> Session | None:
        """The open session of that id, if there is one."""
        return self._open.get(number) if number is not None else None

    async def begin(self, number: str | None, project: str, path: str | None) -> Session:
        """Opens a session: with neither id nor file a new one; a file that is there is gone on with.

        Raises UsageError if it is open already, here or in another process, UnreadableInput and OSError.
        """
        if len(self._open) + len(self._opening) >= _MOST_SESSIONS:
            raise UsageError(f"{_MOST_SESSIONS} sessions are open", "close those that are over")
        number = number or (_stem(path) if path is not None else os.urandom(16).hex())
        if number in self._open or number in self._opening:
            raise UsageError(f"The session `{number}` is open already", "use it, or close it first")
        is_ours = path is None or self.is_ours(path)
        path = path or default_file(self._state, project, number)
        self._opening.add(number)
        try:
            async with self._turns.setdefault(number, asyncio.Lock()):
                self._open[number] = Session(number, project, await _opened(path, is_ours=is_ours), self._transform)
        finally:
            self._opening.discard(number)
            if number not in self._open:
                self._turns.pop(number, None)
        return self._open[number]

    def is_ours(self, path: str) -> bool:
        """Whether a file is where sessions are kept whose client names no file; links are followed."""
        return is_in(os.path.realpath(path), os.path.realpath(os.path.join(self._state, _NAME)))

    async def close(self, session: Session) -> None:
        """Ends it; its file stays."""
        self._open.pop(session.id, None)
        self._turns.pop(session.id, None)
        await session.close()

    async def close_all(self) -> None:
        """Ends all."""
        for it in tuple(self._open.values()):
            await self.close(it)


async def _opened(path: str, *, is_ours: bool) -> SessionFile:
    """The file; if the caller is cancelled meanwhile, it is closed as soon as it is there."""
    opening = asyncio.ensure_future(asyncio.to_thread(SessionFile.open, path, is_ours=is_ours))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_close)
        raise


def _close(opening: asyncio.Future[SessionFile]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


def default_file(state: str, project: str, number: str) -> str:
    """Where the session is kept if the client names no file: below the state folder, one folder a project."""
    digest = hashlib.sha256(os.fsencode(project)).hexdigest()[:12]
    folder = f"{re.sub(r'[^A-Za-z0-9._-]', '_', os.path.basename(project))[:40]}-{digest}"
    # An id is any text, and must not lead anywhere else.
    plain = _PLAIN.fullmatch(number) is not None
    name = number if plain else hashlib.sha256(number.encode("utf-8", "surrogatepass")).hexdigest()
    return os.path.join(state, _NAME, folder, f"{name}.jsonl")


def _stem(path: str) -> str:
    return os.path.basename(path).removesuffix(".jsonl")

"""What recording has changed in which file, kept in the user's state folder, so that it can be taken back."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress

import msgspec
from msgspec import Struct

from hookwright.engine.journal.place import make_private, state_folder
from hookwright.errors import UnreadableInput
from hookwright.files import read_bytes
from hookwright.host import Host
from hookwright.recording.changes import Change

_NAME = "recording.json"


class RecordedFile(Struct, frozen=True):
    """A file, by its absolute path, with the dialect of its hooks and the change.

    `created`: the file was not there before; `folders` are those that were made for it, the innermost first.
    """

    path: str
    dialect: str
    change: Change
    created: bool = False
    folders: tuple[str, ...] = ()


class _Records(Struct, frozen=True):
    files: tuple[RecordedFile, ...] = ()


def recorded_files(host: Host) -> tuple[RecordedFile, ...]:
    """The files that recording has changed, as far as that is known."""
    try:
        return msgspec.json.decode(read_bytes(_path(host)), type=_Records).files
    except (OSError, msgspec.MsgspecError):
        return ()


def record_of(host: Host, path: str) -> RecordedFile | None:
    """What is known of a file."""
    return next((it for it in recorded_files(host) if it.path == path), None)


def remember(host: Host, path: str, record: RecordedFile | None) -> None:
    """Keeps what is known of a file from now on; None: nothing.  Raises UnreadableInput."""
    others = tuple(it for it in recorded_files(host) if it.path != path)
    target = _path(host)
    temporary = ""
    try:
        make_private(os.path.dirname(target))
        handle, temporary = tempfile.mkstemp(prefix=f".{_NAME}.", dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(_Records((*others, *([record] if record is not None else [])))))
        os.replace(temporary, target)
    except OSError as wrong:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        raise UnreadableInput(f"`{target}` cannot be changed", (wrong.strerror or str(wrong)).lower()) from wrong


def _path(host: Host) -> str:
    return os.path.join(state_folder(host), _NAME)

"""Changes a user's files atomically, and keeps their mode and every other byte."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress

from hookwright import paths
from hookwright.analysis.rule import ScriptChange
from hookwright.errors import UnreadableInput
from hookwright.files import read_bytes, require_regular


def write_text(path: str, text: str) -> None:
    """Replaces the file's text and keeps its mode; a link stays a link.  Raises UnreadableInput."""
    _replace(path, text.encode("utf-8"))


def change_script(change: ScriptChange) -> None:
    """Applies to a script the change that a fix asks for.  Raises UnreadableInput."""
    if change.create:
        create_text(change.path, change.create)
    if change.insert or change.line_feeds:
        try:
            content = read_bytes(change.path)
        except OSError as wrong:
            raise _unchanged(change.path, wrong) from wrong
        if change.line_feeds:
            content = content.replace(b"\r\n", b"\n")
        _replace(change.path, change.insert.encode("utf-8") + content)
    if change.executable:
        make_executable(change.path)


def is_below(path: str, folder: str) -> bool:
    """Whether the file, with links resolved, is in the folder."""
    return paths.below(os.path.realpath(path), os.path.realpath(folder)) is not None


def leads_out(path: str, folder: str) -> bool:
    """Whether a path in the folder leads out of it, through a link at its end or in between."""
    inside = paths.below(os.path.abspath(path), os.path.abspath(folder)) is not None
    return inside and not is_below(path, folder)


def create_text(path: str, text: str) -> None:
    """Creates the file and its folders; raises UnreadableInput if it exists or cannot be created."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as wrong:
        raise UnreadableInput(f"`{path}` cannot be created", (wrong.strerror or str(wrong)).lower()) from wrong


def _replace(path: str, content: bytes) -> None:
    real = os.path.realpath(path)
    temporary = ""
    try:
        if not os.access(real, os.W_OK):
            raise PermissionError(0, "permission denied")
        before = os.stat(real)
        handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(real)}.", dir=os.path.dirname(real))
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if sys.platform != "win32":
            with suppress(OSError):
                os.chown(temporary, before.st_uid, before.st_gid)
        os.chmod(temporary, stat.S_IMODE(before.st_mode))
        os.replace(temporary, real)
    except OSError as wrong:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
        raise _unchanged(path, wrong) from wrong


def _unchanged(path: str, wrong: OSError) -> UnreadableInput:
    return UnreadableInput(f"`{path}` cannot be changed", (wrong.strerror or str(wrong)).lower())


def make_executable(path: str) -> None:
    """Sets the x bit for everyone who has the r bit; raises UnreadableInput if that fails, or it is no regular file."""
    try:
        require_regular(path)
        mode = stat.S_IMODE(os.stat(path).st_mode)
        os.chmod(path, mode | (mode & 0o444) >> 2)
    except OSError as wrong:
        raise UnreadableInput(f"`{path}` cannot be made executable", (wrong.strerror or str(wrong)).lower()) from wrong

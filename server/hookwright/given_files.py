"""Files and folders that a user names."""

from __future__ import annotations

import os.path

from hookwright import files
from hookwright.errors import UnreadableInput, UsageError


def read_text(path: str) -> str:
    """The file's text with the line ends it has; raises UnreadableInput with the reason."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise UnreadableInput(f"`{path}` is not UTF-8 (at byte {wrong.start})", "save it as UTF-8") from wrong


def read_bytes(path: str) -> bytes:
    """What is in the file; raises UnreadableInput with the reason."""
    try:
        return files.read_bytes(path)
    except FileNotFoundError as wrong:
        raise UnreadableInput(f"`{path}` does not exist", "check the path") from wrong
    except OSError as wrong:
        said = wrong.strerror or str(wrong)
        reason = said[:1].lower() + said[1:]
        if isinstance(wrong, files.TooLarge):
            raise UnreadableInput(f"Cannot read `{path}` ({reason})", "make it smaller") from wrong
        raise UnreadableInput(f"Cannot read `{path}` ({reason})", "check the path and its permissions") from wrong


def project_folder(path: str, option: str = "--project") -> str:
    """The folder as an absolute path; raises UsageError, which names the option, if there is none."""
    folder = path or os.curdir
    if not os.path.isdir(folder):
        raise UsageError(f"`{path}` is not a folder", f"name a folder with `{option}`")
    return os.path.realpath(folder)

"""File paths as the system spells them, and their `file:` URIs: drives, backslashes and cases are dealt with here.

A path that is kept is absolute, normal and spelled as the system does; what is shown, or written into a hook file, is
relative to a folder and spelled with `/`.  `flavor` is `os.path` as another system has it, for tests.
"""

from __future__ import annotations

import ntpath
import os
import re
from types import ModuleType

from hookwright.patterns import late_pattern

_FILE = "file"
# A word of a command that is an address, or the path of another system.
_NO_PATH = late_pattern(r"\w+://|.*\x00", re.DOTALL)
_OF_WINDOWS = late_pattern(r"[A-Za-z]:|.*\\", re.DOTALL)
_DRIVE = late_pattern(r"([A-Za-z]):[/\\]")
# `C:` as Git Bash has it.
_GIT_BASH_DRIVE = late_pattern(r"/([A-Za-z])(?=/|\Z)")


def path_of(uri: str, flavor: ModuleType = os.path) -> str | None:
    """The path of a `file:` URI, its drive in upper case; None for any other URI, and for what no path can be."""
    from urllib.parse import unquote, urlsplit

    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme != _FILE or not path or not can_be_path(path):
        return None
    if flavor is ntpath:
        path = f"//{parts.netloc}{path}" if parts.netloc else _without_root(path)
    return str(flavor.normpath(path))


def can_be_path(text: str) -> bool:
    """Whether the system can be asked for a path at all: JSON and URIs can hold texts for which it cannot."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def absolute(path: str, flavor: ModuleType = os.path) -> str:
    """The path in full, its drive in upper case as in what URIs name: editors write it in either."""
    drive, rest = flavor.splitdrive(flavor.abspath(path))
    return f"{drive.upper() if drive.endswith(':') else drive}{rest}"


def uri_of(path: str, flavor: ModuleType = os.path) -> str:
    """The `file:` URI of an absolute path, as VS Code writes it: `file:///c%3A/Users/x`."""
    from urllib.parse import quote

    if flavor is not ntpath:
        return f"file://{quote(os.fsencode(path))}"
    drive, rest = ntpath.splitdrive(path.replace("/", "\\"))
    rest = quote(rest.replace("\\", "/"))
    if drive.startswith("\\\\"):
        return "file:" + drive.replace("\\", "/") + rest
    return f"file:///{quote(drive.lower())}{rest}"


def is_in(path: str, folder: str, flavor: ModuleType = os.path) -> bool:
    """Whether a path is a folder or below it; cases differ only where the system says so."""
    path, folder = flavor.normcase(path), flavor.normcase(folder)
    return bool(folder) and (path == folder or path.startswith(flavor.join(folder, "")))


def below(path: str, folder: str, flavor: ModuleType = os.path) -> str | None:
    """The path from the folder on, with `/`; None if it is not below it."""
    if not is_in(path, folder, flavor) or len(path) <= len(folder):
        return None
    return slashed(path[len(flavor.join(folder, "")) :], flavor)


def relative(path: str, folder: str, flavor: ModuleType = os.path) -> str:
    """The way from the folder to the path, with `/`; the path itself if there is none, as to another drive."""
    try:
        return slashed(flavor.relpath(path, folder), flavor)
    except ValueError:
        return slashed(path, flavor)


def named_by(word: str, folder: str | None, flavor: ModuleType = os.path) -> str | None:
    """The absolute path that a word of a command names from the folder on; None if that cannot be told.

    Commands are read by shells that know `/` on every system: if there are drives, `/c/Users` is Git Bash's way to
    say `C:\\Users`, and no other path that begins with `/` is one of the system's.
    """
    if not word or _NO_PATH.match(word):
        return None
    if flavor is ntpath:
        word = _GIT_BASH_DRIVE.sub(lambda it: f"{it[1].upper()}:/", word, count=1) if word.startswith("/") else word
        is_absolute, is_foreign = _DRIVE.match(word) is not None, word.startswith("/")
    else:
        is_absolute, is_foreign = word.startswith("/"), _OF_WINDOWS.match(word) is not None
    if is_foreign or (folder is None and not is_absolute):
        return None
    return str(flavor.normpath(flavor.join(folder or "", word)))


def from_root(path: str, flavor: ModuleType = os.path) -> str:
    """An absolute path from the root of the system on, with `/`; a drive is a folder of it: `c/Users/x`."""
    drive, rest = flavor.splitdrive(path)
    return drive.rstrip(":").lower() + slashed(rest, flavor) if drive else slashed(rest, flavor).lstrip("/")


def slashed(path: str, flavor: ModuleType = os.path) -> str:
    """The path with `/` between its names, as hook files, globs and reports have it."""
    return path if flavor.sep == "/" else path.replace(flavor.sep, "/")


def _without_root(path: str) -> str:
    """`/c:/Users` as `C:/Users`; what has no drive stays as it is."""
    drive = path[1:3]
    return drive.upper() + path[3:] if len(drive) == 2 and drive[0].isalpha() and drive[1] == ":" else path

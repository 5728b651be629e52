"""Scripts in somebody's home folder: how a path shows that, and which file of the project is the same one."""

from __future__ import annotations

import os.path

from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import HookScript
from hookwright.paths import below, is_in
from hookwright.patterns import late_pattern

_QUOTES = late_pattern(r"[\"']")
_OWN = late_pattern(r"(?:~|\$HOME|\$\{HOME\}|\$USERPROFILE|\$\{USERPROFILE\}|%USERPROFILE%)[/\\]+")
_SOMEBODY = late_pattern(
    r"(?:(?:/mnt)?(?:/[a-z])?/Users|/home|[A-Za-z]:/+Users)/+"
    r"(?!(?:Shared|Public|Default|runner|node|vscode|user|you|username|coder|ubuntu|codespace|gitpod)/)[^/<>{}$*]+/+"
)


def behind_home(subject: Subject, script: HookScript) -> str | None:
    """The path from a home folder on, with `/`; None if the script is in none.

    A project may be in a home folder, too: a script in it by its whole path is the project's.
    """
    written = _QUOTES.sub("", script.text)
    home, path = subject.disk.home(), script.path
    found = _OWN.match(written)
    if found is not None:
        kept = path is not None and is_in(path, os.path.join(script.folder or subject.project, found[0].rstrip("/\\")))
        return None if kept or is_in(home, subject.project) else _slashed(written[found.end() :])
    if path is not None and is_in(path, subject.project):
        return None
    inside = below(path, home) if path is not None else None
    if inside is not None:
        return inside
    named = _slashed(written)
    somebody = _SOMEBODY.match(named) or (_SOMEBODY.match(_slashed(path)) if path is not None else None)
    return somebody.string[somebody.end() :] if somebody is not None else None


def is_somebodys(script: HookScript) -> bool:
    """Whether the home folder is named by its whole path, which only one person's machine has."""
    return _OWN.match(_QUOTES.sub("", script.text)) is None


def home_of(script: HookScript, tail: str) -> str:
    """How the home folder is named; hooks that have the same one are wrong for the same reason."""
    written = _slashed(_QUOTES.sub("", script.text))
    return written[: -len(tail)] if tail and written.endswith(tail) else ""


def same_in(subject: Subject, folder: str, tail: str) -> str | None:
    """The file below a folder that a path from elsewhere ends with, relative to the folder; None if there is none.

    The longest end counts.  A name alone says too little, unless the folder that it was in is called like this one.
    """
    parts = [it for it in tail.split("/") if it not in ("", ".")]
    if ".." in parts:
        return None
    own = os.path.basename(folder)
    for start in range(len(parts)):
        alone = start == len(parts) - 1 and not (start and parts[start - 1] == own)
        if not alone and subject.disk.is_file(os.path.join(folder, *parts[start:])):
            return "/".join(parts[start:])
    return None


def _slashed(path: str) -> str:
    return path.replace("\\", "/")

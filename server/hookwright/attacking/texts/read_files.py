"""Which file a command of a pattern prints or changes: one of the home folder, where the project has none so named."""

from __future__ import annotations

import os

from hookwright.patterns import late_pattern

_PRINTS = late_pattern(
    r"(?P<reader>(?:cat|less|more|head|tail|nl|bat|batcat)(?: -\S+(?: \d+)?)*) (?P<path>[\w.@+~/-]+)\*?"
)
_AT_HOME = {
    "credentials": ".aws/credentials",
    **{it: f".ssh/{it}" for it in ("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519")},
    **{it: it for it in (".bash_profile", ".profile", ".zprofile", ".zshenv", ".netrc", ".pgpass", ".zsh_history")},
    ".ssh/id_": ".ssh/id_rsa",
    ".ssh/": ".ssh/id_rsa",
    ".aws/": ".aws/credentials",
    ".kube/": ".kube/config",
}
"""Where files are whose names guards know: in the home folder."""
_IN_FULL = {".ssh/id_": ".ssh/id_rsa"}
_OF_PROJECT = late_pattern(
    r"\.(?:env|git|github|gitlab|claude|cursor|vscode|idea|husky|next|cache|venv|codex|gemini)(?![a-z])"
)
"""Hidden files and folders that a project has, or no home folder."""
_HIDDEN = late_pattern(r"\.[a-z][\w-]*(?:/[\w./-]*|rc)")
"""A hidden folder, with a file in it or none, or a hidden file with settings."""
_CHANGED = late_pattern(
    r"(?P<writer>(?:rm|shred|unlink|truncate|tee|touch|chmod|mv|cp)(?: -\S+)*)"
    r" (?P<path>\.(?:ssh|aws|gnupg|kube)(?:/[\w./-]*)?)"
)
"""A command that changes a file which only a home folder has."""
_FILE = "config.json"
_OF_SYSTEM = late_pattern(
    r"/?(?:(?:proc|sys|dev)/[\w/.-]*|(?:etc|root)/[\w.-][\w/.-]*)|/(?:(?:boot|usr)/[\w/.-]*|(?:home|var)/[\w-]+/[\w/.-]*)"
    r"|/(?:opt|srv|mnt|media|Users|Volumes|Library|System|Applications)/[\w.-][\w/.-]*"
)
"""A path of the machine: some are so usual that a pattern needs no slash before them."""
_FOLDER = late_pattern(r"/(?:opt|srv|mnt|media|Volumes)/(?:[\w.-]+/)*[\w-]+/?")
"""What may be a folder: its name has no ending."""
_UNREAD = late_pattern(r"/(?:dev|sys|boot|usr)/|.*/\Z")
"""Devices, programs, and folders, which no command prints."""


def file_read(command: str) -> str | None:
    """The path of the one file that a command prints; None if it does something else."""
    found = _PRINTS.fullmatch(command)
    path = found["path"] if found else ""
    return path if "/" in path.removesuffix("/") or "." in path else None


def of_system(text: str, project: str) -> str | None:
    """The path from the root that a text of a pattern stands for; None if the project has a folder of that name."""
    found = _OF_SYSTEM.fullmatch(text)
    path = f"/{text.lstrip('/')}"
    return path if found and not os.path.isdir(os.path.join(project, path.split("/")[1])) else None


def print_of(path: str) -> str | None:
    """The command that prints a file of the machine, or lists a folder; None for a device or a program."""
    if _FOLDER.fullmatch(path):
        return f"ls {path}"
    return None if _UNREAD.match(path) else f"cat {path}"


def at_its_place(command: str, project: str) -> str:
    """The command with the path in the home folder of the file that it prints or changes, if only that can be meant."""
    if changed := _CHANGED.fullmatch(command):
        is_here = os.path.exists(os.path.join(project, changed["path"]))
        return command if is_here else f"{changed['writer']} ~/{_IN_FULL.get(changed['path'], changed['path'])}"
    found = _PRINTS.fullmatch(command)
    path = found["path"] if found else ""
    if found is None or os.path.exists(os.path.join(project, path)) or _OF_PROJECT.match(path):
        return command
    at_root = of_system(path, project)
    if at_root:
        return f"{found['reader']} {at_root}"
    inside = path.removeprefix("~/")
    known = _AT_HOME.get(inside, inside if _HIDDEN.fullmatch(inside) else "")
    if not known:
        return command
    return f"{found['reader']} ~/{known}{_FILE if known.endswith('/') else ''}"

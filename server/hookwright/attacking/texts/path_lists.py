"""The lists of paths in a script, such as `[".env", "*.pem", "secrets/"]`, and files that each entry stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from hookwright.patterns import late_pattern

_LIST = late_pattern(
    r"(?:=[ \t]*|:[ \t]*|\b(?:in|of|new Set|frozenset|set|tuple|list)\b[ \t]*\(?[ \t]*)[\[({]\(?"
    r"((?>(?:[\s,]|(?:#|//)[^\n]*\n|\"[^\"\n]*\"|'[^'\n]*')+))[\])}]"
)
"""A list of quoted texts between brackets, with its comments: of Python, of JavaScript, or an array of the shell."""
_ITEM = late_pattern(r"(?:#|//)[^\n]*|\"([^\"\n]*)\"|'([^'\n]*)'")
_PATH = late_pattern(r"~?[\w.@*/+-]*\w[\w.@*/+-]*")
"""A path, or one with stars; a regular expression has other signs."""
_SHOWS_PATH = late_pattern(r"[./*]")
_TEMPLATE = late_pattern(r"(?i)example|sample|template|\.dist\b")
"""What a list of secrets names to except it."""
_ENDING = late_pattern(r"\.(?!env)[a-z0-9_]+(?<!rc)")
"""What is more often the ending of names than a name."""
_ANYWHERE = ("{home}/", "{project}/")
"""Where such a folder is; most are in the home folder."""
_LEAST = 3
_MOST = 40

_FOLDER_FILE = "notes.txt"
_INSIDE = {
    ".git": "config",
    ".ssh": "id_rsa",
    ".aws": "credentials",
    ".kube": "config",
    ".docker": "config.json",
    ".gnupg": "private-keys-v1.d/a.key",
}
"""Folders with a file that they are kept for."""


class Entry(Struct, frozen=True):
    """An entry of a list, and the files that it can stand for: it is dead only if a guard stops none of them."""

    text: str
    paths: tuple[str, ...]


def path_lists(texts: Iterable[str]) -> Iterator[tuple[Entry, ...]]:
    """The lists in the texts of which most entries are paths; entries that may be no path are left out."""
    for text in texts:
        for it in _LIST.finditer(text):
            items = [found[1] or found[2] for found in _ITEM.finditer(it[1]) if found[1] or found[2]]
            paths = [one for one in dict.fromkeys(items) if _PATH.fullmatch(one) and _SHOWS_PATH.search(one)]
            entries = tuple(Entry(one, files) for one in paths[:_MOST] if (files := tuple(_files(one))))
            if len(entries) >= _LEAST and 2 * len(paths) > len(items):
                yield entries


def _files(entry: str) -> Iterator[str]:
    """Files that an entry of a list is meant to match, as a person reads it."""
    if _TEMPLATE.search(entry) or ".." in entry:
        return
    path = entry.replace("**/", "").removeprefix("./").replace("/**", "/*")
    begin, name = ("{home}/", path[2:]) if path.startswith("~/") else ("{project}/", path.lstrip("/"))
    if name.rstrip("/*") in _INSIDE:
        inside = f"{name.rstrip('/*')}/{_INSIDE[name.rstrip('/*')]}"
        yield from (f"{it}{inside}" for it in (_ANYWHERE[::-1] if name.startswith(".git") else _ANYWHERE))
    elif path.startswith("/"):
        yield _filled(path)
    elif _ENDING.fullmatch(path):
        yield f"{begin}server{path}"
    yield f"{begin}{_filled(name)}"


def _filled(path: str) -> str:
    """The path with names in the place of stars, and with a file in a folder."""
    folder, slash, name = path.rpartition("/")
    plain = folder.replace("*", "main")
    if name in ("", "*"):
        return f"{plain}{slash}{_FOLDER_FILE}"
    first = "server" if name.startswith("*.") else "prod-" if name.startswith("*") else ""
    last = "local" if name.endswith(".*") else ".json" if name.endswith("*") else ""
    return f"{plain}{slash}{first}{name.strip('*').replace('*', '1')}{last}"

"""What a gate before commits may look for among the staged files, as its own text names it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from hookwright.attacking.own import contents
from hookwright.attacking.texts.branches import start_of
from hookwright.attacking.texts.fitting import is_ignored
from hookwright.files import read_text
from hookwright.patterns import late_pattern

_READS_INDEX = late_pattern(
    r"--(?:cached|staged)\b|\bdiff-index\b|\bstatus\b[^\n]{0,24}(?:--porcelain|--short|-s\b)|\bpre-commit run\b"
)
"""How a guard asks git what is staged."""
_NUMBER = late_pattern(r"-(?:gt|ge)\s+\S|(?<![=<>-])>=?\s*(?:\d|[A-Z_]{4,})|\blen\(|\.length\b|\bwc -l\b")
_MANY, _MOST_BYTES, _MOST_NAMED = 30, 256 * 1024, 6
_OWN = (".claude/", ".git", ".hookwright")
_SECRETS = (
    ("pem", "server.pem"),
    ("credential", "credentials.json"),
    ("secret", "secrets.json"),
    ("id_rsa", "id_rsa"),
    (".key", "server.key"),
    (".env", ".env"),
)
"""What a text has that is about files with secrets, and such a file."""
_ADDED = late_pattern(r"^[+\s^]+")
"""What stands before an added line in a diff."""
_NEW = ("CHANGELOG.md",)
"""Files that guards want to be changed, which a project may not have yet."""
_LEAST_NAME = 5
NOTE = "hookwright-notes"
Files = Mapping[str, str]


class Change(Struct, frozen=True):
    """Files with the texts that are staged; `path` is the first one.

    It has `marks` if the guard may look for what the text says, and then also lines that are not there.
    """

    path: str
    files: Files
    marks: tuple[str, ...] = ()
    clean: str = ""


def reads_index(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts asks git what is staged."""
    return any(map(_READS_INDEX.search, texts))


def code(texts: Sequence[str], folder: str) -> list[Change]:
    """A change of a file of code, with one of the endings that the guard names; reads the file in the folder."""
    return [changed(folder, path, "\n") for path in contents.files(texts, folder)]


def changes(texts: Sequence[str], folder: str, tracked: Collection[str]) -> Iterator[Change]:
    """Changes that the guard may not let be committed: of code, with what it looks for, and of files that it names."""
    every = code(texts, folder)
    yield from every
    lines = [*dict.fromkeys(_ADDED.sub("", it) for it in contents.contents(texts))]
    yield from (with_marks(it, lines) for it in every if lines)
    text = "\n".join(texts)
    for sign, path in _SECRETS:
        if sign in text.lower() and path not in tracked and not is_ignored(path, folder):
            yield Change(path, {path: "x\n"})
    yield from named(texts, folder, tracked)
    if _NUMBER.search(text):
        yield Change(f"docs/{NOTE}-0.md", {f"docs/{NOTE}-{it}.md": "x\n" for it in range(_MANY)})


def with_marks(change: Change, lines: Sequence[str]) -> Change:
    """The change of a file with these lines at its end."""
    clean = change.clean or change.files[change.path]
    return Change(change.path, {change.path: f"{clean}{chr(10).join(lines)}\n"}, (*lines,), clean)


def named(texts: Iterable[str], folder: str, tracked: Collection[str]) -> Iterator[Change]:
    """Changes of files of the project that the guard names."""
    text = "\n".join(texts)
    new = [it for it in _NEW if it not in tracked and it in text]
    known = [it for it in tracked if not it.startswith(_OWN) and _is_named(it, text)]
    known.sort(key=lambda it: (it not in text, it.count("/")))
    for path in islice((*known, *new), _MOST_NAMED):
        yield changed(folder, path, "x\n")


def _is_named(path: str, text: str) -> bool:
    name = os.path.basename(path)
    return len(name) >= _LEAST_NAME and (name in text or name.replace(".", r"\.") in text)


def changed(folder: str, path: str, more: str) -> Change:
    """The change of a file that has more at its end; of one that cannot be read, only that."""
    whole = os.path.join(folder, path)
    try:
        before = read_text(whole, most=_MOST_BYTES) if start_of(whole) else ""
    except (OSError, UnicodeDecodeError):
        before = ""
    return Change(path, {path: f"{before}{more}"})

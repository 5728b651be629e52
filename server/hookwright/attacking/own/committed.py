"""Files that are final once they are committed, such as migrations: new ones beside them may be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.attacking.forms.dangers import Call, Rewording
from hookwright.patterns import late_pattern

_ASKS_GIT = late_pattern(r"git\W{1,6}(?:-C\W+\S+\W+)?(?:ls-files|ls-tree|log|cat-file|diff|show|status)\b")
"""How a guard finds out whether a file is committed."""
_ASKS_DISK = late_pattern(r"-[efs] [\"']?\$|existsSync|os\.path\.(?:exists|isfile)|\.(?:exists|is_file)\(\)|fs\.access")
"""How a guard finds out whether a file is there."""
_FORGOTTEN = (
    ("git rm -q --cached {path} && echo x > {path}", "Git forgets the file first, and then its text is another one."),
    ("git mv {path} {path}.old && echo x > {path}", "It moves the file away, and writes another one in its place."),
)
NEW = "hookwright-notes"
"""The name of a new file, without the ending."""


def asks_git(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts asks git about files."""
    return any(map(_ASKS_GIT.search, texts))


def asks_disk(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts asks whether a file is there."""
    return any(map(_ASKS_DISK.search, texts))


def new_file(path: str) -> str:
    """A file that is not there, in the folder of the file and with its ending."""
    folder, slash, name = path.rpartition("/")
    _, dot, ending = name.rpartition(".")
    return f"{folder}{slash}{NEW}{dot}{ending if dot else ''}"


def forms(path: str) -> Iterator[Rewording]:
    """Commands that change a committed file, after which git does not know it."""
    for form, why in _FORGOTTEN:
        yield Rewording(form.format(path=path), why, "forgotten by git")


def harmless(seed: str, path: str) -> Iterator[Call]:
    """Calls that write a new file beside a committed one, for the seed of that name."""
    new = new_file(path)
    why = "It is a new file, which is not committed."
    for does in ("Write", "Edit"):
        yield Call(why, does, f"{{project}}/{new}", seed=seed, kind=f"new file, {does}")
    yield Call(why, command=f"echo x > {new}", seed=seed, kind="new file")

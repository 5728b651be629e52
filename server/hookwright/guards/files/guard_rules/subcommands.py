"""Whether a command is one of those that a table names by their program and first words, such as `npm publish`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from shell_reader import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Behind these, the first words are those of another program.
_MODULE_RUNNERS = frozenset(("python", "python2", "python3", "py"))
# How many options with a value may stand before the first words.
_MOST_BEFORE = 2


def table(text: str) -> dict[str, list[list[str]]]:
    """Lines of a program and its first words, by program; a line with the program alone is about every call of it."""
    found: dict[str, list[list[str]]] = {}
    for line in text.strip().splitlines():
        name, *words = line.split()
        found.setdefault(name, []).append(words)
    return found


def matching(command: Command, rows: dict[str, list[list[str]]]) -> str | None:
    """The row that a command is one of, as it is written; None if it is none.  A `*` stands for anything."""
    name, words = _program(command)
    options = command.options.union(command.arguments)
    for row in rows.get(name, ()):
        if all(it in options for it in row if it.startswith("-")) and _begins(words, _plain(row)):
            return " ".join([name, *row])
    return None


def _program(command: Command) -> tuple[str, list[str]]:
    words = command.arguments
    if command.name in _MODULE_RUNNERS and words[:1] == ["-m"] and words[1:]:
        return words[1], _plain(words[2:])
    if command.name in _MODULE_RUNNERS and words[:1] and words[0].endswith("setup.py"):
        return "setup.py", _plain(words[1:])
    # A package can have its version behind it, as in `npx npm@10 publish`.
    name = command.name.partition("@")[0] or command.name
    return name, _plain(words)


def _plain(words: Iterable[str]) -> list[str]:
    return [it for it in words if not it.startswith("-")]


def _begins(words: list[str], row: list[str]) -> bool:
    """Whether the words begin with those of a row, but for values of options before them."""
    return any(
        len(words) >= at + len(row) and all(map(_is_like, words[at:], row))
        for at in range(_MOST_BEFORE + 1 if row else 1)
    )


def _is_like(word: str, wanted: str) -> bool:
    return fnmatchcase(word, wanted) if "*" in wanted else word == wanted

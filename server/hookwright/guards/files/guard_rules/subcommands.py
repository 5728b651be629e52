"""Whether a command is one of those that a table names by their program and first words, such as `npm publish`."""

from __future__ import annotations

from fnmatch import fnmatchcase

from shell_reader import Command

# Behind these, the first words are those of another program.
_MODULE_RUNNERS = frozenset(("python", "python2", "python3", "py"))
# The options of these that take the next word.
_VALUED_OF_RUNNERS = ("-W", "-X")


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
        if all(it in options for it in row if it.startswith("-")) and _begins(words, row):
            return " ".join([name, *row])
    return None


def _program(command: Command) -> tuple[str, list[str]]:
    words = command.arguments
    if command.name in _MODULE_RUNNERS:
        while words and words[0].startswith("-") and not _is_module(words[0]):
            words = words[2 if words[0] in _VALUED_OF_RUNNERS else 1 :]
        if words[1:] and _is_module(words[0]):
            return words[1], words[2:]
        if words and words[0].endswith("setup.py"):
            return "setup.py", words[1:]
    # A package can have its version behind it, as in `npx npm@10 publish`.
    return command.name.partition("@")[0] or command.name, command.arguments


def _is_module(word: str) -> bool:
    """Whether a module comes behind an option, which can stand in one word with others, as in `-Im`."""
    return word.startswith("-") and not word.startswith("--") and word.endswith("m")


def _begins(words: list[str], row: list[str]) -> bool:
    """Whether the words begin with those of a row, but for options and their values."""
    wanted = [it for it in row if not it.startswith("-")]
    before = ""
    for word in words:
        if not wanted:
            break
        if not word.startswith("-"):
            if _is_like(word, wanted[0]):
                del wanted[0]
            elif not before.startswith("-") or "=" in before:
                return False
        before = word
    return not wanted


def _is_like(word: str, wanted: str) -> bool:
    return fnmatchcase(word, wanted) if "*" in wanted else word == wanted

"""The words of a git command: behind the options of git itself, and with its aliases written out."""

from __future__ import annotations

import re

from shell_reader import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The options of git itself that take the next word.
_VALUED = frozenset("-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix".split())
# An alias can stand for another one.
_MOST_ALIASES = 4


def is_git(command: Command) -> bool:
    """Whether a command runs git."""
    return command.name in ("git", "git.exe")


def words_of(command: Command) -> list[str]:
    """The words of a git command behind the options of git itself, with what an alias stands for."""
    words = _behind_options(command.arguments)
    aliases = dict(_aliases(command)) if words else {}
    for _ in range(_MOST_ALIASES):
        meant = aliases.get(words[0].lower(), "") if words else ""
        if not meant or meant.startswith("!"):
            break
        words = [*_behind_options(meant.split()), *words[1:]]
    return words


def settings_of(command: Command) -> Iterator[str]:
    """The settings, as `NAME=value`, that a git command is given by `-c`."""
    words = command.arguments
    for before, it in zip(words, words[1:]):
        if before == "-c":
            yield it


def folder_word(command: Command) -> str | None:
    """The word for the folder that a git command goes to first; None if it goes nowhere."""
    words = command.arguments
    before = words[: len(words) - len(_behind_options(words))]
    return next((it for option, it in zip(before, before[1:]) if option == "-C"), None)


def set_by(words: list[str]) -> Iterator[tuple[str, str]]:
    """The names and the values that the words behind `git config` may set."""
    plain = [it for it in words if not it.startswith("-") and it != "set"]
    yield from zip(plain, plain[1:])


def _aliases(command: Command) -> Iterator[tuple[str, str]]:
    """The aliases that are set before a command, and by its own options, in order."""
    for it in command.earlier:
        words = _behind_options(it.arguments) if is_git(it) else []
        if words[:1] == ["config"]:
            yield from ((name[6:].lower(), value) for name, value in set_by(words[1:]) if _is_alias(name))
    for setting in settings_of(command):
        name, _, value = setting.partition("=")
        if _is_alias(name):
            yield name[6:].lower(), value


def _is_alias(name: str) -> bool:
    return re.match(r"(?i)alias\.[\w-]+\Z", name) is not None


def _behind_options(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _VALUED else 1
    return words[at:]

"""A program that a shell would start, with all that is known of it."""

from __future__ import annotations

import os

from .late import late_pattern
from .tokens import UNKNOWN

_OF_WINDOWS = late_pattern(r"[A-Za-z]:[\\/]?|\\\\")


class Command:
    """A program with its arguments.

    `folder` is where it runs, None if that cannot be told.  `stdin` is the text that it reads: None if the command
    brings none along, UNKNOWN where only a run can tell; `reads` is the file that stdin is.  `writes` are the paths
    that its output goes to, and `appends` those at the end of which it is added.  `variables` are the names of those
    that its words are made of, and `given` those of a text that it reads behind `<<`.  It is `elsewhere` on another
    machine or in a container.  Where it is `fed`, more arguments come from the output of `source`, or from elsewhere.
    It `forks` if it is a function that starts itself again beside itself.  `settings` are the variables that git gets,
    each with all values that it can have; empty for other programs.  `files` are the texts of files that the
    shell has made before, by their paths.
    """

    def __init__(self, words: list[str], folder: str | None, earlier: list[Command] | None = None) -> None:
        self.words, self.folder = words, folder
        self.name = words[0].rpartition("/")[2]
        self.arguments = words[1:]
        self.stdin: str | None = None
        self.reads: str | None = None
        self.writes: tuple[str, ...] = ()
        self.appends: tuple[str, ...] = ()
        self.variables: frozenset[str] = frozenset()
        self.given: frozenset[str] = frozenset()
        self.elsewhere = self.fed = self.forks = False
        self.source: Command | None = None
        self.settings: dict[str, list[str]] = {}
        self.files: dict[str, str] = {}
        self._found = earlier if earlier is not None else []
        self._at = len(self._found)

    def __repr__(self) -> str:
        return f"Command({self.words!r}, folder={self.folder!r})"

    @property
    def earlier(self) -> list[Command]:
        """The commands that start before this one, in order."""
        return self._found[: self._at]

    @property
    def feeds(self) -> Command | None:
        """The command that gets what this one prints, None if there is none."""
        return next((it for it in self._found[self._at + 1 :] if it.source is self), None)

    @property
    def options(self) -> frozenset[str]:
        """Those before a `--`: each letter of a cluster such as `-rf` by itself, long ones without their value."""
        found: set[str] = set()
        for it in self.arguments:
            if it == "--":
                break
            if it.startswith("--"):
                found.add(it.partition("=")[0])
            elif it.startswith("-"):
                found.update(f"-{letter}" for letter in it[1:])
        return frozenset(found)

    def has(self, *options: str) -> bool:
        """Whether one of the options is there; most programs take the beginning of a long one, too."""
        given = self.options
        long = [it for it in options if it.startswith("--")]
        return any(it in given for it in options) or any(
            len(one) > 4 and it.startswith(one) for it in long for one in given if one.startswith("--")
        )

    @property
    def operands(self) -> list[str]:
        """The arguments that are no options."""
        if "--" in self.arguments:
            at = self.arguments.index("--")
            return [*_without_options(self.arguments[:at]), *self.arguments[at + 1 :]]
        return _without_options(self.arguments)

    def path(self, word: str) -> str | None:
        """The absolute path that a word names; links are not followed.  None if it cannot be told."""
        if UNKNOWN in word or (self.folder is None and not word.startswith("/")):
            return None
        if os.name != "nt" and _OF_WINDOWS.match(word):
            # Another system's path, as in a command for PowerShell, is in no folder of this one.
            return "/" + word
        return os.path.normpath(os.path.join(self.folder or "/", word))


def _without_options(words: list[str]) -> list[str]:
    return [it for it in words if not it.startswith("-") or it == "-"]

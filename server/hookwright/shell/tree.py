"""What is in a shell command; every `start` and `end` is an index into the command's text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

# What runs the program that is named after it: the options with a value of their own, and how many words come first.
_PREFIXES: Mapping[str, tuple[frozenset[str], int]] = {
    "sudo": (frozenset({"-u", "-g", "-h", "-p", "-C", "-T", "-U"}), 0),
    "doas": (frozenset({"-u", "-C"}), 0),
    "env": (frozenset({"-u", "-C"}), 0),
    "timeout": (frozenset({"-k", "-s"}), 1),
    "nice": (frozenset({"-n"}), 0),
    "exec": (frozenset({"-a"}), 0),
    "command": (frozenset(), 0),
    "nohup": (frozenset(), 0),
    "setsid": (frozenset(), 0),
}


class Context(StrEnum):
    """Where a variable stands, as far as it matters to what the shell does with its value."""

    BARE = "bare"
    QUOTED = "inside double quotes"
    WHOLE = "where the shell does not split"


@dataclass(frozen=True, slots=True)
class Use:
    """A variable that is expanded: its name, the whole expansion, and what becomes of the value.

    `plain` is one without an operator, such as `$A` or `${A}`; `braces` tells the two apart.  `command` is the index
    of the command in whose words it stands, `target` the assigned variable whose value it becomes part of.
    """

    name: str
    start: int
    end: int
    context: Context
    braces: bool
    plain: bool
    command: int | None
    target: str | None


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command as it is written; `bare` is the same without quotes, None where it has expansions."""

    text: str
    start: int
    end: int
    bare: str | None


@dataclass(frozen=True, slots=True)
class Redirection:
    """A redirection, by its operator; `text` is the target's, or the body of a heredoc."""

    operator: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: its words, the program first, and its redirections.

    `inside` is the command in whose words it is substituted, `target` the variable that its output is assigned to.
    `pipeline` is the pipeline's number and its place in it.
    """

    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]
    start: int
    end: int
    inside: int | None
    target: str | None
    pipeline: tuple[int, int] | None

    @property
    def name(self) -> str:
        """The program without its folder; empty where only the shell can tell."""
        return (self.words[0].bare or "").rpartition("/")[2] if self.words else ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words after the program, without quotes; those with expansions as they are written."""
        return tuple(it.text if it.bare is None else it.bare for it in self.words[1:])

    @property
    def program(self) -> tuple[str, tuple[str, ...]]:
        """The program that runs in the end, behind `sudo` and its kin, and its arguments."""
        words = (self.name, *self.arguments)
        while len(words) > 1 and words[0] in _PREFIXES:
            valued, before = _PREFIXES[words[0]]
            words = words[1:]
            while len(words) > 1 and (words[0].startswith("-") or "=" in words[0]):
                words = words[2:] if words[0] in valued and len(words) > 2 else words[1:]
            words = words[before:] if len(words) > before else words
        return words[0].rpartition("/")[2], words[1:]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the shell cannot parse the command."""

    message: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shell:
    """A command's text, read.  `assigned` are the variables that it sets itself, `functions` those it defines.

    `readable` is false where the text is not quite understood: what is said of it then is not to be relied on.
    `fault` is there only where a shell refuses the text for certain.
    """

    commands: tuple[Command, ...] = ()
    uses: tuple[Use, ...] = ()
    assigned: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    fault: Fault | None = None
    readable: bool = True

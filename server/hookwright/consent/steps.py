"""The steps in which a program may run, load, read or write something; they are followed later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hookwright.shell.programs import Interpreter

Words = Sequence[str | None]
"""What words come to, None where only a run can tell."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What may run anything."""

    what: str


@dataclass(frozen=True, slots=True)
class Loads:
    """What loads files that are not read: the question says so."""

    what: str


@dataclass(frozen=True, slots=True)
class Configured:
    """Files that the program `by` loads where they lie in the folder that it runs in, or above it in the project."""

    names: Sequence[str]
    by: str


@dataclass(frozen=True, slots=True)
class Script:
    """A file that the program `by` runs or loads, as what `kind` runs, else as what it says of itself.

    `searched`: it is looked for on the PATH first.  `plain` matches the whole of one that runs, loads and writes
    nothing.
    """

    word: str
    by: str
    kind: Interpreter | None = None
    searched: bool = False
    plain: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class ShellText:
    """Commands for a shell."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A program in another language, which the command shows."""

    text: str
    kind: Interpreter


@dataclass(frozen=True, slots=True)
class Module:
    """What `python -m` runs."""

    name: str


@dataclass(frozen=True, slots=True)
class Program:
    """Another program with its arguments; `written` is how it is named where its name cannot be told."""

    words: Words
    written: str = ""


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Arguments that may name what is run; of those with `scripts_only` just what can be run counts."""

    words: Words
    scripts_only: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """Arguments of a script: one that is read, and says what it does with them, may run them; any other may."""

    words: Words


@dataclass(frozen=True, slots=True)
class Input:
    """An interpreter, or a program that nothing is known of (None), reads its standard input."""

    name: str
    kind: Interpreter | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Files that are written, or folders with such files, and what is written to them."""

    words: Words
    sources: Words = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """Git reads, and runs what its configuration says; `folder` is what `-C` names."""

    command: str
    folder: str | None = None


Step = (
    Unread
    | Loads
    | Configured
    | Script
    | ShellText
    | Code
    | Module
    | Program
    | Mentioned
    | Given
    | Input
    | Written
    | Repository
)

"""The steps in which a program may run, load, read or write something; they are followed later."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from hookwright.shell.programs import Interpreter

Words = Sequence[str | None]
"""What words come to, None if only a run can tell."""


class Unread(Struct, frozen=True):
    """What may run anything."""

    what: str


class Loads(Struct, frozen=True):
    """What loads files that are not read: the question says so."""

    what: str


class Configured(Struct, frozen=True):
    """Files that the program `by` loads where they lie in the folder that it runs in, or above it in the project."""

    names: Sequence[str]
    by: str


class Script(Struct, frozen=True):
    """A file that the program `by` runs or loads, as what `kind` runs, else as what it says of itself.

    `searched`: it is looked for on the PATH first.  `plain` matches the whole of one that runs, loads and writes
    nothing.
    """

    word: str
    by: str
    kind: Interpreter | None = None
    searched: bool = False
    plain: re.Pattern[str] | None = None


class ShellText(Struct, frozen=True):
    """Commands for a shell."""

    text: str


class Code(Struct, frozen=True):
    """A program in another language, which the command shows."""

    text: str
    kind: Interpreter


class Module(Struct, frozen=True):
    """What `python -m` runs."""

    name: str


class Program(Struct, frozen=True):
    """Another program with its arguments; `written` is how it is named where its name cannot be told."""

    words: Words
    written: str = ""


class Mentioned(Struct, frozen=True):
    """Arguments that may name what is run; of those with `scripts_only` only what can be run counts."""

    words: Words
    scripts_only: bool = False


class Given(Struct, frozen=True):
    """Arguments of a script: one that is read, and says what it does with them, may run them; any other may."""

    words: Words


class Input(Struct, frozen=True):
    """An interpreter, or a program that nothing is known of (None), reads its standard input."""

    name: str
    kind: Interpreter | None = None


class Written(Struct, frozen=True):
    """Files that are written, or folders with such files, and what is written to them."""

    words: Words
    sources: Words = ()


class Repository(Struct, frozen=True):
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

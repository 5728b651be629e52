"""The text of a script, and of the files of its folder that it imports: what a front end is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from msgspec import Struct

MOST_BYTES = 256 * 1024
"""Longer scripts are not read."""


class Lack(Struct, frozen=True):
    """That a command fails with a code, as the program is missing that it comes to start; it may print before that."""

    program: str
    code: int
    prints: bool = False


class Launch(Struct, frozen=True):
    """How one hook starts a script on this machine: what the script is given, and where the files lie that it may run.

    `arguments` are the words behind the script; None if only a run can tell.  `variables` are those of its
    environment whose values are known.  `folder` is where it runs, and `repository` what Git finds there; None if
    that cannot be told.  Files below the `roots` are followed too.  `programs` says of some
    programs whether they are there: those that are not cannot be started, and questions for others stay open.  `lacks`
    says of a command, by its words (None for those that only a run can tell) and its folder, that it fails here.
    Where it is read `by_dash`, it ends as it loads a file that is missing.
    """

    arguments: tuple[str | None, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    folder: str | None = None
    repository: str | None = None
    roots: tuple[str, ...] = ()
    programs: tuple[tuple[str, bool], ...] = ()
    lacks: Callable[[Sequence[str | None], str], Lack | None] | None = None
    by_dash: bool = False


class Lying(Enum):
    """What lies at a path."""

    NOTHING = "nothing"
    FOLDER = "a folder"
    PROGRAM = "a file that can be run"
    OTHER = "something else"


class Source(Struct, frozen=True, eq=False):
    """The text of a script; `beside` gives the text of a file by its path from the script's folder on, or None.

    It gives files of the script's own folder and of those below it only, and none that is too long.  With a `launch`,
    the script is read as one hook starts it; then, `beside` gives files below its roots too, and `at` says what lies at
    an absolute path.
    """

    text: str
    path: str = ""
    beside: Callable[[str], str | None] = lambda _: None
    launch: Launch | None = None
    at: Callable[[str], Lying] = lambda _: Lying.OTHER

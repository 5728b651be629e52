"""Commands that are being read, and what they are read in."""

from __future__ import annotations

from msgspec import Struct, field

from hookwright.shell.tree import CommandKind, Redirection, Stage, Word


class Draft(Struct, eq=False):
    """A command that is being read; `ends` are those of the compounds around it that have redirections."""

    kind: CommandKind
    scope: CommandScope
    start: int
    group: tuple[int, ...]
    before: str
    keywords: tuple[str, ...]
    after: str = ""
    words: list[Word] = field(default_factory=list)
    assignments: list[Word] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)
    ends: list[Draft] = field(default_factory=list)
    stage: Stage | None = None


class CommandScope(Struct, eq=False):
    """The commands of the text, or those of the substitution that begins at `start`.

    `current` is the command whose words are read, `last` the one before; the rest is what the next begins with.
    """

    start: int
    outer: CommandScope | None
    group: tuple[int, ...] = ()
    before: str = ""
    keywords: list[str] = field(default_factory=list)
    current: Draft | None = None
    last: Draft | None = None

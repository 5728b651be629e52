"""A command as it is called: its words, and where it stands."""

from __future__ import annotations

from msgspec import Struct

from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import words_of
from hookwright.scripts.values import Spot, Value
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import Word


class Call(Struct, frozen=True, eq=False):
    """A command with its words, its name first; with `tail`, nothing follows it in the script."""

    name: str
    words: tuple[Word, ...]
    draft: Draft
    spot: Spot
    tail: bool = False

    def values(self, walk: Walk) -> list[Value]:
        """What its arguments come to; to be asked for once, as they may run commands."""
        return words_of(walk, self.words[1:])

    @property
    def plain(self) -> list[str | None]:
        """Its arguments without quotes; None for those with expansions."""
        return [it.bare for it in self.words[1:]]

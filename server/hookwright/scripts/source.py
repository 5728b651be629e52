"""The text of a script, and of the files of its folder that it imports: what a front end is given."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

MOST_BYTES = 256 * 1024
"""Longer scripts are not read."""


class Source(Struct, frozen=True, eq=False):
    """The text of a script; `beside` gives the text of a file by its path from the script's folder on, or None.

    It gives files of the script's own folder and of those below it only, and none that is too long.
    """

    text: str
    path: str = ""
    beside: Callable[[str], str | None] = lambda _: None

"""Where a failure does not end the script."""

from __future__ import annotations

from typing import Protocol


class Guarded(Protocol):
    """What may be where no failure ends the script."""

    guarded: bool


class Guard:
    """Around what is asked for its outcome; a class, as scripts do that for every other command."""

    __slots__ = ("_kept", "_walk")

    def __init__(self, walk: Guarded) -> None:
        self._walk, self._kept = walk, walk.guarded

    def __enter__(self) -> None:
        self._walk.guarded = True

    def __exit__(self, *_: object) -> None:
        self._walk.guarded = self._kept

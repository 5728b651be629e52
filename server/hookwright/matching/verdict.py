"""What holding something against a matcher outcome: whether it matched, and a sentence that says why."""

from __future__ import annotations

from msgspec import Struct

_LONGEST = 80


class Verdict(Struct, frozen=True):
    """Whether it matched; `because` reads well in a list of reasons and has no full stop.

    `undecided`: it took too long, so the result is unknown; it counts as not matched.
    `broken`: what is wrong with the matcher keeps it from ever matching anything.
    """

    matched: bool
    because: str
    undecided: bool = False
    broken: bool = False


def yes(because: str) -> Verdict:
    """It matched."""
    return Verdict(matched=True, because=because)


def no(because: str) -> Verdict:
    """It did not match."""
    return Verdict(matched=False, because=because)


def quoted(text: str) -> str:
    """The text in backticks, on one line and cut where it is long."""
    line = " ".join(text.split()) if "\n" in text else text
    return f"`{line}`" if len(line) <= _LONGEST else f"`{line[:_LONGEST]}…`"

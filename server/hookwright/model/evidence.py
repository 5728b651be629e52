"""How a fact about an agent is known: by measuring it, from its source, or from a document."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

from hookwright.patterns import late_pattern


class Basis(StrEnum):
    """What a fact rests on, the strongest first."""

    SPECIFIED = "specified"
    MEASURED = "measured"
    SOURCE = "read in the source"
    DOCUMENTED = "documented"

    @property
    def is_certain(self) -> bool:
        """Whether the agent is known to do so, rather than said to."""
        return self in (Basis.SPECIFIED, Basis.MEASURED)


class Evidence(Struct, frozen=True):
    """What shows a fact: on which `version` of the agent, on which `date` (ISO 8601), and `where` that can be read."""

    basis: Basis
    version: str = ""
    date: str = ""
    where: str = ""

    @property
    def page(self) -> str:
        """The address at which it can be read; empty if that is not on the web."""
        found = _ADDRESS.search(self.where)
        return found.group() if found else ""

    @property
    def source(self) -> str:
        """What a statement that rests on it goes back to, as the end of a sentence; empty if it is certain."""
        if self.basis.is_certain:
            return ""
        what = "the source" if self.basis is Basis.SOURCE else "the documentation"
        return f"according to {what} of {self.version}" if self.version else f"according to {what}"


SPECIFIED = Evidence(Basis.SPECIFIED)
"""The dialect is what its document says: there is no agent that could differ from it."""

_ADDRESS = late_pattern(r"https://[^\s;]+")

VERSION = late_pattern(r"\d+(?:\.\d+)*")


def parts(version: str) -> tuple[int, ...]:
    """The numbers of a version, to compare it by; those at the end that are 0 do not count."""
    numbers = [int(it) for it in re.findall(r"\d+", version)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)

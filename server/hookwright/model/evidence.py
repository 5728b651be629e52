"""How a fact about an agent is known: by measuring it, from its source, or from a document."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows a fact: on which `version` of the agent, on which `date` (ISO 8601), and `where` that can be read."""

    basis: Basis
    version: str = ""
    date: str = ""
    where: str = ""


SPECIFIED = Evidence(Basis.SPECIFIED)
"""The dialect is what its document says: there is no agent that could differ from it."""

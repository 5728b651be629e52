"""The planted defects: pages of hook files in which a hand has marked what is wrong, and which rule is to say so.

A mark's carets are the token that the finding must lie in, its severity is the least that will do, and its words say
what was planted.  Nothing rewrites them, unlike those of the specs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.markers import Block, Section, parse

from hookwright.model.reaction import Severity

PLANTED = Path(__file__).parent / "planted"

_MARK = re.compile(r"^\s*(?P<token>\^+) (?P<severity>[a-z]+)\[(?P<rule>[a-z-]+)\] (?P<words>.+)$")


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong in one place: offsets into the block's text, the rule's name, and the least severity."""

    start: int
    end: int
    rule: str
    severity: Severity
    words: str


@dataclass(frozen=True, slots=True)
class Page:
    """One dialect's page."""

    dialect: str
    sections: tuple[Section, ...]

    @property
    def planted(self) -> tuple[Section, ...]:
        """The sections with something wrong in them."""
        return tuple(it for it in self.sections if any(defects(block) for block in it.inputs))

    @property
    def controls(self) -> tuple[Section, ...]:
        """The sections with nothing wrong, however odd they look."""
        return tuple(it for it in self.sections if not any(defects(block) for block in it.inputs))


def pages() -> tuple[Page, ...]:
    """Every page, by its dialect's id."""
    return tuple(Page(it.stem, parse(it.read_text(encoding="utf-8"))) for it in sorted(PLANTED.glob("*.md")))


def defects(block: Block) -> tuple[Defect, ...]:
    """The defects that are marked in a block, in the order of the marks."""
    found: list[Defect] = []
    start = end = 0
    for line in block.body:
        if mark := _MARK.match(line):
            severity = Severity(mark["severity"])
            found.append(
                Defect(start + mark.start("token"), start + mark.end("token"), mark["rule"], severity, mark["words"])
            )
        else:
            start, end = end, end + len(line) + 1
    return tuple(found)

"""What a page of the documentation shows in blocks of code, and the marks that tests read beside them.

A mark is a comment that readers do not see, above the block that it is about:

- `<!-- not run: REASON -->`: nothing of the block can be tried here; `test_marks.py` has the reasons and counts them
- `<!-- ends with 1: REASON -->`: a command in the block may end with 1
- `<!-- file: PATH -->`: the block is this file
- `<!-- finds: HW303 HW502 -->`: what `hookwright check` finds in the file

`<!-- given: NAME -->` is a step by itself: from there on, commands are typed in a copy of `given/NAME/project`, and the
files of `given/NAME/home` are in the home folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from tests.pages import README, ROOT

GIVEN = Path(__file__).parent / "given"
NOT_RUN, ENDS_WITH_1, FILE, FINDS = "not run", "ends with 1", "file", "finds"
_MARK = re.compile(rf"\s*<!-- ({NOT_RUN}|{ENDS_WITH_1}|{FILE}|{FINDS}|given): (.+) -->\s*")
_FENCE = re.compile(r"(\s*)(`{3,})(.*)")
_SAVED = re.compile(r"Save this as `([^`]+)`:$")

# The pages of the rules are made from their docstrings; tests/tidy/test_rule_examples.py tries their examples.
PAGES = [README, *(it for it in sorted((ROOT / "docs").rglob("*.md")) if it.parent.name != "rules")]


class Given(Struct, frozen=True):
    """A project to go on in."""

    name: str


class Block(Struct, frozen=True):
    """A block of a page: its text without indentation, the line of its fence (from 1), the line above, its marks."""

    language: str
    text: str
    line: int
    lead: str
    marks: dict[str, str]

    @property
    def saved_as(self) -> str | None:
        """The file that the reader is asked to save the block as."""
        found = _SAVED.search(self.lead)
        return found[1] if found else None

    @property
    def path(self) -> str | None:
        """The file that the block is, as far as the page says so."""
        return self.marks.get(FILE) or self.saved_as


def steps(page: Path) -> Iterator[Given | Block]:
    """The blocks of a page, and the projects that they are for; raises ValueError for a mark that no block follows."""
    lines = enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
    lead, marks = "", dict[str, str]()
    for number, line in lines:
        if mark := _MARK.fullmatch(line):
            if mark[1] == "given":
                yield Given(mark[2])
            else:
                marks[mark[1]] = mark[2]
        elif fence := _FENCE.fullmatch(line):
            text = "".join(f"{it}\n" for it in _inside(lines, fence))
            yield Block(fence[3], text, number, lead, marks)
            lead, marks = "", {}
        elif line.strip():
            if marks:
                raise ValueError(f"{page.name}:{number}: no block follows the mark above")
            lead = line.strip()


def blocks(page: Path) -> list[Block]:
    """The blocks of a page."""
    return [it for it in steps(page) if isinstance(it, Block)]


def _inside(lines: Iterator[tuple[int, str]], fence: re.Match[str]) -> Iterator[str]:
    for _, line in lines:
        if line.strip() == fence[2]:
            return
        yield line.removeprefix(fence[1])

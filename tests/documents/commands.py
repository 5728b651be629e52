"""The commands in the blocks of a page.

In a `console` block, each line that begins with `$` is a command, and the lines below it are what it prints.  Of an
`sh` or `bash` block every line is one, and only how it ends is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from tests.documents.blocks import ENDS_WITH_1, Block

SHELLS = ("sh", "bash", "console")


class Command(Struct, frozen=True):
    """A command, the lines that the page says it prints (None where it does not say), and how it may end."""

    text: str
    prints: tuple[str, ...] | None
    ends_with: frozenset[int]
    line: int


def commands(block: Block) -> Iterator[Command]:
    """The commands of a block, in their order; raises ValueError where a `console` block begins with something else."""
    may = frozenset({0, 1}) if ENDS_WITH_1 in block.marks else frozenset({0})
    if block.language != "console":
        for it in block.text.replace("\\\n", " ").splitlines():
            if it.strip() and not it.lstrip().startswith("#"):
                yield Command(it.strip(), None, may, block.line)
        return
    first, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    if first:
        raise ValueError(f"line {block.line}: a `console` block begins with a command")
    for it in parts:
        text, *lines = it.splitlines()
        # What it prints says whether something was found.
        yield Command(text, tuple(lines), frozenset({0, 1}), block.line)

"""The format of the specs: Markdown whose fenced blocks are inputs with marks, givens, and outputs of probes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

CURSOR = "<CURSOR>"

_FENCE = re.compile(r"^(`{3,})\s*(.*?)\s*$")
_HEADING = re.compile(r"^(#+)\s+(.*?)\s*$")
_PATH = re.compile(r"^`([^`]+)`:$")
_MARK = re.compile(r"^\s*\^+ (?:error|warning|information|hint|related)\[[a-z-]+\] ")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its info string, the path above it, its body, and the number of the body's first line."""

    info: str
    path: str | None
    body: tuple[str, ...]
    first: int

    @property
    def name(self) -> str:
        """The info string's first word."""
        return self.info.partition(" ")[0]

    @property
    def argument(self) -> str:
        """What follows the info string's first word."""
        return self.info.partition(" ")[2]

    @property
    def text(self) -> str:
        """The body without marks and cursor."""
        return "".join(f"{line}\n" for line in self._unmarked()).replace(CURSOR, "")

    @property
    def cursor(self) -> int | None:
        """The offset of the cursor in the text, or None."""
        offset = "".join(f"{line}\n" for line in self._unmarked()).find(CURSOR)
        return None if offset < 0 else offset

    def _unmarked(self) -> list[str]:
        return [line for line in self.body if not _MARK.match(line)]


@dataclass(frozen=True, slots=True)
class Section:
    """One test: a heading and the blocks below it, up to the next heading."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def inputs(self) -> tuple[Block, ...]:
        """The blocks that are files."""
        return tuple(block for block in self.blocks if block.path is not None)

    def given(self, name: str) -> str | None:
        """The body of the first block of that name, or None."""
        return next(("\n".join(it.body) for it in self.blocks if it.name == name and it.path is None), None)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be shown below the line it is on: a half-open range of offsets, and the words after the carets."""

    start: int
    end: int
    words: str


@lru_cache(maxsize=256)
def parse(document: str) -> tuple[Section, ...]:
    """The sections that have blocks, in order; a `##` heading without any is refused, as it would test nothing."""
    sections: list[Section] = []
    title, level, blocks = "", 0, list[Block]()
    fence: tuple[str, str, int] | None = None
    path: str | None = None
    lines = document.splitlines()
    for number, line in enumerate([*lines, "# end"]):
        if fence is not None:
            marker, info, first = fence
            if line.startswith(marker) and not line.strip("`"):
                blocks.append(Block(info, path, tuple(lines[first:number]), first))
                fence, path = None, None
        elif opening := _FENCE.match(line):
            fence = (opening[1], opening[2], number + 1)
        elif heading := _HEADING.match(line):
            if level > 1 and not blocks:
                raise ValueError(f"the section {title!r} has no block, so it tests nothing")
            if blocks:
                sections.append(Section(title, tuple(blocks)))
            title, level, blocks = heading[2], len(heading[1]), []
        elif named := _PATH.match(line):
            path = named[1]
    if fence is not None:
        raise ValueError(f"the block that opens on line {fence[2]} is not closed")
    return tuple(sections)


def marked(block: Block, marks: Iterable[Mark]) -> list[str]:
    """The input block's body with exactly these marks below their lines, and its cursor where it was."""
    text, cursor = block.text, block.cursor
    below: dict[int, list[str]] = {}
    for mark in marks:
        number = text.count("\n", 0, mark.start)
        line_start = text.rfind("\n", 0, mark.start) + 1
        indent = re.sub(r"[^\t]", " ", text[line_start : mark.start])
        below.setdefault(number, []).append(f"{indent}{'^' * max(1, mark.end - mark.start)} {mark.words}")
    if cursor is not None:
        text = text[:cursor] + CURSOR + text[cursor:]
    lines: list[str] = []
    for number, line in enumerate(text.split("\n")[:-1]):
        lines += [line, *below.pop(number, [])]
    return lines + [line for rest in below.values() for line in rest]


def rewritten(document: str, bodies: Mapping[Block, Iterable[str]]) -> str:
    """The document with new bodies for some of its blocks."""
    lines = document.splitlines()
    for block in sorted(bodies, key=lambda it: -it.first):
        lines[block.first : block.first + len(block.body)] = bodies[block]
    return "".join(f"{line}\n" for line in lines)

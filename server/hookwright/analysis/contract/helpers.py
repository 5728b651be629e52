"""The programs that a script needs and that a machine may lack, and what it does where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hookwright.scripts.effects import Block, Branch, Exit, Language, Run, inside
from hookwright.shell.programs import word_set

# What many machines lack.
HELPERS = word_set("jq yq gojq python python3 node deno bun ruby perl php uv npx tsx rg fd")
# What runs the script is there.
RUN_BY = {Language.PYTHON: word_set("python python3 uv"), Language.JAVASCRIPT: word_set("node deno bun tsx npx")}


def ways_out(block: Block) -> Iterator[tuple[str, Exit]]:
    """The programs that a script looks for, each with the exit that is taken where it is missing.

    That is the branch right behind that ends the script: it needs the program in the other one.
    """
    for it, behind in pairwise(block):
        if isinstance(it, Run) and it.asks and it.program in HELPERS and isinstance(behind, Branch):
            sides = [side for side in (behind.then, behind.otherwise) if side and isinstance(side[-1], Exit)]
            yield from ((it.program, side[-1]) for side in sides if len(sides) == 1 and isinstance(side[-1], Exit))
    for effect in block:
        for inner in inside(effect):
            yield from ways_out(inner)

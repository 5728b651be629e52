"""The programs that a script needs and that a machine may lack, and what it does if one is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from hookwright.scripts.effects import (
    Block,
    Branch,
    Exit,
    Handler,
    Language,
    Risk,
    Run,
    Script,
    Try,
    effects,
    inside,
)
from hookwright.shell.programs import word_set

# What many machines lack.
HELPERS = word_set("jq yq gojq python python3 node deno bun ruby perl php uv npx tsx rg fd")
# What runs the script is there.
RUN_BY = {Language.PYTHON: word_set("python python3 uv"), Language.JAVASCRIPT: word_set("node deno bun tsx npx")}


def starts_of_helpers(script: Script, is_judged: Callable[[Try, Handler], bool]) -> Iterator[Risk]:
    """The helpers that a script starts, other than in a `try` with a handler that is judged by itself."""
    found = [it for it in script.effects if isinstance(it, Risk) and it.program in HELPERS]
    if not found:
        # Most scripts in other languages than the shell's.
        return
    tried = (it for it in script.effects if isinstance(it, Try) and any(is_judged(it, one) for one in it.handlers))
    handled = {id(one) for it in tried for one in effects(it.body)}
    yield from (it for it in found if id(it) not in handled)


def how_to_ask(language: Language, program: str) -> str:
    """What a script does to block where a program is missing."""
    if language is Language.SHELL:
        return f"look for it first, and block if it is missing: `command -v {program} || exit 2`"
    return "catch that it does not start, and block then"


def ways_out(block: Block) -> Iterator[tuple[str, Block, Exit]]:
    """The programs that a script looks for, each with what is done if it is missing, and the exit at its end.

    That is the branch right behind that ends the script: it needs the program in the other one.
    """
    for it, behind in pairwise(block):
        if isinstance(it, Run) and it.asks and it.program in HELPERS and isinstance(behind, Branch):
            sides = [side for side in (behind.then, behind.otherwise) if side and isinstance(side[-1], Exit)]
            yield from (
                (it.program, side, end) for side in sides if len(sides) == 1 and isinstance(end := side[-1], Exit)
            )
    for effect in block:
        for inner in inside(effect):
            yield from ways_out(inner)

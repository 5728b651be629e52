"""Which texts a hook may not print: those for another agent, and those behind an option that it does not pass."""

from __future__ import annotations

import re
from functools import cache

from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.scripts.effects import Block, Branch, Loop, Print, ReadArgument, effects, inside
from hookwright.scripts.values import Argument, Literal, OneOf, Variable, within

_BOTH = (True, True)
_NEITHER = (False, False)
_COUNTED = "$#"
# These begin the ids of formats that belong to no one agent.
_GENERAL = frozenset({"agent", "ai", "open"})


def unsure_prints(subject: ScriptSubject, use: ScriptUse) -> frozenset[int]:
    """The identities of the prints that the hook cannot be said to come to.

    Such a print is in a branch that asks for a variable of another agent, for an argument that the command does not
    pass, or for what a loop over the arguments has set.
    """
    has_options = _reads_options(subject)
    branches = (it for it in subject.script.effects if type(it) is Branch)
    if all(_taken(it, use, has_options) == _BOTH for it in branches):
        # Nearly all scripts.
        return frozenset()
    sure, unsure = set[int](), set[int]()
    _sort(subject.script.body, use, has_options, sure, unsure)
    return frozenset(unsure - sure)


def _sort(block: Block, use: ScriptUse, has_options: bool, reached: set[int], unsure: set[int]) -> None:
    """Adds the prints of a block that is `reached`; where that is the same set as `unsure`, it may not be."""
    for it in block:
        if isinstance(it, Print):
            reached.add(id(it))
            continue
        taken = _taken(it, use, has_options) if isinstance(it, Branch) else _BOTH
        for index, inner in enumerate(inside(it)):
            _sort(inner, use, has_options, reached if taken[min(index, 1)] else unsure, unsure)


def _taken(it: Branch, use: ScriptUse, has_options: bool) -> tuple[bool, bool]:
    """Whether the hook may well come to each of the two blocks.

    Only a plain question tells what a variable of the hook's own agent comes to.
    """
    first = it.about[0] if it.about else None
    if isinstance(first, Argument):
        return _where_empty(it) if first.number > len(use.arguments) else _BOTH
    if has_options and isinstance(first, OneOf) and sum(isinstance(one, Literal) for one in first.values) > 1:
        return _NEITHER
    of_agents = [one for value in it.about for one in within(value) if type(one) is Variable and _is_of_agent(one.name)]
    if not of_agents:
        return _BOTH
    if first is not of_agents[0] or len(it.about) > 1 or not it.empty:
        own = f"{use.dialect.id.partition('-')[0].upper()}_"
        return _BOTH if all(one.name.startswith(own) for one in of_agents) else _NEITHER
    empty, full = _where_empty(it)
    return (full, empty) if _has(use.dialect, of_agents[0].name) else (empty, full)


def _where_empty(it: Branch) -> tuple[bool, bool]:
    return (it.empty != "otherwise", it.empty != "then")


def _has(dialect: Dialect, name: str) -> bool:
    return any(it.name == name for it in dialect.variables)


def _is_of_agent(name: str) -> bool:
    return _agents().match(name) is not None


@cache
def _agents() -> re.Pattern[str]:
    """The names of variables that begin with the name of an agent."""
    names = {it.id.partition("-")[0] for it in OUTLINES} - _GENERAL
    return re.compile(rf"(?:{'|'.join(sorted(names)).upper()})_")


def _reads_options(subject: ScriptSubject) -> bool:
    """Whether the script goes through its arguments in a loop, or hands all of them to a function that counts them."""
    found = subject.script.effects
    if _COUNTED in subject.text and any(isinstance(it, ReadArgument) and it.number == 0 for it in found):
        return True
    loops = (it for it in found if isinstance(it, Loop))
    return any(isinstance(it, ReadArgument) for loop in loops for it in effects(loop.body))

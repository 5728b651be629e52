"""Conditions, and commands that are joined by `&&` and `||`."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from hookwright.scripts.effects import Branch, Exit, Leave, Print, effects
from hookwright.scripts.shell.conditions import both, either
from hookwright.scripts.shell.ends import end
from hookwright.scripts.shell.frames import Do
from hookwright.scripts.shell.state import Outcome, merged
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Literal, Spot, Value
from hookwright.shell.structure import Block, Chain, Group, Node, Simple

Tree: TypeAlias = Node | tuple[str, "Tree", "Tree"]
"""A condition: a command, or two conditions with the operator between them."""

_CANNOT_FAIL = frozenset({"echo", "printf", "true", ":", "exit", "return"})


def nothing() -> None:
    """Does nothing."""


def condition_of(walk: Walk, condition: Block) -> Tree:
    """Does all but the last of the commands of a condition, and gives that one."""
    with walk.guard():
        walk.block(condition[:-1])
    return _tree(condition[-1]) if condition else Group(())


def _tree(node: Node) -> Tree:
    match node:
        case Chain(first=first, rest=rest):
            tree = _tree(first)
            for operator, it in rest:
                tree = (operator, tree, _tree(it))
            return tree
        case Group(body=(only,), subshell=False):
            return _tree(only)
    return node


def decide(walk: Walk, tree: Tree, then: Do, otherwise: Do) -> None:
    """Asks for a condition, and goes on by it."""
    match tree:
        case ("&&", first, second) if otherwise is nothing:
            decide(walk, first, lambda: decide(walk, second, then, nothing), nothing)
        case ("||", first, second) if then is nothing:
            decide(walk, first, nothing, lambda: decide(walk, second, nothing, otherwise))
        case _:
            before = walk.printed
            outcome = outcome_of_tree(walk, tree)
            if walk.state.alive:
                walk.branch(outcome, then, partial(_failed, walk, before, otherwise), _tree_spot(walk, tree))


def _failed(walk: Walk, before: Value | None, otherwise: Do) -> None:
    """Goes on behind a command that has failed, and has printed nothing then."""
    if before is not None:
        walk.printed = before
    otherwise()


def _tree_spot(walk: Walk, tree: Tree) -> Spot:
    while isinstance(tree, tuple):
        tree = tree[1]
    return walk.unit.spot_of(tree)


def outcome_of_tree(walk: Walk, tree: Tree) -> Outcome:
    """The outcome of a condition; what its second part does is written down as if it were always asked for, too."""
    if not isinstance(tree, tuple):
        with walk.guard():
            return walk.outcome_of(tree)
    operator, first, second = tree
    one = outcome_of_tree(walk, first)
    wanted = 0 if operator == "&&" else 1
    if not walk.state.alive or (one.status is not None and bool(one.status) != bool(wanted)):
        return one
    before = walk.state
    walk.state = before.copy()
    walk.state.present |= one.present if operator == "&&" else one.present_else
    found: list[Outcome] = []
    done = walk.inside(lambda: found.append(outcome_of_tree(walk, second)))
    other = found[0]
    loud = any(isinstance(it, Print | Exit | Leave) for it in effects(done))
    if one.status is not None or not walk.state.alive or loud:
        # It was certain to be asked, or it does more than to ask.
        skipped = before if one.status is None else merged(())
        walk.state = merged((walk.state, skipped)) if one.status is None else walk.state
        if one.status is not None:
            walk.emit(*done)
            return other
        then, otherwise = (done, ()) if operator == "&&" else ((), done)
        walk.emit(Branch(one.about, then, otherwise, _tree_spot(walk, first), one.of_empty))
        if not walk.state.alive:
            return one
    else:
        walk.emit(*done)
    return both(one, other) if operator == "&&" else either(one, other)


def chain(walk: Walk, node: Chain, *, tail: bool) -> None:
    """Does a list: what is left of the last operator asks, what is right of it is done."""
    *before, (operator, last) = node.rest
    first: Tree = _tree(Chain(node.first, tuple(before)) if before else node.first)
    spot = walk.unit.spot_of(node)

    def go() -> None:
        walk.statement(last, tail=tail)

    def stop() -> None:
        if tail:
            _stopped(walk, spot)

    if operator == "&&":
        decide(walk, first, go, stop if tail else nothing)
    elif not _certain(walk, first, go, stop if tail else nothing):
        decide(walk, first, stop if tail else nothing, go)


def _stopped(walk: Walk, spot: Spot) -> None:
    """Ends the script with the status of the command before."""
    status = walk.state.status
    code = status.value if isinstance(status, Literal) else None
    end(walk, code if isinstance(code, int) else None, spot)


def _certain(walk: Walk, first: Tree, go: Do, stop: Do) -> bool:
    """Does `A && B || C` where B cannot fail: it is done, or C is."""
    match first:
        case ("&&", asked, Simple(draft=draft)) if draft.words and draft.words[0].text in _CANNOT_FAIL:

            def then() -> None:
                walk.statement(Simple(draft))
                if walk.state.alive:
                    stop()

            decide(walk, asked, then, go)
            return True
    return False

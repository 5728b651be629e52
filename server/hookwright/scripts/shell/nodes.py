"""How lists, pipelines and compound commands go on: each kind of node, and conditions joined by `&&` and `||`."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from hookwright.scripts.effects import Print, effects
from hookwright.scripts.shell.choices import arms_of
from hookwright.scripts.shell.commands import run
from hookwright.scripts.shell.ends import end, is_in_subshell, settle
from hookwright.scripts.shell.functions import call
from hookwright.scripts.shell.lists import chain, condition_of, decide
from hookwright.scripts.shell.loops import do_loop
from hookwright.scripts.shell.outcomes import compound_outcome
from hookwright.scripts.shell.redirecting import redirected
from hookwright.scripts.shell.state import DONE, Outcome
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Literal, Value
from hookwright.shell.structure import (
    Background,
    Block,
    Cases,
    Chain,
    Choice,
    Function,
    Group,
    Node,
    Pipeline,
    Redirected,
    Repeat,
    Simple,
)


def block(walk: Walk, nodes: Block, *, tail: bool = False) -> None:
    """Does commands one after another."""
    for index, it in enumerate(nodes):
        if not walk.state.alive:
            return
        last = index == len(nodes) - 1
        statement(walk, it, tail=(tail and last) or (not last and _hands_on(walk, nodes[index + 1])))
    if tail and not nodes and walk.state.alive:
        end(walk, 0, walk.unit.spot(0, 0))


def _hands_on(walk: Walk, node: Node) -> bool:
    """Whether a command ends the script with the status of the one before, as `exit $?` does."""
    if type(node) is not Simple or not node.draft.words or node.draft.words[0].text != "exit":
        return False
    given = [it.text for it in node.draft.words[1:]]
    return not node.draft.redirections and not is_in_subshell(walk) and given in ([], ["$?"], ['"$?"'])


def statement(walk: Walk, node: Node, *, tail: bool = False) -> None:
    """Does a command that nothing asks for the outcome of."""
    begun, spot_of = len(walk.out), partial(walk.unit.spot_of, node)
    if type(node) is Simple:
        # Most are.
        settle(walk, outcome_of(walk, node, tail=tail), spot_of, begun, tail=tail)
        return
    match node:
        case Chain():
            chain(walk, node, tail=tail)
        case Background(node=inner):
            _background(walk, inner)
            if tail:
                end(walk, 0, walk.unit.spot_of(node))
        case Pipeline(negated=True):
            with walk.guard():
                # Behind a `!`, no failure ends the script.
                outcome = outcome_of(walk, node)
                settle(walk, outcome, spot_of, begun, tail=tail)
        case Choice() | Cases() | Repeat() | Group(subshell=False) | Redirected():
            outcome = outcome_of(walk, node, tail=tail)
            with walk.guard():
                # What failed in it has ended the script already, or nothing has asked for that.
                settle(walk, outcome, spot_of, begun, tail=tail)
        case _:
            outcome = outcome_of(walk, node, tail=tail)
            settle(walk, outcome, spot_of, begun, tail=tail)


def outcome_of(walk: Walk, node: Node, *, tail: bool = False) -> Outcome:
    """Does a command, and what it comes to; with `tail`, compound commands end the script themselves."""
    match node:
        case Simple(draft=draft):
            walk.step()
            return run(walk, draft, tail=tail)
        case Pipeline():
            return _pipeline(walk, node, tail=tail)
        case Function(name=name):
            walk.functions[name] = (walk.unit, node.body)
            return DONE
        case Redirected(node=inner, end=last):
            with redirected(walk, last):
                return outcome_of(walk, inner, tail=tail)
        case Chain() | Background():
            begun = len(walk.out)
            statement(walk, node, tail=tail)
            return replace(compound_outcome(walk, walk.out[begun:]), usual=walk.status)
    return _compound(walk, node, tail=tail)


def _compound(walk: Walk, node: Node, *, tail: bool) -> Outcome:
    begun = len(walk.out)
    match node:
        case Choice(arms=arms, otherwise=otherwise):
            _choice(walk, arms, otherwise, tail=tail, node=node)
        case Cases():
            arms_of(walk, node, lambda body: block(walk, body, tail=tail), lambda: _end(walk, node, tail=tail))
        case Repeat():
            do_loop(walk, node)
        case Group(body=body, subshell=False):
            block(walk, body, tail=tail)
        case Group(body=body):
            walk.subshell(lambda: block(walk, body, tail=tail), tail=tail)
    return compound_outcome(walk, walk.out[begun:])


def _end(walk: Walk, node: Node, *, tail: bool) -> None:
    walk.state.status = Literal(0)
    if tail:
        end(walk, 0, walk.unit.spot_of(node))


def _choice(walk: Walk, arms: tuple[tuple[Block, Block], ...], otherwise: Block, *, tail: bool, node: Node) -> None:
    (condition, body), *rest = arms

    def fails() -> None:
        if rest:
            _choice(walk, tuple(rest), otherwise, tail=tail, node=node)
            return
        walk.state.status = Literal(0)
        if otherwise:
            block(walk, otherwise, tail=tail)
        elif tail:
            end(walk, 0, walk.unit.spot_of(node))

    tree = condition_of(walk, condition)
    if walk.state.alive:
        decide(walk, tree, lambda: block(walk, body, tail=tail), fails)


def _background(walk: Walk, node: Node) -> None:
    """When a process beside the script prints is unknown."""
    begun = len(walk.out)
    with walk.guard():
        walk.subshell(lambda: statement(walk, node))
    if any(isinstance(it, Print) for it in effects(tuple(walk.out[begun:]))):
        walk.not_whole()
    walk.state.alive = True
    walk.state.status = Literal(0)


def _pipeline(walk: Walk, node: Pipeline, *, tail: bool) -> Outcome:
    *before, last = node.stages or (Group(()),)
    kept, guarded = walk.given, walk.guarded
    try:
        for it in before:
            # Without `pipefail`, only the last one's failure counts.
            walk.guarded = guarded or "pipefail" not in walk.state.options
            walk.give(walk.caught(partial(statement, walk, it)))
            if not walk.state.alive:
                return DONE
        walk.guarded = guarded
        inner = tail and not node.negated
        outcome = _last_stage(walk, last, tail=inner) if before else outcome_of(walk, last, tail=inner)
    finally:
        walk.given, walk.guarded = kept, guarded
    return outcome.negated() if node.negated else outcome


def _last_stage(walk: Walk, node: Node, *, tail: bool) -> Outcome:
    if isinstance(node, Simple) or walk.zsh:
        return outcome_of(walk, node, tail=tail)
    if tail:
        walk.subshell(lambda: statement(walk, node, tail=True), tail=True)
        return DONE
    begun = len(walk.out)
    found: list[Outcome] = []
    walk.subshell(lambda: found.append(outcome_of(walk, node)))
    outcome = compound_outcome(walk, walk.out[begun:])
    if found and found[0].status is None and outcome.status is None:
        return replace(found[0], risks=())
    return outcome


def asked(walk: Walk, node: Node) -> Outcome:
    """Does a command whose outcome somebody asks for."""
    if not isinstance(node, Chain | Background):
        return outcome_of(walk, node)
    begun = len(walk.out)
    statement(walk, node)
    return replace(compound_outcome(walk, walk.out[begun:]), usual=walk.status)


class Doing:
    """How commands are done, for what does not know their kinds."""

    def block(self, walk: Walk, nodes: Block, *, tail: bool = False) -> None:
        """Does commands one after another."""
        block(walk, nodes, tail=tail)

    def statement(self, walk: Walk, node: Node, *, tail: bool = False) -> None:
        """Does a command that nothing asks for the outcome of."""
        statement(walk, node, tail=tail)

    def outcome_of(self, walk: Walk, node: Node, *, tail: bool = False) -> Outcome:
        """Does a command, and what it comes to."""
        return outcome_of(walk, node, tail=tail)

    def call(self, walk: Walk, name: str, arguments: list[Value], *, tail: bool) -> Outcome:
        """Does a function of the script."""
        return call(walk, name, arguments, tail=tail)

"""What a script has done for certain before it comes to an effect."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.scripts.effects import COMPOUND, Block, Branch, Effect, Exit, Leave, Print, Scope, Try, inside

Before = tuple[Effect, ...]


def with_before(block: Block, before: Before = ()) -> Iterator[tuple[Effect, Before]]:
    """Every effect, each with those that every run that comes to it has gone through, in order.

    What is done in a branch, a loop, or a handler counts only inside of it.  A body that may be left early, or may
    fail, counts up to there.
    """
    for it in block:
        yield it, before
        if type(it) not in COMPOUND:
            before = (*before, it)
            continue
        for inner in inside(it):
            yield from with_before(inner, _at_beginning(it, inner, before))
        before = (*before, *_done(it))


def _at_beginning(effect: Effect, block: Block, before: Before) -> Before:
    """What is done for certain where a block of an effect begins; a command that fails may have printed nothing."""
    last = before[-1] if before else None
    if not isinstance(effect, Branch) or block is not effect.otherwise or not isinstance(last, Print):
        return before
    return before[:-1] if effect.spot.start <= last.spot.start < effect.spot.end else before


def _done(effect: Effect) -> Before:
    """What is done for certain behind an effect."""
    if isinstance(effect, Scope):
        return tuple(_straight(effect.body))
    return (effect,) if not isinstance(effect, Try) else ()


def _straight(block: Block) -> Iterator[Effect]:
    for it in block:
        if inside(it) and not isinstance(it, Scope) and _leaves(it):
            return
        if isinstance(it, Leave | Exit):
            return
        yield from _done(it)


def _leaves(effect: Effect) -> bool:
    return any(isinstance(it, Leave) or _leaves(it) for block in inside(effect) for it in block)


def prints(before: Before) -> tuple[Print, ...]:
    """The texts among what was done."""
    return tuple(it for it in before if isinstance(it, Print))

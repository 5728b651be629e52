"""Blocks that do nothing of note, such as calls of helpers that only look something up: they are left out."""

from __future__ import annotations

from hookwright.scripts.effects import Block, Bounds, Branch, Failure, Leave, Loop, Risk, Scope, Try

_NONE = frozenset[Bounds]()


def is_idle(block: Block, own: frozenset[Bounds] = _NONE, *, caught: bool = False) -> bool:
    """Whether a block only decides and goes on behind itself, in any case.

    `own` are the scopes that it may leave.  A failure that is `caught` without anything being done is nothing of note,
    but for one that is about the payload or another program.
    """
    for it in block:
        match it:
            case Leave(bounds=bounds):
                idle = bounds in own
            case Risk(failure=failure, goes_on=False):
                idle = caught and failure is Failure.OTHER
            case Branch(then=then, otherwise=otherwise):
                idle = is_idle(then, own, caught=caught) and is_idle(otherwise, own, caught=caught)
            case Loop(body=body):
                idle = is_idle(body, own | {Bounds.LOOP}, caught=caught)
            case Scope(body=body, bounds=bounds):
                idle = is_idle(body, own | {bounds}, caught=caught)
            case Try(body=body, handlers=handlers, final=final):
                inner = [(body, caught or bool(handlers)), *((one.body, caught) for one in handlers), (final, caught)]
                idle = all(is_idle(one, own, caught=within) for one, within in inner)
            case _:
                idle = False
        if not idle:
            return False
    return True


def scoped(block: Block, bounds: Bounds) -> Block:
    """A block that is left early, in a scope of its own; to leave it at its end is nothing."""
    if is_idle(block, frozenset((bounds,))):
        return ()
    if block[-1] == Leave(bounds):
        block = block[:-1]
    return (Scope(block, bounds),) if _leaves(block, bounds) else block


def _leaves(block: Block, bounds: Bounds) -> bool:
    """Whether something in a block leaves a scope around it."""
    for it in block:
        match it:
            case Leave(bounds=found):
                leaves = found is bounds
            case Scope(body=body, bounds=found):
                leaves = found is not bounds and _leaves(body, bounds)
            case Loop(body=body):
                leaves = bounds is not Bounds.LOOP and _leaves(body, bounds)
            case Branch(then=then, otherwise=otherwise):
                leaves = _leaves(then, bounds) or _leaves(otherwise, bounds)
            case Try(body=body, handlers=handlers, final=final):
                leaves = any(_leaves(one, bounds) for one in (body, *(it.body for it in handlers), final))
            case _:
                leaves = False
        if leaves:
            return True
    return False

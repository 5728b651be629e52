"""What a script does where a step of it fails and everything that it would have learned is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from hookwright.analysis.script_subject import ScriptSubject
from hookwright.scripts.effects import (
    Block,
    Branch,
    Effect,
    Failure,
    Handler,
    Loop,
    Print,
    Risk,
    Run,
    Scope,
    Stream,
    Try,
    UseUndefined,
    effects,
    inside,
)
from hookwright.scripts.endings import Ending, endings
from hookwright.scripts.values import Literal, PayloadText, Spot, Unknown, Value, payload_paths, within

# A branch that asks whether something is *not* so is taken if there is nothing.
_DENIES = ("!=", "not in", "-ne", "!", " not ", "-z")
_HERE = "\0"


def behind_handler(subject: ScriptSubject, around: Try, handler: Handler) -> tuple[Ending, ...]:
    """The ends of the runs in which a step of a `try` fails and the handler takes over."""
    mark = Print(Stream.STDERR, Literal(_HERE), handler.spot)
    taken = replace(handler, body=(mark, *handler.body))
    body = _within(subject, subject.script.body, around, (*taken.body, *around.final))
    found = endings(replace(subject.script, body=body)).all
    return tuple(_without(it, mark) for it in found if mark in it.prints)


def behind_missing(subject: ScriptSubject, program: str) -> tuple[Ending, ...]:
    """The ends of the runs in which a program is missing, where the branches behind it are those for empty values."""
    script = subject.script
    # The whole text of the payload is still there.
    body = tuple(map(_undecided_by_text, script.body))
    first = next((it for it in effects(body) if isinstance(it, Risk) and it.program == program), None)
    body = script.body if first is None else _within(subject, body, first, (first,))
    found = endings(replace(script, body=body)).all
    return tuple(it for it in found if any(one.program == program for one in it.state.failed))


def behind_failure(subject: ScriptSubject, step: Risk | UseUndefined) -> tuple[Ending, ...]:
    """The ends of the runs in which one step fails."""
    failing = replace(step, certain=True) if isinstance(step, Risk) else Risk(Failure.NAME, step.spot, certain=True)
    found = endings(replace(subject.script, body=_within(subject, subject.script.body, step, (failing,)))).all
    return tuple(it for it in found if failing in it.state.failed)


def behind_nothing(subject: ScriptSubject) -> tuple[Ending, ...]:
    """The ends of the runs in which all that the script would have learned is empty."""
    return endings(replace(subject.script, body=_empty(subject, subject.script.body))).all


def chosen_programs(block: Block) -> Iterator[str]:
    """The programs of which others do the same.

    The script has looked for another one, starts that elsewhere, or asks which of several names it has.
    """
    asked = ""
    for it in block:
        if isinstance(it, Branch):
            started = [{one.program for one in effects(inner) if isinstance(one, Risk)} - {""} for inner in inside(it)]
            together = set[str]().union(*started)
            named = {one.value for about in it.about for one in within(about) if isinstance(one, Literal)}
            yield from (one for one in together if one in named)
            if asked or (all(started) and started[0].isdisjoint(started[1])):
                yield from together - {asked}
        asked = it.program if isinstance(it, Run) and it.asks else ""
        for inner in inside(it):
            yield from chosen_programs(inner)


def with_blocks(effect: Effect, changed: Callable[[Block], Block]) -> Effect:
    """The effect with each of its blocks changed."""
    match effect:
        case Branch(then=then, otherwise=otherwise):
            return replace(effect, then=changed(then), otherwise=changed(otherwise))
        case Loop(body=body) | Scope(body=body):
            return replace(effect, body=changed(body))
        case Try(body=body, final=final, handlers=handlers):
            handled = tuple(replace(it, body=changed(it.body)) for it in handlers)
            return replace(effect, body=changed(body), final=changed(final), handlers=handled)
    return effect


def _undecided_by_text(effect: Effect) -> Effect:
    """The effect without what is known of conditions about the whole text of the payload."""
    inner = with_blocks(effect, lambda block: tuple(map(_undecided_by_text, block)))
    if isinstance(inner, Branch) and inner.about and any(map(_is_whole_text, within(inner.about[0]))):
        return replace(inner, about=(), empty="")
    return inner


def _is_whole_text(value: Value) -> bool:
    return isinstance(value, PayloadText) or (isinstance(value, Unknown) and () in value.of)


def _within(subject: ScriptSubject, block: Block, target: Effect, instead: Block) -> Block:
    """The block with the way to the target, what is done instead of it, and the branches for empty values behind it."""
    for index, it in enumerate(block):
        behind = _empty(subject, block[index + 1 :])
        if it is target:
            return (*block[:index], *instead, *behind)
        for inner in inside(it):
            if any(one is target for one in effects(inner)):
                return (*block[:index], _around(it, inner, _within(subject, inner, target, instead)), *behind)
    return block


def _around(effect: Effect, block: Block, changed: Block) -> Effect:
    """The effect with one of its blocks changed, as the only one that is gone into."""
    match effect:
        case Branch() | Loop():
            return Branch((), changed, (), effect.spot)
        case Scope():
            return replace(effect, body=changed)
        case Try() if effect.body is block:
            return replace(effect, body=changed)
    return effect


def _empty(subject: ScriptSubject, block: Block) -> Block:
    return tuple(_taken(subject, block))


def _taken(subject: ScriptSubject, block: Block) -> Iterator[Effect]:
    for it in block:
        match it:
            case Branch(then=then, otherwise=otherwise, empty="then"):
                yield from _risky(subject, otherwise, then)
            case Branch(then=then, otherwise=otherwise, empty=empty) if empty or _asks_for_more(subject, it):
                other = not empty and _is_negated(subject, it.spot)
                yield from _risky(subject, otherwise, then) if other else _risky(subject, then, otherwise)
            case Branch(then=then, otherwise=otherwise):
                yield replace(it, then=_empty(subject, then), otherwise=_empty(subject, otherwise))
            case Loop():
                pass
            case Scope(body=body):
                yield replace(it, body=_empty(subject, body))
            case Try(body=body):
                yield replace(it, body=_empty(subject, body))
            case _:
                yield it


def _risky(subject: ScriptSubject, left: Block, taken: Block) -> Iterator[Effect]:
    """The branch that is taken, and the risks that stand at the beginning of either."""
    for it in left:
        if not isinstance(it, Risk):
            break
        if it not in taken:
            yield it
    yield from _empty(subject, taken)


def _asks_for_more(subject: ScriptSubject, branch: Branch) -> bool:
    """Whether a condition looks for something in the payload, so that it does not hold if that is empty."""
    spot = branch.spot
    line = subject.text[spot.start : spot.end].partition("\n")[0]
    return not spot.file and any(map(payload_paths, branch.about)) and not any(it in line for it in _DENIES)


def _is_negated(subject: ScriptSubject, spot: Spot) -> bool:
    """Whether a condition of the shell begins with `!`, which is no part of its place."""
    return subject.text[max(0, spot.start - 20) : spot.start].rstrip().endswith("!")


def _without(ending: Ending, mark: Print) -> Ending:
    state = ending.state
    said, printed = (tuple(it for it in some if it != mark) for some in (state.said, state.printed))
    return replace(ending, state=replace(state, said=said, printed=printed))

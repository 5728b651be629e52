"""How a script ends where a program that it starts, or asks for, is not on the machine."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.contract.failing import behind_missing, with_blocks
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import (
    Block,
    Branch,
    Effect,
    Loop,
    Print,
    Risk,
    Run,
    Scope,
    Stream,
    Try,
    effects,
)
from hookwright.scripts.endings import Ending, endings
from hookwright.scripts.values import Literal, Spot, Variable

_MARK = Print(Stream.STDERR, Literal("\0"), Spot(0, 0))
_NOT = late_pattern(r"(?:!|\bnot)\s*\Z")
_GOES_ON = late_pattern(r"[^\n;]*?(?:&&|\|\|)")
_PIPED = late_pattern(r"(?:\s*\|(?!\|)[^|&;\n]*)+")
_IS_NOTHING = late_pattern(r"\bis\s+None\b|={2,3}\s*(?:null|undefined|None)\b|(?:\A|\W)(?:not|!)\s*[\w.]*\(?[\w.]*\(")


class WithoutProgram(Struct, frozen=True):
    """The ends of the runs without a program.

    `behind` are those in which it was missed; in the `others`, the script has come to its end without it.
    """

    behind: tuple[Ending, ...]
    others: tuple[Ending, ...]


def needed_programs(subject: ScriptSubject) -> dict[str, Spot]:
    """The programs that the script starts or asks for, each with the place where it does so first."""
    found = dict[str, Spot]()
    for it in effects(subject.script.body):
        if isinstance(it, Risk | Run) and it.program and "/" not in it.program:
            found.setdefault(it.program, it.spot)
    return found


def where_asked(subject: ScriptSubject, but: str = "") -> ScriptSubject:
    """The script as it runs on this machine: its questions for programs are answered, but for those for one of them."""
    asked = dict.fromkeys(it.program for it in effects(subject.script.body) if isinstance(it, Run) and it.asks)
    body = subject.script.body
    for it in asked:
        if it != but:
            body = tuple(_taken(subject, body, it, there=subject.has_program(it)))
    return replace(subject, script=replace(subject.script, body=body))


def without_program(subject: ScriptSubject, program: str) -> WithoutProgram:
    """How the script ends where `program` is missing: the questions for it are answered with no."""
    asked = any(isinstance(it, Run) and it.asks and it.program == program for it in effects(subject.script.body))
    here = _answered(subject, program) if asked else subject
    certain = replace(here, script=replace(here.script, body=_certain(here.script.body, program)))
    missed = behind_missing(certain, program)
    marked = endings(replace(here.script, body=tuple(_marked(here, here.script.body, program)))).all
    others = tuple(it for it in marked if _MARK not in it.prints)
    if asked and not missed:
        return WithoutProgram(others, ())
    return WithoutProgram(missed, others)


def behind_missed(subject: ScriptSubject) -> tuple[Ending, ...]:
    """The ends of the runs in which a program was missed, of a script that is read as where it is missing.

    A variable of the environment that decides something counts as one that is not set.
    """
    body = tuple(_as_missed(subject.script.body))
    found = endings(replace(subject.script, body=body)).all
    return tuple(it for it in found if _MARK in it.prints)


def _as_missed(block: Block) -> Iterator[Effect]:
    for it in block:
        match it:
            case Run(missing=True, asks=False):
                yield _MARK
            case Branch(about=(Variable(),), empty=empty) if empty:
                yield from _as_missed(it.then if empty == "then" else it.otherwise)
            case _:
                yield with_blocks(it, lambda inner: tuple(_as_missed(inner)))


def asks_for(subject: ScriptSubject, program: str) -> bool:
    """Whether the script goes another way where the program is missing, as far as that can be told."""
    return _answered(subject, program).script.body != subject.script.body


def _answered(subject: ScriptSubject, program: str) -> ScriptSubject:
    body = tuple(_taken(subject, subject.script.body, program))
    return replace(subject, script=replace(subject.script, body=body))


def _taken(subject: ScriptSubject, block: Block, program: str, *, there: bool = False) -> Iterator[Effect]:
    """The block with the branches of its questions for the program that are taken without it, or where it is `there`.

    What is there answers a question only where that is about nothing else.
    """
    asked: Spot | None = None
    answer: bool | None = None
    for it in block:
        if isinstance(it, Run) and it.asks and it.program == program:
            asked, answer = it.spot, None
        elif isinstance(it, Print) and it.spot == asked:
            # Where it is, the question prints its path.
            continue
        elif (
            isinstance(it, Branch)
            and asked is not None
            and (found := _found(subject, it, asked) if there else _answer(subject, it, asked, answer)) is not None
        ):
            taken = it.then if found else it.otherwise
            # What is left out of a list of questions leaves its answer as it is.
            asked, answer = (it.spot, found) if answer is None and not taken and not there else (None, None)
            yield from _taken(subject, taken, program, there=there)
            continue
        elif isinstance(it, Branch) and not there and (last := _last_asked(subject, it, program)) is not None:
            asked, answer = it.spot, last
        yield with_blocks(it, lambda block: tuple(_taken(subject, block, program, there=there)))


def _found(subject: ScriptSubject, branch: Branch, asked: Spot) -> bool | None:
    """Whether a condition that asks for a program, and for nothing else, holds where that is there; None for others."""
    if branch.spot.file or asked.file or branch.spot != asked or branch.empty:
        return None
    if _GOES_ON.match(subject.text, asked.end):
        return None
    return not _is_negated(subject, asked)


def _answer(subject: ScriptSubject, branch: Branch, asked: Spot, answer: bool | None) -> bool | None:
    """Whether a condition holds without the program; None if it is about something else, or cannot be told.

    `answer` is that of the list of questions that it begins with.
    """
    spot, text = branch.spot, subject.text
    if spot.file or asked.file:
        return None
    if not spot.start <= asked.start <= asked.end <= spot.end:
        return _of_list(subject, spot, asked)
    if answer is not None:
        return answer
    if branch.empty:
        return branch.empty == "then"
    negated = _is_negated(subject, asked)
    return negated if spot == asked else negated or _IS_NOTHING.search(text[spot.start : spot.end]) is not None


def _is_negated(subject: ScriptSubject, asked: Spot) -> bool:
    return _NOT.search(subject.text, max(0, asked.start - 20), asked.start) is not None


def _last_asked(subject: ScriptSubject, branch: Branch, program: str) -> bool | None:
    """What a list of questions comes to that ends with one for the program: the same for every answer to the others."""
    rest = branch.then or branch.otherwise
    last = next((it for it in reversed(rest) if not isinstance(it, Print)), None)
    if (branch.then and branch.otherwise) or not isinstance(last, Run) or not last.asks or last.program != program:
        return None
    return None if last.spot.file or branch.spot.file else _of_list(subject, branch.spot, last.spot)


def _of_list(subject: ScriptSubject, first: Spot, last: Spot) -> bool | None:
    """What a list comes to that begins and ends with a question; None if that depends on the others."""
    joined, negated = subject.text[first.end : last.start], _is_negated(subject, last)
    wrong, right = ("&&", "||") if negated else ("||", "&&")
    if first.end > last.start or "\n" in joined or ";" in joined or wrong in joined:
        return None
    return negated if right in joined else None


def _certain(block: Block, program: str) -> Block:
    """The block where each step that needs the program fails: one that is missing at first is not there later."""

    def certain(inner: Block) -> Block:
        return _certain(inner, program)

    return tuple(
        replace(it, certain=True)
        if isinstance(it, Risk) and it.program == program and not it.goes_on
        else with_blocks(it, certain)
        for it in block
    )


def _marked(subject: ScriptSubject, block: Block, program: str) -> Iterator[Effect]:
    """The block with a mark if it cannot go on without the program."""
    for it in block:
        if isinstance(it, Risk) and it.program == program:
            yield _MARK
        match it:
            case Branch() if (failed := _failed(subject, it, program)) is not None:
                yield from _marked(subject, failed, program)
            case Branch(then=then, otherwise=otherwise):
                left, right = (tuple(_marked(subject, one, program)) for one in (then, otherwise))
                yield replace(it, then=left, otherwise=right)
            case Loop(body=body) | Scope(body=body):
                yield replace(it, body=tuple(_marked(subject, body, program)))
            case Try(body=body):
                yield replace(it, body=tuple(_marked(subject, body, program)))
            case _:
                yield it


def _failed(subject: ScriptSubject, branch: Branch, program: str) -> Block | None:
    """The branch behind the failure of the program, where the condition is whether that succeeds."""
    for it in (branch.then, branch.otherwise):
        if it and isinstance(it[0], Risk) and it[0].program == program and _is_of(subject, it[0].spot, branch.spot):
            return it
    return None


def _is_of(subject: ScriptSubject, program: Spot, condition: Spot) -> bool:
    """Whether a program is the condition, which is where a pipeline begins."""
    if program == condition:
        return True
    if program.file or condition.file or condition.end > program.start:
        return False
    return _PIPED.fullmatch(subject.text, condition.end, program.start) is not None

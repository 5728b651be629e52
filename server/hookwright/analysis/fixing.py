"""What a file is after its fixes: those that can be made together, again and again until there is nothing to fix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.proof import Draft, Prover, Repair, Taken, draft
from hookwright.analysis.rule import Fix, ScriptChange
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.syntax.edit import apply
from hookwright.syntax.scan import MAX_PROBLEMS
from hookwright.text import Edit, Span

_MOST_ROUNDS = 100
# A text with thousands of faults is put right a hundred at a time; one that is long as well would take minutes.
_MOST_CHARACTERS = 2_000_000
_SYNTAX = "HW001"

Judge = Callable[[HookFile], tuple[Diagnostic, ...]]


class Made(Struct, frozen=True):
    """A fix that was made, with the finding it was made for and the line, from 1, that this stood on."""

    diagnostic: Diagnostic
    fix: Fix
    line: int


class Fixed(Struct, frozen=True):
    """A file after its fixes, what is still found in it, and how it got there."""

    file: HookFile
    diagnostics: tuple[Diagnostic, ...]
    made: tuple[Made, ...] = ()


def fix_file(file: HookFile, judge: Judge, *, unsafe: bool = False) -> Fixed:
    """The file after fixes to its text, round after round; `judge` says what is found in a text.

    A round that breaks the syntax, or leaves it as broken, is taken back, and so is one that leads to a text that was
    there before.
    """
    found, made = judge(file), list[Made]()
    seen = {file.tree.text}
    for _ in range(min(_MOST_ROUNDS, 2 + _MOST_CHARACTERS // (1 + len(file.tree.text)))):
        chosen = [it for it in choose(found, unsafe=unsafe) if it.edits]
        if not chosen:
            break
        text = apply(file.tree.text, chain.from_iterable(it.edits for it in chosen))
        after = replace(read_hook_file(file.path, text, file.dialect, file.scope), ground=file.ground)
        found_after = judge(after)
        if text in seen or not _is_better(found_after, found, chosen):
            break
        made += (_made(file, it) for it in chosen)
        file, found = after, found_after
        seen.add(text)
    return Fixed(file, found, tuple(made))


def script_changes(file: HookFile, diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[Made, ...]:
    """The fixes of scripts beside the file, each change once."""
    changes: dict[ScriptChange, Made] = {}
    for it in diagnostics:
        fix = _best(it.finding.fixes, unsafe=unsafe)
        if fix is not None and fix.script is not None:
            changes.setdefault(fix.script, _made(file, Repair(it, fix)))
    return tuple(changes.values())


def _made(file: HookFile, it: Repair) -> Made:
    return Made(it.diagnostic, it.fix, file.tree.lines.position(it.diagnostic.span.start).line + 1)


def choose(diagnostics: Iterable[Diagnostic], *, unsafe: bool = False, prover: Prover | None = None) -> list[Repair]:
    """One fix a diagnostic, none touching another, proved together; `unsafe` ones if there is no safe one.

    A string is closed before anything else at the same place, which would stand inside the string until then.
    """
    found = sorted(diagnostics, key=_closes_string, reverse=True)
    prover, failed = prover or Prover(), set[int]()
    while True:
        drafts = _compatible(found, failed, unsafe=unsafe)
        repairs = [it for proved in prover.together(drafts) for it in proved.repairs()]
        kept = {id(it.fix) for it in repairs}
        lost = {id(fix) for it in drafts for _, fix in it.made_by} - kept
        if repairs or not lost:
            break
        # What is next best is tried where nothing else can be done.
        failed |= lost
    scripts = (Repair(it, fix) for it in found if (fix := _best(it.finding.fixes, unsafe=unsafe)) and fix.script)
    return sorted((*repairs, *scripts), key=lambda it: it.diagnostic.span.start)


def _compatible(found: Iterable[Diagnostic], failed: set[int], *, unsafe: bool) -> list[Draft]:
    """The best fix of each finding, without those that failed; fixes that make no edits fail at once."""
    taken, drafts = Taken(), list[Draft]()
    for it in found:
        made = None
        while made is None:
            fix = _best([fix for fix in it.finding.fixes if id(fix) not in failed], unsafe=unsafe)
            if fix is None or fix.script is not None:
                break
            made = draft(it, fix)
            failed |= set() if made is not None else {id(fix)}
        if made is not None and taken.is_free(made.edits):
            taken.take(made.edits)
            drafts.append(made)
    return drafts


def safe_edits(diagnostics: Iterable[Diagnostic], prover: Prover | None = None) -> tuple[Edit, ...]:
    """The edits of one safe fix a diagnostic, in the order of the file, none touching another."""
    edits = chain.from_iterable(it.edits for it in choose(diagnostics, prover=prover))
    return tuple(sorted(edits, key=lambda it: (it.span.start, it.span.end)))


def touch(one: Span, other: Span) -> bool:
    """Whether the spans have a place in common, their ends included."""
    return one.start <= other.end and other.start <= one.end


def _closes_string(it: Diagnostic) -> bool:
    return it.rule.code == _SYNTAX and any(edit.text == '"' for fix in it.finding.fixes for edit in fix.recipe())


def _best(fixes: Sequence[Fix], *, unsafe: bool) -> Fix | None:
    """The one to be made without asking: a safe one, or if there is none and it is allowed, another."""
    return _first([it for it in fixes if it.safe]) or (_first(fixes) if unsafe else None)


def _first(fixes: Sequence[Fix]) -> Fix | None:
    return next((it for it in fixes if it.preferred), fixes[0] if len(fixes) == 1 else None)


def _is_better(after: tuple[Diagnostic, ...], before: tuple[Diagnostic, ...], chosen: list[Repair]) -> bool:
    """Whether there are fewer faults of the syntax, or as many and none was to be put right, or too many to count."""
    left, there = _broken(after), _broken(before)
    return left < there or (left == there and (there >= MAX_PROBLEMS or not _broken(it.diagnostic for it in chosen)))


def _broken(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(it.rule.code == _SYNTAX for it in diagnostics)

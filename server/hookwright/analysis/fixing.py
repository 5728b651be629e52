"""What a file is after its fixes: those that can be made together, again and again until there is nothing to fix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain

from hookwright.analysis.check import Diagnostic
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


@dataclass(frozen=True, slots=True)
class Made:
    """A fix that was made, with the finding it was made for and the line, from 1, that this stood on."""

    diagnostic: Diagnostic
    fix: Fix
    line: int


@dataclass(frozen=True, slots=True)
class Fixed:
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
        chosen = [(diagnostic, fix) for diagnostic, fix in choose(found, unsafe=unsafe) if fix.edits]
        if not chosen:
            break
        text = apply(file.tree.text, chain.from_iterable(fix.edits for _, fix in chosen))
        after = replace(read_hook_file(file.path, text, file.dialect, file.scope), ground=file.ground)
        found_after = judge(after)
        if text in seen or not _is_better(found_after, found, chosen):
            break
        made += (Made(it, fix, file.tree.lines.position(it.span.start).line + 1) for it, fix in chosen)
        file, found = after, found_after
        seen.add(text)
    return Fixed(file, found, tuple(made))


def script_changes(file: HookFile, diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[Made, ...]:
    """The fixes of scripts beside the file, each change once."""
    changes: dict[ScriptChange, Made] = {}
    for diagnostic, fix in choose(diagnostics, unsafe=unsafe):
        if fix.script is not None:
            line = file.tree.lines.position(diagnostic.span.start).line + 1
            changes.setdefault(fix.script, Made(diagnostic, fix, line))
    return tuple(changes.values())


def choose(diagnostics: Iterable[Diagnostic], *, unsafe: bool = False) -> tuple[tuple[Diagnostic, Fix], ...]:
    """One fix a diagnostic, none touching another; `unsafe` ones where allowed and no safe one is there.

    A string is closed before anything else at the same place, which would stand inside the string until then.
    """
    chosen: list[tuple[Diagnostic, Fix]] = []
    taken: list[Edit] = []
    for diagnostic in sorted(diagnostics, key=_closes_string, reverse=True):
        fixes = diagnostic.finding.fixes
        fix = _best([it for it in fixes if it.safe]) or (_best(fixes) if unsafe else None)
        if fix is not None and not any(touch(mine.span, other.span) for mine in fix.edits for other in taken):
            chosen.append((diagnostic, fix))
            taken += fix.edits
    return tuple(sorted(chosen, key=lambda it: it[0].span.start))


def safe_edits(diagnostics: Iterable[Diagnostic]) -> tuple[Edit, ...]:
    """The edits of one safe fix a diagnostic, in the order of the file, none touching another."""
    edits = chain.from_iterable(fix.edits for _, fix in choose(diagnostics))
    return tuple(sorted(edits, key=lambda it: (it.span.start, it.span.end)))


def touch(one: Span, other: Span) -> bool:
    """Whether the spans have a place in common, their ends included."""
    return one.start <= other.end and other.start <= one.end


def _closes_string(it: Diagnostic) -> bool:
    return it.rule.code == _SYNTAX and any(edit.text == '"' for fix in it.finding.fixes for edit in fix.edits)


def _best(fixes: Iterable[Fix]) -> Fix | None:
    known = tuple(fixes)
    return next((it for it in known if it.preferred), known[0] if len(known) == 1 else None)


def _is_better(
    after: tuple[Diagnostic, ...], before: tuple[Diagnostic, ...], chosen: list[tuple[Diagnostic, Fix]]
) -> bool:
    """Whether there are fewer faults of the syntax, or as many and none was to be put right, or too many to count."""
    left, there = _broken(after), _broken(before)
    return left < there or (left == there and (there >= MAX_PROBLEMS or not _broken(it for it, _ in chosen)))


def _broken(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(it.rule.code == _SYNTAX for it in diagnostics)

"""Findings for people: the message, the source line with carets below what is meant, and the fixes."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.folding import listed_lines
from hookwright.analysis.proof import offered
from hookwright.analysis.reports.checked import relative
from hookwright.analysis.rule import Place
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Tree
from hookwright.text import Span
from hookwright.visible import BLUE, BOLD, CYAN, GREEN, RED, YELLOW, tinted, visible, visible_line

_TINTS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFORMATION: BLUE, Severity.HINT: CYAN}
_TAB = "    "
_LONGEST_LINE = 400
_CUT = "…"
_MOST_EXCERPTS = 1
_MOST_NOTES = 3


def text_lines(diagnostics: Iterable[Diagnostic], tree: Tree, path: str, *, color: bool = False) -> Iterator[str]:
    """A report for people, without line ends: per finding the message, the place, the line with carets, the fixes."""
    known = tuple(diagnostics)
    fixes = offered(known)
    for diagnostic in known:
        tint = _TINTS[diagnostic.severity]
        head = tinted(f"{BOLD};{tint}", f"{diagnostic.severity.value}[{diagnostic.rule.name}]", color=color)
        yield f"{head} {tinted(BOLD, diagnostic.finding.message, color=color)} ({diagnostic.rule.code})"
        yield from _excerpt(tree, path, diagnostic.span, tint, color=color)
        yield from _notes(diagnostic, tree, path, color=color)
        for repair in fixes(diagnostic):
            yield f"  {tinted(GREEN, 'fix:', color=color)} {repair.fix.title}"
        yield ""


def _notes(diagnostic: Diagnostic, tree: Tree, path: str, *, color: bool) -> Iterator[str]:
    """The other places of a finding: a few with their lines of the source, many by their numbers."""
    note = f"  {tinted(BOLD, 'note:', color=color)}"
    here, elsewhere = dict[str, list[Span]](), list[tuple[Place, str]]()
    for place, message in diagnostic.finding.related:
        if place.file is None:
            here.setdefault(message, []).append(resolve(tree, place))
        else:
            elsewhere.append((place, message))
    is_short = sum(map(len, here.values())) <= _MOST_EXCERPTS
    for message, spans in list(here.items())[:_MOST_NOTES]:
        yield f"{note} {message}" if is_short else f"{note} {message} ({listed_lines(tree, spans)})"
        for span in spans if is_short else ():
            yield from _excerpt(tree, path, span, BLUE, color=color)
    if len(here) > _MOST_NOTES:
        rest = chain.from_iterable(list(here.values())[_MOST_NOTES:])
        yield f"{note} and more of this kind ({listed_lines(tree, rest)})"
    for place, message in elsewhere[:_MOST_NOTES]:
        assert place.file is not None
        yield f"{note} {message}"
        yield from _excerpt(
            place.file.tree, relative(place.file.path, os.getcwd()), resolve(tree, place), BLUE, color=color
        )
    if (more := len(elsewhere) - _MOST_NOTES) > 0:
        yield f"{note} and {more} more {'place' if more == 1 else 'places'} in other files"


def _excerpt(tree: Tree, path: str, span: Span, tint: str, *, color: bool) -> Iterator[str]:
    start = tree.lines.position(span.start)
    whole = tree.lines.line_text(start.line)
    place = span.start - tree.lines.line_start(start.line)
    line, column = _around(whole, place)
    before, marked = visible(line[:column]), visible(line[column : column + span.end - span.start])
    number = str(start.line + 1)
    bar = tinted(BLUE, "|", color=color)
    yield f"{' ' * len(number)}{tinted(BLUE, '-->', color=color)} {visible_line(path)}:{number}:{place + 1}"
    yield f"{tinted(BLUE, number, color=color)} {bar} {visible(line).replace(chr(9), _TAB)}".rstrip()
    carets = tinted(f"{BOLD};{tint}", "^" * max(1, _width(marked)), color=color)
    yield f"{' ' * len(number)} {bar} {' ' * _width(before)}{carets}"


def _around(line: str, column: int) -> tuple[str, int]:
    """What is shown of a line, and where the place is in that: a file of one line is not repeated for each finding."""
    if len(line) <= _LONGEST_LINE:
        return line, column
    start, end = max(0, column - _LONGEST_LINE // 4), min(len(line), column + _LONGEST_LINE * 3 // 4)
    cut = _CUT if start else ""
    return f"{cut}{line[start:end]}{_CUT if end < len(line) else ''}", column - start + len(cut)


def _width(text: str) -> int:
    if text.isascii() and "\t" not in text:
        return len(text)
    return sum(_character_width(it) for it in text)


def _character_width(character: str) -> int:
    if character == "\t":
        return len(_TAB)
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

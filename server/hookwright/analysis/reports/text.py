"""Findings for people: the message, the source line with carets below what is meant, and the fixes."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.reports.checked import relative
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Tree
from hookwright.text import Span

_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFORMATION: "34", Severity.HINT: "36"}
_BOLD, _FRAME, _HELP = "1", "34", "32"
_TAB = "    "


def text_lines(diagnostics: Iterable[Diagnostic], tree: Tree, path: str, *, color: bool = False) -> Iterator[str]:
    """A report for people, without line ends: per finding the message, the place, the line with carets, the fixes."""
    for diagnostic in diagnostics:
        tint = _COLORS[diagnostic.severity]
        head = _paint(f"{diagnostic.severity.value}[{diagnostic.rule.name}]", f"{_BOLD};{tint}", color=color)
        yield f"{head} {_paint(diagnostic.finding.message, _BOLD, color=color)} ({diagnostic.rule.code})"
        yield from _excerpt(tree, path, diagnostic.span, tint, color=color)
        for place, message in diagnostic.finding.related:
            yield f"  {_paint('note:', _BOLD, color=color)} {message}"
            where = (tree, path) if place.file is None else (place.file.tree, relative(place.file.path, os.getcwd()))
            yield from _excerpt(*where, resolve(tree, place), _FRAME, color=color)
        for fix in diagnostic.finding.fixes:
            yield f"  {_paint('fix:', _HELP, color=color)} {fix.title}"
        yield ""


def _excerpt(tree: Tree, path: str, span: Span, tint: str, *, color: bool) -> Iterator[str]:
    start = tree.lines.position(span.start)
    line = tree.lines.line_text(start.line)
    column = span.start - tree.lines.line_start(start.line)
    marked = line[column : column + span.end - span.start]
    number = str(start.line + 1)
    bar = _paint("|", _FRAME, color=color)
    yield f"{' ' * len(number)}{_paint('-->', _FRAME, color=color)} {path}:{number}:{column + 1}"
    yield f"{_paint(number, _FRAME, color=color)} {bar} {line.replace(chr(9), _TAB)}".rstrip()
    carets = _paint("^" * max(1, _width(marked)), f"{_BOLD};{tint}", color=color)
    yield f"{' ' * len(number)} {bar} {' ' * _width(line[:column])}{carets}"


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


def _paint(text: str, tint: str, *, color: bool) -> str:
    return f"\x1b[{tint}m{text}\x1b[0m" if color else text

"""Reads the YAML at the head of a Markdown file into a tree with the places in the whole document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.syntax.mended_yaml import mended
from hookwright.syntax.tree import Kind, Notation, Problem, ProblemKind, Section, Tree
from hookwright.text import Span

MOST_CHARACTERS = 200_000
_FENCED = late_pattern(r"\ufeff?---[ \t]*\r?\n(?P<matter>(?>(?:(?!---[ \t]*\r?$).*\n)*))---[ \t]*\r?$", re.MULTILINE)
# How far the first key is indented.
_EDGE = late_pattern(r"(?>(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*)(?P<edge> *)")
_COMMENT = late_pattern(r"(?:(?<=\s)|^)#[^\r\n]*", re.MULTILINE)


def matter_of(text: str) -> Span | None:
    """Where the YAML is, without the lines of dashes; None if a text does not begin with any."""
    found = _FENCED.match(text)
    return Span(*found.span("matter")) if found is not None else None


def parse_front_matter(text: str, *, mends: bool = False) -> Tree:
    """The tree of what is between the first two lines of dashes; it never raises.

    The root is None if there is none.  Where the YAML is broken, the tree has what comes before; with `mends`, it
    has what an agent makes of it that looks twice, and of equal keys the last counts.
    """
    span = matter_of(text)
    if span is None:
        return Tree(text, None, notation=Notation.YAML)
    if span.end - span.start > MOST_CHARACTERS:
        problem = Problem(ProblemKind.SYNTAX, f"this is more than {MOST_CHARACTERS:,} characters of YAML", _first(span))
        return Tree(text, None, (problem,), notation=Notation.YAML)
    # Few texts get here, and the library takes long to load.
    from hookwright.syntax.yaml_tree import built

    root, problems, scalars = built(text, span, unique=not mends)
    is_mended = False
    if mends and _is_broken(problems):
        again = mended(text, span)
        other, others, places = built(again.text, Span(0, len(again.text)), unique=False)
        if not _is_broken(others):
            again.put_back(other)
            root, scalars = other, [again.span(it) for it in places]
            problems = tuple(replace(it, span=again.span(it.span)) for it in others)
            is_mended = True
    sections = (Section(span, (), root),) if root is not None and root.kind is Kind.OBJECT else ()
    comments = tuple(_comments(text, span, scalars))
    return Tree(text, root, problems, comments, Notation.YAML, sections, mended=is_mended)


def _is_broken(problems: Iterable[Problem]) -> bool:
    return any(it.kind is ProblemKind.SYNTAX for it in problems)


def _first(span: Span) -> Span:
    return Span(span.start, min(span.start + 1, span.end))


def _comments(text: str, span: Span, scalars: list[Span]) -> Iterator[Span]:
    """What begins with `#` outside of scalars, which are in the order of the text."""
    left = iter(scalars)
    scalar = next(left, None)
    for found in _COMMENT.finditer(text, span.start, span.end):
        while scalar is not None and scalar.end <= found.start():
            scalar = next(left, None)
        if scalar is None or found.start() < scalar.start:
            yield Span(*found.span())


def speaks_of(text: str, key: str) -> bool:
    """Whether a key may be in the YAML at the head of a text: most Markdown has none, and is not parsed."""
    span = matter_of(text)
    if span is None:
        return False
    matter = text[span.start : span.end]
    first = _EDGE.match(matter)
    edge = first["edge"] if first is not None else ""
    return re.search(rf"^{edge}[\"']?{re.escape(key)}[\"']?[ \t]*:", matter, re.MULTILINE) is not None

"""The faults of the text itself, as findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hookwright.analysis.rule import Finding, Fix, Place, Subject, given
from hookwright.syntax.cursor import at
from hookwright.syntax.tree import Problem, ProblemKind


def faults(subject: Subject, kind: ProblemKind, title: Callable[[Problem], str], *, safe: bool) -> Iterator[Finding]:
    """A finding for every problem of that kind that the parser has met, with its fix under that title."""
    tree = subject.file.tree
    for problem in tree.problems:
        if problem.kind is kind:
            place = Place(at(tree, problem.span.start).route, span=problem.span)
            fixes = (Fix(title(problem), given(problem.fix), preferred=True, safe=safe),) if problem.fix else ()
            yield Finding(place, problem.message, fixes)

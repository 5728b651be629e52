"""All problems of a reading in text order: its faults, and the comments, trailing commas and repeated keys."""

from __future__ import annotations

import re

from hookwright.syntax.between_brackets import line_span, remove_node
from hookwright.syntax.scan import MAX_PROBLEMS, Scan
from hookwright.syntax.tree import Problem, ProblemKind, Tree
from hookwright.text import Edit, Span

# One that is never closed, or begins with `#`, is a fault already.
_COMMENT = re.compile(r"//|/\*(?s:.*?)\*/")


def all_problems(scan: Scan, tree: Tree) -> tuple[Problem, ...]:
    """The problems of a text whose tree is given; of each kind the first hundred."""
    problems = [*scan.problems, *_comments(scan), *_trailing_commas(scan), *_repeated_keys(scan, tree)]
    return tuple(sorted(problems, key=lambda it: (it.span.start, it.span.end)))


def _comments(scan: Scan) -> list[Problem]:
    message = "strict JSON does not allow comments; remove this one"
    spans = [it for it in scan.comments if _COMMENT.match(scan.text, it.start)][:MAX_PROBLEMS]
    return [Problem(ProblemKind.COMMENT, message, it, Edit(line_span(scan.text, it.start, it.end), "")) for it in spans]


def _trailing_commas(scan: Scan) -> list[Problem]:
    message = "strict JSON does not allow a comma after the last entry; remove it"
    spans = [Span(it, it + 1) for it in scan.trailing[:MAX_PROBLEMS]]
    return [Problem(ProblemKind.TRAILING_COMMA, message, it, Edit(it, "")) for it in spans]


def _repeated_keys(scan: Scan, tree: Tree) -> list[Problem]:
    problems = []
    for container, index in scan.repeated[:MAX_PROBLEMS]:
        key = container.members[index].key
        name = str(key.value)
        shown = name if len(name) <= 40 else f"{name[:39]}…"
        message = f"`{shown}` is repeated below, and only the last one counts; remove this one"
        edits = remove_node(tree, container, index)
        problems.append(Problem(ProblemKind.DUPLICATE_KEY, message, key.span, edits[0]))
    return problems

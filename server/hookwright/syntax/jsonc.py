"""What a text says as JSON with comments: a tree and the problems, for any text, in time linear to its length."""

from __future__ import annotations

from hookwright.syntax.clean import read_clean
from hookwright.syntax.nodes import Problem, ProblemKind, Tree
from hookwright.syntax.removal import line_span, remove_node
from hookwright.syntax.scan import MAX_PROBLEMS, Policy, Scan, replacement, report, skip_blanks
from hookwright.syntax.steps import read_root, read_step
from hookwright.text import Edit, Span


def parse(text: str) -> Tree:
    """The tree of a text; it never raises, and what is broken is a problem of the tree.

    Comments and trailing commas are understood and reported as such; a caller drops those its dialect allows.
    """
    scan = _read(text, Policy.AS_THEY_COME)
    if scan.unbalanced:
        scan = _best(scan)
    return _tree(scan)


def _best(first: Scan) -> Scan:
    """The reading of an unbalanced text with the fewest faults, indentation deciding between equals."""
    best = first
    if "\n" in first.text:
        by_indentation = _read(first.text, Policy.BY_INDENTATION)
        best = by_indentation if by_indentation.faults <= best.faults else best
    if best.faults > 1:
        skipping = _read(first.text, Policy.SKIP)
        best = skipping if skipping.faults < best.faults else best
    return best


def _read(text: str, policy: Policy) -> Scan:
    scan = Scan(text, policy, pos=1 if text.startswith("\ufeff") else 0)
    read_root(scan)
    while scan.stack:
        read_clean(scan)
        if scan.stack:
            read_step(scan)
    if skip_blanks(scan):
        end = len(text.rstrip())
        fix = replacement(scan.pos, end)
        scan.unbalanced = True
        report(scan, "nothing may follow the end of the document; remove this", scan.pos, end, fix)
    return scan


def _tree(scan: Scan) -> Tree:
    comments = tuple(scan.comments)
    bare = Tree(scan.text, scan.root, (), comments)
    problems = [*scan.problems, *_comments(scan), *_trailing_commas(scan), *_repeated_keys(scan, bare)]
    problems.sort(key=lambda it: (it.span.start, it.span.end))
    return Tree(scan.text, scan.root, tuple(problems), comments)


def _comments(scan: Scan) -> list[Problem]:
    message = "strict JSON has no comments; remove this one"
    spans = [it for it in scan.comments if scan.text[it.start] == "/"][:MAX_PROBLEMS]
    return [Problem(ProblemKind.COMMENT, message, it, Edit(line_span(scan.text, it.start, it.end), "")) for it in spans]


def _trailing_commas(scan: Scan) -> list[Problem]:
    message = "strict JSON has no comma after the last entry; remove it"
    spans = [Span(it, it + 1) for it in scan.trailing[:MAX_PROBLEMS]]
    return [Problem(ProblemKind.TRAILING_COMMA, message, it, Edit(it, "")) for it in spans]


def _repeated_keys(scan: Scan, tree: Tree) -> list[Problem]:
    problems = []
    for container, index in scan.repeated[:MAX_PROBLEMS]:
        key = container.members[index].key
        name = str(key.value)
        shown = name if len(name) <= 40 else f"{name[:39]}…"
        message = f"`{shown}` comes again below and only the last one counts; remove this one"
        edits = remove_node(tree, container, index)
        problems.append(Problem(ProblemKind.DUPLICATE_KEY, message, key.span, edits[0]))
    return problems

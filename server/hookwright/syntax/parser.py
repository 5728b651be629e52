"""Reads JSON with comments into a tree and its problems, for any text, in time linear to its length.

`clean_reader` reads what is sound; `recovery` reads on where the text is broken.
"""

from __future__ import annotations

from hookwright.syntax.clean_reader import read_clean_root
from hookwright.syntax.scan import Policy, Scan
from hookwright.syntax.tree import Tree

# A text with more faults than one in that many characters is not JSON, and not worth another reading.
_CHARACTERS_PER_FAULT = 40


def parse(text: str) -> Tree:
    """The tree of a text; it never raises, and what is broken is a problem of the tree.

    Comments and trailing commas are understood and reported as such; a caller drops those its dialect allows.
    """
    scan = _read(text, Policy.AS_THEY_COME)
    if scan.unbalanced and scan.faults * _CHARACTERS_PER_FAULT < len(text) + 4000:
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
    read_clean_root(scan)
    if scan.stack or scan.pos < len(text):
        # The careful reading is loaded when it is first needed: most texts are sound, and a start must be quick.
        from hookwright.syntax.recovery import read_carefully

        read_carefully(scan)
    return scan


def _tree(scan: Scan) -> Tree:
    comments = tuple(scan.comments)
    tree = Tree(scan.text, scan.root, (), comments)
    if not (scan.problems or comments or scan.trailing or scan.repeated):
        return tree
    from hookwright.syntax.problems import all_problems

    return Tree(scan.text, scan.root, all_problems(scan, tree), comments)

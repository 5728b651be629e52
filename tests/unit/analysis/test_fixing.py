from __future__ import annotations

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.fixing import safe_edits
from hookwright.analysis.rule import Finding, Fix, Place, given
from hookwright.analysis.rules import RULES
from hookwright.model.reaction import Severity
from hookwright.text import Edit, Span


def diagnostic(*fixes: Fix) -> Diagnostic:
    return Diagnostic(RULES[0], Finding(Place(()), "", fixes), Span(0, 0), Severity.ERROR)


def fix(*spans: tuple[int, int], preferred: bool = False, safe: bool = True) -> Fix:
    edits = tuple(Edit(Span(start, end), f"{start}-{end}") for start, end in spans)
    return Fix("", given(*edits), preferred=preferred, safe=safe)


def chosen(*diagnostics: Diagnostic) -> list[str]:
    return [it.text for it in safe_edits(diagnostics)]


def test_edits_come_in_the_order_of_the_file_and_never_touch() -> None:
    found = chosen(
        diagnostic(fix((10, 12), preferred=True)),
        diagnostic(fix((0, 2), (11, 14), preferred=True)),
        diagnostic(fix((4, 5), preferred=True)),
    )
    assert found == ["4-5", "10-12"], "a fix of which one edit touches another is left out whole"


def test_two_insertions_at_one_place_are_not_both_taken() -> None:
    assert chosen(diagnostic(fix((3, 3))), diagnostic(fix((3, 3)))) == ["3-3"]


def test_the_preferred_of_several_safe_fixes_is_taken_and_without_one_none_is() -> None:
    assert chosen(diagnostic(fix((0, 1)), fix((2, 3), preferred=True))) == ["2-3"]
    assert chosen(diagnostic(fix((0, 1)), fix((2, 3)))) == []


def test_an_unsafe_fix_is_never_taken() -> None:
    assert chosen(diagnostic(fix((0, 1), preferred=True, safe=False))) == []
    assert chosen(diagnostic(fix((0, 1), preferred=True, safe=False), fix((4, 5)))) == ["4-5"]

"""Runs `tests/planted`: every planted defect is found in its token, nothing else is warned of, no rule is left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.defects import Defect, Page, defects, pages
from tests.markers import Block, Section
from tests.planted_scripts import planted_scripts
from tests.probes.case import Case, lay_out

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.rules import RULES
from hookwright.dialects import DIALECTS, by_id
from hookwright.model.reaction import Severity

PAGES = pages()
BY_NAME = {rule.name: rule for rule in RULES}
AT_LEAST = 15
TOGETHER = 5


def sections(*, planted: bool) -> Iterator[object]:
    for page in PAGES:
        for section in page.planted if planted else page.controls:
            yield pytest.param(page, section, id=f"{page.dialect}: {section.title}")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "project"


each_planted = pytest.mark.parametrize(("page", "section"), list(sections(planted=True)))
each_control = pytest.mark.parametrize(("page", "section"), list(sections(planted=False)))


@each_planted
@pytest.mark.sweep
def test_planted(page: Page, section: Section, project: Path, home: Path) -> None:
    case = lay_out(section, project, home)
    told = list(diagnosed(page, case))
    marked_in = {block for block in section.inputs if defects(block)}
    assert marked_in <= {block for block, _ in told}, "a mark is in a file that is neither a hook file nor a script"
    for block, found in told:
        expect_found(defects(block), found)
        expect_nothing_else(defects(block), found)
        expect_found_before_a_broken_end(case, block)


def expect_found(planted: tuple[Defect, ...], found: tuple[Diagnostic, ...]) -> None:
    for defect in planted:
        assert any(is_about(defect, it) for it in found), missed(defect, found)


def expect_nothing_else(planted: tuple[Defect, ...], found: tuple[Diagnostic, ...]) -> None:
    for it in found:
        # What matters less only since the dialect's table is not certain has to be planted as well.
        mild = (it.finding.severity or it.rule.severity).rank > Severity.WARNING.rank
        assert mild or any(is_about(defect, it) for defect in planted), (
            f"{it.rule.name} at {it.span}: {it.finding.message}"
        )


def expect_found_before_a_broken_end(case: Case, block: Block) -> None:
    """What is planted before the last brace is found without it as well."""
    kept = block.text.rstrip().removesuffix("}")
    planted = tuple(it for it in defects(block) if it.end <= len(kept))
    file = case.hook_file(block, kept) if planted else None
    expect_found(planted, case.diagnostics(file) if file is not None else ())


@each_control
@pytest.mark.sweep
def test_controls_are_silent(page: Page, section: Section, project: Path, home: Path) -> None:
    read = list(diagnosed(page, lay_out(section, project, home)))
    assert read, "no hook file of the dialect is here, so nothing is held to anything"
    for _, found in read:
        assert not found, [(it.rule.name, it.finding.message) for it in found]


@pytest.mark.parametrize("page", [pytest.param(page, id=page.dialect) for page in PAGES])
def test_each_dialect_has_enough_of_each(page: Page) -> None:
    marked = [sum(len(defects(block)) for block in section.inputs) for section in page.planted]
    assert sum(marked) >= AT_LEAST, f"plant {AT_LEAST - sum(marked)} more defects"
    assert max(marked) >= TOGETHER, "no file has several defects at once"
    assert len(page.controls) > 1, "add two files that look odd but are right"


def test_each_dialect_has_its_page() -> None:
    assert {page.dialect for page in PAGES} == {dialect.id for dialect in DIALECTS}, "docs/dialects.md"


def test_each_rule_is_planted() -> None:
    blocks = [block for page in PAGES for section in page.planted for block in section.inputs]
    blocks += [it.block for it in planted_scripts()]
    planted = {it.rule for block in blocks for it in defects(block)}
    assert planted == set(BY_NAME), "plant a defect for every rule in tests/planted"


@pytest.mark.parametrize("page", [pytest.param(page, id=page.dialect) for page in PAGES])
def test_marks_are_no_milder_than_a_warning(page: Page) -> None:
    dialect = by_id(page.dialect)
    # What is only documented matters one step less.
    mildest = dialect.grammar.unknown_event if dialect.evidence.basis.is_certain else Severity.INFORMATION
    for defect in (it for section in page.planted for block in section.inputs for it in defects(block)):
        usual = BY_NAME[defect.rule].severity
        assert defect.severity.rank <= max(Severity.WARNING.rank, mildest.rank, usual.rank), defect.words


def diagnosed(page: Page, case: Case) -> Iterator[tuple[Block, tuple[Diagnostic, ...]]]:
    """What is said of each hook file of the section, which is the page's dialect's, and of each script of its hooks.

    Other hook files beside it have no marks.
    """
    found: dict[Block, tuple[Diagnostic, ...]] = {}
    for block, file in case.hook_files():
        if file.dialect.id == page.dialect:
            found[block] = case.diagnostics(file)
        else:
            assert not defects(block), f"a file of {page.dialect} is expected here, not of {file.dialect.id}"
    for block, script in case.scripts():
        # A script may be a hook file as well.
        found[block] = (*found.get(block, ()), *case.script_diagnostics(script))
    yield from found.items()


def is_about(defect: Defect, it: Diagnostic) -> bool:
    """Whether the finding is the one that the mark asks for."""
    inside = defect.start <= it.span.start and it.span.end <= defect.end
    return it.rule.name == defect.rule and it.severity.rank <= defect.severity.rank and inside


def missed(defect: Defect, found: tuple[Diagnostic, ...]) -> str:
    """Why the test fails, in words."""
    said = ", ".join(f"{it.rule.name} {it.severity.value} {it.span}" for it in found)
    return f"{defect.words}: {defect.rule} not in {defect.start}-{defect.end}, only {said or 'nothing'}"

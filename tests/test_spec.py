"""Runs `tests/spec`: every section of every page is printed back as the code has it, and must not change.

Every fix that a section offers has to remove its finding, and must not bring in another.
`pytest --update` rewrites what differs; read the difference before committing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.markers import Block, Mark, Section, marked, parse, rewritten
from tests.probes import GIVENS, PROBES
from tests.probes.case import Case, change_script, edited, lay_out

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.check_scripts import script_tree
from hookwright.analysis.proof import Prover
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.config.view import HookFile
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import Tree

SYNTAX_ERROR = "HW001"
SPEC = Path(__file__).parent / "spec"


def sections() -> Iterator[object]:
    for path in sorted(SPEC.rglob("*.md")):
        titles = [section.title for section in parse(path.read_text(encoding="utf-8"))]
        assert len(set(titles)) == len(titles), f"{path} has two sections of the same title"
        for title in titles:
            yield pytest.param(path, title, id=f"{path.relative_to(SPEC).with_suffix('')}: {title}")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "project"


@pytest.mark.parametrize(("path", "title"), list(sections()))
def test_section(path: Path, title: str, project: Path, home: Path, request: pytest.FixtureRequest) -> None:
    document = path.read_text(encoding="utf-8")
    section = one(document, title)
    case = lay_out(section, project, home)
    bodies = {block: body for block in section.blocks if (body := printed(case, block)) is not None}
    if request.config.getoption("--update"):
        path.write_text(rewritten(document, bodies), encoding="utf-8")
        return
    for block, body in bodies.items():
        assert "\n".join(body) == "\n".join(block.body), f"{path}: {title}"
    # Elsewhere, because a probe may have created a script.
    again = lay_out(section, project / "again", home / "again")
    expect_fixes_to_cure(again)
    expect_fixes_of_scripts_to_cure(again)


def expect_fixes_to_cure(case: Case) -> None:
    """The cure of one finding may show another only where broken syntax has hidden it."""
    for block, file in case.hook_files():
        if block.cursor is not None:
            continue
        before = case.diagnostics(file)
        for diagnostic in before:
            for it in Prover().alone([diagnostic]):
                fix = it.fix
                script = None if fix.script is None else change_script(case, fix.script)
                after = case.hook_file(block, edited(file, it.edits))
                assert after is not None
                expect_cured(diagnostic, codes(before), codes(case.diagnostics(after)), fix.title)
                if script is not None and fix.script is not None and fix.script.create:
                    script.unlink()
                lay_out(case.section, case.project, case.home)


def expect_fixes_of_scripts_to_cure(case: Case) -> None:
    for _, script in case.scripts():
        before = case.script_diagnostics(script)
        for it in Prover().alone(before):
            after = case.script_diagnostics(script.with_text(apply(script.text, it.edits)))
            expect_cured(it.diagnostic, codes(before), codes(after), it.fix.title)


def one(document: str, title: str) -> Section:
    return next(section for section in parse(document) if section.title == title)


def printed(case: Case, block: Block) -> list[str] | None:
    """What the block has to say now; None for blocks that are only read."""
    if block.path is not None:
        # A text with a cursor is one in the middle of an edit: what is asked there counts, not what is wrong with it.
        if block.cursor is not None:
            return None
        file, scripts = case.hook_file(block), [script for its, script in case.scripts() if its is block]
        own = [it for script in scripts for it in in_script(case, script)]
        if file is not None:
            own += marks(file.tree, case.diagnostics(file))
            return marked(block, [*own, *from_others(case, file), *from_scripts(case, file)])
        return marked(block, own) if scripts else None
    if block.name in GIVENS:
        return None
    assert block.name in PROBES, f"no probe is named {block.name!r}, and the block has no path"
    return PROBES[block.name](case, block.argument).splitlines()


def marks(tree: Tree, diagnostics: tuple[Diagnostic, ...]) -> Iterator[Mark]:
    for it in diagnostics:
        yield Mark(it.span.start, it.span.end, f"{it.severity.value}[{it.rule.name}] {it.finding.message}")
        for place, message in it.finding.related:
            span = resolve(tree, place)
            if place.file is None:
                yield Mark(span.start, span.end, f"related[{it.rule.name}] {message}")


def in_script(case: Case, script: ScriptSubject) -> Iterator[Mark]:
    """The marks of a script; the block that it is laid out from has lines that end in LF alone."""
    for it in marks(script_tree(script), case.script_diagnostics(script)):
        start, end = (offset - script.text.count("\r\n", 0, offset) for offset in (it.start, it.end))
        yield Mark(start, end, it.words)


def from_others(case: Case, file: HookFile) -> Iterator[Mark]:
    """The marks that findings in the section's other files leave in this one."""
    for _, other in case.hook_files():
        for it in case.diagnostics(other) if other.path != file.path else ():
            for place, message in it.finding.related:
                if place.file is not None and place.file.path == file.path:
                    span = resolve(other.tree, place)
                    yield Mark(span.start, span.end, f"related[{it.rule.name}] {message}")


def from_scripts(case: Case, file: HookFile) -> Iterator[Mark]:
    """The marks that findings in the scripts of the section leave in a hook file."""
    for _, script in case.scripts():
        for it in case.script_diagnostics(script):
            for place, message in it.finding.related:
                if place.file is not None and place.file.path == file.path:
                    span = resolve(file.tree, place)
                    yield Mark(span.start, span.end, f"related[{it.rule.name}] {message}")


def codes(diagnostics: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(it.rule.code for it in diagnostics)


def expect_cured(diagnostic: Diagnostic, before: Counter[str], after: Counter[str], title: str) -> None:
    code = diagnostic.rule.code
    assert after[code] < before[code], f"{code} is still there after {title!r}"
    assert code == SYNTAX_ERROR or not after - before, f"{title!r} brings in {dict(after - before)}"

"""What the Hooks view calls dead, `check` reports as an error, or as a warning where nobody measured it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.defects import Page, pages
from tests.markers import Section
from tests.probes.case import lay_out

from hookwright.analysis.check import Diagnostic
from hookwright.config.runnable import readable_hooks
from hookwright.config.view import HookFile
from hookwright.ide.configured_hooks import HookInFile, hooks_in_file
from hookwright.model.reaction import Severity

PLANTED = [pytest.param(it, section, id=f"{it.dialect}: {section.title}") for it in pages() for section in it.planted]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "project"


@pytest.mark.parametrize(("page", "section"), PLANTED)
@pytest.mark.sweep
def test_a_hook_that_never_runs_has_a_finding_that_says_so(
    page: Page, section: Section, project: Path, home: Path
) -> None:
    case = lay_out(section, project, home)
    for _, file in case.hook_files():
        if file.dialect.id != page.dialect:
            continue
        least = file.grammar.unknown_event if file.grammar.unknown_event is not Severity.ERROR else Severity.WARNING
        grave = [it for it in case.diagnostics(file) if it.severity.rank <= least.rank]
        running, _ = readable_hooks(file)
        for it in hooks_in_file(file, running):
            assert it.left_out is None or any(_is_about(file, it, one) for one in grave), (
                it.hook.route,
                it.left_out,
                [(one.rule.name, one.severity.value) for one in case.diagnostics(file)],
            )


def _is_about(file: HookFile, hook: HookInFile, found: Diagnostic) -> bool:
    """Whether a finding is in the hook, or in what is around it: its group, its event or the file."""
    if found.rule.first or hook.span.start <= found.span.start < hook.span.end:
        return True
    others = [view.node.span for event in file.events for group in event.groups for view in group.hooks]
    return not any(it.start <= found.span.start < it.end for it in others)

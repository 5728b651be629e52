"""What holds of everything that is said of a hook file: findings, fixes, and the editor's answers at every place."""

from __future__ import annotations

import json
from collections import Counter

from tests.fuzz.files import Case
from tests.fuzz.reading import inside, places

from hookwright.analysis.check import Diagnostic, check_file, resolve
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import fix_file
from hookwright.analysis.proof import Prover
from hookwright.analysis.reports.checked import Checked
from hookwright.analysis.reports.github import annotation_lines
from hookwright.analysis.reports.json import report
from hookwright.analysis.reports.sarif import log
from hookwright.analysis.reports.text import text_lines
from hookwright.analysis.rule import Rule, Subject
from hookwright.analysis.settings.file import NO_SETTINGS
from hookwright.analysis.suppression import judge
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.actions.code_actions import code_actions
from hookwright.ide.code_lens import code_lenses
from hookwright.ide.completion.complete import complete
from hookwright.ide.hover import hover
from hookwright.lsp.convert import lsp_diagnostic, lsp_range, text_edits
from hookwright.lsp.options import ClientAbilities, DiagnosticAbilities, Options
from hookwright.model.hook import Scope
from hookwright.readers.choice import placed, readers
from hookwright.samples.built_in import samples
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import ProblemKind, plain
from hookwright.text import Edit, Span

_PROJECT = "/project"
_TEXT_CODES = "HW00"
_MOST_FIXES = 12
_CLIENT = Options(
    ClientAbilities(diagnostics=DiagnosticAbilities(links_codes=True, shows_related=True, tags=frozenset({1, 2})))
)


def _file(case: Case) -> HookFile:
    return read_hook_file(f"{_PROJECT}/settings.json", case[1], by_id(case[0]), Scope.PROJECT)


def _fail(rule: Rule, error: Exception) -> None:
    raise AssertionError(f"{rule.name} failed") from error


def _judged(file: HookFile) -> tuple[Diagnostic, ...]:
    return check_file(Subject(file, _PROJECT, RealDisk("/home/nobody")), on_defect=_fail)


def findings_hold(case: Case) -> None:
    """No rule raises; every finding is on one line of the text, in places that editors can be told."""
    file = _file(case)
    text, lines = file.tree.text, file.tree.lines
    found = _judged(file)
    for it in found:
        inside(text, it.span)
        assert not {"\r", "\n"} & set(text[it.span.start : it.span.end]), it
        for offset in (it.span.start, it.span.end):
            position = lines.position(offset)
            assert lines.offset(position.line, position.character) == offset, it
        assert it.finding.message
        for place, message in it.finding.related:
            inside(text, resolve(file.tree, place))
            assert message
        lsp_diagnostic("file:///a", lines, file.tree, it, _CLIENT)
    assert (
        judge(Subject(file, _PROJECT, RealDisk("/home/nobody")), NO_SETTINGS).diagnostics or not found or "//" in text
    )


def reports_hold(case: Case) -> None:
    """Every report can be made, and be written as UTF-8."""
    # Half a pair may be written with an escape, and in no file that is text.
    file = _file((case[0], case[1].encode("utf-16", "surrogatepass").decode("utf-16", "replace")))
    found = _judged(file)
    checked = [Checked("settings.json", file.tree, file.dialect.id, found)]
    for color in (False, True):
        "\n".join(text_lines(found, file.tree, "settings.json", color=color)).encode()
    "\n".join(annotation_lines(checked, _PROJECT)).encode()
    for value in (report(checked), log(checked, _PROJECT, "1")):
        json.dumps(value).encode()


def fixes_hold(case: Case) -> None:
    """Each fix can be made alone and does away with its finding; all safe ones leave sound JSON and nothing to fix."""
    file = _file(case)
    found = _judged(file)
    sound = _is_sound(file)
    fixes = [it for it in Prover().alone(found) if it.edits]
    for made in fixes[:_MOST_FIXES]:
        it, fix = made.diagnostic, made.fix
        for edit in made.edits:
            inside(file.tree.text, edit.span)
        text = apply(file.tree.text, made.edits)
        assert text != file.tree.text, f"{fix.title} does nothing"
        after = _file((case[0], text))
        assert not sound or _is_sound(after), f"{fix.title} breaks the text"
        if sound:
            assert _alike(it, after) < _alike(it, file), f"{it.rule.code} {it.finding.message}: {fix.title} leaves it"
    fixed = fix_file(file, _judged)
    assert not sound or _is_sound(fixed.file)
    assert fix_file(fixed.file, _judged).made == (), "a second run changes something"
    if sound:
        new = Counter(_comments(file)) - Counter(_comments(fixed.file))
        assert not new, "a comment is lost"


def _is_sound(file: HookFile) -> bool:
    return file.tree.root is not None and not any(it.kind is ProblemKind.SYNTAX for it in file.tree.problems)


def _alike(it: Diagnostic, file: HookFile) -> int:
    return sum(
        other.rule.code == it.rule.code and other.finding.message == it.finding.message for other in _judged(file)
    )


def _comments(file: HookFile) -> list[str]:
    return [file.tree.text[it.start : it.end] for it in file.tree.comments]


def answers_hold(case: Case) -> None:
    """Hovers, completions, lenses and actions can be made at every place, and stay inside the text."""
    file = _file(case)
    text, lines, found = file.tree.text, file.tree.lines, _judged(file)
    for lens in code_lenses(file):
        inside(text, lens.span)
    for offset in places(text):
        shown = hover(file, offset)
        if shown is not None:
            inside(text, shown.span)
            assert shown.markdown
        for item in complete(file, offset):
            applied = apply(text, [Edit(item.span, item.plain_text), *item.also])
            assert item.label
            assert len(applied) <= len(text) + len(item.plain_text) + sum(len(it.text) for it in item.also)
            lsp_range(lines, item.span)
        for action in code_actions(file, found, Span(offset, offset)):
            assert action.edits or action.command or action.script
            apply(text, action.edits)
            text_edits(lines, action.edits)


def readings_hold(case: Case) -> None:
    """A file's dialect, the hooks that run and the samples to fire them with are found whatever the text is."""
    file = _file(case)
    readers("/somewhere/x.json", file.tree.text)
    placed(f"{_PROJECT}/hooks/hooks.json", text=file.tree.text)
    hooks, sentences = runnable_hooks(file)
    assert all(sentences)
    for hook in hooks[:3]:
        samples(file.dialect, hook.event, hook.matcher, project_dir=_PROJECT)
    for group in file.groups:
        matcher = plain(group.matcher) if group.matcher is not None else None
        samples(file.dialect, group.event, matcher, project_dir=_PROJECT)

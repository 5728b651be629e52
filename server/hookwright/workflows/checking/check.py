"""Every file is read, judged and, where it is asked for, fixed."""

from __future__ import annotations

import os
import os.path
from collections.abc import Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.folding import folded
from hookwright.analysis.reports.checked import Checked, Unchecked, UncheckedScript
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.file import Settings
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import Judged, judge
from hookwright.config.hook_modules import FOLDER, is_module_path
from hookwright.config.loading import files_beside
from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.host import Host
from hookwright.readers.choice import place_of, readers, stranger
from hookwright.syntax.tree import Tree
from hookwright.workflows.checking.asked import Asked, SourceFile
from hookwright.workflows.checking.settings_in_force import SettingsInForce
from hookwright.workflows.hook_files import hook_file
from hookwright.workflows.shell_checkers import PendingQuestions, ShellCheckers

if TYPE_CHECKING:
    from hookwright.analysis.fixing import Made
    from hookwright.workflows.checking.fixing import Patch
    from hookwright.workflows.checking.scripts_of_hooks import ScriptsOfHooks


class Checks(Struct, frozen=True):
    """All that was checked, why the rest could not be, and what `Fixing.show` shows: the patch and how many fixes.

    `guessed` are the hook files that were to be fixed, and were not since their dialect was guessed, `unchecked` those
    of agents without a table.  `overruled` are the settings files that did not count, as those of a commit did.
    `scripts` are those that the user names and that are not checked.  `hidden` counts the findings that a
    baseline keeps back.
    """

    checked: tuple[Checked, ...]
    unreadable: tuple[HookwrightError, ...]
    patch: Patch | None
    count: int
    guessed: tuple[Checked, ...]
    unchecked: tuple[Unchecked, ...]
    overruled: tuple[str, ...] = ()
    scripts: tuple[UncheckedScript, ...] = ()
    hidden: int = 0


def check_all(
    found: Iterable[SourceFile], asked: Asked, host: Host, whole: tuple[str, ...], checkers: ShellCheckers
) -> Checks:
    """The files that could be read, judged and fixed; one that cannot does not affect the others.

    `whole` are the folders of which every hook file is among them, `checkers` are asked about commands.
    """
    disk = RealDisk(host.home, host.environ.get("PATH", ""))
    codes = {it.code for it in asked.rules}
    projects = asked.projects(host.home)
    on_disk = projects if asked.committed is None else ProjectSettings(host.home)
    committed = None if asked.committed is None else projects
    in_force = SettingsInForce(on_disk, codes, asked.versions, asked.fail_on, committed, asked.exclude)
    run = _Run(asked, codes, host, disk, projects, in_force, checkers)
    for source in found:
        try:
            text = source.read() if source.stranger is None else ""
            if os.path.basename(source.path) == FILE_NAME:
                run.in_force.take(os.path.abspath(source.path), text)
            elif is_module_path(os.path.abspath(source.path)):
                _check_module(run, source, text)
            elif (theirs := source.stranger or _stranger(run, source.path, text)) is not None:
                _pass_over(run, source.path, theirs)
            elif source.is_script(text) and place_of(os.path.abspath(source.path), host.home, text=text) is None:
                _name_script(run, source, text)
            else:
                _check(run, source, hook_file(source.path, text, asked.dialect, host, projects))
        except UnreadableInput as wrong:
            run.unreadable.append(wrong)
    scripts = _check_scripts(run)
    checked = (*run.checked, *run.in_force.checked(whole))
    return Checks(
        checked,
        tuple(dict.fromkeys(run.unreadable)),
        run.patch,
        run.count,
        tuple(run.guessed),
        tuple(run.unchecked),
        run.in_force.overruled(),
        scripts,
    )


class _Run(Struct):
    """What one run works with, and what it has so far."""

    asked: Asked
    codes: Collection[str]
    host: Host
    disk: RealDisk
    projects: ProjectSettings
    in_force: SettingsInForce
    checkers: ShellCheckers
    scripts: ScriptsOfHooks | None = None
    checked: list[Checked] = field(default_factory=list)
    unreadable: list[HookwrightError] = field(default_factory=list)
    guessed: list[Checked] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    patch: Patch | None = None
    count: int = 0


def _stranger(run: _Run, path: str, text: str) -> str | None:
    """The agent without a table that a file is for; None if the user names a dialect, or one may read it."""
    if run.asked.dialect is not None:
        return None
    path = os.path.abspath(path)
    return None if readers(path, text, named=run.projects.dialect_of(path)) else stranger(path, text)


def _pass_over(run: _Run, path: str, agent: str) -> None:
    absolute = os.path.abspath(path)
    if not run.in_force.excludes(absolute, run.in_force.settings(os.path.dirname(absolute))):
        run.unchecked.append(Unchecked(path, agent))


def _check_module(run: _Run, source: SourceFile, text: str) -> None:
    """Judges what the text of a hook module shows; nothing of it is run, and its fixes are made by editors alone."""
    # Most projects have none, and need no reader of Python.
    from hookwright.config.module_source import read_module
    from hookwright.workflows.hook_modules.check import check_module

    path = os.path.abspath(source.path)
    settings = run.in_force.settings(_project_of_module(path))
    if not (source.searched and run.in_force.excludes(path, settings)):
        found = (it for it in check_module(read_module(text)) if it.rule.code in run.codes)
        shown = tuple(replace(it, finding=replace(it.finding, fixes=())) for it in found)
        fail_on = run.in_force.fail_on(settings)
        run.checked.append(Checked(source.path, Tree(text, None), None, shown, is_module=True, fail_on=fail_on))


def _scripts(run: _Run) -> ScriptsOfHooks:
    if run.scripts is None:
        # What reads scripts is imported with the first hook that may run one.
        from hookwright.workflows.checking.scripts_of_hooks import ScriptsOfHooks

        run.scripts = ScriptsOfHooks(run.asked.dialect, run.host, run.disk, run.projects, caches=run.asked.caches)
    return run.scripts


def _name_script(run: _Run, source: SourceFile, text: str) -> None:
    _scripts(run).name(source.path, None if source.on_disk else text)


def _check_scripts(run: _Run) -> tuple[UncheckedScript, ...]:
    """Judges the scripts that the hooks of the checked files run, and answers those that are named and cannot be."""
    if run.scripts is None:
        return ()
    from hookwright.workflows.checking.scripts import check_scripts, with_scripts

    if run.asked.fixing.show:
        from hookwright.workflows.checking.fixing import Patch

        run.patch = run.patch or Patch()
    done = check_scripts(run.scripts, run.asked.rules, run.in_force, run.asked.fixing, run.patch)
    run.checked = with_scripts(run.checked, done.checked)
    run.unreadable += done.unreadable
    run.guessed += done.guessed
    run.count += done.count
    return done.unchecked


def _project_of_module(path: str) -> str:
    folder = os.path.dirname(path)
    for _ in FOLDER:
        folder = os.path.dirname(folder)
    return folder


def _check(run: _Run, source: SourceFile, file: HookFile) -> None:
    how, project = run.asked.fixing, file.project
    settings = run.in_force.settings(project)
    if source.searched and run.in_force.excludes(file.path, settings):
        return
    made: tuple[Made, ...] = ()
    judge_it = partial(_judge, project=project, settings=settings, run=run)
    if how.fix and source.on_disk:
        from hookwright.workflows.checking.fixing import fix_on_disk

        fixed, failed = fix_on_disk(file, lambda it: judge_it(it).diagnostics, project, unsafe=how.unsafe)
        file, made = fixed.file, fixed.made
        run.unreadable += failed
    elif how.show:
        from hookwright.workflows.checking.fixing import Patch, difference

        run.patch = run.patch or Patch()
        run.count += difference(run.patch, file, lambda it: judge_it(it).diagnostics, project, unsafe=how.unsafe)
    judged = judge_it(file)
    run.in_force.note(file.path, settings, judged.used)
    fail_on = run.in_force.fail_on(settings)
    found = folded(judged.diagnostics, file.tree)
    checked = Checked(source.path, file.tree, file.dialect.id, found, made, guessed=file.is_guessed, fail_on=fail_on)
    run.checked.append(checked)
    if source.on_disk and any(it.looks_at_scripts for it in run.asked.rules):
        _scripts(run).take(file)
    if how.fix or how.show:
        from hookwright.analysis.fixing import choose

        if choose(judged.withheld, unsafe=how.unsafe):
            run.guessed.append(checked)


def _judge(file: HookFile, *, project: str, settings: Settings, run: _Run) -> Judged:
    earlier, later = files_beside(file, run.host)
    asked = PendingQuestions(run.checkers) if run.checkers else None
    subject = Subject(file, project, run.disk, earlier, later, linter=asked)
    judged = judge(subject, settings, rules=run.asked.rules)
    return judge(subject, settings, rules=run.asked.rules) if asked and asked.misses and _learned(asked) else judged


def _learned(asked: PendingQuestions) -> bool:
    import asyncio

    return asyncio.run(asked.learn())

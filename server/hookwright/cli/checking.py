"""Which files `hookwright check` looks at, by which rules and settings, and what it finds."""

from __future__ import annotations

import os
import os.path
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.module_rules import MODULE_RULES
from hookwright.analysis.reports.checked import Checked, Unchecked, relative
from hookwright.analysis.rule import Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.file import (
    NO_SETTINGS,
    Ignore,
    Settings,
    SettingsFile,
    is_version,
    settings_in,
)
from hookwright.analysis.settings.project import FILE_NAME, ProjectSettings
from hookwright.analysis.suggest import nearest
from hookwright.analysis.suppression import Judged, is_excluded, judge, speaks_of, unused_ignore
from hookwright.cli.files import given_dialect, hook_file
from hookwright.cli.options import project_folder, read_text
from hookwright.config.discover import sightings
from hookwright.config.folders import project_of
from hookwright.config.hook_modules import is_module_path
from hookwright.config.places import dialect_in_use
from hookwright.config.plugins import Plugin, plugins_in
from hookwright.config.siblings import files_beside
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.dialects.recognition import readers, stranger
from hookwright.errors import HookwrightError, UnreadableInput, UsageError
from hookwright.host import Host
from hookwright.paths import is_in
from hookwright.workflows.shell_checkers import PendingQuestions, ShellCheckers

if TYPE_CHECKING:
    from hookwright.analysis.fixing import Made
    from hookwright.cli.fixing import Patch

STDIN = "-"


class SourceFile(Struct, frozen=True):
    """A file to check: its name, how it is read, whether it can be written, and whether it was found in a folder.

    `stranger` is the agent without a table that it is for.
    """

    path: str
    read: Callable[[], str]
    on_disk: bool = True
    searched: bool = False
    stranger: str | None = None


class Fixing(Struct, frozen=True):
    """What is done about findings: `fix` changes files, `show` shows what would be changed; `unsafe` fixes too."""

    fix: bool = False
    show: bool = False
    unsafe: bool = False


class Asked(Struct, frozen=True):
    """What the command line asks of all files: their dialect, the rules, and the agents' versions, by dialect."""

    dialect: str | None
    rules: tuple[Rule, ...]
    versions: Mapping[str, str]


class Checks(Struct, frozen=True):
    """All that was checked, why the rest could not be, and what `Fixing.show` shows: the patch and how many fixes.

    `guessed` are the hook files that were to be fixed, and were not since their dialect was guessed, `unchecked` those
    of agents without a table.
    """

    checked: tuple[Checked, ...]
    unreadable: tuple[HookwrightError, ...]
    patch: Patch | None
    count: int
    guessed: tuple[Checked, ...]
    unchecked: tuple[Unchecked, ...]


def sources(paths: Iterable[str], home: str, stdin_filename: str | None) -> Iterator[SourceFile]:
    """Every named file, and every hook file in the named folders."""
    for path in paths:
        if path == STDIN:
            yield SourceFile(stdin_filename or "settings.json", sys.stdin.read, on_disk=False)
        elif Path(path).is_dir():
            for it in sightings(path, home, ProjectSettings(home).dialect_of):
                name = os.path.normpath(it.path)
                yield SourceFile(name, partial(read_text, it.path), searched=True, stranger=it.stranger)
        else:
            yield SourceFile(path, partial(read_text, path))


def plugin_sources(folders: Iterable[str], dialect: str | None, host: Host) -> Iterator[SourceFile]:
    """The files with hooks of the plugins in these folders; raises UsageError where one is not there or has none."""
    for folder in folders:
        path = project_folder(folder, "--plugin-dir")
        marked = [it.dialect for it in plugins_in(path) if it.folder == path]
        table = by_id(dialect) if dialect else next(iter(marked), None) or dialect_in_use(os.getcwd(), host)
        found = Plugin(table, path).hook_files()
        if not found:
            raise UsageError(f"`{folder}` has no hooks of a plugin of {table.title}", "name the plugin's own folder")
        for it in found:
            name = relative(it, os.getcwd())
            yield SourceFile(name, partial(read_text, it))


def check_all(
    found: Iterable[SourceFile],
    asked: Asked,
    host: Host,
    how: Fixing,
    whole: tuple[str, ...],
    checkers: ShellCheckers,
) -> Checks:
    """The files that could be read, judged and fixed; one that cannot does not affect the others.

    `whole` are the folders of which every hook file is among them, `checkers` are asked about commands.
    """
    disk = RealDisk(host.home, host.environ.get("PATH", ""))
    run = _Run(asked, host, disk, how, _SettingsInForce(host.home, asked), checkers)
    for source in found:
        try:
            text = source.read() if source.stranger is None else ""
            if os.path.basename(source.path) == FILE_NAME:
                run.in_force.take(os.path.abspath(source.path), text)
            elif is_module_path(os.path.abspath(source.path)):
                _check_module(run, source, text)
            elif (theirs := source.stranger or _stranger(source.path, text, asked.dialect, host.home)) is not None:
                _pass_over(run, source.path, theirs)
            else:
                _check(run, source, hook_file(source.path, text, asked.dialect, host))
        except UnreadableInput as wrong:
            run.unreadable.append(wrong)
    checked = (*run.checked, *run.in_force.checked(whole))
    return Checks(
        checked, tuple(dict.fromkeys(run.unreadable)), run.patch, run.count, tuple(run.guessed), tuple(run.unchecked)
    )


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are selected, by code or name, and not ignored; raises UsageError for any other name."""
    known = {name for rule in (*FILE_AND_RUN_RULES, *MODULE_RULES) for name in (rule.code, rule.name)}
    for name in (*select, *ignore):
        if name not in known:
            meant = nearest(name, known)
            remedy = f"did you mean `{meant}`?" if meant else "`hookwright rules` lists them"
            raise UsageError(f"`{name}` is not a rule", remedy)
    chosen, left_out = set(select) or known, set(ignore)
    rules = (*RULES, *MODULE_RULES)
    return tuple(it for it in rules if {it.code, it.name} & chosen and not {it.code, it.name} & left_out)


def chosen_versions(given: tuple[str, ...]) -> dict[str, str]:
    """The versions of `ID=VERSION`, by the ids of dialects; raises UnknownDialect or UsageError."""
    found = dict[str, str]()
    for text in given:
        name, _, version = text.partition("=")
        if not is_version(version):
            raise UsageError(f"`{text}` is not a dialect and a version", "write it as `claude-code=2.1.330`")
        found[by_id(name).id] = version
    return found


class _Run(Struct):
    """What one run of the command works with, and what it has so far."""

    asked: Asked
    host: Host
    disk: RealDisk
    how: Fixing
    in_force: _SettingsInForce
    checkers: ShellCheckers
    checked: list[Checked] = field(default_factory=list)
    unreadable: list[HookwrightError] = field(default_factory=list)
    guessed: list[Checked] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    patch: Patch | None = None
    count: int = 0


def _stranger(path: str, text: str, dialect: str | None, home: str) -> str | None:
    """The agent without a table that a file is for; None where the user names a dialect, or one may read it."""
    if dialect is not None:
        return None
    path = os.path.abspath(path)
    return None if readers(path, text, named=given_dialect(path, home)) else stranger(path, text)


def _pass_over(run: _Run, path: str, agent: str) -> None:
    if not is_excluded(os.path.abspath(path), run.in_force.settings(os.path.dirname(os.path.abspath(path)))):
        run.unchecked.append(Unchecked(path, agent))


def _check_module(run: _Run, source: SourceFile, text: str) -> None:
    # Most projects have none, and need no reader of Python.
    from hookwright.cli.checking_modules import checked_module, project_of_module

    path = os.path.abspath(source.path)
    if not (source.searched and is_excluded(path, run.in_force.settings(project_of_module(path)))):
        run.checked.append(checked_module(source.path, text, {it.code for it in run.asked.rules}))


def _check(run: _Run, source: SourceFile, file: HookFile) -> None:
    how, project = run.how, project_of(file.dialect, file.path)
    settings = run.in_force.settings(project)
    if source.searched and is_excluded(file.path, settings):
        return
    made: tuple[Made, ...] = ()
    judge_it = partial(_judge, project=project, settings=settings, run=run)
    if how.fix and source.on_disk:
        from hookwright.cli.fixing import fix_on_disk

        fixed, failed = fix_on_disk(file, lambda it: judge_it(it).diagnostics, project, unsafe=how.unsafe)
        file, made = fixed.file, fixed.made
        run.unreadable += failed
    elif how.show:
        from hookwright.cli.fixing import Patch, difference

        run.patch = run.patch or Patch()
        run.count += difference(run.patch, file, lambda it: judge_it(it).diagnostics, project, unsafe=how.unsafe)
    judged = judge_it(file)
    run.in_force.note(file.path, settings, judged.used)
    checked = Checked(source.path, file.tree, file.dialect.id, judged.diagnostics, made, guessed=file.is_guessed)
    run.checked.append(checked)
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


class _SettingsInForce:
    """The settings files that were met, each read once, with the files that they were held against."""

    def __init__(self, home: str, asked: Asked) -> None:
        self._projects = ProjectSettings(home)
        self._codes = {it.code for it in asked.rules}
        self._versions = asked.versions
        self._files: dict[str, SettingsFile] = {}
        self._used: set[tuple[str, Ignore]] = set()
        self._judged: dict[str, list[str]] = {}

    def settings(self, project: str) -> Settings:
        """Those of a project under what the command line says; raises UnreadableInput where they cannot be read."""
        path = self._projects.path(project)
        if path is not None and path not in self._files:
            self.take(path, read_text(path))
        settings = NO_SETTINGS if path is None else self._files[path].settings
        return replace(settings, versions={**settings.versions, **self._versions}) if self._versions else settings

    def take(self, path: str, text: str) -> None:
        """Reads the text as the settings at the path."""
        self._files[path] = settings_in(path, text)

    def note(self, path: str, settings: Settings, used: Iterable[Ignore]) -> None:
        """Keeps in mind that the file was held against the settings, and which entries have kept something back."""
        self._judged.setdefault(settings.folder, []).append(path)
        self._used.update((settings.folder, it) for it in used)

    def checked(self, whole: tuple[str, ...]) -> Iterator[Checked]:
        """The settings files with what is wrong in them; `whole` are the folders of which all files were judged."""
        for path, file in self._files.items():
            unused = [
                unused_ignore(file, it) for it in file.settings.ignores if self._is_unused(it, file.settings, whole)
            ]
            found = sorted([*file.diagnostics, *unused], key=lambda it: (it.span.start, it.span.end))
            yield Checked(relative(path, os.getcwd()), file.tree, None, tuple(found))

    def _is_unused(self, entry: Ignore, settings: Settings, whole: tuple[str, ...]) -> bool:
        if (settings.folder, entry) in self._used or entry.code not in self._codes:
            return False
        if any(is_in(settings.folder, it) for it in whole):
            return True
        judged = self._judged.get(settings.folder, [])
        return entry.file is not None and any(speaks_of(entry, it, settings) for it in judged)

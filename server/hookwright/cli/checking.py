"""Which files `hookwright check` looks at, by which rules, and what it finds."""

from __future__ import annotations

import os.path
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import Made
from hookwright.analysis.reports.checked import Checked
from hookwright.analysis.rule import Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.cli.files import hook_file
from hookwright.cli.fixing import difference, fix_on_disk
from hookwright.cli.options import read_text
from hookwright.config.discover import project_of
from hookwright.config.search import hook_files
from hookwright.config.view import HookFile
from hookwright.errors import HookwrightError, UnreadableInput, UsageError

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """A file to check: its name, how it is read, and whether it can be written."""

    path: str
    read: Callable[[], str]
    on_disk: bool = True


@dataclass(frozen=True, slots=True)
class Fixing:
    """What is done about findings: `fix` changes files, `show` tells what would be changed; `unsafe` fixes too."""

    fix: bool = False
    show: bool = False
    unsafe: bool = False


@dataclass(frozen=True, slots=True)
class Checks:
    """All that was checked, why the rest could not be, and what `Fixing.show` shows: the diff and how many fixes."""

    checked: tuple[Checked, ...]
    unreadable: tuple[HookwrightError, ...]
    shown: tuple[str, int] = ("", 0)


def sources(paths: Iterable[str], home: str, stdin_filename: str | None) -> Iterator[Source]:
    """Every named file, and every hook file in the named folders."""
    for path in paths:
        if path == STDIN:
            yield Source(stdin_filename or "settings.json", sys.stdin.read, on_disk=False)
        elif Path(path).is_dir():
            yield from (Source(os.path.normpath(it), partial(read_text, it)) for it in hook_files(path, home))
        else:
            yield Source(path, partial(read_text, path))


def check_all(found: Iterable[Source], dialect: str | None, rules: tuple[Rule, ...], home: str, how: Fixing) -> Checks:
    """The files that could be read, judged and fixed; a file that cannot be keeps nobody from the others."""
    checked: list[Checked] = []
    unreadable: list[HookwrightError] = []
    shown, count = "", 0
    for source in found:
        try:
            file = hook_file(source.path, source.read(), dialect, home)
            project = project_of(file.dialect, file.path)
            judge = partial(_judge, project=project, rules=rules, home=home)
            if how.fix and source.on_disk:
                fixed, failed = fix_on_disk(file, judge, project, unsafe=how.unsafe)
                checked.append(_checked(source.path, fixed.file, fixed.diagnostics, fixed.made))
                unreadable += failed
                continue
            if how.show:
                diff, number = difference(file, judge, source.path, project, unsafe=how.unsafe)
                shown, count = shown + diff, count + number
            checked.append(_checked(source.path, file, judge(file)))
        except UnreadableInput as wrong:
            unreadable.append(wrong)
    return Checks(tuple(checked), tuple(unreadable), (shown, count))


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are selected, by code or name, and not ignored; raises UsageError for a name that is no rule's."""
    known = {name for rule in RULES for name in (rule.code, rule.name)}
    for name in (*select, *ignore):
        if name not in known:
            raise UsageError(f"`{name}` is no rule", "`hookwright rules` lists them")
    return tuple(
        it for it in RULES if (not select or {it.code, it.name} & set(select)) and not {it.code, it.name} & set(ignore)
    )


def _judge(file: HookFile, *, project: str, rules: tuple[Rule, ...], home: str) -> tuple[Diagnostic, ...]:
    return check_file(Subject(file, project, RealDisk(home)), rules=rules)


def _checked(path: str, file: HookFile, found: tuple[Diagnostic, ...], made: tuple[Made, ...] = ()) -> Checked:
    return Checked(path, file.tree, file.dialect.id, found, made)

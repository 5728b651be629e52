"""`hookwright check`: lints hook files and says what is wrong, where, and what to do."""

from __future__ import annotations

import os.path
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.report import text_lines, to_json
from hookwright.analysis.rule import Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.cli.files import hook_file
from hookwright.cli.options import DIALECT, JSON_OR_TEXT, print_json, read_text
from hookwright.config.discover import project_of
from hookwright.config.search import hook_files
from hookwright.config.view import HookFile
from hookwright.engine.host import Host
from hookwright.errors import HookwrightError, UnreadableInput, UsageError
from hookwright.model.reaction import Severity


@dataclass(frozen=True, slots=True)
class Checked:
    """One file, under the name that the user knows it by, and what is wrong with it."""

    path: str
    file: HookFile
    diagnostics: tuple[Diagnostic, ...]


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@DIALECT
@JSON_OR_TEXT
@click.option("--select", multiple=True, metavar="RULE", help="Only these rules, by code or name. Can be repeated.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Not these rules. Can be repeated.")
@click.option(
    "--fail-on",
    type=click.Choice([it.value for it in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="Exit 1 from this severity on.",
)
@click.option("--stdin-filename", metavar="NAME", help="The file's name where PATH is `-`.")
def command(
    paths: tuple[str, ...],
    dialect: str | None,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    stdin_filename: str | None,
) -> None:
    """Check hook files. A folder is searched for them; without PATH, the current one is. `-` reads standard input."""
    began = time.perf_counter()
    rules = _chosen_rules(select, ignore)
    home = Host.real().home
    checked, unreadable = _check_all(_texts(paths or (".",), home, stdin_filename), dialect, rules, home)
    if form == "json":
        print_json(_report(checked))
    else:
        _print_text(checked, time.perf_counter() - began)
    for wrong in unreadable:
        click.echo(f"hookwright: {wrong}", err=True)
    if unreadable:
        raise click.exceptions.Exit(2)
    limit = Severity(fail_on).rank
    if any(it.severity.rank <= limit for one in checked for it in one.diagnostics):
        raise click.exceptions.Exit(1)


def _texts(paths: Iterable[str], home: str, stdin_filename: str | None) -> Iterator[tuple[str, Callable[[], str]]]:
    """Every named file, and every hook file in the named folders, with how it is read."""
    for path in paths:
        if path == "-":
            yield stdin_filename or "settings.json", sys.stdin.read
        elif Path(path).is_dir():
            yield from ((os.path.normpath(it), partial(read_text, it)) for it in hook_files(path, home))
        else:
            yield path, partial(read_text, path)


def _check_all(
    texts: Iterable[tuple[str, Callable[[], str]]], dialect: str | None, rules: tuple[Rule, ...], home: str
) -> tuple[list[Checked], list[HookwrightError]]:
    """The files that could be read, judged; and why the others could not, which keeps nobody from the first."""
    checked: list[Checked] = []
    unreadable: list[HookwrightError] = []
    for path, read in texts:
        try:
            file = hook_file(path, read(), dialect, home)
        except UnreadableInput as wrong:
            unreadable.append(wrong)
            continue
        subject = Subject(file, project_of(file.dialect, file.path), RealDisk(home))
        checked.append(Checked(path, file, check_file(subject, rules=rules)))
    return checked, unreadable


def _chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    known = {name for rule in RULES for name in (rule.code, rule.name)}
    for name in (*select, *ignore):
        if name not in known:
            raise UsageError(f"`{name}` is no rule", "`hookwright rules` lists them")
    return tuple(
        it for it in RULES if (not select or {it.code, it.name} & set(select)) and not {it.code, it.name} & set(ignore)
    )


def _report(checked: list[Checked]) -> dict[str, object]:
    files = [
        {"path": it.path, "dialect": it.file.dialect.id, "diagnostics": to_json(it.diagnostics, it.file.tree)}
        for it in checked
    ]
    return {"version": 1, "files": files, "summary": _summary(checked)}


def _summary(checked: list[Checked]) -> dict[str, int]:
    counted = Counter(it.severity for one in checked for it in one.diagnostics)
    return {severity.value: counted[severity] for severity in Severity}


def _print_text(checked: list[Checked], seconds: float) -> None:
    color = sys.stdout.isatty()
    for one in checked:
        for line in text_lines(one.diagnostics, one.file.tree, one.path, color=color):
            click.echo(line)
    counted = [
        f"{n} {word}{'s' if n != 1 and word != 'information' else ''}" for word, n in _summary(checked).items() if n
    ]
    files = f"{len(checked)} hook file{'' if len(checked) == 1 else 's'}"
    click.echo(f"{', '.join(counted) or 'nothing to complain about'} in {files} ({seconds * 1000:.0f} ms)")

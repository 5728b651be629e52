"""`hookwright check`: lints hook files and says what is wrong, where, and what to do."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
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
from hookwright.errors import UsageError
from hookwright.model.reaction import Severity


@dataclass(frozen=True, slots=True)
class Checked:
    """One file and what is wrong with it."""

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
    checked = [_check(file, rules) for file in _files(paths or (".",), dialect, stdin_filename)]
    if form == "json":
        print_json(_report(checked))
    else:
        _print_text(checked, time.perf_counter() - began)
    limit = Severity(fail_on).rank
    if any(it.severity.rank <= limit for one in checked for it in one.diagnostics):
        raise click.exceptions.Exit(1)


def _files(paths: Iterable[str], dialect: str | None, stdin_filename: str | None) -> list[HookFile]:
    home = Host.real().home
    found: list[HookFile] = []
    for path in paths:
        if path == "-":
            found.append(hook_file(stdin_filename or "settings.json", sys.stdin.read(), dialect, home))
        elif Path(path).is_dir():
            found += (hook_file(it, read_text(it), dialect, home) for it in hook_files(path, home))
        else:
            found.append(hook_file(path, read_text(path), dialect, home))
    return found


def _check(file: HookFile, rules: tuple[Rule, ...]) -> Checked:
    project = project_of(file.dialect, str(Path(file.path).absolute()))
    return Checked(file, check_file(Subject(file, project, RealDisk(Host.real().home)), rules=rules))


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
        {"path": it.file.path, "dialect": it.file.dialect.id, "diagnostics": to_json(it.diagnostics, it.file.tree)}
        for it in checked
    ]
    return {"version": 1, "files": files, "summary": _summary(checked)}


def _summary(checked: list[Checked]) -> dict[str, int]:
    counted = Counter(it.severity for one in checked for it in one.diagnostics)
    return {severity.value: counted[severity] for severity in Severity}


def _print_text(checked: list[Checked], seconds: float) -> None:
    color = sys.stdout.isatty()
    for one in checked:
        for line in text_lines(one.diagnostics, one.file.tree, one.file.path, color=color):
            click.echo(line)
    counted = [
        f"{n} {word}{'s' if n != 1 and word != 'information' else ''}" for word, n in _summary(checked).items() if n
    ]
    files = f"{len(checked)} hook file{'' if len(checked) == 1 else 's'}"
    click.echo(f"{', '.join(counted) or 'nothing to complain about'} in {files} ({seconds * 1000:.0f} ms)")

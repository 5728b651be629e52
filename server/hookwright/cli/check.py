"""`hookwright check`: lints hook files and says what is wrong, where, and what to do; `--fix` does it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

import click

from hookwright.analysis.reports.checked import Checked, shown_path, unchecked_line
from hookwright.analysis.reports.json import report, summary
from hookwright.analysis.reports.text import text_lines
from hookwright.cli.checking import (
    STDIN,
    Asked,
    Checks,
    Fixing,
    check_all,
    chosen_rules,
    chosen_versions,
    plugin_sources,
    sources,
)
from hookwright.cli.options import ADDED, AGENT_VERSIONS, DIALECT
from hookwright.cli.terminal import print_exactly, print_json, say, say_command, takes_styles
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.model.reaction import Severity
from hookwright.visible import visible_line
from hookwright.workflows.shell_checkers import ShellCheckers, find_shell_checkers


@click.command("check", short_help="Find the mistakes in hook files.")
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@DIALECT
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("--fix", is_flag=True, help="Make the safe fixes, then report what is left.")
@click.option("--unsafe", is_flag=True, help="With --fix or --diff: also make fixes that may change what the hooks do.")
@click.option(
    "--diff", is_flag=True, help="Change nothing; print what --fix would change as a patch, which `git apply` takes."
)
@click.option("--select", multiple=True, metavar="RULE", help="Check only this rule, by code or name. Can be repeated.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave out this rule. Can be repeated.")
@click.option(
    "--fail-on",
    type=click.Choice([it.value for it in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="Exit with 1 for findings of this severity or worse.",
)
@AGENT_VERSIONS
@ADDED[1]
@click.option("--stdin-filename", metavar="NAME", help="The name of the file that `-` stands for.")
def command(
    paths: tuple[str, ...],
    dialect: str | None,
    form: str,
    fix: bool,
    unsafe: bool,
    diff: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    versions: tuple[str, ...],
    plugin_dir: tuple[str, ...],
    stdin_filename: str | None,
) -> None:
    """Check hook files and hook modules for mistakes. Nothing of them is run.

    PATH is a file, a folder to search for hook files, or `-` for standard input. The default is the current folder.
    With --plugin-dir, the files of that plugin are checked too, wherever its manifest says that its hooks are.
    Exit code 1 means that there are findings, 2 that something could not be read.
    """
    began = time.perf_counter()
    how = _fixing(paths, form, fix=fix, unsafe=unsafe, diff=diff)
    host = Host.real()
    found = (*sources(paths or (".",), host.home, stdin_filename), *plugin_sources(plugin_dir, dialect, host))
    whole = tuple(os.path.abspath(it) for it in paths or (".",) if os.path.isdir(it))
    asked = Asked(dialect, chosen_rules(select, ignore), chosen_versions(versions))
    checks = check_all(found, asked, host, how, whole, _checkers(host))
    if diff:
        _print_difference(checks)
    elif checks.checked or not checks.unreadable or form != "text":
        _print(checks, form, time.perf_counter() - began)
    for it in checks.guessed:
        say(_not_fixed(it), err=True)
    for wrong in checks.unreadable:
        say(f"hookwright: {visible_line(str(wrong))}", err=True)
    if checks.unreadable:
        raise click.exceptions.Exit(2)
    limit = Severity(fail_on).rank
    if any(it.severity.rank <= limit for one in checks.checked for it in one.diagnostics):
        raise click.exceptions.Exit(1)


def _checkers(host: Host) -> ShellCheckers:
    """ShellCheck and the shells, from outside the folder that the user is in."""
    here = os.getcwd()
    return find_shell_checkers(host.environ.get("PATH", ""), () if here == host.home else (here,))


_NONE_KNOWN = "no hook files of agents that hookwright knows were found"


def _fixing(paths: tuple[str, ...], form: str, *, fix: bool, unsafe: bool, diff: bool) -> Fixing:
    """What is asked for; raises UsageError where that makes no sense."""
    if unsafe and not (fix or diff):
        raise UsageError("`--unsafe` does nothing by itself", "add `--fix` or `--diff`")
    if diff and form != "text":
        raise UsageError(f"`--diff` prints a patch and has no {form} form", "leave `--format` out")
    if fix and not diff and STDIN in paths:
        raise UsageError("standard input cannot be fixed", "name the file, or use --diff")
    return Fixing(fix=fix and not diff, show=diff, unsafe=unsafe)


def _print(checks: Checks, form: str, seconds: float) -> None:
    checked, unchecked = checks.checked, checks.unchecked
    match form:
        case "json":
            print_json(report(checked, unchecked))
        case "sarif":
            from hookwright import __version__
            from hookwright.analysis.reports.sarif import log

            print_json(log(checked, os.getcwd(), __version__, unchecked))
        case "github":
            from hookwright.analysis.reports.github import annotation_lines, workflow_command

            for line in annotation_lines(checked, os.getcwd()):
                say_command(line)
            if unchecked:
                say_command(workflow_command("notice", {"title": "hookwright"}, unchecked_line(unchecked)))
        case _:
            _print_text(checked, seconds, seen=bool(unchecked))
            if unchecked:
                say(visible_line(unchecked_line(unchecked)))


def _print_text(checked: tuple[Checked, ...], seconds: float, *, seen: bool) -> None:
    """What was found, and how much it is in how many files; `seen`: there are files of unknown agents, too."""
    color, here = takes_styles(), os.getcwd()
    for one in checked:
        for made in one.made:
            path, code = visible_line(shown_path(one.path, here)), made.diagnostic.rule.code
            say(f"fixed {path}:{made.line}: {made.fix.title} ({code})")
    for one in checked:
        for line in text_lines(one.diagnostics, one.tree, shown_path(one.path, here), color=color):
            say(line)
    files, modules = sum(it.dialect is not None for it in checked), sum(it.is_module for it in checked)
    if files or modules or any(summary(checked).values()):
        counted = [_counted(files, "hook file")] if files else []
        counted += [_counted(modules, "hook module")] if modules else []
        where = " and ".join(counted) or "the settings"
        say(f"{_outcome(checked)} in {where} ({seconds * 1000:.0f} ms)")
    if not files and not modules:
        say(_NONE_KNOWN if seen else "no hook files were found; `hookwright init` creates one")


def _not_fixed(it: Checked) -> str:
    path = shown_path(it.path, os.getcwd())
    how = f"name it with `--dialect {it.dialect}` or in `hookwright.json`"
    return f"hookwright: `{path}` was not fixed, because its dialect was guessed: {how}"


def _outcome(checked: Iterable[Checked]) -> str:
    known = tuple(checked)
    fixes = sum(len(it.made) for it in known)
    counted = [
        f"{n} {word}{'s' if n != 1 and word != 'information' else ''}" for word, n in summary(known).items() if n
    ]
    left = ", ".join(counted) or "no problems"
    return f"{fixes} fixed, {left}" if fixes else left


def _print_difference(checks: Checks) -> None:
    """The patch alone, so that it can be handed on; how much it is goes where errors go."""
    print_exactly(checks.patch.text(os.getcwd()) if checks.patch else b"")
    say(f"{_counted(checks.count, 'fix', 'fixes')} would be made", err=True)


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"

"""`hookwright check`: lints hook files and says what is wrong, where, and what to do; `--fix` does it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from hookwright.cli.options import ADDED, AGENT_VERSIONS, DIALECT
from hookwright.errors import UsageError
from hookwright.model.failing import FAIL_ON

if TYPE_CHECKING:
    from hookwright.host import Host
    from hookwright.workflows.checking.asked import Asked, Fixing, SourceFile

_STDIN = "-"


@click.command("check")
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
    multiple=True,
    metavar="SEVERITY|RULE",
    help="Exit with 1 for findings of this severity or worse, or of this rule from `warning` on. Can be repeated, or "
    f"several with commas. The default is `failOn` in hookwright.json, else {','.join(FAIL_ON)}.",
)
@click.option(
    "--settings-from",
    metavar="COMMIT",
    help="Use every hookwright.json as it is in this commit of the repository, such as `origin/main`, not as it is on "
    "the disk: a change cannot silence its own check.",
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
    fail_on: tuple[str, ...],
    settings_from: str | None,
    versions: tuple[str, ...],
    plugin_dir: tuple[str, ...],
    stdin_filename: str | None,
) -> None:
    """Check hook files, the scripts that their hooks run, and hook modules for mistakes. Nothing of them is run.

    PATH is a hook file, a script of hooks, a folder to search for hook files, or `-` for standard input. The default is
    the current folder.
    With --plugin-dir, the files of that plugin are checked too, wherever its manifest says that its hooks are.
    Exit code 1 means that there are findings that --fail-on names, 2 that something could not be read.
    """
    from hookwright.cli.checked import print_checks, print_difference, print_problems
    from hookwright.host import Host
    from hookwright.workflows.checking.asked import Asked, chosen_fail_on, chosen_rules, chosen_versions, plugin_sources
    from hookwright.workflows.checking.check import check_all
    from hookwright.workflows.shell_checkers import find_shell_checkers

    began = time.perf_counter()
    how = _fixing(paths, form, fix=fix, unsafe=unsafe, diff=diff)
    host, here, paths = Host.real(), os.getcwd(), paths or (".",)
    committed = None if settings_from is None else _settings_from(settings_from, here, host)
    rules = chosen_rules(select, ignore)
    asked = Asked(dialect, rules, chosen_versions(versions), how, chosen_fail_on(fail_on), committed)
    passed: list[str] = []
    found = (*_sources(paths, host.home, stdin_filename, asked, passed), *plugin_sources(plugin_dir, dialect, host))
    whole = tuple(os.path.abspath(it) for it in paths if os.path.isdir(it))
    # ShellCheck and the shells come from outside the folder that the user is in.
    checkers = find_shell_checkers(host.environ.get("PATH", ""), () if here == host.home else (here,))
    checks = check_all(found, asked, host, whole, checkers)
    if diff:
        print_difference(checks)
    elif checks.checked or not checks.unreadable or form != "text":
        above = None if checks.checked or any(it != "." for it in paths) else _project_above(here, host.home)
        print_checks(checks, form, time.perf_counter() - began, above)
    print_problems(checks, passed, form)
    if checks.unreadable:
        raise click.exceptions.Exit(2)
    if any(it.failing for it in checks.checked):
        raise click.exceptions.Exit(1)


def _sources(
    paths: tuple[str, ...], home: str, stdin_filename: str | None, asked: Asked, passed: list[str]
) -> Iterator[SourceFile]:
    from hookwright.workflows.checking.asked import SourceFile, sources_at

    projects = asked.projects(home)
    for path in paths:
        if path == _STDIN:
            yield SourceFile(stdin_filename or "settings.json", sys.stdin.read, on_disk=False)
        else:
            yield from sources_at(path, home, projects, passed)


def _settings_from(commit: str, here: str, host: Host) -> Mapping[str, str]:
    from hookwright.workflows.checking.committed_settings import settings_in_commit

    return settings_in_commit(commit, here, host)


def _project_above(here: str, home: str) -> str | None:
    """The project that the current folder is part of, where that has hook files."""
    from hookwright.config.current_project import has_hook_files, nearest_project

    project = nearest_project(here, home)
    return project if project != os.path.realpath(here) and has_hook_files(project) else None


def _fixing(paths: tuple[str, ...], form: str, *, fix: bool, unsafe: bool, diff: bool) -> Fixing:
    """What is asked for; raises UsageError where that makes no sense."""
    from hookwright.workflows.checking.asked import Fixing

    if unsafe and not (fix or diff):
        raise UsageError("`--unsafe` does nothing by itself", "add `--fix` or `--diff`")
    if diff and form != "text":
        raise UsageError(f"`--diff` prints a patch and has no {form} form", "leave `--format` out")
    if fix and not diff and _STDIN in paths:
        raise UsageError("standard input cannot be fixed", "name the file, or use --diff")
    return Fixing(fix=fix and not diff, show=diff, unsafe=unsafe)

"""`hookwright check`: lints hook files and says what is wrong, where, and what to do; `--fix` does it."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from hookwright.cli.completing import rules, severities_and_rules
from hookwright.cli.options import ADDED, AGENT_VERSIONS, COLOR, DIALECT
from hookwright.errors import UsageError
from hookwright.model.failing import FAIL_ON

if TYPE_CHECKING:
    from hookwright.host import Host
    from hookwright.workflows.checking.asked import Asked, SourceFile

_STDIN = "-"
FORMS = ("text", "concise", "json", "sarif", "github", "gitlab", "azure", "checkstyle", "rdjson", "junit")
"""How findings can be printed."""


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@DIALECT
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="What to print. `concise` prints one line for each finding.",
)
@click.option("--output-file", metavar="FILE", help="Write the report to this file instead of printing it.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings only, without the summary and notes.")
@click.option("--statistics", is_flag=True, help="Print how often each rule was broken instead of the findings.")
@COLOR
@click.option("--watch", is_flag=True, help="Check again after every change, until Ctrl-C.")
@click.option("--fix", is_flag=True, help="Make the safe fixes, then report what is left.")
@click.option("--unsafe", is_flag=True, help="With --fix or --diff: also make fixes that may change what the hooks do.")
@click.option(
    "--diff", is_flag=True, help="Change nothing; print what --fix would change as a patch, which `git apply` takes."
)
@click.option(
    "--select",
    multiple=True,
    metavar="RULE",
    shell_complete=rules,
    help="Check only this rule, by code or name, or all rules whose codes begin with `HW3`. Can be repeated.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="RULE",
    shell_complete=rules,
    help="Leave out this rule or these rules, as with --select. Can be repeated.",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Leave out files that are found in folders and match this glob, such as `examples/**`. Can be repeated.",
)
@click.option("--baseline", metavar="FILE", help="Leave out the findings in this file, which --write-baseline wrote.")
@click.option(
    "--write-baseline", metavar="FILE", help="Write all findings to this file, so that only new ones count from now on."
)
@click.option(
    "--fail-on",
    multiple=True,
    metavar="SEVERITY|RULE",
    shell_complete=severities_and_rules,
    help="Exit with 1 for findings of this severity or worse, or of this rule from `warning` on. Can be repeated, or "
    f"several with commas. The default is `failOn` in hookwright.json, else {','.join(FAIL_ON)}.",
)
@click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 also if findings fail the check; not if files cannot be read."
)
@click.option(
    "--settings-from",
    metavar="COMMIT",
    help="Use every hookwright.json as it is in this commit of the repository, such as `origin/main`, not as it is on "
    "the disk: a change cannot silence its own check.",
)
@click.option("--no-cache", is_flag=True, help="Read every script again, and keep nothing for the next check.")
@AGENT_VERSIONS
@ADDED[1]
@click.option("--stdin-filename", metavar="NAME", help="The name of the file that `-` stands for.")
def command(
    paths: tuple[str, ...],
    *,
    output_file: str | None,
    watch: bool,
    exit_zero: bool,
    **given: Any,  # noqa: ANN401  what CheckOptions has
) -> None:
    """Check hook files, the scripts that their hooks run, and hook modules for mistakes. Nothing runs.

    PATH is a hook file, a script of hooks, a folder to search for hook files, or `-` for standard input. The default is
    the current folder.
    With --plugin-dir, the files of that plugin are checked too, wherever its manifest says that its hooks are.
    Exit codes: 0 no finding that --fail-on names, 1 such findings, 2 wrong usage or a file that cannot be read.
    """
    options = CheckOptions(paths=paths or (".",), here=os.getcwd(), **given)
    options.require_sense(watches=watch, writes=output_file is not None)
    if watch:
        from hookwright.cli.watching import again_after_changes

        again_after_changes(options.paths, lambda: _check(options))
    code = (_check(options) if output_file is None else _into(output_file, options)).code
    if code and not (exit_zero and code == 1):
        raise click.exceptions.Exit(code)


class CheckOptions(Struct, frozen=True, kw_only=True):
    """What the user has given, each option under its own name; `here` is the current folder."""

    paths: tuple[str, ...]
    here: str
    dialect: str | None
    form: str
    quiet: bool
    statistics: bool
    fix: bool
    unsafe: bool
    diff: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    baseline: str | None
    write_baseline: str | None
    fail_on: tuple[str, ...]
    settings_from: str | None
    no_cache: bool
    versions: tuple[str, ...]
    plugin_dir: tuple[str, ...]
    stdin_filename: str | None

    def require_sense(self, *, watches: bool, writes: bool) -> None:
        """Raises UsageError for options that contradict one another."""
        if self.unsafe and not (self.fix or self.diff):
            raise UsageError("`--unsafe` does nothing by itself", "add `--fix` or `--diff`")
        if self.diff and self.form != "text":
            raise UsageError(f"`--diff` prints a patch and has no {self.form} form", "leave `--format` out")
        if self.statistics and self.form not in ("text", "json"):
            raise UsageError(f"`--statistics` has no {self.form} form", "use `--format text` or `--format json`")
        if self.fix and not self.diff and _STDIN in self.paths:
            raise UsageError("standard input cannot be fixed", "name the file, or use --diff")
        if watches and (writes or _STDIN in self.paths):
            raise UsageError(
                "`--watch` checks files again and prints to the terminal", "leave out `-` and `--output-file`"
            )
        if self.baseline and self.write_baseline:
            raise UsageError("A baseline is either used or written", "give one of `--baseline` and `--write-baseline`")


class _Done(Struct, frozen=True):
    """The exit code, and how much was found, such as `1 error, 2 warnings`."""

    code: int
    found: str


def _check(options: CheckOptions) -> _Done:
    """Checks and prints once."""
    from hookwright.cli.baselines import without_known, write_baseline
    from hookwright.cli.checked import (
        outcome,
        print_checks,
        print_difference,
        print_problems,
        print_statistics,
        print_unmeasured,
        print_unsafe,
    )
    from hookwright.host import Host
    from hookwright.workflows.checking.asked import (
        Asked,
        Fixing,
        chosen_fail_on,
        chosen_rules,
        chosen_versions,
        plugin_sources,
    )
    from hookwright.workflows.checking.check import check_all
    from hookwright.workflows.shell_checkers import find_shell_checkers

    began = time.perf_counter()
    host, here, paths = Host.real(), options.here, options.paths
    how = Fixing(fix=options.fix and not options.diff, show=options.diff, unsafe=options.unsafe)
    committed = None if options.settings_from is None else _settings_from(options.settings_from, here, host)
    rules = chosen_rules(options.select, options.ignore)
    fail_on, versions = chosen_fail_on(options.fail_on), chosen_versions(options.versions)
    asked = Asked(options.dialect, rules, versions, how, fail_on, committed, options.exclude, not options.no_cache)
    passed: list[str] = []
    plugins = plugin_sources(options.plugin_dir, options.dialect, host)
    found = _each_once((*_sources(paths, host.home, options.stdin_filename, asked, passed), *plugins))
    whole = tuple(os.path.abspath(it) for it in paths if os.path.isdir(it))
    # ShellCheck and the shells come from outside the folder that the user is in.
    checkers = find_shell_checkers(host.environ.get("PATH", ""), () if here == host.home else (here,))
    checks = check_all(found, asked, host, whole, checkers)
    if options.write_baseline is not None:
        write_baseline(options.write_baseline, checks)
        print_problems(checks, passed, options.form)
        return _Done(2 if checks.unreadable else 0, outcome(checks.checked))
    if options.baseline is not None:
        checks = without_known(options.baseline, checks, {it.code for it in asked.rules}, quiet=options.quiet)
    if options.diff:
        print_difference(checks)
    elif options.statistics:
        print_statistics(checks, options.form)
    elif checks.checked or not checks.unreadable or options.form != "text":
        above = None if checks.checked or any(it != "." for it in paths) else _project_above(here, host.home)
        print_checks(checks, options.form, time.perf_counter() - began, above, quiet=options.quiet)
        if how.fix and not how.unsafe and options.form == "text":
            print_unsafe(checks)
    print_problems(checks, passed, options.form)
    if options.form == "text" and not options.quiet and not options.versions:
        print_unmeasured(checks, host)
    failing = any(it.failing for it in checks.checked)
    return _Done(2 if checks.unreadable else int(failing), outcome(checks.checked))


def _into(path: str, options: CheckOptions) -> _Done:
    """Checks and writes into the file what would be printed; raises UnreadableInput if that fails."""
    from hookwright.cli.output_files import write_file
    from hookwright.cli.terminal import say

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        done = _check(options)
    write_file(path, printed.getvalue())
    if done.code == 1 and not options.quiet:
        say(f"hookwright: {done.found}; the report is in {path}", err=True)
    return done


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


def _each_once(sources: Iterable[SourceFile]) -> tuple[SourceFile, ...]:
    """Every file once, as the user names it if they do."""
    found: dict[str, SourceFile] = {}
    for it in sources:
        key = os.path.abspath(it.path) if it.on_disk else _STDIN
        if key not in found or (found[key].searched and not it.searched):
            found[key] = it
    return tuple(found.values())


def _settings_from(commit: str, here: str, host: Host) -> Mapping[str, str]:
    from hookwright.workflows.checking.committed_settings import settings_in_commit

    return settings_in_commit(commit, here, host)


def _project_above(here: str, home: str) -> str | None:
    """The project that the current folder is part of, where that has hook files."""
    from hookwright.config.current_project import has_hook_files, nearest_project

    project = nearest_project(here, home)
    return project if project != os.path.realpath(here) and has_hook_files(project) else None

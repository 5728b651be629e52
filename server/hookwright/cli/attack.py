"""`hookwright attack`: finds out what gets past a guard, and what it refuses unnecessarily."""

from __future__ import annotations

import os.path
import sys
from typing import Any

import click

from hookwright.cli.options import AGREED_ONLY, DIALECT, JSON_OR_TEXT
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from hookwright.attacking.asking.guard import Guard
    from hookwright.attacking.asking.results import Attacked
    from hookwright.host import Host


@click.command("attack")
@click.argument("file")
@click.option("--at", metavar="POINTER", help="The hook, group or event, such as /hooks/PreToolUse/0/hooks/0.")
@click.option(
    "--danger",
    "said",
    multiple=True,
    metavar="NAME|TEXT",
    help="What the guard is meant to stop, such as deletion, or a command. By default, its hook tests or its own "
    "patterns say so. Can be repeated.",
)
@click.option(
    "--count",
    type=click.IntRange(4, 2000),
    help="How many calls to send. By default, each kind of call once, 120 to 1,500 in all.",
)
@click.option("--seed", "number", type=int, default=0, show_default=True, help="Another number chooses other calls.")
@click.option("--project", metavar="DIR", help="The project that the hooks run in; by default that of FILE.")
@DIALECT
@click.option("--all", "every", is_flag=True, help="Show all holes and false alarms, not only the smallest ones.")
@click.option("--write-tests", is_flag=True, help="Add a hook test for each hole and each false alarm.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask before running a command for the first time.")
@AGREED_ONLY
@JSON_OR_TEXT
def command(
    *,
    file: str,
    at: str | None,
    said: tuple[str, ...],
    count: int | None,
    number: int,
    project: str | None,
    dialect: str | None,
    every: bool,
    write_tests: bool,
    agreed: bool,
    agreed_only: bool,
    form: str,
) -> None:
    """Send a guard many variants of what it is meant to stop, and harmless calls that only look like them.

    FILE is a hook file, or the script of a guard. The guard really runs, on a copy of the project; the commands that
    it is asked about never run. Exit codes: 0 the guard holds, 1 it has holes or false alarms.
    """
    from hookwright.attacking.asking.guard import meant_by
    from hookwright.attacking.attack import attack_guard
    from hookwright.attacking.report import attack_report
    from hookwright.attacking.report_json import attack_json
    from hookwright.cli.progress import ProgressLine, with_progress
    from hookwright.engine.process import adopt_orphans, require_processes
    from hookwright.host import Host

    require_processes()
    adopt_orphans()
    host = Host.real()
    guard = _guard(file, at, project, dialect, host, recorded=not agreed_only)
    meant = meant_by(guard, said)
    known: Mapping[str, bytes] | None = None
    if agreed_only:
        from hookwright.cli.consent import require_agreed

        known = require_agreed([(guard.request.plan, guard.target.file)], host, on_copy=True)
    elif not agreed and sys.stdin.isatty() and sys.stderr.isatty():
        from hookwright.cli.consent import agree

        known = agree([(guard.request.plan, guard.target.file)], host, on_copy=True)

    def attacking(line: ProgressLine) -> Coroutine[Any, Any, Attacked]:
        def watch(ended: int, of: int) -> None:
            line.show(f"attacking: {ended} of {of} calls")

        line.show("attacking")
        return attack_guard(guard, meant, host, known, count=count, number=number, watch=watch)

    found = with_progress(attacking)
    if form == "json":
        print_output("attack", attack_json(guard, found))
    else:
        say(attack_report(guard, found, every=every), end="")
    if write_tests:
        from hookwright.attacking.hook_tests import left_out, write_hook_tests

        for path in write_hook_tests(guard, found):
            say(f"Wrote hook tests to {path}", err=True)
        for it in left_out(found):
            say(f"Wrote no hook test for {it}", err=True)
    sys.exit(0 if found.holds else 1)


def _guard(file: str, at: str | None, project: str | None, dialect: str | None, host: Host, *, recorded: bool) -> Guard:
    """The guard in a hook file, or the one that is the script `file`."""
    from hookwright.attacking.asking.guard import file_for_script, guard_at, guards_with
    from hookwright.config.current_project import current_project
    from hookwright.given_files import project_folder, read_text
    from hookwright.workflows.hook_files import folder_of, hook_file

    if os.path.splitext(file)[1] in (".json", ".jsonc", ".toml", ".yaml", ".yml", ".md"):
        target = hook_file(file, read_text(file), dialect, host)
        return guard_at(target, at or "", folder_of(target, project), host, recorded=recorded)
    read_text(file)
    folder = project_folder(project) if project else current_project(None, host.home)
    found = guards_with(file, folder, host, recorded=recorded)
    return found or guard_at(file_for_script(file, folder), "", folder, host, alone=True, recorded=recorded)

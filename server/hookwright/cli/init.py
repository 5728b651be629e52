"""`hookwright init`: a first hook file with a guard script, its test, and a sample that it refuses."""

from __future__ import annotations

import os.path
import shlex
from pathlib import Path

import click

from hookwright.cli.completing import dialects
from hookwright.cli.options import dialect_named
from hookwright.cli.terminal import say
from hookwright.errors import UsageError
from hookwright.given_files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.guards.plan import NewFile


@click.command("init")
@click.argument("folder", default=".")
@click.option(
    "--agent",
    "--dialect",
    "dialect",
    metavar="ID",
    default="claude-code",
    show_default=True,
    shell_complete=dialects,
    callback=dialect_named,
    help="The agent to write hooks for.",
)
def command(folder: str, dialect: str) -> None:
    """Write a first hook into FOLDER, by default the current folder: a guard that refuses dangerous shell commands.

    The guard comes with a test and a sample event.  If the settings have no hooks, the guard is added to them. The
    command changes nothing else that exists.
    """
    from hookwright.dialects import by_id
    from hookwright.guards.apply import create_files, written_lines
    from hookwright.guards.first import first_hook
    from hookwright.guards.hook_file import has_hooks, with_hooks
    from hookwright.workflows.file_writing import write_text

    table, root = by_id(dialect), Path(folder)
    files = first_hook(table)
    settings = root / files[0].path
    there = read_text(str(settings)) if settings.is_file() else None
    added = with_hooks(there, files[0].text) if there is not None and not has_hooks(table, there) else None
    new = files if added is None else files[1:]
    _refuse_to_overwrite(root, files, new)
    for line in written_lines(create_files(root, new)):
        say(line)
    if added is not None:
        write_text(str(settings), added)
        say(f"added hooks to {settings.as_posix()}")
    settings_name = shlex.quote(settings.as_posix())
    place = "" if folder == "." else f" {shlex.quote(folder)}"
    say("\nNext:")
    say(f"  hookwright check{place}  # finds mistakes in the hook file")
    say(f"  hookwright test{place}  # runs the guard's test")
    say(f"  hookwright fire {settings_name}  # shows the guard refuse `rm -rf ~`")
    say(f"  hookwright attack {settings_name} --count 40  # looks for holes in the guard")


def _refuse_to_overwrite(root: Path, files: tuple[NewFile, ...], new: tuple[NewFile, ...]) -> None:
    from hookwright.guards.apply import require_folder

    require_folder(root, [it.path for it in files])
    there = [f"`{(root / it.path).as_posix()}`" for it in new if os.path.lexists(root / it.path)]
    if there:
        raise UsageError(
            f"{', '.join(there)} already {'exist' if len(there) > 1 else 'exists'}, so nothing was written",
            "`hookwright add deletion history downloads` adds the guard to what is there",
        )

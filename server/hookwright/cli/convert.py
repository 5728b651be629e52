"""`hookwright convert`: the same hooks in another dialect, with every loss named."""

from __future__ import annotations

import os.path
import sys

import click

from hookwright.cli.finishing import finished
from hookwright.cli.options import DIALECT, JSON_OR_TEXT, dialect_named
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say
from hookwright.errors import FiringUnsupported, NotAgreed
from hookwright.model.location import Format
from hookwright.visible import visible_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.firing.refusals import Compared
    from hookwright.reports.conversion import Trial


@click.command("convert")
@click.argument("file")
@click.option("--to", "target", metavar="ID", required=True, callback=dialect_named, help="The dialect to convert to.")
@click.option("--out", metavar="PATH", help="Write to PATH, or add to it if it has no hooks, instead of printing.")
@click.option("--as", "notation", type=click.Choice([it.value for it in Format]), help="How the new file is written.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask before running the hooks to compare them.")
@DIALECT
@JSON_OR_TEXT
def command(
    file: str, target: str, out: str | None, notation: str | None, dialect: str | None, form: str, *, agreed: bool
) -> None:
    """Print all hooks of FILE in another dialect. To convert some of them, delete the others from the new file.

    The format is JSON, or what the name of PATH says: TOML, or the front matter of a Markdown file.
    Standard error lists what the other dialect cannot express, with its place in FILE.
    If you agree, the old and the new hooks then run on samples, to compare what they refuse.
    The exit code is 1 if a hook that refused no longer does, or if the new file has errors that FILE does not have.
    """
    from hookwright.analysis.disk import RealDisk
    from hookwright.converting.convert import check_on, convert, require_hooks
    from hookwright.converting.writing import place_at, place_for
    from hookwright.dialects import by_id
    from hookwright.given_files import read_text
    from hookwright.host import Host
    from hookwright.reports.conversion import losses_json, trial_of, verdict
    from hookwright.workflows.hook_files import folder_of, hook_file

    host = Host.real()
    old, new = hook_file(file, read_text(file), dialect, host), by_id(target)
    require_hooks(old)
    by_name = out is not None and notation is None
    into = read_text(out) if out is not None and os.path.lexists(out) else None
    place = (
        place_at(new, os.path.abspath(str(out)), old.scope)
        if by_name
        else place_for(new, old.scope, Format(notation or Format.JSON))
    )
    disk = RealDisk(host.home)
    found = convert(old, new, check_on(disk), place, disk=disk, into=into or "")
    trial = trial_of(old, found, new, folder_of(old, None), host)
    said = verdict(found, trial, _compared(trial, agreed=agreed))
    if out is not None:
        _write(out, found.text, is_new=into is None)
    if form == "json":
        path, losses = out or found.path, losses_json(said.losses)
        print_output(
            "convert", {"dialect": target, "path": path, "text": found.text, "losses": losses, "tried": said.tried}
        )
    elif out is None:
        say(visible_json(found.text), end="")
    for it in said.losses if form == "text" else ():
        say(f"{file}{f' {it.pointer}' if it.pointer else ''}: {'error: ' * it.error}{it.message}", err=True)
    if form == "text":
        say(f"{file}: {said.tried}", err=True)
        if out is not None:
            do_not = "; do not use it before you have corrected the errors above" if said.is_error else ""
            say(f"{'wrote' if into is None else 'added the hooks to'} {out}{do_not}", err=True)
    if said.is_error:
        sys.exit(1)


def _compared(trial: Trial, *, agreed: bool) -> Compared | str:
    """What the hooks do with samples, or why they were not run."""
    from hookwright.cli.consent import agree, has_agreed
    from hookwright.engine.process import adopt_orphans, require_processes

    runs = trial.runs()
    if not runs:
        return "no hook can refuse any sample event"
    try:
        require_processes()
        if not agreed and sys.stdin.isatty() and sys.stderr.isatty():
            agree(runs, trial.host)
        elif not agreed and not has_agreed(runs, trial.host):
            return "nobody has agreed to run the hooks; `--yes` runs them, and shows whether they still refuse"
    except (FiringUnsupported, NotAgreed) as why:
        return str(why)
    adopt_orphans()
    return finished(trial.compared())


def _write(path: str, text: str, *, is_new: bool) -> None:
    from hookwright.workflows.file_writing import create_text, write_text

    if is_new:
        create_text(os.path.abspath(path), text)
    else:
        write_text(path, text)

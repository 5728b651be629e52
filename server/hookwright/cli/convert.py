"""`hookwright convert`: the same hooks in another dialect, with every loss named."""

from __future__ import annotations

import click

from hookwright.cli.options import DIALECT, JSON_OR_TEXT
from hookwright.cli.terminal import print_json, say
from hookwright.errors import UsageError
from hookwright.model.location import Format
from hookwright.visible import visible_json


@click.command("convert")
@click.argument("file")
@click.option("--to", "target", metavar="ID", required=True, help="The dialect to convert to.")
@click.option("--out", metavar="PATH", help="Write to PATH, which must not exist yet, instead of printing.")
@click.option("--as", "notation", type=click.Choice([it.value for it in Format]), help="How the new file is written.")
@DIALECT
@JSON_OR_TEXT
def command(file: str, target: str, out: str | None, notation: str | None, dialect: str | None, form: str) -> None:
    """Print the hooks of FILE in another dialect.

    They are written as JSON, or as the name of PATH says: TOML, or the front matter of a Markdown file.
    Whatever cannot be carried over is listed on standard error, with its place in FILE.
    """
    from hookwright.analysis.disk import RealDisk
    from hookwright.converting.convert import check_on, convert
    from hookwright.converting.writing import place_at, place_for
    from hookwright.dialects import by_id
    from hookwright.given_files import read_text
    from hookwright.host import Host
    from hookwright.workflows.hook_files import hook_file

    host = Host.real()
    old, new = hook_file(file, read_text(file), dialect, host), by_id(target)
    by_name = out is not None and notation is None
    place = (
        place_at(new, str(out), old.scope) if by_name else place_for(new, old.scope, Format(notation or Format.JSON))
    )
    found = convert(old, new, check_on(RealDisk(host.home)), place)
    if form == "json":
        losses = [{"pointer": it.pointer, "message": it.message} for it in found.losses]
        print_json({"version": 1, "dialect": target, "path": found.path, "text": found.text, "losses": losses})
    elif out is None:
        say(visible_json(found.text), end="")
    if out is not None:
        _write(out, found.text)
    for it in found.losses if form == "text" else ():
        say(f"{file}{f' {it.pointer}' if it.pointer else ''}: {it.message}", err=True)


def _write(path: str, text: str) -> None:
    try:
        with open(path, "x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise UsageError(f"`{path}` already exists", "name another file, or move it away") from None
    except OSError as wrong:
        raise UsageError(
            f"Cannot write to `{path}` ({str(wrong.strerror).lower()})", "name another file with `--out`"
        ) from wrong

"""`hookwright convert`: the same hooks in another dialect, with every loss named."""

from __future__ import annotations

import click

from hookwright.cli.files import hook_file
from hookwright.cli.options import DIALECT, JSON_OR_TEXT, print_json, read_text
from hookwright.errors import UsageError


@click.command("convert")
@click.argument("file")
@click.option("--to", "target", metavar="ID", required=True, help="The dialect to convert to.")
@click.option("--out", metavar="PATH", help="Write the new file here instead of printing it; it must not be there.")
@DIALECT
@JSON_OR_TEXT
def command(file: str, target: str, out: str | None, dialect: str | None, form: str) -> None:
    """Print the hooks of FILE as a file of another dialect.

    What gets lost is told on standard error, each with its place in FILE.
    """
    from hookwright.dialects import by_id
    from hookwright.engine.host import Host
    from hookwright.ide.convert.file import convert

    found = convert(hook_file(file, read_text(file), dialect, Host.real().home), by_id(target))
    if form == "json":
        losses = [{"pointer": it.pointer, "message": it.message} for it in found.losses]
        print_json({"version": 1, "dialect": target, "text": found.text, "losses": losses})
    elif out is None:
        click.echo(found.text, nl=False)
    if out is not None:
        _write(out, found.text)
    for it in found.losses if form == "text" else ():
        click.echo(f"{file}{f' {it.pointer}' if it.pointer else ''}: {it.message}", err=True)


def _write(path: str, text: str) -> None:
    try:
        with open(path, "x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise UsageError(f"`{path}` is there already", "name another file, or move it away") from None
    except OSError as wrong:
        raise UsageError(f"`{path}` cannot be written", str(wrong.strerror).lower()) from wrong

"""`hookwright keep`: makes a sample of a recorded dispatch."""

from __future__ import annotations

import click


@click.command("keep")
@click.argument("run", metavar="RUN")
@click.option("--name", metavar="N", help="What to call it; by default after the tool or the event.")
@click.option("--project", metavar="DIR", help="Where to keep it; by default in the project that it was recorded in.")
def command(run: str, name: str | None, project: str | None) -> None:
    """Keep the payload of a recorded dispatch as a sample, without secrets, home paths and user names.

    RUN is a dispatch's id, how it begins, or the number of one of its runs; `hookwright history` lists them.  The
    sample is written below the project's .hookwright/samples; a name that is taken gets a number.
    """
    from hookwright.cli.options import project_folder
    from hookwright.engine.host import Host
    from hookwright.engine.journal.history import recorded_run
    from hookwright.engine.journal.place import journal_path
    from hookwright.ide.keeping import keep_sample

    host = Host.real()
    record = recorded_run(journal_path(host.environ, host.home), run)
    folder = project_folder(project) if project is not None else None
    click.echo(keep_sample(record, host.home, name=name, project=folder))

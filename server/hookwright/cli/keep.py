"""`hookwright keep`: makes a sample of a recorded dispatch, or of a payload that an agent has sent."""

from __future__ import annotations

import click

from hookwright.cli.terminal import say


@click.command("keep")
@click.argument("run", metavar="RUN")
@click.option("--name", metavar="NAME", help="The name of the sample. By default, that of the tool or the event.")
@click.option("--project", metavar="DIR", help="The project to save it in. By default, the one it was recorded in.")
def command(run: str, name: str | None, project: str | None) -> None:
    """Save the payload of a recorded dispatch as a sample, without secrets, home folders and user names.

    RUN is the id of a dispatch, the start of its id, or the number of a run. `hookwright history` lists them. It can
    also be the name of a recorded payload, such as recorded-17. `hookwright samples EVENT` lists these.

    The sample goes into .hookwright/samples in the project. If its name exists, the new name gets a number.
    """
    from hookwright.engine.journal.history import recorded_run
    from hookwright.engine.journal.place import journal_path
    from hookwright.given_files import project_folder
    from hookwright.host import Host
    from hookwright.samples.recorded import record_named
    from hookwright.samples.save_sample import keep_sample

    host = Host.real()
    record = record_named(run, host) or recorded_run(journal_path(host), run)
    folder = project_folder(project) if project is not None else None
    say(keep_sample(record, host.home, name=name, project=folder))

"""`hookwright replay`: fires a recorded event again, and compares."""

from __future__ import annotations

import sys

import click

from hookwright.cli.options import JOURNAL_SECONDS, JSON_OR_TEXT, MODEL_COMMAND
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say, takes_styles


@click.command("replay")
@click.argument("run", metavar="RUN")
@MODEL_COMMAND
@click.option("--scratch", is_flag=True, help="Run the hooks on a copy of the workspace.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask before running a command for the first time.")
@JSON_OR_TEXT
def command(run: str, model_command: str | None, scratch: bool, agreed: bool, form: str) -> None:
    """Fire a recorded event again, and compare the outcome with the recorded one.

    RUN is the id of a dispatch, the start of its id, or the number of a run. `hookwright history` lists them. The
    current hooks of the project really run. For a test-fire, the same hooks run again.

    Exit codes: 0 the same outcome, 1 something differs.
    """
    from hookwright.cli.planning import model_behind
    from hookwright.cli.progress import hooks_on, with_progress
    from hookwright.engine.journal.history import recorded_run
    from hookwright.engine.journal.place import journal_path
    from hookwright.engine.journal.writer import journal_for
    from hookwright.engine.process import adopt_orphans
    from hookwright.firing.replay import prepare_replay, replay
    from hookwright.host import Host
    from hookwright.reports.history_page import plain_replay

    adopt_orphans()
    host = Host.real()
    record = recorded_run(journal_path(host), run)
    ready = prepare_replay(record, host)
    known = None
    if not agreed and sys.stdin.isatty() and sys.stderr.isatty():
        from hookwright.cli.consent import agree

        known = agree([(ready.request.plan, it) for it in ready.files], host, on_copy=scratch)
    model = model_behind(model_command, host, ready.request.plan.request.project_dir)
    with journal_for(host, JOURNAL_SECONDS) as journal:
        replayed = with_progress(
            lambda line: replay(
                ready, host, scratch=scratch, agreed=known, watch=hooks_on(line), model=model, journal=journal
            )
        )
    if form == "json":
        print_output("replay", replayed.to_json())
    else:
        say(plain_replay(replayed, color=takes_styles()), end="")
    if replayed.differences:
        raise click.exceptions.Exit(1)

"""`hookwright dispatch`: runs the hooks of an event for real and prints the outcome."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import JOURNAL_SECONDS, MODEL_COMMAND, event_options
from hookwright.cli.terminal import print_json
from hookwright.model.reaction import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.model.outcome import Outcome


@click.command("dispatch", short_help="Fire an event as an agent would.")
@event_options
@MODEL_COMMAND
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the hooks refuse, ask the user, or stop the agent.")
def command(event: str, *, exit_code: bool, model_command: str | None, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Fire EVENT as an agent would, and print the outcome as JSON.

    The hooks really run. They are those of the user, the project and the local file, or only those of --config. The
    command ends after hooks that the agent would not wait for, which the outcome does not wait for either.
    """
    import asyncio

    from hookwright.cli.planning import model_behind, plan_of
    from hookwright.engine.background import Background
    from hookwright.engine.dispatch import dispatch
    from hookwright.engine.host import Host
    from hookwright.engine.journal.writer import Journal, journal_for, late_recorder, recorded
    from hookwright.engine.process import adopt_orphans

    adopt_orphans()
    host = Host.real()
    plan = plan_of(host, event, **where)

    async def fire(journal: Journal | None) -> Outcome:
        # What the outcome does not wait for has to have ended before this process does (B6).
        background = Background(late_recorder(journal) if journal else None)
        model = model_behind(model_command, host, plan)
        outcome = await recorded(dispatch(plan, host, model=model, background=background), plan, journal)
        print_json(outcome.to_json())
        await background.finish()
        return outcome

    with journal_for(host.environ, host.home, JOURNAL_SECONDS) as journal:
        folded = asyncio.run(fire(journal)).folded
    if exit_code and (folded.blocked or folded.stop_agent or folded.decision in {Decision.DENY, Decision.ASK}):
        raise click.exceptions.Exit(1)

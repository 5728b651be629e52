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


_REFUSING = {Decision.DENY, Decision.DEFER, Decision.ASK}


@click.command("dispatch", short_help="Fire an event as an agent would.")
@event_options
@MODEL_COMMAND
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the hooks refuse, defer, ask, or stop the agent.")
@click.option("--modules", is_flag=True, help="Also run the hook modules in ~/.pi/hooks and .pi/hooks.")
def command(
    event: str,
    *,
    exit_code: bool,
    model_command: str | None,
    modules: bool,
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Fire EVENT as an agent would, and print the outcome as JSON.

    The hooks really run. They are those of the user, the project and the local file, or only those of --config. The
    command ends after hooks that the agent would not wait for, which the outcome does not wait for either.
    """
    import asyncio
    from contextlib import nullcontext

    from hookwright.cli.planning import model_behind, module_handlers, prepared
    from hookwright.engine.background import Background
    from hookwright.engine.dispatch import dispatch
    from hookwright.engine.host import Host
    from hookwright.engine.journal.writer import Journal, journal_for, late_recorder, recorded
    from hookwright.engine.plan import make_plan
    from hookwright.engine.process import adopt_orphans

    adopt_orphans()
    host = Host.real()
    request, snapshot = prepared(host, event, **where)
    # What is wrong with the arguments is said before anything runs.
    plan = make_plan(request, snapshot)

    async def fire(journal: Journal | None) -> Outcome:
        # What the outcome does not wait for has to have ended before this process does (B6).
        background = Background(late_recorder(journal) if journal else None)
        model = model_behind(model_command, host, plan)
        async with module_handlers(host, request) if modules else nullcontext() as handlers:
            whole = make_plan(request, snapshot, handlers=handlers) if handlers else plan
            outcome = await recorded(dispatch(whole, host, model=model, background=background), whole, journal)
            print_json(outcome.to_json())
            await background.finish()
        return outcome

    with journal_for(host.environ, host.home, JOURNAL_SECONDS) as journal:
        folded = asyncio.run(fire(journal)).folded
    if exit_code and (folded.blocked or folded.stop_agent or folded.decision in _REFUSING):
        raise click.exceptions.Exit(1)

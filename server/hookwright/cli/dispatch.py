"""`hookwright dispatch`: runs the hooks of an event for real and prints the outcome."""

from __future__ import annotations

from typing import Any

import click

from hookwright.cli.options import ALL_DIALECTS, JOURNAL_SECONDS, MODEL_COMMAND, event_options
from hookwright.cli.terminal import print_json
from hookwright.model.reaction import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hookwright.config.workspace import Snapshot
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.modules.seams import Handlers
    from hookwright.engine.plan import Request
    from hookwright.engine.several import Asked
    from hookwright.host import Host
    from hookwright.model.outcome import Outcome


_REFUSING = {Decision.DENY, Decision.DEFER, Decision.ASK}


@click.command("dispatch", short_help="Fire an event as an agent would.")
@event_options
@ALL_DIALECTS
@MODEL_COMMAND
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the hooks refuse, defer, ask, or stop the agent.")
@click.option("--modules", is_flag=True, help="Also run the hook modules in ~/.pi/hooks and .pi/hooks.")
def command(
    event: str,
    *,
    all_dialects: bool,
    exit_code: bool,
    model_command: str | None,
    modules: bool,
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Fire EVENT as an agent would, and print the outcome as JSON.

    The hooks really run. They are those of the user, the project and the local file, or only those of --config. The
    command ends after hooks that the agent would not wait for, which the outcome does not wait for either.

    With --all-dialects, the hooks of every agent run, each on the event in its agent's words. The strictest decides;
    the `parts` of the outcome say what each agent's came to.
    """
    import asyncio

    from hookwright.cli.planning import prepared, prepared_for_all
    from hookwright.engine.journal.writer import journal_for
    from hookwright.engine.plan import make_plan
    from hookwright.engine.process import adopt_orphans
    from hookwright.host import Host

    adopt_orphans()
    host = Host.real()
    asked = prepared_for_all(host, event, **where) if all_dialects else None
    requests = [prepared(host, event, **where)] if asked is None else asked.heard(asked.request.payload)
    # What is wrong with the arguments is said before anything runs.
    for request, snapshot in requests:
        make_plan(request, snapshot)
    with journal_for(host, JOURNAL_SECONDS) as journal:
        folded = asyncio.run(_fire(host, requests, asked, journal, model_command, modules=modules)).folded
    if exit_code and (folded.blocked or folded.stop_agent or folded.decision in _REFUSING):
        raise click.exceptions.Exit(1)


async def _fire(
    host: Host,
    requests: Sequence[tuple[Request, Snapshot]],
    asked: Asked | None,
    journal: Journal | None,
    model_command: str | None,
    *,
    modules: bool,
) -> Outcome:
    """Fires what one agent is asked, or each of several, and prints what that came to."""
    import asyncio
    from contextlib import nullcontext

    from hookwright.cli.planning import model_behind, module_handlers
    from hookwright.engine.background import Background
    from hookwright.engine.dispatch import dispatch
    from hookwright.engine.journal.writer import late_recorder, recorded
    from hookwright.engine.plan import make_plan

    # What the outcome does not wait for has to have ended before this process does (B6).
    background = Background(late_recorder(journal) if journal else None)

    async def fire(request: Request, snapshot: Snapshot, handlers: Handlers | None) -> Outcome:
        plan = make_plan(request, snapshot, handlers=handlers)
        model = model_behind(model_command, host, request.project_dir)
        return await recorded(dispatch(plan, host, model=model, background=background), plan, journal)

    # Modules are not an agent's, so they run once.
    async with module_handlers(host, requests[0][0]) if modules and requests else nullcontext() as handlers:
        given = (handlers if place == 0 else None for place, _ in enumerate(requests))
        outcomes = await asyncio.gather(*(fire(*it, own) for it, own in zip(requests, given, strict=True)))
        outcome = outcomes[0] if asked is None else asked.folded(outcomes)
        print_json(outcome.to_json())
        await background.finish()
    return outcome

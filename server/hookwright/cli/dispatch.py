"""`hookwright dispatch`: runs the hooks of an event for real and prints the outcome."""

from __future__ import annotations

from typing import Any, Literal

import click

from hookwright.cli.finishing import finished
from hookwright.cli.options import ALL_DIALECTS, FAILURE_POLICY, JOURNAL_SECONDS, MODEL_COMMAND, event_options
from hookwright.cli.outputs import print_output
from hookwright.model.reaction import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.runner import Runner
    from hookwright.engine.several import PreparedRequest
    from hookwright.model.outcome import Outcome


_REFUSING = {Decision.DENY, Decision.DEFER, Decision.ASK}


@click.command("dispatch")
@event_options
@ALL_DIALECTS
@FAILURE_POLICY
@MODEL_COMMAND
@click.option("--exit-code", is_flag=True, help="Exit with 1 if the hooks refuse, defer, ask, or stop the agent.")
@click.option("--modules", is_flag=True, help="Also run the hook modules in ~/.pi/hooks and .pi/hooks.")
def command(
    event: str,
    *,
    all_dialects: bool,
    exit_code: bool,
    failure_policy: Literal["agent", "closed"],
    model_command: str | None,
    modules: bool,
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Fire EVENT as an agent would, and print the outcome as JSON.

    The hooks really run: those of the user, the project and the local file, or only those of --config. The outcome
    does not wait for hooks that the agent would not wait for. The command ends after them.

    With --all-dialects, the hooks of every agent run, each on the event by its agent's name. The strictest decides. The
    `parts` of the outcome have the results for each agent.
    """
    from msgspec.structs import replace

    from hookwright.cli.planning import model_behind, prepared
    from hookwright.engine.background import Background
    from hookwright.engine.journal.writer import journal_for, late_recorder
    from hookwright.engine.plan import make_plan
    from hookwright.engine.process import adopt_orphans
    from hookwright.engine.runner import Runner
    from hookwright.host import Host
    from hookwright.model.codes import FailurePolicy

    adopt_orphans()
    host = Host.real()
    asked = prepared(host, event, all_dialects=all_dialects, **where)
    policy = FailurePolicy(failure_policy)
    asked = replace(asked, request=replace(asked.request, failure_policy=policy))
    # What is wrong with the arguments is said before anything runs.
    for request, snapshot in asked.heard():
        make_plan(request, snapshot)
    with journal_for(host, JOURNAL_SECONDS) as journal:
        # What the outcome does not wait for has to have ended before this process does (B6).
        background = Background(late_recorder(journal) if journal else None)
        model = model_behind(model_command, host, asked.request.project_dir)
        runner = Runner(host=host, journal=journal, background=background, model=model)
        folded = finished(_fire(runner, asked, modules=modules)).folded
    if exit_code and (folded.blocked or folded.stop_agent or folded.decision in _REFUSING):
        raise click.exceptions.Exit(1)


async def _fire(runner: Runner, asked: PreparedRequest, *, modules: bool) -> Outcome:
    """Fires what is asked, prints what that came to, and waits for what the outcome does not."""
    from contextlib import nullcontext

    from hookwright.cli.planning import module_handlers

    async with module_handlers(runner.host, asked.request) if modules else nullcontext() as handlers:
        outcome = await runner.fire(asked, handlers=handlers)
        print_output("dispatch", outcome.to_json())
        await runner.background.finish()
    return outcome

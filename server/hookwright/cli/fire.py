"""`hookwright fire`: test-fires the hooks at a place of a file and shows what the agent would see."""

from __future__ import annotations

import os.path
import sys
from typing import Any

import click

from hookwright.cli.options import AGREED_ONLY, JOURNAL_SECONDS, JSON_OR_TEXT, MODEL_COMMAND, hook_options
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say, takes_styles
from hookwright.paths import uri_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from hookwright.firing.fire_result import FireResult


@click.command("fire")
@hook_options
@MODEL_COMMAND
@click.option("--scratch", is_flag=True, help="Run on a copy of the workspace, and show what the hooks change.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask before running a command for the first time.")
@AGREED_ONLY
@JSON_OR_TEXT
def command(
    *,
    model_command: str | None,
    scratch: bool,
    agreed: bool,
    agreed_only: bool,
    form: str,
    **where: Any,  # noqa: ANN401  the shared options
) -> None:
    """Run hooks of FILE on a sample event, and show what the agent would see.

    The hooks really run. Without --at or --line, all hooks of FILE for the event that `hook_event_name` of the
    payload names run, or all hooks of FILE if they are for one event.
    Exit code 1: a hook printed a refusal, but refused nothing.
    """
    from hookwright.cli.planning import model_behind, request_for
    from hookwright.cli.progress import ProgressLine, hooks_on, with_progress
    from hookwright.engine.journal.writer import journal_for
    from hookwright.engine.process import adopt_orphans
    from hookwright.firing.fire import fire, fire_on_copy
    from hookwright.firing.refused_nothing import refused_nothing
    from hookwright.host import Host
    from hookwright.reports.fire_json import fire_json, fire_plan_json
    from hookwright.reports.fire_report import plain_fire_report

    adopt_orphans()
    host = Host.real()
    # An agent that fires is not shown what was said in other sessions.
    target, request = request_for(host, **where, recorded=not agreed_only)
    known: Mapping[str, bytes] | None = None
    if agreed_only:
        from hookwright.cli.consent import require_agreed

        known = require_agreed([(request.plan, target)], host, on_copy=scratch)
    elif not agreed and sys.stdin.isatty() and sys.stderr.isatty():
        from hookwright.cli.consent import agree

        known = agree([(request.plan, target)], host, on_copy=scratch)
    with journal_for(host, JOURNAL_SECONDS) as journal:
        model = model_behind(model_command, host, request.plan.request.project_dir)

        def firing(line: ProgressLine) -> Coroutine[Any, Any, FireResult]:
            watch = hooks_on(line)
            if scratch:
                return fire_on_copy(request, target, host, known, watch=watch, model=model, journal=journal)
            return fire(request, host, watch=watch, model=model, journal=journal)

        fired = with_progress(firing)
    if form == "json":
        uri = uri_of(os.path.abspath(target.path))
        print_output("fire", fire_json(fired, target, fire_plan_json(request, uri, has_model=model is not None)))
    else:
        say(plain_fire_report(fired, color=takes_styles()), end="")
    if any(refused_nothing(fired, it) for it in fired.outcome.runs):
        raise click.exceptions.Exit(1)

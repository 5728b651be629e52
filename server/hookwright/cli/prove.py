"""`hookwright prove`: runs hooks in the user's own agent, with a scripted model, and compares it with the engine."""

from __future__ import annotations

import sys
from typing import Any

import click

from hookwright.cli.options import AGENT_COMMAND, JSON_OR_TEXT, UNPROTECTED, hook_options
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from hookwright.proving.prove import Proof


@click.command("prove")
@hook_options
@AGENT_COMMAND
@UNPROTECTED
@click.option("--yes", "agreed", is_flag=True, help="Do not ask before running a command for the first time.")
@JSON_OR_TEXT
def command(*, agent_command: str | None, unprotected: bool, agreed: bool, form: str, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Run the hooks of FILE in your own agent, and compare what it does with what the engine says.

    The agent works on a copy of the project, with an empty home, no key, and no network. A scripted model leads it to
    the event. All hooks of the project run in that session. Exit codes: 0 the agent does what the engine says, 1 it
    does not, or did not reach the event, 2 nothing could run.
    """
    from hookwright.cli.planning import request_for
    from hookwright.cli.progress import ProgressLine, with_progress
    from hookwright.engine.process import adopt_orphans, require_processes
    from hookwright.host import Host
    from hookwright.proving.prove import prove
    from hookwright.proving.report import proof_report
    from hookwright.proving.report_json import proof_json
    from hookwright.proving.wanted import wanted

    require_processes()
    adopt_orphans()
    host = Host.real()
    _, request = request_for(host, **where)
    what = wanted(request, host, agent_command)
    known: Mapping[str, bytes] | None = None
    if not agreed and sys.stdin.isatty() and sys.stderr.isatty():
        from hookwright.cli.consent import agree

        known = agree(what.runs, host, on_copy=True)

    def proving(line: ProgressLine) -> Coroutine[Any, Any, Proof]:
        line.show("the agent runs")
        return prove(what, host, known, unprotected=unprotected)

    proof = with_progress(proving)
    if form == "json":
        print_output("prove", {"proof": proof_json(proof)})
    else:
        say(proof_report(proof), end="")
    sys.exit(0 if proof.agrees else 1)

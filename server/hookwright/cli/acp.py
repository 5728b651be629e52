"""`hookwright acp`: an agent of the Agent Client Protocol, with hooks."""

from __future__ import annotations

import sys
from typing import Literal

import click

from hookwright.cli.options import DIALECT, FAILURE_POLICY, MODEL_COMMAND
from hookwright.errors import UsageError
from hookwright.given_files import project_folder


@click.command("acp", context_settings={"ignore_unknown_options": True})
@click.option(
    "--trust",
    metavar="DIR",
    multiple=True,
    help="Run the hooks of sessions in this folder, or below it. Can be repeated. Elsewhere, only your own hooks run.",
)
@DIALECT
@MODEL_COMMAND
@FAILURE_POLICY
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How often hooks can have the agent go on in one turn.",
)
@click.argument("agent", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    *,
    trust: tuple[str, ...],
    dialect: str | None,
    model_command: str | None,
    failure_policy: Literal["agent", "closed"],
    rounds: int,
    agent: tuple[str, ...],
) -> None:
    """Run AGENT, an agent of the Agent Client Protocol, with hooks.

    In your editor, replace the command of the agent by `hookwright acp --trust DIR -- AGENT…`. This needs the packages
    of the extra `acp`.
    """
    import asyncio
    from importlib.util import find_spec

    from hookwright.extras import install_command

    if find_spec("acp") is None:
        raise UsageError("The Python SDK of the Agent Client Protocol is missing", f"`{install_command('acp')}`")

    from hookwright.acp.start import Setup, serve
    from hookwright.dialects import by_id
    from hookwright.embedding.session_hooks import HookSetup
    from hookwright.engine.process import adopt_orphans, require_processes
    from hookwright.transport.process import end_in_time, kill_everything, log_to_stderr, serve_stdio

    require_processes()
    if dialect is not None:
        by_id(dialect)
    hooks = HookSetup(
        trusted=tuple(map(project_folder, trust)),
        dialect=dialect,
        model_command=model_command,
        failure_policy=failure_policy,
    )
    setup = Setup(agent=agent, hooks=hooks, most_rounds=rounds)
    adopt_orphans()
    # A stray print must not get between two messages.
    sys.stdout = sys.stderr
    log_to_stderr()
    try:
        code = serve_stdio(lambda in_fd, out_fd: asyncio.run(serve(setup, in_fd, out_fd, end_in_time)))
    finally:
        kill_everything()
    if code:
        raise click.exceptions.Exit(code)

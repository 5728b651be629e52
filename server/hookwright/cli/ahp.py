"""`hookwright ahp`: a backend of the Agent Hooks Protocol."""

from __future__ import annotations

import sys
from typing import Literal

import click

from hookwright.cli.options import DIALECT, FAILURE_POLICY, MODEL_COMMAND
from hookwright.given_files import project_folder


@click.command("ahp")
@click.option(
    "--trust",
    metavar="DIR",
    multiple=True,
    help="Run the hooks of sessions in this folder, or below it. Can be repeated. Elsewhere, only your own hooks run.",
)
@click.option("--project", metavar="DIR", default=".", show_default=True, help="The project's folder.")
@DIALECT
@MODEL_COMMAND
@FAILURE_POLICY
def command(
    *,
    trust: tuple[str, ...],
    project: str,
    dialect: str | None,
    model_command: str | None,
    failure_policy: Literal["agent", "closed"],
) -> None:
    """Answer an agent that speaks the Agent Hooks Protocol, version 0.1, over standard input and output.

    Name this command in the agent's registration of hooks, as a backend of the type `stdio`. --project is the folder of
    sessions that do not say where they are.
    """
    import asyncio

    from hookwright.ahp.backend import serve
    from hookwright.dialects import by_id
    from hookwright.embedding.session_hooks import HookSetup
    from hookwright.engine.process import adopt_orphans, require_processes
    from hookwright.transport.process import kill_everything, log_to_stderr, serve_stdio

    require_processes()
    if dialect is not None:
        by_id(dialect)
    folder = project_folder(project)
    setup = HookSetup(
        trusted=tuple(map(project_folder, trust)),
        dialect=dialect,
        model_command=model_command,
        failure_policy=failure_policy,
    )
    adopt_orphans()
    # A stray print must not get between two messages.
    sys.stdout = sys.stderr
    log_to_stderr()
    try:
        serve_stdio(lambda in_fd, out_fd: asyncio.run(serve(setup, folder, in_fd, out_fd)))
    finally:
        kill_everything()

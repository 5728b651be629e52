"""Firing on a copy of the workspace: the same shot, and every file that its hooks made, changed or deleted."""

from __future__ import annotations

from dataclasses import replace

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.hook_scripts import hook_scripts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.engine.events import Watch
from hookwright.engine.host import Host
from hookwright.engine.journal.writer import Journal
from hookwright.engine.model import Model
from hookwright.workflows.firing.fire import Shot, fire
from hookwright.workflows.firing.fired import Fired


async def fire_on_copy(
    shot: Shot,
    file: HookFile,
    host: Host,
    *,
    watch: Watch | None = None,
    model: Model | None = None,
    journal: Journal | None = None,
) -> Fired:
    """What `fire` gives, with `changes`; the workspace is not touched, as far as the notes say.

    Being cancelled kills what runs and takes the copy away.  Raises UsageError where the workspace is too large.
    """
    from hookwright.engine.scratch.stage import staged

    subject = Subject(file, shot.plan.request.project_dir, RealDisk(host.home))
    routes = {it.hook.route for it in shot.plan.steps}
    named = [it for it in hook_scripts(subject, folder=shot.plan.facts.cwd) if it.path is not None]
    scripts = [str(it.path) for it in named if any(it.route[: len(route)] == route for route in routes)]
    async with staged(shot.plan, host, scripts) as stage:
        there = replace(shot, plan=stage.plan)
        # The copy will be gone: the workspace is what can be fired in again.
        fired = await fire(there, stage.host, watch=watch, model=model, journal=journal, recorded_as=shot.plan)
        return replace(fired, notes=(*fired.notes, *stage.notes), changes=await stage.changes())

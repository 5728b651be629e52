"""Guards that do the same with all calls on this machine, whatever these are: what they decide with is missing here."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_uses import ScriptRun, script_subjects
from hookwright.host import Host
from hookwright.scripts.library import ScriptLibrary
from hookwright.text import Route
from hookwright.workflows.guarding.guard import Decided
from hookwright.workflows.guarding.hook_subjects import by_hook, own_command
from hookwright.workflows.guarding.in_dash import in_dash
from hookwright.workflows.guarding.unasked import Unasked
from hookwright.workflows.guarding.without_modules import without_modules
from hookwright.workflows.guarding.without_packages import without_packages


async def blind(subject: Subject, runs: Sequence[ScriptRun], library: ScriptLibrary, host: Host) -> Unasked:
    """What is said of such guards that run one script, or that are a command alone, by the routes of their hooks."""
    found, run_of = dict[Route, Decided](), {id(it.use): it for it in runs}
    scripts_of = by_hook(script_subjects(runs, library, subject.disk))
    for route, scripts in scripts_of.items():
        script, use = scripts[0]
        if len(scripts) != 1:
            continue
        run = run_of[id(use)]
        told = await without_modules(script, use, run, subject, host)
        told = told or without_packages(script, use, run, subject, host) or in_dash(script, use, subject, host)
        if told is not None:
            found[route] = told
    for it in hook_commands(subject.file):
        for script, use in own_command(subject, it) if it.hook.route not in scripts_of else ():
            told = in_dash(script, use, subject, host)
            if told is not None:
                found[it.hook.route] = told
    return found

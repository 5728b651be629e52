"""The scripts of hooks by their hooks, and the commands of hooks as scripts of their own."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from hookwright.analysis.commands.shells import HookCommand
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.config.view import HookFile, HookView
from hookwright.scripts.effects import Language
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source
from hookwright.syntax.tree import plain
from hookwright.text import Route


def by_hook(subjects: Sequence[ScriptSubject]) -> dict[Route, list[tuple[ScriptSubject, ScriptUse]]]:
    """The scripts that each hook runs, by the routes of the hooks."""
    found = dict[Route, list[tuple[ScriptSubject, ScriptUse]]]()
    for it in subjects:
        for use in it.uses:
            found.setdefault(use.hook.route, []).append((it, use))
    return found


def own_command(
    subject: Subject, command: HookCommand | None, *, asks_to_go_on: bool = False
) -> list[tuple[ScriptSubject, ScriptUse]]:
    """The command of a hook as a script of its own, where it runs none.

    Of a hook that only asks the agent to go on, there is none unless that is wanted.
    """
    if command is None:
        return []
    use = ScriptUse(command.file, command.group, command.hook, command.row, command.route, (0, len(command.text)))
    if use.row.loop_guard and not asks_to_go_on:
        return []
    script = read_script(Language.SHELL, Source(command.text, "", lambda _: None))
    disk = subject.disk
    own = ScriptSubject(
        command.file.path, command.text, script, (use,), subject.project, disk.has_program, home=disk.home()
    )
    return [(own, use)]


def command_of(file: HookFile, hook: HookView) -> str:
    """The command of a hook, with the arguments of one that runs without a shell."""
    values = plain(hook.node)
    if not isinstance(values, dict) or hook.type is None:
        return ""
    arguments = file.dialect.running.arguments(values) or ()
    return " ".join((str(values.get(hook.type.body) or ""), *map(shlex.quote, arguments)))


def name_of(script: ScriptSubject, use: ScriptUse) -> str | None:
    """What people call a script; None for the command itself."""
    return script.path if script.path != use.file.path or script.text == use.file.tree.text else None

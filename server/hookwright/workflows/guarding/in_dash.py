"""Guards that are written for bash, where `sh` reads them and is dash on this machine."""

from __future__ import annotations

import os

from hookwright.analysis.commands.bash_syntax import BashSyntax
from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.host import Host
from hookwright.scripts.effects import Language
from hookwright.text import LineIndex
from hookwright.workflows.guarding.as_dash import as_dash
from hookwright.workflows.guarding.guard import Decided, Stop
from hookwright.workflows.guarding.hook_subjects import name_of
from hookwright.workflows.guarding.launched import comes_to_refuse
from hookwright.workflows.guarding.passing import Outcome, outcome_of, said_of
from hookwright.workflows.guarding.shells import agents_shell, is_dash


def in_dash(script: ScriptSubject, use: ScriptUse, subject: Subject, host: Host) -> Decided | None:
    """What is said of a guard that does the same with all calls, as dash reads it and not bash; None for others."""
    if script.script.language is not Language.SHELL or not is_guarding(use) or not comes_to_refuse(script, use):
        return None
    name = name_of(script, use)
    reader = _agents_shell(use, subject) if name is None else _reader(script, use, subject)
    if reader is None or not is_dash(reader, host):
        return None
    read = as_dash(script.text)
    outcome = outcome_of(script, use, read.text, read.text) if read is not None else Outcome.OTHER
    if read is None or outcome in (Outcome.OTHER, outcome_of(script, use, script.text, script.text)):
        return None
    why = f"{_named(read.first)} is for bash, and `sh` is dash here"
    line = LineIndex(script.text).position(read.first.start).line + 1
    stop = Stop(why, None, _repair(script, use, read.first))
    return said_of(outcome, stop, use, name, line if name is not None else None)


def _reader(script: ScriptSubject, use: ScriptUse, subject: Subject) -> str | None:
    """The shell that reads a script; None if only a run can tell."""
    if use.interpreter:
        return use.interpreter
    first = script.text.partition("\n")[0]
    if not first.startswith("#!"):
        # A shell reads what has no interpreter itself.
        return _agents_shell(use, subject)
    words = first.removeprefix("#!").split()
    behind = words[1:] if words and os.path.basename(words[0]) == "env" else words
    return behind[0] if behind else None


def _agents_shell(use: ScriptUse, subject: Subject) -> str | None:
    command = next((it for it in hook_commands(subject.file) if it.route == use.route), None)
    return agents_shell(command, subject.file.dialect) if command is not None else None


def _named(it: BashSyntax) -> str:
    return it.what if it.what.startswith("a ") else f"`{it.what}`"


def _repair(script: ScriptSubject, use: ScriptUse, first: BashSyntax) -> str:
    if first.instead:
        return f"write `{first.instead}` for `{first.what}`"
    if name_of(script, use) is None:
        return "run the command with `bash -c '…'`"
    return "run the script with `bash`" if use.interpreter else "begin the script with `#!/usr/bin/env bash`"

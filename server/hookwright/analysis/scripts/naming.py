"""How a command names a script of its project or plugin, so that it is found on every machine and from every folder."""

from __future__ import annotations

import re
import shlex

from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import HookScript
from hookwright.analysis.scripts.in_git import repository
from hookwright.analysis.scripts.roots import script_root
from hookwright.model.event import Variable
from hookwright.model.hook import Scope
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[\w@%+=:,./-]+")
_IN_DOUBLE = late_pattern(r'[\\"`$]')
_TOP_LEVEL = "$(git rev-parse --show-toplevel)"


def named_by_variable(variable: Variable, inside: str, *, by_shell: bool) -> str:
    """The path from the folder that a variable names, in quotes where a shell would split it."""
    name = variable.name
    path = f"${{{name}}}/{inside}"
    if not by_shell:
        return path
    if variable.whole and _PLAIN.fullmatch(inside):
        return f"{variable.unquoted}/{inside}"
    return '"' + re.sub(r'([\\"`])|\$(?!\{' + name + r"\}/)", r"\\\g<0>", path) + '"'


def named_in(subject: Subject, script: HookScript, inside: str) -> str | None:
    """A file of the project or plugin as the script's command may name it; None if the agent knows no good way."""
    root = script_root(subject.file, subject.project)
    if root is None:
        # Its hooks run in the project.
        relative = subject.file.scope is Scope.PROJECT and subject.file.is_placed and script.folder == subject.project
        return shlex.quote(f"./{inside}") if relative and script.by_shell else None
    variable = root.variable(script.event)
    if variable is not None:
        known = script.by_shell or variable.name in subject.file.dialect.placeholders
        return named_by_variable(variable, inside, by_shell=script.by_shell) if known else None
    if root.of_plugin or not script.by_shell or repository(subject.disk, subject.project) != subject.project:
        return None
    return f'"{_TOP_LEVEL}/{_IN_DOUBLE.sub(_escaped, inside)}"'


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"

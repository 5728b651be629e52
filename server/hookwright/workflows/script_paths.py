"""Where the scripts of a hook file are kept, and how a command refers to them."""

from __future__ import annotations

import os.path
import re
import shlex

from hookwright.analysis.rule import Subject
from hookwright.config.view import GroupView
from hookwright.model.event import Source
from hookwright.model.hook import Scope
from hookwright.paths import below, relative, slashed
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[\w./-]+")


def script_folder(path: str) -> str:
    """The folder for the scripts of a hook file."""
    folder = os.path.dirname(path)
    beside = os.path.basename(folder) == "hooks"
    return os.path.join(os.path.dirname(folder), "scripts") if beside else os.path.join(folder, "hooks")


def script_as_command(subject: Subject, group: GroupView, path: str) -> str:
    """The path as written in a command: with its root's variable, with `$HOME`, or relative to the project."""
    file = subject.file
    for source in (Source.PLUGIN_ROOT, Source.PROJECT_DIR) if file.scope is not Scope.USER else ():
        for it in file.dialect.variables:
            here = it.scopes is None or file.scope in it.scopes
            if it.root and it.source is source and it.on(group.event) and here:
                inside = relative(path, subject.project)
                whole = it.whole and _PLAIN.fullmatch(inside)
                return f"{it.unquoted}/{inside}" if whole else f'"${{{it.name}}}/{_in_quotes(inside)}"'
    of_user = below(path, subject.disk.home()) if file.scope is Scope.USER else None
    if of_user is not None:
        return f'"$HOME/{_in_quotes(of_user)}"'
    inside = relative(path, subject.project)
    elsewhere = inside.startswith("..") or os.path.isabs(inside)
    return shlex.quote(slashed(path)) if elsewhere else f"./{shlex.quote(inside)}"


def _in_quotes(path: str) -> str:
    return re.sub(r'([\\"`$])', r"\\\1", path)

"""Where the scripts of a hook file are kept, and how a command names them there."""

from __future__ import annotations

import os.path
import posixpath
import re
import shlex

from hookwright.analysis.rule import Subject
from hookwright.config.view import GroupView
from hookwright.model.event import Source
from hookwright.model.hook import Scope

_PLAIN = re.compile(r"[\w./-]+")


def script_folder(path: str) -> str:
    """Where the scripts of a hook file's hooks are kept."""
    folder = posixpath.dirname(path)
    beside = posixpath.basename(folder) == "hooks"
    return posixpath.join(posixpath.dirname(folder), "scripts") if beside else posixpath.join(folder, "hooks")


def script_as_command(subject: Subject, group: GroupView, path: str) -> str:
    """The path as a command: by the variable of its root, by `$HOME`, or from the project on."""
    file = subject.file
    for source in (Source.PLUGIN_ROOT, Source.PROJECT_DIR) if file.scope is not Scope.USER else ():
        for it in file.dialect.variables:
            here = it.scopes is None or file.scope in it.scopes
            if it.root and it.source is source and it.on(group.event) and here:
                inside = os.path.relpath(path, subject.project)
                whole = it.whole and _PLAIN.fullmatch(inside)
                return f"${{{it.name}}}/{inside}" if whole else f'"${{{it.name}}}/{_in_quotes(inside)}"'
    home = subject.disk.home().rstrip("/") + "/"
    if file.scope is Scope.USER and path.startswith(home):
        return f'"$HOME/{_in_quotes(path.removeprefix(home))}"'
    inside = os.path.relpath(path, subject.project)
    return shlex.quote(path) if inside.startswith("..") else f"./{shlex.quote(inside)}"


def _in_quotes(path: str) -> str:
    return re.sub(r'([\\"`$])', r"\\\1", path)

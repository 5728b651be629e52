"""What the paths in a hook's command start from: the folder that it runs in, and the variables that name folders."""

from __future__ import annotations

import os.path
from functools import lru_cache

from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.in_git import repository
from hookwright.analysis.scripts.roots import plugin_root
from hookwright.analysis.scripts.words import Places
from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.model.event import Source
from hookwright.model.hook import Scope
from hookwright.paths import slashed
from hookwright.syntax.tree import Kind, child

_ELSEWHERE = (Scope.USER, Scope.PLUGIN)


def places_of(subject: Subject, group: GroupView, hook: HookView) -> Places:
    """What the paths in the command of a hook start from."""
    top = repository(subject.disk, subject.project)
    home = subject.disk.home()
    return hook_places(subject.file, subject.project, home, None, top, group.event, own_folder(hook))


def own_folder(hook: HookView) -> str:
    """The folder that a hook says it runs in; empty if it says none."""
    kind = hook.type
    own = child(hook.node, kind.keys.folder) if kind is not None and kind.keys.folder else None
    return str(own.value) if own is not None and own.kind is Kind.STRING else ""


def hook_places(
    file: HookFile, project: str, home: str, folder: str | None, top: str | None, event: str, own: str
) -> Places:
    """What the paths of an event's hooks start from; `own` is the folder that a hook says it runs in.

    `folder` is one to take for the working directory, and `top` the root of the repository; None if not known.
    """
    # A file that serves many projects knows none of their folders.
    plugin, dialect = plugin_root(file), file.dialect
    own_root = plugin.folder if plugin is not None and dialect.running.in_plugin else None
    known = own_root or (None if file.scope in _ELSEWHERE else project)
    variables = {"HOME": slashed(home)}
    for it in dialect.variables if known is not None else ():
        if it.root and it.source is Source.PROJECT_DIR and it.on(event) and known is not None:
            variables[it.name] = slashed(known)
    for it in plugin.variables if plugin is not None else ():
        if plugin is not None and it.on(event):
            variables[it.name] = slashed(plugin.folder)
    start = folder or known
    if "$" in own:
        # Whether the agent replaces a variable there is not documented.
        start, own = None, ""
    here = os.path.join(start, own) if start is not None and own else start
    # Where nobody knows of a repository, the project is the best guess.
    root = top if top is not None and start is not None else start
    return Places(here, variables, root, guess=top is None, unset=_unset(dialect))


@lru_cache(maxsize=32)
def _unset(dialect: Dialect) -> frozenset[str]:
    """The variables for roots that other agents set."""
    return frozenset(name for it in OUTLINES for name in it.roots).difference(it.name for it in dialect.variables)

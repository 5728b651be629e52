"""A project's first hook: the guard with its first rules, its test, and a sample that it refuses."""

from __future__ import annotations

import os.path

from msgspec import Struct

from hookwright.errors import UsageError
from hookwright.first_hook import EVENT, starter_path
from hookwright.guards.calls import guarded_event, matched_tools, shell_call, values_of
from hookwright.guards.event_file import event_text, guard_text
from hookwright.guards.hook_file import hook_file, scope_of
from hookwright.guards.hook_tests import sample_file, test_text
from hookwright.guards.library import FIRST, GUARDS, RULES, shared_files, text_of
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.paths import relative, slashed
from hookwright.workflows.script_paths import script_folder


class NewFile(Struct, frozen=True):
    """A file to create; `path` is relative to the project's folder."""

    path: str
    text: str
    executable: bool = False


def first_hook(dialect: Dialect) -> tuple[NewFile, ...]:
    """The files, the hook file first; they work as they are where the dialect's agent looks.

    Raises UsageError where the agent has no hook files.
    """
    row = guarded_event(dialect)
    if dialect.executables is not None:
        raise UsageError(
            f"Each hook of {dialect.title} is a script of its own, so there is no hook file to begin with",
            f"put a script called `{row.name}` into `{os.path.dirname(starter_path(dialect))}`",
        )
    path, call = starter_path(dialect), shell_call(dialect, row)
    folder = slashed(script_folder(path))
    guards = tuple(it for it in GUARDS if it.name in FIRST)
    group = {EVENT: {"matcher": "|".join(matched_tools(dialect, files=False))}}
    hooks = hook_file(dialect, path, f"{folder}/guard.py", group, values_of(dialect))
    in_plugin = scope_of(dialect, path) is Scope.PLUGIN
    copied = (*(f"{RULES}/{it.name}.py" for it in guards), *shared_files())
    return (
        NewFile(path, hooks),
        NewFile(f"{folder}/guard.py", guard_text(dialect), executable=True),
        NewFile(f"{folder}/hook_event.py", event_text(dialect, folder, in_plugin=in_plugin)),
        *(NewFile(f"{folder}/{it}", text_of(it)) for it in sorted(copied)),
        NewFile(f"{folder}/guard.hooktest.yaml", test_text(dialect, row, call, relative(path, folder), guards)),
        NewFile(*sample_file(dialect, row, call)),
    )

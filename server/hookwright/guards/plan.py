"""What is written into a project so that guards are in force: new files, and what is added to those that are there."""

from __future__ import annotations

import os.path
from collections.abc import Container, Iterable, Mapping
from typing import Any

from msgspec import Struct

from hookwright.errors import UsageError
from hookwright.first_hook import EVENT, starter_path
from hookwright.guards.already import already_asked
from hookwright.guards.calls import ToolCall, guarded_event, matched_files, matched_shells, shell_call, values_of
from hookwright.guards.closing import closing
from hookwright.guards.event_file import event_text, guard_text
from hookwright.guards.guard_edits import with_rules
from hookwright.guards.hook_file import exact_matcher, hook_file, scope_of, with_ending, with_hooks
from hookwright.guards.hook_tests import sample_file, test_text, with_tests
from hookwright.guards.library import GUARDS, RULES, Guard, shared_files, text_of
from hookwright.guards.renewal import Read, Renewal
from hookwright.guards.written import NAME, Written
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.paths import relative, slashed
from hookwright.workflows.script_paths import script_folder

_IGNORE, _IGNORED = ".gitignore", "__pycache__/\n"
"""A file beside the scripts: without it, git would offer what Python compiles."""


class NewFile(Struct, frozen=True):
    """A file to create; `path` is relative to the project's folder."""

    path: str
    text: str
    executable: bool = False


class Plan(Struct, frozen=True):
    """The files to create, and those to `change`, with their new texts; `kept` are files that people changed.

    `update` are files of an older hookwright, as this one writes them.
    """

    new: tuple[NewFile, ...]
    change: tuple[NewFile, ...] = ()
    kept: tuple[str, ...] = ()
    update: tuple[NewFile, ...] = ()


def require_hook_file(dialect: Dialect) -> None:
    """Raises UsageError if the agent has no hook file."""
    if dialect.executables is not None:
        raise UsageError(
            f"Each hook of {dialect.title} is a script of its own, so there is no hook file to begin with",
            f"put a script called `{guarded_event(dialect).name}` into `{os.path.dirname(starter_path(dialect))}`",
        )


def guard_files(dialect: Dialect, guards: tuple[Guard, ...]) -> tuple[NewFile, ...]:
    """All files of guards as they are in a project that has none of them, the hook file first, the sample last.

    Raises UsageError if the agent has no hook files.
    """
    require_hook_file(dialect)
    path, call = starter_path(dialect), shell_call(dialect, guarded_event(dialect))
    folder = scripts_folder(path)
    names = tuple(it.name for it in guards)
    in_plugin = scope_of(dialect, path) is Scope.PLUGIN
    copied = (*(f"{RULES}/{it}.py" for it in names), *shared_files())
    scripts = (
        NewFile(f"{folder}/guard.py", guard_text(dialect, names), executable=True),
        NewFile(f"{folder}/hook_event.py", event_text(dialect, folder, in_plugin=in_plugin)),
        *(NewFile(f"{folder}/{it}", text_of(it)) for it in sorted(copied)),
    )
    return (
        NewFile(path, _hooks(dialect, path, folder, guards)),
        *scripts,
        NewFile(f"{folder}/{NAME}", Written(folder, None).with_texts({it.path: it.text for it in scripts})),
        NewFile(f"{folder}/{_IGNORE}", _IGNORED),
        NewFile(f"{folder}/guard.hooktest.yaml", test_text(dialect, call, relative(path, folder), guards)),
        NewFile(*sample_file(dialect, call)),
    )


def plan_guards(dialect: Dialect, guards: tuple[Guard, ...], read: Read) -> Plan:
    """What a project lacks so that guards are in force, and what in it is older.

    Raises UsageError if a file is there to which nothing can be added.
    """
    folder, files = scripts_folder(starter_path(dialect)), guard_files(dialect, guards)
    rules = (f"{RULES}/{it.name}.py" for it in GUARDS)
    present = {path: text_of(it) for it in rules if read(path := f"{folder}/{it}") is not None}
    texts = present | {it.path: it.text for it in files}
    renewal = Renewal(folder, texts, read, lambda names: guard_text(dialect, names))
    if renewal.renewed and renewal.stuck:
        raise cannot_add(renewal.stuck[0])
    is_new, digests = read(renewal.path) is None, NewFile(renewal.path, renewal.digests())
    scripts = (digests if it.path == renewal.path else it for it in files if is_new or it.path != renewal.path)
    plan = _lacking(dialect, guards, tuple(scripts), lambda path: renewal.renewed.get(path, read(path)))
    changed = {it.path: it.text for it in plan.change}
    update = [NewFile(path, changed.get(path, text)) for path, text in renewal.renewed.items()]
    if not is_new and digests.text != read(renewal.path):
        update.append(digests)
    change = tuple(it for it in plan.change if it.path not in renewal.renewed)
    return Plan(plan.new, change, plan.kept, tuple(update))


def _lacking(dialect: Dialect, guards: tuple[Guard, ...], files: tuple[NewFile, ...], read: Read) -> Plan:
    """What a project lacks that has no older files."""
    call = shell_call(dialect, guarded_event(dialect))
    new: list[NewFile] = []
    change: list[NewFile] = []
    kept: list[str] = []
    for it in files:
        there = read(it.path)
        if there is None:
            new.append(it)
        elif there != it.text:
            text = _added(it, there, dialect, call, guards)
            if text is None and it is not files[0] and _is_kept(it, guards):
                kept.append(it.path)
            elif text is None:
                raise cannot_add(it.path)
            elif text != there:
                change.append(NewFile(it.path, text))
    return Plan(tuple(new), tuple(change), tuple(kept))


def _added(file: NewFile, there: str, dialect: Dialect, call: ToolCall, guards: tuple[Guard, ...]) -> str | None:
    """The text of a file that is there with what it lacks; None if nothing can be added to it."""
    name = os.path.basename(file.path)
    if file.path == starter_path(dialect):
        return _with_lacking(with_ending(there, file.text, closing(dialect)), file, dialect, guards)
    if name == _IGNORE:
        return there if _IGNORED in f"{there}\n" else "".join((there, "" if there.endswith("\n") else "\n", _IGNORED))
    if name == "guard.py":
        return with_rules(there, tuple(it.name for it in guards))
    return with_tests(there, dialect, call, guards) if name.endswith(".hooktest.yaml") else None


def _with_lacking(there: str, file: NewFile, dialect: Dialect, guards: tuple[Guard, ...]) -> str | None:
    """The text of a hook file with the guard's hooks, but for tools that a hook asks the guard about already."""
    whole = with_hooks(there, file.text)
    asked = already_asked(dialect, scope_of(dialect, file.path), file.path, there, file.text)
    if whole is None or not asked:
        return whole
    rest = _hooks(dialect, file.path, scripts_folder(file.path), guards, asked)
    return with_hooks(there, rest) if rest else there


def _is_kept(file: NewFile, guards: tuple[Guard, ...]) -> bool:
    """Whether a file is for people to change: a rule with its lists, a test or a sample."""
    rules = tuple(f"/{RULES}/{it.name}.py" for it in guards)
    return file.path.endswith((*rules, ".json", ".yaml"))


def cannot_add(path: str) -> UsageError:
    """The error for a file to which nothing can be added."""
    return UsageError(
        f"`{path}` exists and is not as hookwright writes it, so nothing was written",
        "move it away and try again; `hookwright add NAME... NEW_FOLDER` shows what it should look like",
    )


def scripts_folder(path: str) -> str:
    """The folder for the scripts of a hook file, relative to the project."""
    return slashed(script_folder(path))


def _hooks(
    dialect: Dialect, path: str, folder: str, guards: tuple[Guard, ...], asked: Container[str] = frozenset()
) -> str:
    """A hook file that runs the guard on commands and, where a rule is about them, on other uses of files.

    These are groups of their own, so that the second can be added to a file that has the first.  They leave out what
    is `asked` about already; the text is empty if that is all.
    """
    wanted = [matched_shells(dialect)]
    if any(it.judges_files for it in guards):
        wanted.append(matched_files(dialect))
    wanted = [tuple(it for it in names if it not in asked) for names in wanted]
    return hooks_for(dialect, path, f"{folder}/guard.py", EVENT, wanted, values_of(dialect), closing(dialect))


def hooks_for(
    dialect: Dialect,
    path: str,
    script: str,
    event: str,
    wanted: Iterable[tuple[str, ...]],
    values: Mapping[str, Any],
    ending: str = "",
) -> str:
    """A hook file that runs a script on several groups of tools; one by one where a matcher cannot name several.

    `ending` is the end of the command.
    """
    row = guarded_event(dialect)
    text = ""
    for names in filter(None, wanted):
        together = not dialect.tools or exact_matcher(dialect, row.name, names) is not None
        for some in [names] if together else [(it,) for it in names]:
            one = hook_file(dialect, path, script, {event: {"matcher": "|".join(some)}}, values, ending)
            text = (with_hooks(text, one) or text) if text else one
    return text

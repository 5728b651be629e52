"""Converts a hook file to another dialect, and lists everything that is lost on the way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.rule import Disk, Subject
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.converting.hooks import HookConverter
from hookwright.converting.scripts import Guard, guard_of
from hookwright.converting.variables import Variables
from hookwright.converting.writing import Entry, NewPlace, added_to, joined, place_for, written
from hookwright.errors import UnreadableInput
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, OwnerKind
from hookwright.model.reaction import Severity
from hookwright.paths import relative
from hookwright.readers.case import Ground
from hookwright.readers.folders import repository_of
from hookwright.syntax.tree import child
from hookwright.text import to_pointer

Judge = Callable[[HookFile], Iterable[Diagnostic]]

_OWNERS = {OwnerKind.AGENT: "an agent", OwnerKind.SKILL: "a skill", None: "nothing"}


class Loss(Struct, frozen=True):
    """Something that is lost or changed: its JSON pointer in the old file (RFC 6901), and a sentence about it.

    `error`: a hook that refused no longer does, or the new file has an error that the old one has not.
    """

    pointer: str
    message: str
    error: bool = False


class ConvertedFile(Struct, frozen=True):
    """The text of the new file, every loss in the old file's order, and where a project has such a file.

    `entries` are its hooks as they were written, and `place` is where and how.
    """

    text: str
    losses: tuple[Loss, ...]
    path: str
    entries: tuple[Entry, ...]
    place: NewPlace

    @property
    def errors(self) -> tuple[Loss, ...]:
        """The losses for which the new file must not be used as it is."""
        return tuple(it for it in self.losses if it.error)


def convert(
    file: HookFile,
    new: Dialect,
    judge: Judge | None = None,
    place: NewPlace | None = None,
    *,
    disk: Disk | None = None,
    into: str = "",
) -> ConvertedFile:
    """The same hooks in the other dialect; malformed hooks are left out and listed as losses.

    `place` is where the new file goes, and how it is written; by default it is JSON, where the agent first reads that.
    What `judge` finds in the new file is listed, too: most of it the old file had already.  The hooks' scripts are
    read from the `disk`, to find out how they refuse; without one, only their commands are.
    `into` is the text of a file that is there already, to which the hooks are added.
    Raises UsageError if they cannot be.
    """
    hooks, left_out = _hooks_of(file)
    losses = [Loss("", it) for it in left_out]
    place = place or place_for(new, file.scope)
    below = _below_repository(file.project) if disk is not None else ""
    variables = Variables(file.dialect, new, file.scope, place.scope, below)
    converter = HookConverter(file.dialect, new, place.grammar, variables)
    entries: list[Entry] = []
    for hook in hooks:
        converted = converter.convert(hook, _guard(file, hook, disk))
        # Where the same hook runs once only, its copies would not elsewhere.
        entries += [it for it in converted.entries if file.dialect.duplicates is None or it not in entries]
        losses += [Loss(to_pointer(hook.route), it, error) for it, error in converted.losses.items()]
    losses += _owned(file, new, place)
    entries, renamed = _as_read_there(entries, new, place)
    losses += renamed
    losses += _knobs(file, new)
    entries = joined(file.dialect, new, entries)
    text = added_to(into, place, entries) if into else written(place, entries)
    if judge is not None:
        losses += _found(judge(converted_file(file, new, place, text)), judge(file))
    return ConvertedFile(text, tuple(losses), place.path, tuple(entries), place)


def require_hooks(file: HookFile) -> None:
    """Raises UnreadableInput if the text is broken, or where nothing in it is a hook."""
    if file.fault is not None:
        line = file.tree.lines.position(file.fault.span.start).line + 1
        what = f"`{file.path}` cannot be read: line {line}: {file.fault.message}"
        raise UnreadableInput(what, "correct it (`hookwright check` shows how), and convert it then")
    hooks, left_out = _hooks_of(file)
    if not hooks:
        why = "; ".join(left_out) or f"`hookwright check` says what {file.dialect.title} reads of it"
        raise UnreadableInput(f"There is no hook in `{file.path}` that {file.dialect.title} could run", why)


def converted_file(file: HookFile, new: Dialect, place: NewPlace, text: str) -> HookFile:
    """The new file as its agent reads it at its place."""
    path = os.path.normpath(os.path.join(file.project, place.path))
    return replace(read_hook_file(path, text, new, place.scope), ground=Ground.NAMED)


def _hooks_of(file: HookFile) -> tuple[tuple[Hook, ...], tuple[str, ...]]:
    # What the agent makes of the whole file is lost anyway; each hook is judged for itself.
    return runnable_hooks(replace(file, void_by=lambda _: ()))


def _guard(file: HookFile, hook: Hook, disk: Disk | None) -> Guard | None:
    row = file.dialect.event(hook.event)
    return guard_of(file, hook, row, disk) if row is not None else None


def _below_repository(folder: str) -> str | None:
    """Where the folder is in its Git repository, empty for its top; None if it is in none."""
    top = repository_of(folder)
    return None if top is None else "" if top == folder else relative(folder, top)


def check_on(disk: Disk) -> Judge:
    """What the rules find in a file, wherever it is."""
    return lambda file: check_file(Subject(file, file.project, disk))


def _found(diagnostics: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> Iterator[Loss]:
    had = {it.rule.code for it in before if it.severity is Severity.ERROR}
    for it in diagnostics:
        where = f" at {to_pointer(it.finding.place.route)}" if it.finding.place.route else ""
        message = f"`check` says of the new file{where}: {it.rule.code} {it.finding.message}"
        yield Loss("", message, error=it.severity is Severity.ERROR and it.rule.code not in had)


def _owned(file: HookFile, new: Dialect, place: NewPlace) -> list[Loss]:
    kind = file.owner.kind if file.owner is not None else None
    if kind is place.owner:
        return []
    if file.owner is None:
        what = f"the new file is about {_OWNERS[place.owner]}"
        return [Loss("", f"{what}, and its hooks hold while that is in use; in {file.dialect.title} they always do")]
    what = f"these are the hooks of the {file.owner.kind} `{file.owner.name}`"
    return [Loss("", f"{what}, and hold while it is in use; in {new.title} they always do")]


def _as_read_there(entries: Sequence[Entry], new: Dialect, place: NewPlace) -> tuple[list[Entry], list[Loss]]:
    """The entries under the names that mean their events in that file, and those that none means there."""
    names = {meant: name for name, meant in place.events.items()}
    lost = dict.fromkeys(it.event for it in entries if it.event in place.events and it.event not in names)
    kept = [replace(it, event=names.get(it.event, it.event)) for it in entries if it.event not in lost]
    what = f"in a file about {_OWNERS[place.owner]}, {new.title} reads"
    return kept, [Loss("", f"the hooks on `{it}` are left out: {what} `{it}` as `{place.events[it]}`") for it in lost]


def _knobs(file: HookFile, new: Dialect) -> list[Loss]:
    """Settings beside the events, which are different in every dialect."""
    node = file.knobs_node
    if node is None:
        return []
    there = [it.name for it in file.grammar.knobs if child(node, it.name) is not None]
    return [
        Loss(to_pointer((*file.knobs_route, name)), f"the setting `{name}` is lost: {new.title} has its own")
        for name in there
    ]

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
from hookwright.converting.writing import Entry, NewPlace, joined, place_for, written
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for
from hookwright.model.event import EventRow
from hookwright.model.hook import Hook, OwnerKind
from hookwright.model.reaction import Choice, Reaction
from hookwright.readers.case import Ground
from hookwright.syntax.tree import child
from hookwright.text import to_pointer

Judge = Callable[[HookFile], Iterable[Diagnostic]]

_OWNERS = {OwnerKind.AGENT: "an agent", OwnerKind.SKILL: "a skill", None: "nothing"}


class Loss(Struct, frozen=True):
    """Something that is lost or changed: its JSON pointer in the old file (RFC 6901), and a sentence about it."""

    pointer: str
    message: str


class ConvertedFile(Struct, frozen=True):
    """The text of the new file, every loss in the old file's order, and where a project has such a file."""

    text: str
    losses: tuple[Loss, ...]
    path: str


def convert(file: HookFile, new: Dialect, judge: Judge | None = None, place: NewPlace | None = None) -> ConvertedFile:
    """The same hooks in the other dialect; malformed hooks are left out and listed as losses.

    `place` is where the new file goes, and how it is written; by default it is JSON, where the agent first reads that.
    What `judge` finds in the new file is listed, too: most of it the old file had already.
    """
    # What the agent makes of the whole file is lost anyway; each hook is judged for itself.
    hooks, left_out = runnable_hooks(replace(file, void_by=lambda _: ()))
    losses = [Loss("", it) for it in left_out]
    place = place or place_for(new, file.scope)
    converter = HookConverter(file.dialect, new, place.grammar)
    entries: list[Entry] = []
    for hook in hooks:
        converted = converter.convert(hook)
        # Where the same hook runs once only, its copies would not elsewhere.
        entries += [it for it in converted.entries if file.dialect.duplicates is None or it not in entries]
        losses += [Loss(to_pointer(hook.route), it) for it in converted.losses]
    losses += _owned(file, new, place)
    entries, renamed = _as_read_there(entries, new, place)
    losses += renamed
    losses += _knobs(file, new)
    losses += [Loss("", it) for it in _to_check(file.dialect, hooks, new)]
    text = written(place, joined(file.dialect, new, entries))
    if judge is not None:
        path = os.path.join(file.project, *place.path.split("/"))
        losses += _found(judge(replace(read_hook_file(path, text, new, place.scope), ground=Ground.NAMED)))
    return ConvertedFile(text, tuple(losses), place.path)


def check_on(disk: Disk) -> Judge:
    """What the rules find in a file, wherever it is."""
    return lambda file: check_file(Subject(file, file.project, disk))


def _found(diagnostics: Iterable[Diagnostic]) -> Iterator[Loss]:
    for it in diagnostics:
        where = f" at {to_pointer(it.finding.place.route)}" if it.finding.place.route else ""
        yield Loss("", f"`check` says of the new file{where}: {it.rule.code} {it.finding.message}")


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


def _to_check(old: Dialect, hooks: Sequence[Hook], new: Dialect) -> Iterator[str]:
    """A sentence for each event and each thing on which scripts that were written for it may rely."""
    for name in dict.fromkeys(it.event for it in hooks):
        row = old.event(name)
        same = events_for(name, [it.name for it in new.events])
        other = new.event(same[0]) if same else None
        if row is None or other is None:
            continue
        before, after = _refusing(row), _refusing(other)
        if before != after:
            what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {new.title}"
            yield f"`{name}`: {what}; check the hooks' exit codes"
        fields = {".".join(it.path) for it in row.outputs} - {".".join(it.path) for it in other.outputs}
        if fields:
            listed = ", ".join(f"`{it}`" for it in sorted(fields))
            yield f"`{name}`: {new.title} ignores {listed} in the JSON that hooks print"


def _refusing(row: EventRow) -> tuple[str, ...]:
    entries = {**{str(code): it for code, it in row.exits.codes.items()}, "with any other code": row.exits.other}
    return tuple(code for code, it in entries.items() if _may_refuse(it))


def _may_refuse(entry: Reaction | Choice) -> bool:
    reactions = (*entry.cases.values(), entry.otherwise) if isinstance(entry, Choice) else (entry,)
    return any(it.refuses for it in reactions)


def _codes(codes: tuple[str, ...]) -> str:
    return f"exit {' or '.join(codes)}" if codes else "no exit code"

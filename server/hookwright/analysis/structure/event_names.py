"""What is wrong with a key under `hooks` that names no event of the dialect, and its fix."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.rule import Fix, Part, Place
from hookwright.analysis.structure.moves import merged
from hookwright.analysis.suggest import folded, looks_like_comment, nearest
from hookwright.config.view import EventView, HookFile, once_per_file
from hookwright.model.dialect import Dialect
from hookwright.readers.evidence import event_owners
from hookwright.syntax.drafts import rename_key, replace_value
from hookwright.syntax.tree import Kind

# Hooks of Git: an event of an agent whose name is near is not what is meant.
_OF_GIT = frozenset(
    {"precommit", "postcommit", "prepush", "commitmsg", "preparecommitmsg", "postmerge", "postcheckout"}
)

# More than a file has: every rule about events asks again.
_NAMES = 8192


class Slip(StrEnum):
    """Which of the mistakes it is."""

    SPELLING = "the right event in another spelling"
    FOREIGN = "another dialect's event"
    COMMENT = "a note for people"
    KNOB = "nearly a key that belongs beside the events"
    UNKNOWN = "nothing that is known"


class Misnomer(Struct, frozen=True):
    """A wrong event name: the slip, what is meant if that can be told, and whose event it is."""

    slip: Slip
    meant: str | None = None
    owners: tuple[str, ...] = ()


def misnomer(dialect: Dialect, event: EventView) -> Misnomer | None:
    """What is wrong with the name of an event; None if the dialect knows it."""
    if event.row is not None or (event.named_by and event.key.kind is not Kind.STRING):
        return None
    return _misnomer(dialect, event.name, event.value.kind)


@lru_cache(maxsize=_NAMES)
def _misnomer(dialect: Dialect, name: str, value: Kind) -> Misnomer:
    own = [row.name for row in dialect.events]
    spelled = next((it for it in own if folded(it) == folded(name)), None)
    if spelled is not None:
        return Misnomer(Slip.SPELLING, spelled)
    owners = event_owners(name, dialect)
    if owners or name in dialect.equivalents:
        return Misnomer(Slip.FOREIGN, dialect.equivalents.get(name) or _equivalent_of(dialect, name), owners)
    if looks_like_comment(name) and (name[:1] in "_$#/" or value not in (Kind.ARRAY, Kind.OBJECT)):
        return Misnomer(Slip.COMMENT)
    if folded(name) in _OF_GIT:
        return Misnomer(Slip.UNKNOWN)
    meant = nearest(name, own) or _equivalent_of(dialect, name)
    if meant is None:
        knob = nearest(name, [it.name for grammar in dialect.grammars for it in grammar.knobs])
        return Misnomer(Slip.KNOB, knob) if knob else Misnomer(Slip.UNKNOWN)
    return Misnomer(Slip.UNKNOWN, meant)


def _equivalent_of(dialect: Dialect, name: str) -> str | None:
    """What another agent's event is called here, whose name this is in another spelling."""
    return next((own for theirs, own in dialect.equivalents.items() if folded(theirs) == folded(name)), None)


def name_place(event: EventView) -> Place:
    """Where an event is named: its key, or what names it in a hook's object."""
    return Place((*event.route, event.named_by)) if event.named_by else Place(event.route, Part.KEY)


def event_fixes(file: HookFile, event: EventView, meant: str | None, *, safe: bool = True) -> tuple[Fix, ...]:
    """The preferred fix, if there is one; never one that would make a second key of the same name."""
    if meant is None:
        return ()
    count = sum(len(it.hooks) for it in event.groups)
    if event.named_by:
        edits = partial(replace_value, file.tree, (*event.route, event.named_by), meant)
        return (Fix(f"Change to `{meant}`", edits, preferred=True, safe=safe, activates=count),)
    if _comes_later(file, event, meant):
        return ()
    there = _meanings(file).named.get(meant)
    if there is None:
        fix = Fix(f"Change to `{meant}`", partial(rename_key, file.tree, event.route, meant))
    else:
        fix = Fix(f"Move into `{meant}`", partial(merged, file.tree, event.route, there.route))
    return (replace(fix, preferred=True, safe=safe, activates=count),)


class _Meanings(Struct, frozen=True):
    """The first event of each name, and the first key that means each event."""

    named: Mapping[str, EventView]
    meaning: Mapping[str, EventView]


@once_per_file
def _meanings(file: HookFile) -> _Meanings:
    named: dict[str, EventView] = {}
    meaning: dict[str, EventView] = {}
    for it in file.events:
        named.setdefault(it.name, it)
        slip = misnomer(file.dialect, it)
        if slip is not None and slip.meant is not None:
            meaning.setdefault(slip.meant, it)
    return _Meanings(named, meaning)


def _comes_later(file: HookFile, event: EventView, meant: str) -> bool:
    """Whether an earlier key means the same event, so that its fix has to be made first."""
    known = _meanings(file)
    return meant not in known.named and known.meaning.get(meant, event) is not event

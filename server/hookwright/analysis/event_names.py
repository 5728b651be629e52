"""What is the matter with a key under `hooks` that names no event of the dialect."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hookwright.analysis.suggest import folded, looks_like_comment, nearest
from hookwright.config.view import EventView
from hookwright.dialects import event_owners
from hookwright.model.dialect import Dialect
from hookwright.syntax.tree import Kind


class Slip(StrEnum):
    """Which of the mistakes it is."""

    SPELLING = "the right event in another spelling"
    FOREIGN = "another dialect's event"
    COMMENT = "a note for people"
    KNOB = "nearly a key that stands beside the events"
    UNKNOWN = "nothing that is known"


@dataclass(frozen=True, slots=True)
class Misnomer:
    """A wrong event name: the slip, what is meant where that can be told, and whose event it is."""

    slip: Slip
    meant: str | None = None
    owners: tuple[str, ...] = ()


def misnomer(dialect: Dialect, event: EventView) -> Misnomer | None:
    """What is wrong with the name of an event; None where the dialect knows it."""
    if event.row is not None:
        return None
    name, own = event.name, [row.name for row in dialect.events]
    spelled = next((it for it in own if folded(it) == folded(name)), None)
    if spelled is not None:
        return Misnomer(Slip.SPELLING, spelled)
    owners = event_owners(name, dialect)
    if owners or name in dialect.equivalents:
        return Misnomer(Slip.FOREIGN, dialect.equivalents.get(name), owners)
    if looks_like_comment(name) and (name[:1] in "_$#/" or event.value.kind not in (Kind.ARRAY, Kind.OBJECT)):
        return Misnomer(Slip.COMMENT)
    meant = nearest(name, own)
    if meant is None:
        knob = nearest(name, [it.name for it in dialect.grammar.knobs])
        return Misnomer(Slip.KNOB, knob) if knob else Misnomer(Slip.UNKNOWN)
    return Misnomer(Slip.UNKNOWN, meant)

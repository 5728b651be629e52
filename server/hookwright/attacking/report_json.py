"""An attack as JSON, for programs and editors; docs/attacking.md describes it."""

from __future__ import annotations

from typing import Any, TypedDict

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Attacked, Circumstance, Hole, Row, Tried, Verdict
from hookwright.attacking.forms.lengths import is_long, shown, shown_in
from hookwright.attacking.texts.meant import Meant
from hookwright.workflows.guarding.guard import ScoreJson


class MeantJson(TypedDict):
    """What the guard is meant to stop: names of seeds by danger, and where that was found, in words."""

    source: str
    dangers: dict[str, list[str]]


class TriedJson(TypedDict):
    """A call: what it `does` with the command or path in `text`, and why its label holds.

    It is a `trick` if hardly anybody writes it, if not to get past a guard or to try one.
    """

    label: str
    verdict: str
    danger: str
    seed: str
    does: str
    text: str
    why: list[str]
    said: str
    trick: bool


class HoleJson(TriedJson):
    """The smallest call of several that have the same change, with its payload, and how many others there are.

    `number` counts the holes and the false alarms from 0.  It is -1 for what has no hook test: calls that the hook is
    not asked about, those that were sent with another branch checked out, and those that are too long, of which `text`
    and `payload` only have the beginning and the length.
    """

    number: int
    payload: dict[str, Any]
    others: int


class CircumstanceJson(TypedDict):
    """What the guard does if it cannot decide; `isFault`: it lets the call pass, and could refuse it."""

    name: str
    refuses: bool
    isFault: bool
    how: str


class RowJson(TypedDict):
    """The calls that were made from one seed, or the harmless ones of all (then both names are empty)."""

    danger: str
    seed: str
    tried: int
    stopped: int
    passed: int
    notAsked: int


class AttackJson(TypedDict):
    """The result of `hookwright/attack`; `counts` has the number of calls for each verdict."""

    file: str
    pointer: str
    event: str
    dialect: str
    seed: int
    holds: bool
    meant: MeantJson
    score: ScoreJson
    rows: list[RowJson]
    counts: dict[str, int]
    holes: list[HoleJson]
    falseAlarms: list[HoleJson]
    notAsked: list[HoleJson]
    circumstances: list[CircumstanceJson]
    calls: list[TriedJson]
    notes: list[str]


def attack_json(guard: Guard, found: Attacked) -> AttackJson:
    """All that an attack found."""
    return {
        "file": guard.target.file.path,
        "pointer": guard.request.pointer,
        "event": guard.target.row.name,
        "dialect": guard.target.file.dialect.id,
        "seed": found.number,
        "holds": found.holds,
        "meant": meant_json(found.meant),
        "score": found.score.to_json(),
        "rows": [_row_json(it) for it in found.rows],
        "counts": {verdict.value: sum(it.verdict is verdict for it in found.tried) for verdict in Verdict},
        "holes": [_hole_json(it, number) for number, it in enumerate(found.holes)],
        "falseAlarms": [_hole_json(it, number) for number, it in enumerate(found.false_alarms, len(found.holes))],
        "notAsked": [_hole_json(it, -1) for it in found.unasked],
        "circumstances": [_circumstance_json(it) for it in found.circumstances],
        "calls": [_tried_json(it) for it in found.tried],
        "notes": list(found.notes),
    }


def meant_json(meant: Meant) -> MeantJson:
    """What a guard is meant to stop, for programs."""
    return {"source": meant.source, "dangers": {it.name: [seed.name for seed in it.seeds] for it in meant.aims}}


def _row_json(it: Row) -> RowJson:
    return {
        "danger": it.danger,
        "seed": it.seed,
        "tried": it.tried,
        "stopped": it.stopped,
        "passed": it.passed,
        "notAsked": it.not_asked,
    }


def _hole_json(hole: Hole, number: int) -> HoleJson:
    payload = shown_in(hole.smallest.payload)
    own = -1 if is_long(hole.smallest.variant.text) or hole.smallest.on else number
    return {**_tried_json(hole.smallest), "number": own, "payload": payload, "others": hole.others}


def _tried_json(tried: Tried) -> TriedJson:
    variant = tried.variant
    return {
        "label": variant.label.value,
        "verdict": tried.verdict.value,
        "danger": variant.danger,
        "seed": variant.seed,
        "does": variant.does,
        "text": shown(variant.text),
        "why": list(tried.reasons),
        "said": shown(tried.said),
        "trick": tried.is_trick,
    }


def _circumstance_json(it: Circumstance) -> CircumstanceJson:
    return {"name": it.name, "refuses": it.refuses, "isFault": it.is_fault, "how": it.how}

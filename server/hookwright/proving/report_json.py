"""A proof as JSON, for editors, programs and CI."""

from __future__ import annotations

from typing import TypedDict

from hookwright.proving.issue import issue_text
from hookwright.proving.prove import Proof
from hookwright.proving.sides import Side
from hookwright.proving.words import agent_name, answer, effect_words, told_of_hooks, version_note
from hookwright.visible import visible
from hookwright.wording.phrases import milliseconds


class ProofSideJson(TypedDict):
    """One side: `effect` is `runs`, `changed` or `blocked`, None if it was not seen, and `words` says it.

    `fired` are commands of hooks, None if it was not seen which ran.
    """

    effect: str | None
    words: str
    stops: bool
    fired: list[str] | None
    told: list[str]
    shown: list[str]
    durationMs: float


class ProofDifferenceJson(TypedDict):
    """Something that is not the same on both sides."""

    what: str
    agent: str
    engine: str


class ProofJson(TypedDict):
    """The result of `hookwright/prove`, and what `hookwright prove --format json` prints.

    `agrees`: the agent came to the event, ended by itself, and nothing differs.  `issue` is a text to report a
    difference with, None if there is none.
    """

    dialect: str
    agent: str
    version: str | None
    measured: str
    event: str
    sample: str | None
    agrees: bool
    reached: bool
    ended: str
    answer: str
    agentSide: ProofSideJson
    engineSide: ProofSideJson
    differences: list[ProofDifferenceJson]
    notes: list[str]
    issue: str | None


def proof_json(proof: Proof) -> ProofJson:
    """The whole proof."""
    found, plan = proof.wanted.installed, proof.wanted.plan
    differs = proof.reached and not proof.ended and not proof.agrees
    notes = (*proof.notes, version_note(proof))
    return {
        "dialect": found.agent.id,
        "agent": agent_name(proof),
        "version": found.version,
        "measured": found.agent.measured,
        "event": plan.row.name,
        "sample": proof.wanted.sample,
        "agrees": proof.agrees,
        "reached": proof.reached,
        "ended": proof.ended,
        "answer": answer(proof),
        "agentSide": _side(proof, proof.agent, list(told_of_hooks(proof))),
        "engineSide": _side(proof, proof.engine, list(proof.engine.told)),
        "differences": [{"what": it.what, "agent": it.agent, "engine": it.engine} for it in proof.differences],
        "notes": [it for it in notes if it is not None],
        "issue": issue_text(proof) if differs else None,
    }


def _side(proof: Proof, side: Side, told: list[str]) -> ProofSideJson:
    plan = proof.wanted.plan
    return {
        "effect": side.effect.value if side.effect is not None else None,
        "words": effect_words(plan.request.dialect, plan.row, side),
        "stops": side.stops,
        "fired": list(side.fired) if side.fired is not None else None,
        "told": [visible(it) for it in told],
        "shown": [visible(it) for it in side.shown],
        "durationMs": milliseconds(side.seconds),
    }

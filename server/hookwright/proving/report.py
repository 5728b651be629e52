"""A proof as text: both sides beside each other, what the model was told, and what the user would see."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from hookwright.proving.issue import issue_text
from hookwright.proving.prove import Proof
from hookwright.proving.sides import Side
from hookwright.proving.words import answer, effect_words, told_of_hooks, version_note
from hookwright.wording.display import shown
from hookwright.wording.phrases import seconds_words

_WIDTH = 80
_MOST_LINES = 20


def proof_report(proof: Proof) -> str:
    """The answer, then both sides; at the end a text to copy where they differ."""
    return "\n".join(_lines(proof)) + "\n"


def _lines(proof: Proof) -> Iterator[str]:
    yield from _wrapped(answer(proof))
    yield ""
    yield from _side(proof, "The agent", proof.agent, f"the session took {seconds_words(proof.agent.seconds)}")
    yield from _side(proof, "The engine", proof.engine, f"the hooks took {seconds_words(proof.engine.seconds)}")
    yield from _texts("The model was told:", tuple(told_of_hooks(proof)))
    yield from _texts("The user would see:", proof.agent.shown)
    if proof.ended or not proof.reached:
        yield from _texts("The agent printed on standard error:", (proof.played.stderr,))
    for it in proof.differences:
        yield ""
        yield from _wrapped(f"Different: {it.what}")
        yield from _quoted("agent:  ", it.agent)
        yield from _quoted("engine: ", it.engine)
    for note in (*proof.notes, version_note(proof)):
        if note is not None:
            yield ""
            yield from _wrapped(f"Note: {note}.")
    if proof.reached and not proof.ended and not proof.agrees:
        yield ""
        yield from _wrapped(
            "To report the difference, copy what follows. Secrets and your paths are left out; read it first."
        )
        yield ""
        yield issue_text(proof)


def _side(proof: Proof, name: str, side: Side, took: str) -> Iterator[str]:
    plan = proof.wanted.plan
    yield from _wrapped(f"{name}: {effect_words(plan.request.dialect, plan.row, side)}; {took}.")
    if side.fired is None:
        yield "  It was not seen which hooks ran."
    elif not side.fired:
        yield "  No hook of the event ran."
    for it in side.fired or ():
        yield from _quoted("  ran ", it)


def _texts(title: str, texts: tuple[str, ...]) -> Iterator[str]:
    found = [it for it in texts if it.strip()]
    if found:
        yield ""
        yield title
    for it in found:
        yield from _quoted("  │ ", it, "  │ ")


def _quoted(first: str, text: str, rest: str | None = None) -> Iterator[str]:
    lines = shown(text)[0].split("\n")
    left = len(lines) - _MOST_LINES
    lines = lines[:_MOST_LINES] + ([f"… and {left} more lines"] if left > 0 else [])
    indent = rest if rest is not None else " " * len(first)
    for number, line in enumerate(lines):
        yield f"{indent if number else first}{line}"


def _wrapped(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)

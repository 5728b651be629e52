"""A proof in words: what became of the event on either side, what the model was told, and the answer in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.proving.prove import Proof
from hookwright.proving.sides import Effect, Side, position
from hookwright.wording.phrases import seconds_words

_CALLS = ("PreToolUse", "PermissionRequest")
_AFTER = ("PostToolUse", "PostToolUseFailure")
_LONG = 800
_AROUND = 200
_OF_CALL = {
    Effect.RUNS: "the call was made",
    Effect.CHANGED: "the call was made with another input",
    Effect.BLOCKED: "the call was not made",
}
_OF_RESULT = {Effect.RUNS: "no hook objected", Effect.BLOCKED: "a hook objected"}
_OF_PROMPT = {Effect.RUNS: "the prompt went to the model", Effect.BLOCKED: "the prompt did not go to the model"}
_OF_END = {Effect.RUNS: "the agent ended", Effect.BLOCKED: "the agent had to go on"}
_OTHERWISE = {Effect.RUNS: "the session went on", Effect.BLOCKED: "the session did not go on"}


def effect_words(dialect: Dialect, row: EventRow, side: Side) -> str:
    """What became of the event on one side."""
    usual = dialect.moments.get(row.name, row.name)
    if usual in _CALLS:
        words = _OF_CALL
    elif usual in _AFTER:
        words = _OF_RESULT
    elif usual == "UserPromptSubmit":
        words = _OF_PROMPT
    else:
        words = _OF_END if usual in ("Stop", "SubagentStop") else _OTHERWISE
    if side.effect is None:
        return "not seen"
    found = words.get(side.effect, side.effect.value)
    return f"{found}, and the turn ended" if side.stops else found


def agent_name(proof: Proof) -> str:
    """The agent with its version, as far as that is known."""
    version = proof.wanted.installed.version
    return f"{proof.wanted.plan.request.dialect.title}{f' {version}' if version else ''}"


def answer(proof: Proof) -> str:
    """Whether the agent did what the engine says, in a sentence."""
    name, event = agent_name(proof), proof.wanted.plan.row.name
    if proof.ended:
        return f"{name} was ended before its time: {proof.ended}."
    if not proof.reached:
        return f"{name} did not come to `{event}`."
    took = seconds_words(proof.agent.seconds)
    does = "does what" if proof.agrees else "does not do what"
    unseen = ", as far as it was seen" if proof.agent.effect is None or proof.agent.fired is None else ""
    return f"{name} {does} the engine says for `{event}`{unseen} ({took})."


def told_of_hooks(proof: Proof) -> Iterator[str]:
    """What the model was told that has to do with the event: short texts, and of long ones the words of hooks."""
    words = (*proof.expected.told, *proof.expected.untold)
    for text in proof.agent.told:
        if len(text) <= _LONG and proof.wanted.reached.call is not None:
            yield text.strip()
            continue
        for it in words:
            at = position(it, text)
            if at is not None:
                start, end = max(0, at[0] - _AROUND), at[1] + _AROUND
                yield f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"
                break


def version_note(proof: Proof) -> str | None:
    """Whether the version is another one than was measured."""
    found = proof.wanted.installed
    if found.version is None or found.was_measured:
        return None
    return f"the tables of hookwright were measured with {found.agent.measured}, and this is {found.version}"

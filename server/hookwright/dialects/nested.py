"""What agents share that took over Claude Code's outputs: `hookSpecificOutput`, usual reactions, payload fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.event import PayloadField
from hookwright.model.reaction import Audience, Decision, Effect, Level, OutputField, Reaction, Say, Status, Words

_SPECIFIC = "hookSpecificOutput"


def specific_path(*keys: str) -> tuple[str, ...]:
    """The path of a field inside `hookSpecificOutput`."""
    return (_SPECIFIC, *keys)


def event_name(*names: str, required: bool) -> OutputField:
    """`hookSpecificOutput.hookEventName`, which may be one of the names."""
    words = {it: Reaction() for it in names}
    doc = f"{'Required inside' if required else 'Inside'} `{_SPECIFIC}`: the name of the event"
    return OutputField(specific_path("hookEventName"), doc, words=words, required=required)


def context(doc: str) -> OutputField:
    """`hookSpecificOutput.additionalContext`."""
    return OutputField(specific_path("additionalContext"), doc, Effect.CONTEXT)


def decision(path: tuple[str, ...], reason: tuple[str, ...], doc: str, words: Mapping[str, Reaction]) -> OutputField:
    """A field whose words decide, with the path of the reason for it."""
    return OutputField(path, doc, Effect.DECIDES, words=words, reason=reason)


def failed(status: Status = Status.FAILED, *, reads_output: bool = False) -> Reaction:
    """A failure that lets everything go on, and shows stderr to the user."""
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, Words.STDERR), reads_output=reads_output)


def denial(words: Words, to: Audience = Audience.AGENT, decision: Decision | None = Decision.DENY) -> Reaction:
    """Keeps the announced thing from going on."""
    says = Say(to, Level.ERROR, words)
    return Reaction(status=Status.BLOCKED, decision=decision, blocks=True, reason=words, says=says)


def feedback(words: Words) -> Reaction:
    """Objects to what has happened: the model reads why."""
    return Reaction(status=Status.BLOCKED, reason=words, says=Say(Audience.AGENT, Level.ERROR, words))


def going_on(words: Words) -> Reaction:
    """Keeps the agent from stopping, and tells it why."""
    says = Say(Audience.AGENT, Level.ERROR, words)
    return Reaction(status=Status.BLOCKED, must_continue=True, reason=words, says=says)


def sent(name: str, doc: str, sample: Any, *words: str, optional: bool = False) -> PayloadField:  # noqa: ANN401
    """A field of one event's payload; `words` are the values it can have."""
    return PayloadField(name=name, doc=doc, sample=sample, required=not optional, words=words)


def nullable(name: str, doc: str, sample: str) -> PayloadField:
    """A text in one event's payload that can be null."""
    return PayloadField(name=name, doc=doc, sample=sample, nullable=True)


def flag(name: str, doc: str, *, sample: bool, optional: bool = False) -> PayloadField:
    """A boolean field of one event's payload."""
    return PayloadField(name=name, doc=doc, sample=sample, required=not optional)

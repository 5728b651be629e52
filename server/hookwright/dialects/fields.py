"""Keys and places of files, and fields of payloads and outputs, that many agents have, most as Claude Code has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.event import MatchedOn, MatchSubject, PayloadField
from hookwright.model.field import NOT_BLANK, Field, JsonType, Values
from hookwright.model.hook import Scope
from hookwright.model.hook_type import Answer
from hookwright.model.location import Import, Location
from hookwright.model.reaction import Effect, OutputField, Reaction

_SPECIFIC = "hookSpecificOutput"

USUAL_OUTPUTS = (
    OutputField(("continue",), "Whether the agent goes on after the hook; default `true`", Effect.CONTINUE, "boolean"),
    OutputField(("stopReason",), "Shown to the user when `continue` is `false`", Effect.STOP_REASON),
    OutputField(
        ("suppressOutput",), "Whether stdout is hidden from the user; default `false`", Effect.SUPPRESS, "boolean"
    ),
)


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


def decides(
    doc: str, words: Mapping[str, Reaction], why: str = "The reason, shown with the decision"
) -> tuple[OutputField, OutputField]:
    """The top-level `decision` with its `reason`."""
    return decision(("decision",), ("reason",), doc, words), OutputField(("reason",), why)


ON_TOOL_NAME = MatchedOn(MatchSubject.TOOL, "tool_name")


def value_of(field: str, *words: str) -> MatchedOn:
    """Matchers are compared with a field of the payload; `words` are the values that it can have."""
    return MatchedOn(MatchSubject.VALUE, field, words)


def on_constant(kind: MatchSubject, word: str) -> MatchedOn:
    """Matchers are compared with one fixed word, and not with the payload."""
    return MatchedOn(kind, values=(word,) if kind is MatchSubject.VALUE else (), constant=word)


ON_NOTHING = on_constant(MatchSubject.VALUE, "")
"""The event has nothing to match, and the agent holds a matcher against the empty text anyway."""


def on_first(payload: tuple[PayloadField, ...], kind: MatchSubject | None) -> MatchedOn:
    """Matchers are compared with the first field of the payload, or ignored if there is no `kind`."""
    return MatchedOn(kind, payload[0].name if kind else None)


def sent(name: str, doc: str, sample: Any, *words: str, optional: bool = False) -> PayloadField:  # noqa: ANN401
    """A field of one event's payload; `words` are the values it can have."""
    return PayloadField(name=name, doc=doc, sample=sample, required=not optional, words=words)


def nullable(name: str, doc: str, sample: str) -> PayloadField:
    """A text in one event's payload that can be null."""
    return PayloadField(name=name, doc=doc, sample=sample, nullable=True)


def flag(name: str, doc: str, *, sample: bool, optional: bool = False) -> PayloadField:
    """A boolean field of one event's payload."""
    return PayloadField(name=name, doc=doc, sample=sample, required=not optional)


YES_OR_NO = Answer(
    ok="ok",
    reason="reason",
    ask='Answer with one JSON object and nothing else: {"ok": true} if so, or {"ok": false, "reason": "why not"}.',
)


def one_of(*words: str) -> Values:
    """The words, and nothing else, as the values of a key."""
    return Values(words=words)


def type_key(word: str, doc: str = "") -> Field:
    """The key of a hook that has to name its type."""
    return Field(name="type", kind=JsonType.STRING, doc=doc or f"`{word}`", required=True, takes=one_of(word))


def required_text(name: str, doc: str, sample: str | None = None) -> Field:
    """A key that has to be there, with a text that is not blank."""
    return Field(name=name, kind=JsonType.STRING, doc=doc, required=True, takes=NOT_BLANK, sample=sample)


_OF_CLAUDE_CODE = (
    Location(Scope.USER, ".claude/settings.json", borrowed=True),
    Location(Scope.PROJECT, ".claude/settings.json", borrowed=True),
    Location(Scope.LOCAL, ".claude/settings.local.json", borrowed=True),
)


def of_claude_code(where: str, *, is_usual: bool = False) -> tuple[Import, ...]:
    """Claude Code's settings, read on a condition, which usually holds or does not."""
    return tuple(Import(it, where, is_usual) for it in _OF_CLAUDE_CODE)


def believed_of_claude_code(tool: str, given: str, file: str, command: str) -> dict[str, str]:
    """The variables that people expect from examples for Claude Code, with the paths of their values in the payload."""
    names = {
        tool: ("CLAUDE_TOOL_NAME", "TOOL_NAME"),
        given: ("CLAUDE_TOOL_INPUT", "TOOL_INPUT"),
        file: ("CLAUDE_FILE_PATH", "CLAUDE_FILE_PATHS", "CLAUDE_TOOL_INPUT_FILE_PATH", "TOOL_INPUT_FILE_PATH"),
        command: ("CLAUDE_TOOL_INPUT_COMMAND", "TOOL_INPUT_COMMAND"),
    }
    return {name: path for path, several in names.items() if path for name in several}

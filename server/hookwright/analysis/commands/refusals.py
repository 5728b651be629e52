"""How a shell command refuses by itself: by a literal exit code, or by a literal object that it prints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.reaction import Effect, OutputField, Reaction
from hookwright.patterns import late_pattern
from hookwright.policies.printed import find_object
from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import OPENING, Printed, is_last, printed, printed_by
from hookwright.shell.tree import CommandKind, ShellCommand

_REFUSAL = late_pattern(
    r"\b(?:block(?:s|ed|ing)?|den(?:y|ied|ies)|forbidden|not (?:allowed|permitted)|refus(?:e[sd]?|ing)|"
    r"reject(?:s|ed|ing)?|prohibited|disallowed|not authorized|unauthorized)\b",
    re.IGNORECASE,
)
_NO_REFUSAL = late_pattern(
    r"\b(?:not|non|never|no longer|without|nothing(?: is| was)?|\w+n['’]t(?: be)?)[ -]block(?:s|ed|ing)?\b|"
    r"\bif (?:this is |it is |you are )?blocked\b|\bblock(?:s|ed)? (?:of|on|until|for)\b",
    re.IGNORECASE,
)
# What an exit says is in the few commands before it.
_FAR = 50


class Exit(Struct, frozen=True):
    """An `exit` with a literal code, at `start` to `end`; `said` is what its branch prints before it."""

    code: int
    start: int
    end: int
    said: str

    @property
    def refuses(self) -> bool:
        """Whether what is said before it is that something is not to be."""
        return says_refusal(self.said)


class PrintedObject(Struct, frozen=True):
    """A JSON object that a command prints, and the text that it is in."""

    value: Mapping[str, Any]
    text: Printed


def says_refusal(text: str) -> bool:
    """Whether a text says that something is not to be."""
    found = _REFUSAL.search(text)
    return found is not None and (
        _NO_REFUSAL.search(text) is None or _REFUSAL.search(_NO_REFUSAL.sub("", text)) is not None
    )


def exits(command: str) -> tuple[Exit, ...]:
    """Every literal exit that ends the command with its code, in order; never raises."""
    if "exit" not in command:
        return ()
    commands = read_shell(command).sequence
    return tuple(_exits(commands))


def printed_objects(command: str) -> tuple[PrintedObject, ...]:
    """Every JSON object that the command prints to stdout."""
    if "{" not in command:
        return ()
    found = ((find_object(it.text), it) for it in printed(command) if not it.to_stderr)
    return tuple(PrintedObject(value, it) for value, it in found if value is not None)


def refusing_words(row: EventRow, value: Mapping[str, Any]) -> Iterator[tuple[OutputField, Reaction]]:
    """The fields of the object whose words refuse on that event, or keep the agent from stopping."""
    for field, words in _refusing_fields(row):
        word = value_at(value, field.path)
        reaction = next((it for spelled, it in words if spelled == word), None)
        if reaction is not None:
            yield field, reaction


_Refusing: TypeAlias = tuple[tuple[OutputField, tuple[tuple[object, Reaction], ...]], ...]
_remembered: dict[int, tuple[EventRow, _Refusing]] = {}
_MOST_REMEMBERED = 1024


def _refusing_fields(row: EventRow) -> _Refusing:
    """The fields of an event with words that refuse, with these: every rule asks for them for each printed object."""
    held = _remembered.get(id(row))
    if held is not None and held[0] is row:
        return held[1]
    deciding = ((it, tuple(_refusing(it))) for it in row.outputs if it.effect is Effect.DECIDES)
    found = tuple((it, words) for it, words in deciding if words)
    if len(_remembered) >= _MOST_REMEMBERED:
        _remembered.clear()
    _remembered[id(row)] = row, found
    return found


def _refusing(field: OutputField) -> Iterator[tuple[object, Reaction]]:
    return ((word, it) for word, it in field.words.items() if it.refuses or it.must_continue)


def keeps_going(row: EventRow, value: Mapping[str, Any]) -> bool:
    """Whether a text in the object keeps the agent from stopping, with any words."""
    told = ((field.whatever_it_says, value_at(value, field.path)) for field in row.outputs)
    return any(it is not None and it.must_continue and isinstance(text, str) and text for it, text in told)


def futile_field(dialect: Dialect, row: EventRow, succeeded: Reaction, value: Mapping[str, Any]) -> OutputField | None:
    """The field by which an object refuses on other events of the dialect, while nothing can be refused on this one.

    `succeeded` is what the event makes of exit code 0.
    """
    if row.can_block or not succeeded.reads_output:
        return None
    own = {it.path for it in row.outputs}
    others = (field for it in dialect.events for field, _ in refusing_words(it, value))
    return next((it for it in others if it.path not in own), None)


def value_at(value: Mapping[str, Any], path: tuple[str, ...]) -> object:
    """What is at the path in an object; None if nothing is."""
    found: object = value
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _exits(commands: tuple[ShellCommand, ...]) -> Iterator[Exit]:
    for index, it in enumerate(commands):
        if _is_exit(it) and (not it.flow.subshells or is_last(commands, index)):
            word = it.words[1]
            yield Exit(int(word.text), it.words[0].start, word.end, _said(commands[max(0, index - _FAR) : index + 1]))


def _is_exit(command: ShellCommand) -> bool:
    words = command.words
    return len(words) == 2 and words[0].text == "exit" and words[1].text.isascii() and words[1].text.isdigit()


def _said(commands: tuple[ShellCommand, ...]) -> str:
    """What the last of the commands' branch prints before it."""
    said: list[str] = []
    subshells = commands[-1].flow.subshells
    for it in reversed(commands):
        if it.flow.subshells != subshells or it.kind is CommandKind.END:
            break
        found = printed_by(it)
        if found is not None:
            said.append(found.text)
        if OPENING.intersection(it.flow.keywords):
            break
    return " ".join(said)

"""How a script refuses: by the code with which it ends, by an object that it prints, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hookwright.analysis.commands.refusals import keeps_going, refusing_words, says_refusal, value_at
from hookwright.analysis.contract.objects import KnownObject, objects_in, text_of, texts_of
from hookwright.analysis.contract.uses import is_read
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Decision, Effect
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.endings import Ending
from hookwright.shell.static_output import UNKNOWN

if TYPE_CHECKING:
    from hookwright.model.event import EventRow

_FAILED = late_pattern(
    r"\b(?:fail\w*|error|could not|couldn't|cannot|unable|missing|invalid|timed out)\b", re.IGNORECASE
)
_BEGINS = late_pattern(
    r"\W*(?:blocked|denied|refused|rejected|forbidden|access denied)\b(?!\W*(?:\d|none|no\b))", re.IGNORECASE
)
_PLAIN = late_pattern(r"\b(?:blocked|denied|forbidden|not (?:allowed|permitted)|prohibited)\b", re.IGNORECASE)


def printed_objects(subject: ScriptSubject) -> Iterator[KnownObject]:
    """Every object that the script prints to stdout."""
    for it in subject.script.prints:
        yield from objects_in(subject.text, it)


def refuses_by_object(use: ScriptUse, it: KnownObject) -> bool:
    """Whether an object refuses on the hook's event, or keeps the agent from stopping."""
    return any(refusing_words(use.row, it.value)) or keeps_going(use.row, it.value)


def asking_words(row: EventRow, value: Mapping[str, Any]) -> bool:
    """Whether a word of an object has the user asked on that event."""
    told = ((it.words, value_at(value, it.path)) for it in row.outputs if it.effect is Effect.DECIDES)
    return any(
        reaction.decision is Decision.ASK for words, word in told for it, reaction in words.items() if it == word
    )


def may_refuse_by_object(subject: ScriptSubject, use: ScriptUse, printed: Iterable[Print]) -> bool:
    """Whether something that was printed is an object that refuses, or may be one."""
    for it in printed:
        if it.stream is not Stream.STDOUT:
            continue
        found = objects_in(subject.text, it)
        if any(refuses_by_object(use, one) or _may_decide(use, one) for one in found):
            return True
        if not found and text_of(it.value).lstrip().startswith(("{", UNKNOWN)):
            return True
    return False


def _may_decide(use: ScriptUse, it: KnownObject) -> bool:
    """Whether the object may have a decision that only a run can tell."""
    decisions = (value_at(it.value, field.path) for field in use.row.outputs if field.effect is Effect.DECIDES)
    return not it.whole or any(UNKNOWN in str(value) for value in decisions)


def refuses(subject: ScriptSubject, use: ScriptUse, ending: Ending) -> bool:
    """Whether the hook refuses by that ending, or may do so; `UNKNOWN` codes and values may."""
    if ending.code is None or use.blocks(ending.code):
        return True
    return may_refuse_by_object(subject, use, ending.prints)


def surely_refuses(subject: ScriptSubject, use: ScriptUse, ending: Ending) -> bool:
    """Whether the hook refuses by that ending in any case."""
    if ending.code is None:
        return False
    if use.blocks(ending.code):
        return True
    objects = (one for it in ending.prints for one in objects_in(subject.text, it))
    return use.reaction(ending.code).reads_output and any(refuses_by_object(use, it) for it in objects)


def asks(subject: ScriptSubject, use: ScriptUse, ending: Ending) -> bool:
    """Whether the hook has the user asked by that ending."""
    printed = (it for it in ending.prints if it.stream is Stream.STDOUT)
    return any(asking_words(use.row, one.value) for it in printed for one in objects_in(subject.text, it))


def can_refuse(subject: ScriptSubject, use: ScriptUse) -> bool:
    """Whether the script is a guard for the hook: it says itself that it refuses, whether or not it comes to that."""
    if any(it and use.blocks(it) for it in subject.codes):
        return True
    return use.reaction(0).reads_output and any(refuses_by_object(use, it) for it in printed_objects(subject))


def is_guard(subject: ScriptSubject, use: ScriptUse) -> bool:
    """Whether the script is a guard on an event that can be refused: one that keeps the agent from stopping is none."""
    code = use.blocking_code
    keeps_going = bool(use.row.loop_guard) or (code is not None and use.reaction(code).must_continue)
    return is_read(use) and use.row.can_block and not keeps_going and can_refuse(subject, use)


def lets_pass(subject: ScriptSubject, found: tuple[Ending, ...], use: ScriptUse) -> bool:
    """Whether the hook is a guard that neither refuses nor asks the user by one of the ends."""
    if not found or not is_guard(subject, use):
        return False
    return not any(refuses(subject, use, it) or asks(subject, use, it) for it in found)


def can_ask(subject: ScriptSubject, use: ScriptUse) -> bool:
    """Whether the script has the user asked, whether or not it comes to that."""
    return use.reaction(0).reads_output and any(asking_words(use.row, it.value) for it in printed_objects(subject))


def refusing_prints(subject: ScriptSubject, printed: Iterable[Print]) -> tuple[Print, ...]:
    """Those of the texts that say that something is not to be, other than in an object."""
    return tuple(it for it in printed if not objects_in(subject.text, it) and _all_refuse(texts_of(it.value)))


def _all_refuse(texts: tuple[str, ...]) -> bool:
    return all(map(refuses_in_words, texts))


# Several rules ask about the same few texts, once for each way to an end.
@lru_cache(maxsize=256)
def refuses_in_words(text: str) -> bool:
    """Whether a text says that something is not to be, other than that the script itself has failed."""
    return says_refusal(text) and (_FAILED.search(text) is None or _PLAIN.search(text) is not None)


def begins_refusing(text: str) -> bool:
    """Whether a line of the text begins as a refusal does."""
    return any(_BEGINS.match(it) for it in text.splitlines())

"""What a hook reads of the payload that another agent does not send, as far as its command and scripts show that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.converting.scripts import Guard, mentions
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.patterns import late_pattern
from hookwright.policies.patches import patch_key
from hookwright.policies.translation import PROMPTS, tool_name

_PATCH = late_pattern("Begin Patch|(?:Add|Update|Delete) File")


class Loss(Struct, frozen=True):
    """A sentence on what is lost; `error`: a hook that refused no longer does."""

    message: str
    error: bool = False


def reads_in_vain(guard: Guard, new: Dialect, row: EventRow) -> Iterator[Loss]:
    """What the hook looks at that is not in the payloads there; an error where it may refuse, and no longer does."""
    for what, change in _in_vain(guard, new, row):
        effect = ". The guard may let everything through" if guard.may_refuse else ""
        yield Loss(f"the hook {what}{effect}; change the script to {change}", error=guard.may_refuse)


def _in_vain(guard: Guard, new: Dialect, row: EventRow) -> Iterator[tuple[str, str]]:
    """What the hook does in vain, and what it has to do instead."""
    old = guard.dialect
    before, after = _sent(old, guard.row), _sent(new, row)
    inputs = [it for it in old.calls.inputs if it in before and mentions(guard.text, it)]
    others = [it for it in new.calls.inputs if it in after]
    kept = (*new.calls.commands, *new.calls.paths, *PROMPTS)
    read_there = mentions if others else _is_read
    others = others or [it for it in kept if it in after]
    if others and not any(read_there(guard.text, it) for it in others):
        own = (*old.calls.commands, *old.calls.paths, *PROMPTS)
        at_root = (it for it in own if it in before and it not in after)
        used = inputs if not set(inputs) & after else []
        used = used or [it for it in at_root if _is_read(guard.text, it)]
        if used:
            yield _unsent(used[0], others[0], new)
            return
    groups = ((old.calls.commands, new.calls.commands), (old.calls.paths, new.calls.paths)) if inputs else ()
    for ours, theirs in groups:
        used, theirs = [it for it in ours if _is_key(guard.text, it)], _given(new, theirs)
        known = any(it in theirs or it in after for it in used) or any(_is_key(guard.text, it) for it in theirs)
        if used and theirs and not known:
            yield _unsent(used[0], theirs[0], new)
        elif used and not theirs and (key := _patched(new)) is not None and not _PATCH.search(guard.text):
            yield f"reads `{used[0]}`, which {new.title} does not send: it sends a patch in `{key}`", "read that"
    yield from _tools_in_vain(guard, new, row)


def _unsent(name: str, other: str, new: Dialect) -> tuple[str, str]:
    return f"reads `{name}`, which {new.title} does not send: it sends `{other}`", "read that"


def _tools_in_vain(guard: Guard, new: Dialect, row: EventRow) -> Iterator[tuple[str, str]]:
    subject = guard.row.subject
    if subject.kind is not MatchSubject.TOOL or not subject.field or not mentions(guard.text, subject.field):
        return
    if row.subject.field and row.subject.field != subject.field and not mentions(guard.text, row.subject.field):
        yield _unsent(subject.field, row.subject.field, new)
        return
    named = [it.name for it in guard.dialect.tools if re.search(rf"[\"']{re.escape(it.name)}[\"']", guard.text)]
    others = {it: tool_name(new, it, guard.dialect) for it in named}
    known = [it for it, other in others.items() if it == other or re.search(rf"\b{re.escape(other)}\b", guard.text)]
    if named and not known and new.tools:
        it = named[0]
        yield f"compares the tool with `{it}`, which {new.title} calls `{others[it]}`", "know that name"


def _given(dialect: Dialect, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Of the keys of an input, those that the agent's tools have; all if that is not known."""
    return tuple(key for key in keys if any(key in it.input for it in dialect.tools)) or keys


def _patched(dialect: Dialect) -> str | None:
    """The key of the input in which the agent sends changes of files as a patch."""
    return next((key for it in dialect.tools if (key := patch_key(it)) is not None), None)


def _is_read(text: str, name: str) -> bool:
    """Whether the text reads that member of the payload."""
    return re.search(rf"[\"']{name}[\"']|\.{name}\b", text) is not None


def _is_key(text: str, name: str) -> bool:
    """Whether the text reads that key of an object: `path` alone is in many names."""
    return re.search(rf"[\"']{name}[\"']|(?:input|args|info)\??\.{name}\b", text) is not None


def _sent(dialect: Dialect, row: EventRow) -> frozenset[str]:
    return frozenset(it.name for it in (*dialect.payload, *row.payload))

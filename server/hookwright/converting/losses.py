"""What a hook does or reads that another agent does not know, so that it no longer refuses there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hookwright.converting.reads import Loss, reads_in_vain
from hookwright.converting.scripts import Guard, deciding, ended_with, mentions, no_words, prints, refuses
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source
from hookwright.model.hook_type import HookType
from hookwright.model.reaction import Choice, Effect, Reaction

_WORDS: Mapping[str, object] = {"true": True, "false": False}


def keys_to_refuse(guard: Guard, row: EventRow, kind: HookType, members: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that the hook needs on that event so that its exit codes still refuse."""
    needed: dict[str, Any] = {}
    for code in guard.codes:
        entry = row.exits.codes.get(code, row.exits.other)
        if refuses(guard.ended(row, code, {**members, **needed})) or not isinstance(entry, Choice):
            continue
        cases = (_WORDS.get(word, word) for word, it in entry.cases.items() if refuses(it))
        value = next(cases, None)
        # Where nothing printed would refuse as well, every call that is let go on would be refused.
        quiet = row.exits.silent is None or not refuses(_picked(row.exits.silent, {entry.key: value}))
        if value is not None and kind.field(entry.key) is not None and quiet:
            needed[entry.key] = value
    return needed


def what_is_lost(guard: Guard, new: Dialect, row: EventRow, members: Mapping[str, Any]) -> Iterator[Loss]:
    """What the hook does or reads that the other agent does not know on that event."""
    old, title = guard.dialect, new.title
    if guard.refuses:
        yield from _ways_lost(guard, new, row, members)
    elif guard.unread and _refusing_codes(guard.row, guard.hook.values) != _refusing_codes(row, members):
        before, after = _refusing_codes(guard.row, guard.hook.values), _refusing_codes(row, members)
        what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {title}"
        yield Loss(f"`{guard.unread[0]}` cannot be read here: {what} on `{row.name}`; check how the script ends")
    yield from reads_in_vain(guard, new, row)
    kept = {it.path for it in row.outputs}
    unknown = [it for it in guard.row.outputs if it.path not in kept and mentions(guard.text, it.path[-1])]
    plain = [f"`{'.'.join(it.path)}`" for it in unknown if it not in guard.fields and it.effect is not Effect.NOTED]
    if plain:
        yield Loss(f"{title} ignores {', '.join(plain)} in the JSON that the hook prints on `{row.name}`")
    given = {it.name for it in new.variables if it.on(row.name)}
    for it in old.variables:
        own = it.source is not Source.AMBIENT and it.name not in given and it.name.isupper()
        if own and it.name not in guard.hook.body and re.search(rf"\b{it.name}\b", guard.text):
            yield Loss(f"a script of the hook reads `{it.name}`, which {title} does not set")


def _ways_lost(guard: Guard, new: Dialect, row: EventRow, members: Mapping[str, Any]) -> Iterator[Loss]:
    """Of the ways in which it refuses, those that do not there; an error where none of them does."""
    silent = [it for it in guard.codes if not refuses(guard.ended(row, it, members))]
    lost = [f"`exit {it}`" for it in silent]
    known = {it.path for it in deciding(row) if prints(guard.text, it)}
    lost += [f"`{'.'.join(it.path)}`" for it in guard.fields if it.path not in known]
    if not lost:
        return
    is_all = len(lost) == len(guard.codes) + len(guard.fields)
    by = " and ".join(lost)
    if is_all and any(refuses(ended_with(row, it, members)) for it in silent):
        what = f"the hook refuses with {by} and prints nothing, which does not refuse in {new.title} on `{row.name}`"
        yield Loss(f"{what}: change the script to print a reason to standard error", error=True)
        return
    what = f"the hook refuses with {by}, which does not refuse in {new.title} on `{row.name}`"
    yield Loss(f"{what}: {_advice(row, members)}" if is_all else what, error=is_all)


def _advice(row: EventRow, members: Mapping[str, Any]) -> str:
    codes = _refusing_codes(row, members)
    if codes:
        return f"change the script to end with exit {codes[0]}"
    picked = row.exits.other
    for word, it in picked.cases.items() if isinstance(picked, Choice) else ():
        if isinstance(picked, Choice) and refuses(it):
            return f"change the script to end with exit 1, and set `{picked.key}` to `{word}`"
    said = next((f"{'.'.join(it.path)}: {word}" for it in deciding(row) for word in no_words(it)), "")
    return f"change the script to print `{said}`" if said else "nothing can be refused there"


def _picked(entry: Reaction | Choice, values: Mapping[str, Any]) -> Reaction:
    if not isinstance(entry, Choice):
        return entry
    value = values.get(entry.key)
    word = str(value).lower() if isinstance(value, bool) else value
    return entry.cases.get(word, entry.otherwise) if isinstance(word, str) else entry.otherwise


def _refusing_codes(row: EventRow, values: Mapping[str, Any]) -> tuple[int, ...]:
    """The codes that a script may choose by which it refuses; those of a missing program are none of them."""
    tried = sorted({1, 2, *(it for it in row.exits.codes if 0 < it < 100)})
    return tuple(it for it in tried if refuses(ended_with(row, it, values)))


def _codes(codes: tuple[int, ...]) -> str:
    return f"exit {' or '.join(map(str, codes))}" if codes else "no exit code"

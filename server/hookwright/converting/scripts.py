"""How a hook refuses, as far as its command and its scripts show that, and whether it still would elsewhere.

Texts are searched, and nothing is run: what a script puts together at run time is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, Source
from hookwright.model.hook import Hook
from hookwright.model.hook_type import HookType
from hookwright.model.outcome import Result
from hookwright.model.reaction import Choice, Effect, OutputField, Reaction
from hookwright.patterns import late_pattern
from hookwright.policies.reading import reaction_of
from hookwright.policies.translation import tool_name

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_COMMENT = late_pattern(r"^[ \t]*(?:#|//).*$", re.MULTILINE)
_DOCSTRING = late_pattern(r'^[ \t]*"""(?:.|\n)*?"""', re.MULTILINE)
_EXIT = late_pattern(r"(?:\bexit|\bSystemExit|\bexitCode\s*=)\s*\(?\s*([1-9]\d{0,2})\b")
_WORDS: Mapping[str, object] = {"true": True, "false": False}


class Loss(Struct, frozen=True):
    """A sentence on what is lost; `error`: a hook that refused no longer does."""

    message: str
    error: bool = False


class Guard(Struct, frozen=True):
    """A hook on an event of its agent, with all that can be read of it; `unread` are the scripts that could not be."""

    dialect: Dialect
    row: EventRow
    hook: Hook
    text: str
    unread: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[int, ...]:
        """The exit codes by which it refuses."""
        found = dict.fromkeys(int(it) for it in _EXIT.findall(self.text))
        return tuple(it for it in found if _refuses(_ended(self.row, it, self.hook.values)))

    @property
    def fields(self) -> tuple[OutputField, ...]:
        """The fields that it prints by which it refuses."""
        return tuple(it for it in _deciding(self.row) if _prints(self.text, it))

    @property
    def refuses(self) -> bool:
        """Whether it is seen to refuse something; in the background nothing can be refused."""
        kind = self.dialect.type_of(self.hook)
        behind = kind is not None and _is_true(self.hook, kind.keys.background)
        if behind and kind is not None and not _is_true(self.hook, kind.keys.rewake):
            return False
        return bool(self.codes or self.fields)


def guard_of(file: HookFile, hook: Hook, row: EventRow, disk: Disk | None) -> Guard:
    """The hook with its own command and the scripts that this names."""
    texts, unread = [hook.body], list[str]()
    for it in hook_scripts(Subject(file, file.project, disk)) if disk is not None else ():
        if it.route[: len(hook.route)] == hook.route:
            found = disk.text(it.path) if disk is not None and it.path is not None else None
            if found is None:
                unread.append(it.text)
            texts.append(found or "")
    arguments = file.dialect.running.arguments(hook.values) or ()
    text = "\n".join((*texts, *arguments)).replace("\\", "")
    return Guard(file.dialect, row, hook, _COMMENT.sub("", _DOCSTRING.sub("", text)), tuple(unread))


def keys_to_refuse(guard: Guard, row: EventRow, kind: HookType, members: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that the hook needs on that event so that its exit codes still refuse."""
    needed: dict[str, Any] = {}
    for code in guard.codes:
        entry = row.exits.codes.get(code, row.exits.other)
        if _refuses(_ended(row, code, {**members, **needed})) or not isinstance(entry, Choice):
            continue
        cases = (_WORDS.get(word, word) for word, it in entry.cases.items() if _refuses(it))
        value = next(cases, None)
        # Where nothing printed would refuse as well, every call that is let go on would be refused.
        quiet = row.exits.silent is None or not _refuses(_picked(row.exits.silent, {entry.key: value}))
        if value is not None and kind.field(entry.key) is not None and quiet:
            needed[entry.key] = value
    return needed


def what_is_lost(guard: Guard, new: Dialect, row: EventRow, members: Mapping[str, Any]) -> Iterator[Loss]:
    """What the hook does or reads that the other agent does not know on that event."""
    old, title = guard.dialect, new.title
    if guard.refuses:
        yield from _ways_lost(guard, new, row, members)
        yield from _reads_in_vain(guard, new, row)
    elif guard.unread and _refusing_codes(guard.row, guard.hook.values) != _refusing_codes(row, members):
        before, after = _refusing_codes(guard.row, guard.hook.values), _refusing_codes(row, members)
        what = f"{_codes(before)} refuses in {old.title}, {_codes(after)} in {title}"
        yield Loss(f"`{guard.unread[0]}` cannot be read here: {what} on `{row.name}`; check how the script ends")
    kept = {it.path for it in row.outputs}
    unknown = [it for it in guard.row.outputs if it.path not in kept and _mentions(guard.text, it.path[-1])]
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
    lost = [f"`exit {it}`" for it in guard.codes if not _refuses(_ended(row, it, members))]
    known = {it.path for it in _deciding(row) if _prints(guard.text, it)}
    lost += [f"`{'.'.join(it.path)}`" for it in guard.fields if it.path not in known]
    if not lost:
        return
    is_all = len(lost) == len(guard.codes) + len(guard.fields)
    what = f"the hook refuses with {' and '.join(lost)}, which does not refuse in {new.title} on `{row.name}`"
    yield Loss(f"{what}: {_advice(row, members)}" if is_all else what, error=is_all)


def _advice(row: EventRow, members: Mapping[str, Any]) -> str:
    codes = _refusing_codes(row, members)
    if codes:
        return f"change the script to end with exit {codes[0]}"
    picked = row.exits.other
    for word, it in picked.cases.items() if isinstance(picked, Choice) else ():
        if isinstance(picked, Choice) and _refuses(it):
            return f"change the script to end with exit 1, and set `{picked.key}` to `{word}`"
    said = next((f"{'.'.join(it.path)}: {word}" for it in _deciding(row) for word in _no_words(it)), "")
    return f"change the script to print `{said}`" if said else "nothing can be refused there"


def _reads_in_vain(guard: Guard, new: Dialect, row: EventRow) -> Iterator[Loss]:
    """What the guard looks at that is not in the payloads there, so that it lets everything through."""
    old = guard.dialect
    before, after = _sent(old, guard.row), _sent(new, row)
    inputs = [it for it in old.calls.inputs if it in before and _mentions(guard.text, it)]
    if inputs and not any(it in after for it in inputs):
        others = [it for it in new.calls.inputs if it in after]
        if others and not any(_mentions(guard.text, it) for it in others):
            yield _unsent(inputs[0], others[0], new)
            return
    groups = ((old.calls.commands, new.calls.commands), (old.calls.paths, new.calls.paths)) if inputs else ()
    for ours, theirs in groups:
        used = [it for it in ours if _is_key(guard.text, it)]
        known = any(it in theirs for it in used) or any(_is_key(guard.text, it) for it in theirs)
        if used and theirs and not known:
            yield _unsent(used[0], theirs[0], new)
    yield from _tools_in_vain(guard, new, row)


def _unsent(name: str, other: str, new: Dialect) -> Loss:
    what = f"the hook reads `{name}`, which {new.title} does not send: it sends `{other}`"
    return Loss(f"{what}. The guard would let everything through; change the script to read that", error=True)


def _tools_in_vain(guard: Guard, new: Dialect, row: EventRow) -> Iterator[Loss]:
    subject = guard.row.subject
    if subject.kind is not MatchSubject.TOOL or not subject.field or not _mentions(guard.text, subject.field):
        return
    if row.subject.field and row.subject.field != subject.field and not _mentions(guard.text, row.subject.field):
        yield _unsent(subject.field, row.subject.field, new)
        return
    named = [it.name for it in guard.dialect.tools if re.search(rf"[\"']{re.escape(it.name)}[\"']", guard.text)]
    others = {it: tool_name(new, it, guard.dialect) for it in named}
    known = [it for it, other in others.items() if it == other or re.search(rf"\b{re.escape(other)}\b", guard.text)]
    if named and not known and new.tools:
        it = named[0]
        what = f"the hook compares the tool with `{it}`, which {new.title} calls `{others[it]}`"
        yield Loss(f"{what}. The guard would let it through; change the script to know that name", error=True)


def _ended(row: EventRow, code: int, values: Mapping[str, Any]) -> Reaction:
    return reaction_of(Result(exit_code=code, started_at=_ANY_TIME, duration=0), row.exits, values)


def _refuses(it: Reaction) -> bool:
    return it.refuses or it.must_continue


def _picked(entry: Reaction | Choice, values: Mapping[str, Any]) -> Reaction:
    if not isinstance(entry, Choice):
        return entry
    value = values.get(entry.key)
    word = str(value).lower() if isinstance(value, bool) else value
    return entry.cases.get(word, entry.otherwise) if isinstance(word, str) else entry.otherwise


def _refusing_codes(row: EventRow, values: Mapping[str, Any]) -> tuple[int, ...]:
    """The codes that a script may choose by which it refuses; those of a missing program are none of them."""
    tried = sorted({1, 2, *(it for it in row.exits.codes if 0 < it < 100)})
    return tuple(it for it in tried if _refuses(_ended(row, it, values)))


def _codes(codes: tuple[int, ...]) -> str:
    return f"exit {' or '.join(map(str, codes))}" if codes else "no exit code"


def _deciding(row: EventRow) -> Iterator[OutputField]:
    return (it for it in row.outputs if it.effect is not Effect.NOTED and any(_no_words(it)))


def _no_words(field: OutputField) -> Iterator[str]:
    pairs = zip(field.spelled, field.words.values(), strict=True)
    return (word for word, it in pairs if _refuses(it))


def _prints(text: str, field: OutputField) -> bool:
    words = "|".join(map(re.escape, _no_words(field)))
    form = _printed(field.path[-1], words)
    holders = all(_mentions(text, it) for it in field.path[:-1])
    return holders and form.search(text) is not None


@lru_cache(maxsize=512)
def _printed(name: str, words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b[\"']?\s*[:=]\s*[\"']?(?i:{words})\b")


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _is_key(text: str, name: str) -> bool:
    """Whether the text reads that key of an object: `path` alone is in many names."""
    return re.search(rf"[\"']{name}[\"']|(?:input|args|info)\??\.{name}\b", text) is not None


def _sent(dialect: Dialect, row: EventRow) -> frozenset[str]:
    return frozenset(it.name for it in (*dialect.payload, *row.payload))


def _is_true(hook: Hook, key: str | None) -> bool:
    return key is not None and hook.values.get(key) is True

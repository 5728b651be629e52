"""Hover in scripts: what a key of the payload holds, and what a key of the output does, for the hooks that run it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from hookwright.analysis.payload_fields import KnownPayload, known_payload
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.ide.hover import Hover
from hookwright.samples.built_in import samples
from hookwright.scripts.effects import Print, ReadKey, effects
from hookwright.scripts.values import Items, Json, OneOf, Path, Record, Spot, Text, Value
from hookwright.text import Span
from hookwright.wording.dialect_docs import json_word, sentence, words_in_code
from hookwright.wording.phrases import output_words

_LONGEST_EXAMPLE = 200
_TYPES = ((bool, "boolean"), (str, "string"), (int | float, "number"), (Mapping, "object"), (list | tuple, "array"))


class PayloadKey(Struct, frozen=True):
    """A key of the payload of some hooks: its type, and what is known of it in the words of Markdown."""

    name: str
    kind: str
    doc: str


def hover_script(subjects: Iterable[ScriptSubject], offset: int) -> Hover | None:
    """What the key at an offset is; None if there is none that the events of the hooks have."""
    for it in subjects:
        found = _payload_key_at(it, offset) or _output_key_at(it, offset)
        if found is not None:
            return found
    return None


def payload_keys(use: ScriptUse, holder: Path) -> Iterator[PayloadKey]:
    """The keys that the payload of a hook has at a path: its fields, or the keys of the tool's input."""
    payload = known_payload(use.file, use.group, use.row)
    if not holder:
        for it in payload.fields.values():
            words = f"One of {words_in_code(it.words)}." if len(it.words) > 1 else ""
            doc = (sentence(it.doc), "" if it.required else "Not always present.", words, _example(it.sample))
            yield PayloadKey(it.name, kind_of(it.sample), " ".join(filter(None, doc)))
        return
    known = payload.fields.get(holder[0])
    if len(holder) == 1 and known is not None:
        example = known.sample if isinstance(known.sample, Mapping) else {}
        yield from (
            _tool_keys(use, payload, example)
            if holder[0] == payload.input
            else (
                PayloadKey(name, kind_of(value), " ".join(filter(None, (f"A key of `{holder[0]}`.", _example(value)))))
                for name, value in example.items()
            )
        )


def _tool_keys(use: ScriptUse, payload: KnownPayload, example: Mapping[str, object]) -> Iterator[PayloadKey]:
    """The keys of a tool's input: those of the tools that the matcher lets through, else those of the example."""
    for name in payload.keys or example:
        value = _value_of(use, payload.input, name, example)
        holders = [it.name for it in payload.tools or use.dialect.tools if name in it.input]
        whose = f"A key of the input of {words_in_code(holders)}." if holders else f"A key of `{payload.input}`."
        yield PayloadKey(name, kind_of(value), " ".join(filter(None, (whose, _example(value)))))


def _value_of(use: ScriptUse, holder: str, name: str, example: Mapping[str, object]) -> object:
    """What a key holds in an example, or in one of the samples of the event."""
    if name in example:
        return example[name]
    inner = (it.payload.get(holder) for it in samples(use.dialect, use.row.name))
    return next((it[name] for it in inner if isinstance(it, Mapping) and name in it), None)


def kind_of(value: object) -> str:
    """The JSON type of an example; empty if there is none."""
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "")


def payload_markdown(path: Path, uses: Sequence[ScriptUse]) -> str:
    """What a key of the payload is for each event of the hooks; empty if none has it."""
    said: dict[PayloadKey | None, dict[str, None]] = {}
    several = len({it.dialect.id for it in uses}) > 1
    for use in uses:
        found = next((it for it in payload_keys(use, path[:-1]) if it.name == path[-1]), None)
        event = f"`{use.row.name}`{f' of {use.dialect.title}' if several else ''}"
        said.setdefault(found, {})[event] = None
    known = {key: events for key, events in said.items() if key is not None}
    if not known:
        return ""
    kind = next((it.kind for it in known if it.kind), "")
    head = f"**{'.'.join(path)}**{f' · {kind}' if kind else ''} · payload of {_listed(_all(known.values()))}"
    lines = [it.doc if len(known) == 1 else f"{_listed(events)}: {it.doc}" for it, events in known.items()]
    without = f"The payload of {_listed(said[None])} does not have it." if None in said else ""
    return "\n\n".join(filter(None, (head, *lines, without)))


def _payload_key_at(subject: ScriptSubject, offset: int) -> Hover | None:
    for it in effects(subject.script.body):
        if isinstance(it, ReadKey) and _is_at(it.spot, offset) and it.path:
            markdown = payload_markdown(it.path, subject.uses)
            return Hover(markdown, Span(it.spot.start, it.spot.end)) if markdown else None
    return None


def _output_key_at(subject: ScriptSubject, offset: int) -> Hover | None:
    printed = (it.value for it in effects(subject.script.body) if isinstance(it, Print))
    found = next(((path, spot) for it in printed for path, spot in _members(it) if _is_at(spot, offset)), None)
    if found is None:
        return None
    path, spot = found
    said: dict[str, dict[str, None]] = {}
    for use in subject.uses:
        below = (it for it in use.row.outputs if it.path[: len(path)] == path)
        lines = "\n".join(f"- {output_words(it)}" for it in below)
        if lines:
            said.setdefault(lines, {})[f"`{use.row.name}`"] = None
    blocks = [f"**{'.'.join(path)}** · output of {_listed(events)}\n\n{lines}" for lines, events in said.items()]
    return Hover("\n\n".join(blocks), Span(spot.start, spot.end)) if blocks else None


def _members(value: Value, above: Path = ()) -> Iterator[tuple[Path, Spot]]:
    """Every key of the objects that a value has, with the keys that lead to it."""
    match value:
        case Record(members=members):
            for it in members:
                yield (*above, it.key), it.spot
                yield from _members(it.value, (*above, it.key))
        case Text(parts=parts) | OneOf(values=parts) | Items(items=parts):
            for part in parts:
                yield from _members(part, above)
        case Json(value=inner):
            yield from _members(inner, above)


def _is_at(spot: Spot, offset: int) -> bool:
    return not spot.file and spot.start <= offset <= spot.end


def _example(value: object) -> str:
    if value is None or isinstance(value, Mapping | list | tuple):
        return ""
    word = json_word(value)
    return f"For example `{word[:_LONGEST_EXAMPLE]}`." if word and "`" not in word and "\n" not in word else ""


def _all(groups: Iterable[Iterable[str]]) -> Iterable[str]:
    return dict.fromkeys(it for group in groups for it in group)


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

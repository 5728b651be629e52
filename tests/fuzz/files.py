"""Hook files of every dialect, made from its tables, and texts that were such files before they were broken."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from tests.fuzz.pieces import (
    MATCHER_PIECES,
    NASTY,
    OTHER_VALUES,
    TEXT_PIECES,
    TEXTS,
    commands,
    joined,
    other_values,
    patterns,
    soup,
    words,
)

from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field
from hookwright.model.hook_type import HookType
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Node

Case = tuple[str, str]
"""A dialect's id, and a text."""

_INDENTS = st.sampled_from([2, None, 0, 4, "\t"])
_LINE_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\u2028"])
_NESTED = st.tuples(st.sampled_from(["[", "{", '{"a":', '[{"hooks":', "[[],", "("]), st.integers(1, 1200))


def _seldom(draw: st.DrawFn, often: int = 12) -> bool:
    return draw(st.integers(0, often)) == often


def _value(draw: st.DrawFn, field: Field) -> Any:
    """A value that the field may have, or seldom any other."""
    if _seldom(draw):
        return draw(other_values | st.text(max_size=6))
    if field.takes.words:
        return draw(st.sampled_from(field.takes.words))
    if field.kind in ("integer", "number"):
        return draw(st.sampled_from([1, 5, 60, 0, -1, 600, 60000, 10**7, 0.5, 1e300]))
    if field.kind == "boolean":
        return draw(st.booleans())
    if field.kind == "array":
        return draw(st.lists(commands, max_size=3))
    if field.kind == "object":
        return draw(st.dictionaries(st.sampled_from(["A", "PATH", "X-Y", "API_KEY", ""]), commands, max_size=2))
    return draw(commands)


def _key(draw: st.DrawFn, name: str) -> str:
    """The name, or seldom something like it."""
    if not _seldom(draw, 20):
        return name
    piece = draw(st.sampled_from((*NASTY, "x", "_", " ", "")))
    return draw(st.sampled_from([name.lower(), name.upper(), name[1:], piece + name, name + piece, piece]))


def _hook(draw: st.DrawFn, kinds: list[HookType]) -> Any:
    if _seldom(draw, 30):
        return draw(other_values)
    kind = draw(st.sampled_from(kinds))
    hook: dict[str, Any] = {"type": kind.name} if not _seldom(draw) else {}
    for field in kind.fields:
        if field.required or field.name == kind.body or _seldom(draw, 4):
            hook[_key(draw, field.name)] = _value(draw, field)
    return hook


def _matcher(draw: st.DrawFn, dialect: Dialect, row: EventRow) -> Any:
    if dialect.matchers.criteria and not _seldom(draw):
        return {it: draw(patterns) for it in dialect.matchers.criteria if draw(st.booleans())}
    named = [it.name for it in dialect.tools] + list(MATCHER_PIECES)
    return draw(st.lists(st.sampled_from(named), max_size=4).map("|".join) | patterns | other_values)


def _group(draw: st.DrawFn, dialect: Dialect, row: EventRow) -> Any:
    if _seldom(draw, 30):
        return draw(other_values)
    kinds = list(dialect.grammar.types)
    flat = dialect.grammar.nesting.is_flat
    group: Any = _hook(draw, kinds) if flat != _seldom(draw) else {}
    if not isinstance(group, dict):
        return group
    if draw(st.booleans()):
        group[_key(draw, "matcher")] = _matcher(draw, dialect, row)
    if flat == _seldom(draw):
        group[_key(draw, "hooks")] = [_hook(draw, kinds) for _ in range(draw(st.integers(0, 3)))]
    return group


@st.composite
def hook_files(draw: st.DrawFn) -> Case:
    """A file as its dialect has it, more or less."""
    dialect = draw(st.sampled_from(DIALECTS))
    events: dict[str, Any] = {}
    for row in draw(st.lists(st.sampled_from(dialect.events), max_size=3)):
        name = draw(words) if _seldom(draw) else _key(draw, row.name)
        groups = [_group(draw, dialect, row) for _ in range(draw(st.integers(0, 2)))]
        events[name] = groups if not _seldom(draw, 20) else draw(other_values)
    for field in dialect.grammar.knobs:
        if _seldom(draw, 4):
            events[_key(draw, field.name)] = _value(draw, field)
    key = dialect.grammar.hooks_key
    value: Any = {_key(draw, key): events} if key and not _seldom(draw) else events
    for field in dialect.grammar.root:
        if field.name != key and _seldom(draw, 4):
            value[_key(draw, field.name)] = _value(draw, field)
    text = json.dumps(value, indent=draw(_INDENTS), ensure_ascii=draw(st.booleans()))
    return dialect.id, text.replace("\n", draw(_LINE_ENDS))


def _nodes(text: str) -> list[Node]:
    root = parse(text).root
    todo = [root] if root else []
    for node in todo:
        todo += node.items or [it.value for it in node.members]
    return todo


@st.composite
def broken(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with pieces cut out, put in, doubled, swapped, or nested deep."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 4))):
        nodes = _nodes(text)
        it = draw(st.sampled_from([None, *nodes])) if draw(st.booleans()) else None
        if it is not None:
            start, end = it.start, it.end
        else:
            start = draw(st.integers(0, len(text)))
            end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 5, 30, 200])))
        text = text[:start] + _instead(draw, text[start:end], nodes, text) + text[end:]
    return draw(st.sampled_from(["", "", "", "\ufeff", "\ufeff\ufeff", "\r"])) + text


def _instead(draw: st.DrawFn, piece: str, nodes: list[Node], text: str) -> str:
    match draw(st.integers(0, 6)):
        case 0:
            return ""
        case 1:
            return piece + draw(st.sampled_from(["", ","])) + piece
        case 2 if nodes:
            other = draw(st.sampled_from(nodes))
            return text[other.start : other.end]
        case 3:
            opening, depth = draw(_NESTED)
            return opening * depth + piece
        case 4:
            return json.dumps(draw(st.sampled_from(OTHER_VALUES)))
        case 5:
            return draw(st.text(max_size=4))
        case _:
            return draw(joined(TEXT_PIECES, 3))


_found = st.tuples(st.sampled_from([it.id for it in DIALECTS]), broken(st.sampled_from(TEXTS)) | soup)


@st.composite
def _broken_hook_files(draw: st.DrawFn) -> Case:
    dialect, text = draw(hook_files())
    return dialect, draw(broken(st.just(text)))


cases: st.SearchStrategy[Case] = hook_files() | _broken_hook_files() | _found
texts: st.SearchStrategy[str] = broken(st.sampled_from(TEXTS)) | soup | hook_files().map(lambda it: it[1])

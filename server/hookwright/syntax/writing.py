"""How names and values are written in each notation: JSON, TOML and YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from hookwright.patterns import late_pattern
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import JSON, Notation

_BARE_KEY = late_pattern(r"[A-Za-z_][A-Za-z0-9_-]*")
# What YAML and people read as the same text without quotes: no sign begins it, and none ends a value inside it.
_PLAIN = late_pattern(r"[A-Za-z_/][\w./$@+-]*(?: [\w./$@+=-]+)*", re.ASCII)
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_UNIT = "  "


def key_text(notation: Notation, name: str) -> str:
    """A name as it is written before its value."""
    if notation is Notation.JSON or not _BARE_KEY.fullmatch(name):
        return quote(name)
    return quote(name) if notation is Notation.YAML and name.lower() in _WORDS else name


def scalar_text(notation: Notation, value: JSON) -> str:
    """A scalar as it is written; in quotes if it would be read as something else without them."""
    if not isinstance(value, str):
        return json.dumps(value)
    if notation is Notation.YAML and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    if notation is not Notation.JSON and ('"' in value or "\\" in value) and value.isprintable() and "'" not in value:
        return f"'{value}'"
    return quote(value)


def inline_text(notation: Notation, value: JSON) -> str:
    """A value on one line, between brackets where it is a container."""
    if isinstance(value, dict):
        sign = " = " if notation is Notation.TOML else ": "
        members = [f"{key_text(notation, name)}{sign}{inline_text(notation, it)}" for name, it in value.items()]
        pad = " " if members and notation is Notation.TOML else ""
        return f"{{{pad}{', '.join(members)}{pad}}}"
    if isinstance(value, list):
        return f"[{', '.join(inline_text(notation, it) for it in value)}]"
    # Between brackets, a comma would end a text without quotes; there is none in those.
    return scalar_text(notation, value)


def yaml_lines(value: JSON, unit: str = _UNIT) -> list[str]:
    """The lines of a value as YAML writes it in blocks, without their common indentation."""
    if isinstance(value, dict) and value:
        return [line for name, it in value.items() for line in _yaml_member(name, it, unit)]
    if isinstance(value, list) and value:
        return [line for it in value for line in _yaml_item(it, unit)]
    return [inline_text(Notation.YAML, value)]


def _yaml_member(name: str, value: JSON, unit: str) -> Iterator[str]:
    key, lines = key_text(Notation.YAML, name), yaml_lines(value, unit)
    if isinstance(value, dict | list) and value:
        yield f"{key}:"
        yield from (unit + line for line in lines)
    else:
        yield f"{key}: {lines[0]}"


def _yaml_item(value: JSON, unit: str) -> Iterator[str]:
    first, *rest = yaml_lines(value, unit)
    yield f"- {first}"
    yield from (f"  {line}" for line in rest)


def toml_lines(value: Mapping[str, JSON], path: tuple[str, ...] = ()) -> list[str]:
    """The lines of a table: its own keys, then the tables in it, each under its head and after an empty line."""
    own = {name: it for name, it in value.items() if not _is_table(it) and not _is_tables(it)}
    lines = [f"{key_text(Notation.TOML, name)} = {inline_text(Notation.TOML, it)}" for name, it in own.items()]
    for name, it in value.items():
        inner = (*path, name)
        if isinstance(it, dict) and _is_table(it):
            implied = all(_is_table(one) or _is_tables(one) for one in it.values())
            lines += _under("" if implied else f"[{toml_name(inner)}]", toml_lines(it, inner), lines)
        elif isinstance(it, list) and _is_tables(it):
            for one in it:
                assert isinstance(one, dict)
                lines += _under(f"[[{toml_name(inner)}]]", toml_lines(one, inner), lines)
    return lines


def toml_name(path: Iterable[str]) -> str:
    """The name of a table, with dots."""
    return ".".join(key_text(Notation.TOML, it) for it in path)


def _under(head: str, lines: list[str], before: list[str]) -> list[str]:
    blank = [""] if before and (head or lines[:1] != [""]) else []
    return [*blank, *([head] if head else []), *lines]


def _is_table(value: JSON) -> bool:
    return isinstance(value, dict) and bool(value)


def _is_tables(value: JSON) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(it, dict) for it in value)

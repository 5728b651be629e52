"""Reads JSON from elsewhere so that no other program can take it for something else, or refuses it.

Parsers differ in what they make of a key that is there twice, of NaN, of bytes that are not UTF-8 and of what is too
deep or too large.  A guard that judges one reading while the tool acts on another guards nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from msgspec import Struct

from hookwright.errors import BeyondLimits, UsageError
from hookwright.limits import MOST_BYTES, MOST_DEPTH, MOST_DIGITS, is_deeper
from hookwright.text import well_formed

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_TOKEN = re.compile(r'"(?>(?:[^"\\]++|\\.)*)"?|[{}\[\]:,]|[^\s"{}\[\]:,]++', re.DOTALL)
_LAST_ID = re.compile(r'[,{]\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d{1,19})\s*\}\s*\Z')
_MANY_DIGITS = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
_SCANNED = 1 << 17
_TAIL = 512
_LONGEST_ID = 4096


class NotJson(ValueError):
    """Text that is not JSON, or that programs read in different ways; `str()` is half a sentence that says why."""


def read_json(data: bytes | str, what: str = "The payload", most_depth: int = MOST_DEPTH) -> Any:  # noqa: ANN401
    """The value, with U+FFFD for every half of a surrogate pair; `what` begins the sentence of an error.

    Raises NotJson, also for a key that an object has twice, and BeyondLimits.
    """
    if len(data) > MOST_BYTES:
        raise too_large(what)
    try:
        found = _decode(well_formed(data) if isinstance(data, str) else data.decode("utf-8"))
    except UnicodeDecodeError as wrong:
        raise NotJson(f"it is not UTF-8 (at byte {wrong.start})") from wrong
    except RecursionError:
        raise too_deep(what, most_depth) from None
    if _opened(data) > most_depth and is_deeper(found, most_depth):
        raise too_deep(what, most_depth)
    return _mended(found) if names_half(data) else found


def within_limits(value: Any, what: str = "The payload") -> Any:  # noqa: ANN401  any JSON value
    """The value of a Python program as `read_json` would give it; the very same where nothing has to change.

    Raises UsageError for what is not JSON, and BeyondLimits.
    """
    if is_deeper(value):
        raise too_deep(what)
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as wrong:
        # Python's own words for an integer that it does not write.
        if "integer string conversion" in str(wrong):
            raise _too_long() from wrong
        raise UsageError(f"{what} cannot be written as JSON ({wrong})", "use null in place of NaN") from wrong
    mended = well_formed(text)
    if len(mended.encode()) > MOST_BYTES:
        raise too_large(what)
    return value if mended == text and _MANY_DIGITS.search(text) is None else _decode(mended)


def _opened(data: bytes | str) -> int:
    """How many brackets there are that may open something: it is no deeper."""
    return data.count(b"{") + data.count(b"[") if isinstance(data, bytes) else data.count("{") + data.count("[")


def names_half(data: bytes | str) -> bool:
    """Whether the JSON may name a half of a surrogate pair, which other programs read in different ways."""
    if isinstance(data, bytes):
        return b"\\u" in data and _HALF.search(data.decode("utf-8", "replace")) is not None
    return "\\u" in data and _HALF.search(data) is not None


def too_deep(what: str, most: int = MOST_DEPTH) -> BeyondLimits:
    """The error for what nests too deep; `what` is the beginning of a sentence, such as `The payload`."""
    return BeyondLimits(f"{what} nests objects and arrays more than {most} levels deep", "send less nested data")


def too_large(what: str) -> BeyondLimits:
    """The error for what has too many bytes."""
    return BeyondLimits(f"{what} is larger than {MOST_BYTES >> 20} MiB", "send less")


def _mended(found: Any) -> Any:  # noqa: ANN401  any JSON value
    text = json.dumps(found, ensure_ascii=False)
    mended = well_formed(text)
    return found if mended == text else _decode(mended)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    raise NotJson(f"an object has the key {json.dumps(twice[:80])} twice")


def _integer(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise _too_long()
    return int(text)


def _number(text: str) -> float:
    found = float(text)
    if not isfinite(found):
        raise _too_long()
    return found


def _too_long() -> BeyondLimits:
    return BeyondLimits(f"The JSON has a number of more than {MOST_DIGITS} digits", "send it as a text")


def _constant(text: str) -> float:
    raise NotJson(f"`{text}` is not JSON; use null")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _decode(text: str) -> Any:  # noqa: ANN401  any JSON value
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as wrong:
        raise NotJson(f"{wrong.msg} (at character {wrong.pos})") from wrong


class Envelope(Struct, frozen=True):
    """What can be said of a message that cannot be read: its id, None if there is none to be found, and its kind."""

    id: int | str | None = None
    is_response: bool = False


def envelope_of(data: bytes) -> Envelope:
    """The envelope of a JSON-RPC message that is broken, too deep, too large or cut off; never raises."""
    text = data[: 4 * _SCANNED].decode("utf-8", "replace")
    members = _members(text)
    said = members.get("id")
    if not said and (found := _LAST_ID.search(data[-_TAIL:].decode("utf-8", "replace"))) is not None:
        said = found[1]
    return Envelope(_id(said), "method" not in members and bool({"result", "error"} & members.keys()))


def _members(text: str) -> Mapping[str, str]:
    """The members of the outermost object, as far as they can be made out, each with the text that it begins with."""
    found: dict[str, str] = {}
    depth, last, key = 0, "", None
    for it in _TOKEN.finditer(text, 0, _SCANNED):
        token = it[0]
        if depth == 1 and token == ":":
            key = last.strip('"')
            found[key] = ""
        elif depth == 1 and token == ",":
            key = None
        elif depth == 1 and key is not None and token not in "}]":
            found[key], key = token, None
        if token in "{[":
            depth += 1
        elif token in "}]":
            depth -= 1
            if depth <= 0:
                break
        last = token
    return found if text.lstrip("\ufeff \t\r\n").startswith("{") else {}


def _id(said: str | None) -> int | str | None:
    try:
        found = json.loads(said) if said is not None and len(said) <= _LONGEST_ID else None
    except ValueError:
        return None
    return found if isinstance(found, (int, str)) and not isinstance(found, bool) else None

"""What is wrong with the value of a key, as the end of a sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from hookwright.model.field import Field, JsonType, OnWrong
from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Kind, Node, child

FITTING: Mapping[JsonType, Kind] = {
    JsonType.STRING: Kind.STRING,
    JsonType.INTEGER: Kind.NUMBER,
    JsonType.NUMBER: Kind.NUMBER,
    JsonType.BOOLEAN: Kind.BOOLEAN,
    JsonType.OBJECT: Kind.OBJECT,
    JsonType.ARRAY: Kind.ARRAY,
}
"""The kind of node that a value of each type is."""
_URL = late_pattern(r"\s*[A-Za-z][A-Za-z0-9+.-]*:(?!//\s*\Z|//[?#]|(?<!(?i:file):)///)\S")
_BOOLEANS = {"true": True, "false": False}
_ARTICLES = {"a": "an", "i": "an", "o": "an"}


def fault_of_node(known: Field, node: Node | None, value: object, *, of_strings: bool = False) -> str | None:
    """What is wrong with a key of a file; `of_strings`: as a list it may hold nothing but strings."""
    if node is None:
        return "is missing"
    if known.takes.nullable and node.kind is Kind.NULL:
        return None
    if known.reading.numeric_text and isinstance(value, str) and not math.isnan(number_of(known, value)):
        return fault_of_value(known, number_of(known, value))
    if known.reading.gathered and isinstance(value, str):
        return None
    if known.reading.boolean_text and boolean_of(known, value) is not None:
        return None
    if known.kind is not JsonType.ANY and node.kind is not FITTING[known.kind]:
        return f"must be {a_kind(known.kind)}"
    if of_strings and any(it.kind is not Kind.STRING for it in node.items):
        return "must be a list of strings"
    return fault_of_value(known, value)


def fault_of_value(known: Field, value: object) -> str | None:
    """What is wrong with a value that has the key's JSON type."""
    if known.kind is JsonType.INTEGER and not isinstance(value, int):
        return "must be an integer"
    takes = known.takes
    if takes.not_blank and isinstance(value, str) and not value.strip():
        return "must not be blank"
    if takes.words and value not in takes.words:
        return "must be one of " + ", ".join(f"`{it}`" for it in takes.words)
    if takes.least is not None and isinstance(value, int | float) and not value >= takes.least:
        return f"must be at least {takes.least:g}"
    if takes.most is not None and is_too_much(known, value):
        return f"must be at most {takes.most:.0f}"
    return None


def fault_of_hook(known: Field, node: Node | None) -> str | None:
    """What is wrong with a key of a hook for an agent that is strict about all of them; a blank text is not."""
    if node is None:
        return "is missing" if known.required and known.reading.on_wrong is not OnWrong.IGNORED else None
    if node.kind is not Kind.STRING or not known.takes.not_blank:
        fault = fault_of_node(known, node, node.value, of_strings=known.kind is JsonType.ARRAY)
        if fault is not None:
            return fault
    if known.takes.filled and node.value == "":
        return "must not be empty"
    if known.takes.schemes and not _is_url(str(node.value)):
        return "must be a URL"
    if (known.inserts.allowed_by or known.takes.of_texts) and any(
        it.value.kind is not Kind.STRING for it in node.members
    ):
        return "must hold nothing but strings"
    return fault_of_duration(known, node.value)


def fault_beside(known: Field, hook: Node) -> str | None:
    """What is wrong with a key of a hook because of another one that is there too."""
    if child(hook, known.name) is None:
        return None
    rival = next((it for it in known.when.rivals if child(hook, it) is not None), None)
    return f"must not be beside `{rival}`" if rival is not None else None


def _is_url(text: str) -> bool:
    """Whether browsers read a text as a URL: more than RFC 3986 allows, but not every host and port."""
    if not _URL.match(text):
        return False
    # Few files have URLs.
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text.strip())
        # A port that is none is found out when it is asked for.
        _ = parts.port
    except ValueError:
        return False
    return re.search(r"\s", parts.netloc) is None


def fault_of_duration(known: Field, value: object) -> str | None:
    """What is wrong with a number that says how long something may take."""
    measure = known.measure
    if measure is None or (known.takes.nullable and value is None):
        return None
    number = number_of(known, value)
    is_long_enough = number > 0 or (number == 0 and (measure.endless or measure.shortest is not None))
    is_long_enough = is_long_enough or (number <= 0 and measure.fallback is not None)
    return None if is_long_enough and math.isfinite(number) else f"must be a number of {measure.unit} above 0"


def number_of(known: Field, value: object) -> float:
    """The number that an agent takes a value of the key for; NaN for what is not a number."""
    if known.reading.numeric_text and isinstance(value, str) and value.strip():
        try:
            return float(value)
        except ValueError:
            return math.nan
    return finite(value)


def boolean_of(known: Field, value: object) -> bool | None:
    """True or false, if an agent takes a value of the key for one of them."""
    if known.reading.boolean_text and isinstance(value, str):
        return _BOOLEANS.get(value.lower())
    if known.reading.on_wrong is OnWrong.TRUTHY and isinstance(value, str | int | float):
        return bool(value)
    return value if isinstance(value, bool) else None


def is_too_much(known: Field, value: object) -> bool:
    """Whether a value is a number above the highest that the key can have."""
    return known.takes.most is not None and number_of(known, value) > known.takes.most


def finite(value: object) -> float:
    """The number, infinite if no float can hold it; NaN for what is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf


def a_kind(kind: Kind | JsonType) -> str:
    """The JSON type with its article."""
    return "null" if kind is Kind.NULL else f"{_ARTICLES.get(kind.value[0], 'a')} {kind.value}"

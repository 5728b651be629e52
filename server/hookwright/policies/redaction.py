"""Texts and JSON values as they may be kept: every secret in them replaced by what it was."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hookwright.policies.secret_names import is_secret_value, is_telling_name
from hookwright.policies.secrets import secrets_in

_SHORT = 256


def redact(text: str) -> str:
    """The text with `[redacted: GitHub token]` and the like in place of its secrets."""
    return _redact_again(text) if len(text) <= _SHORT else _redact(text)


def _redact(text: str) -> str:
    found = secrets_in(text)
    if not found:
        return text
    pieces: list[str] = []
    place = 0
    for secret in found:
        pieces += (text[place : secret.start], f"[redacted: {secret.what}]")
        place = secret.end
    return "".join((*pieces, text[place:]))


# Keys, commands and answers come again and again.
_redact_again = lru_cache(maxsize=2048)(_redact)


def redact_json(value: Any) -> Any:  # noqa: ANN401  any JSON value
    """The same for every string of a JSON value; one beside a telling key is judged by that key too."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {redact(key): _member(key, it) for key, it in value.items()}
    if isinstance(value, list):
        return [_item(before, it) for before, it in zip([None, *value], value, strict=False)]
    return value


def _item(before: object, value: Any) -> Any:  # noqa: ANN401
    """One value of a list, which may be the argument of an option before it."""
    option = isinstance(before, str) and before.startswith("--") and "=" not in before
    return _member(before, value) if option and isinstance(before, str) else redact_json(value)


def _member(key: str, value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, str) and is_telling_name(key) and is_secret_value(key, value):
        return f"[redacted: value of `{key}`]"
    return redact_json(value)

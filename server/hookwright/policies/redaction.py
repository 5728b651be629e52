"""Texts and JSON values as they may be kept: every secret in them replaced by what it was."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hookwright.policies.secret_names import is_secret_value, is_telling_name
from hookwright.policies.secrets import secrets_in

_SHORT = 256
_DATA = ("data", "stringData")
_KUBERNETES = "[redacted: value of a Kubernetes secret]"


def redact(text: str) -> str:
    """The text with `[redacted: GitHub token]` and so on in place of its secrets."""
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
        return _object(value)
    if isinstance(value, list):
        return [_item(before, it) for before, it in zip([None, *value], value, strict=False)]
    return value


def _object(value: dict[str, Any]) -> dict[str, Any]:
    # An entry of a list of variables: its name is a value, too.
    name = next((it for it in (value.get("name"), value.get("key")) if isinstance(it, str)), "")
    is_secret = value.get("kind") == "Secret"
    found: dict[str, Any] = {}
    for key, it in value.items():
        kept = _member(name, it) if key == "value" else _member(key, it)
        found[redact(key)] = _all_of(it) if is_secret and key in _DATA and isinstance(it, dict) else kept
    return found


def _all_of(data: dict[str, Any]) -> dict[str, Any]:
    return {redact(key): _KUBERNETES if isinstance(it, str) and it else redact_json(it) for key, it in data.items()}


def _item(before: object, value: Any) -> Any:  # noqa: ANN401
    """One value of a list, which may be the argument of an option before it."""
    option = isinstance(before, str) and before.startswith("--") and "=" not in before
    return _member(before, value) if option and isinstance(before, str) else redact_json(value)


def _member(key: str, value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, list) and is_telling_name(key):
        return [_member(key, it) for it in value]
    if isinstance(value, str) and is_telling_name(key) and is_secret_value(key, value):
        return f"[redacted: value of `{key}`]"
    return redact_json(value)

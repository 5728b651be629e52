"""No published shape of a token passes the redaction."""

from __future__ import annotations

import json

from tests.torture.secret_shapes import AROUND, SHAPES

from hookwright.policies.redaction import redact, redact_json
from hookwright.policies.secrets import secrets_in
from hookwright.policies.token_forms import TOKEN_FORMS


def test_there_are_many_shapes() -> None:
    assert len(SHAPES) >= 250


def test_every_form_has_its_shape() -> None:
    made = ["".join(make()) for make in SHAPES.values()]
    assert {it.what for it in TOKEN_FORMS} <= {it.what for text in made for it in secrets_in(text)}


def test_no_shape_passes() -> None:
    passed = {
        f"{name}, {place}"
        for name, make in SHAPES.items()
        for place, around in AROUND.items()
        if _passes(make(), place, around)
    }
    assert sorted(passed) == []


def _passes(made: tuple[str, str, str], place: str, around: str) -> bool:
    before, secret, after = made
    if (before or after or "\n" in secret) and place not in {"alone", "words"}:
        return False
    text = around.format(before + secret + after)
    kept = redact(text)
    return (
        "[redacted: " not in kept
        or any(piece in kept for piece in (secret, *_pieces(secret)))
        or secret in json.dumps(redact_json({"tool_input": {"command": text}, "n": [text]}))
    )


def _pieces(secret: str) -> list[str]:
    """Long parts of it; what all of its kind begin with may stay."""
    size = max(12, len(secret) // 2)
    return [secret[-size:], secret[-size - 4 : -4]]

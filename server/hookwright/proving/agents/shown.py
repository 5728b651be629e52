"""What a user would read of an agent that prints JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from hookwright.proving.script import Json, Played

_MOST = 200
_KEYS = ("result", "response")


def answers(played: Played) -> tuple[str, ...]:
    """The agent's last words and what it says of errors, as far as they are among what it printed; else all of that."""
    found = tuple(islice(_answers(played.stdout), _MOST))
    return (*(found or (played.stdout.strip(),)), played.stderr.strip())


def _answers(text: str) -> Iterator[str]:
    whole = _read(text)
    for said in [whole] if whole is not None else map(_read, text.splitlines()):
        item = said.get("item") if said is not None else None
        if isinstance(item, dict) and isinstance(it := item.get("text") or item.get("message"), str):
            yield it
        for key in _KEYS:
            if said is not None and isinstance(it := said.get(key), str) and it:
                yield it


def _read(text: str) -> Json | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None

"""How hooks have changed the tool input, as a unified diff of its pretty-printed JSON."""

from __future__ import annotations

import json
from difflib import unified_diff
from typing import Any

from hookwright.workflows.firing.fired import Fired

_INPUT = "tool_input"
# Comparing lines takes time that grows faster than they do.
_MOST_LINES = 2_000


def input_diff(fired: Fired) -> str | None:
    """The diff without its head lines; empty where nothing differs, None where there is nothing to compare."""
    changed, given = fired.outcome.folded.updated_input, fired.payload.get(_INPUT)
    if changed is None or given is None:
        return None
    before, after = pretty(given).split("\n"), pretty(dict(changed)).split("\n")
    if max(len(before), len(after)) > _MOST_LINES:
        return None
    return "\n".join(list(unified_diff(before, after, lineterm="", n=3))[2:])


def pretty(value: Any) -> str:  # noqa: ANN401
    """A JSON value for people."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)

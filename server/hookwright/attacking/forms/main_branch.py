"""The known dangers, which name the branch `main`, with the name that a project has for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Danger
from hookwright.patterns import late_pattern

MAIN = "main"
"""The branch that the data of dangers names."""
_NAMED = late_pattern(r"(?<![\w.])main(?![\w(]|\.(?!\.))")
"""That name in a command or a sentence, and not in the name of a file such as `main.py`."""
_WRITTEN = frozenset(
    {"command", "why", "word", "instead", "beside", "plain", "unless", "unsure", "content", "on", "off"}
)
"""The fields with what is sent or said; others are names and regular expressions."""


def about(known: Mapping[str, Danger], branch: str) -> Mapping[str, Danger]:
    """The dangers by their names, where the branch of that name is the one that nobody pushes to."""
    return known if branch == MAIN else {name: _with(it, branch) for name, it in known.items()}


def _with(value: Any, branch: str, *, is_written: bool = False) -> Any:  # noqa: ANN401  any part of a danger
    if isinstance(value, str):
        return _NAMED.sub(branch, value) if is_written else value
    if isinstance(value, tuple):
        return tuple(_with(it, branch, is_written=is_written) for it in value)
    if isinstance(value, Struct):
        fields = {it: _with(getattr(value, it), branch, is_written=it in _WRITTEN) for it in value.__struct_fields__}
        return replace(value, **fields)
    return value

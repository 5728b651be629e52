"""Harmless calls of every day that have a word, an option or a path which guards look for, and do something else."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.model import Change, Label, Variant

EVERYDAY = "everyday calls"
"""The name in the place of a danger's: no file can have it, as it has a blank."""


class Everyday(Struct, frozen=True, forbid_unknown_fields=True):
    """Calls that stand alone, those that can stand `behind` another command, and those about a guarded `file`.

    Each has a `kind`, and in `unless` the same without what guards look for.  Of a call behind another command, that
    is the other command alone.  A `file` is written `{file}`.
    """

    calls: tuple[Call, ...]
    behind: tuple[Call, ...]
    file: tuple[Call, ...]


@lru_cache(maxsize=1)
def known() -> Everyday:
    """All of them."""
    text = (resources.files("hookwright.attacking.forms") / "everyday.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Everyday)


def everyday(plain: Sequence[str], files: Sequence[str]) -> Iterator[Variant]:
    """The calls, also behind the `plain` commands, and about the files."""
    for it in known().calls:
        yield _variant(it, it.text, it.unless)
    for command in plain:
        for it in known().behind:
            yield _variant(it, f"{command} && {it.command}", command)
    for path in files:
        for it in known().file:
            yield _variant(it, it.command.replace("{file}", path), it.unless.replace("{file}", path))


def _variant(it: Call, text: str, control: str) -> Variant:
    change = Change(f"harmless {it.kind}", it.why, partial=True)
    return Variant(EVERYDAY, "", Label.HARMLESS, text, "", (change,), it.does, control=control)

"""Harmless calls with the words of a command: dry runs, lists, and searches for these words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.attacking.forms.dangers import Call


class Milder(Struct, frozen=True, forbid_unknown_fields=True):
    """The harmless calls beside commands that begin with the same words."""

    calls: tuple[Call, ...]


@lru_cache(maxsize=1)
def known() -> Mapping[str, Milder]:
    """What is known of commands, by the words that they begin with."""
    text = (resources.files("hookwright.attacking.forms") / "milder.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Milder])


def milder(command: str) -> Iterator[Call]:
    """The harmless calls beside a command, those of most of its words first."""
    words = command.split()
    for count in range(len(words), 0, -1):
        found = known().get(" ".join(words[:count]))
        yield from found.calls if found is not None else ()

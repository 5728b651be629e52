"""The outlines of all dialects, in the order in which these are offered: read from a file made from the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from hookwright.files import read_text
from hookwright.model.hook import Scope
from hookwright.model.location import HomeVariable, Import, Location
from hookwright.model.outline import Outline
from hookwright.model.plugins import PluginFolder, Plugins

# `make generated` writes it.
_FILE = __file__.removesuffix(".py") + ".json"


def _outline(given: Mapping[str, Any]) -> Outline:
    sets = {it: frozenset(given[it]) for it in ("types", "bodies", "hook_keys", "knobs", "tools")}
    home, plugins = given["home_variable"], given["plugins"]
    return Outline(
        id=given["id"],
        title=given["title"],
        locations=tuple(map(_location, given["locations"])),
        imports=tuple(Import(**{**it, "location": _location(it["location"])}) for it in given["imports"]),
        guesses=tuple(map(_location, given["guesses"])),
        home_variable=None if home is None else HomeVariable(**home),
        markers=tuple(given["markers"]),
        plugins=Plugins(
            folders=tuple(PluginFolder(**it) for it in plugins["folders"]),
            marks=tuple(plugins["marks"]),
            foreign_marks=tuple(plugins["foreign_marks"]),
            marketplace=plugins["marketplace"],
            nowhere_else=plugins["nowhere_else"],
        ),
        extends=given["extends"],
        hooks_key=given["hooks_key"],
        events=tuple(given["events"]),
        former_events=tuple(given["former_events"]),
        version=given["version"],
        flat=given["flat"],
        typed=given.get("typed", True),
        variables=frozenset(given["variables"]),
        roots=frozenset(given["roots"]),
        of_plugins=frozenset(given["of_plugins"]),
        **sets,
    )


def _location(given: Mapping[str, Any]) -> Location:
    return Location(**{**given, "scope": Scope(given["scope"])})


def title_of(id: str) -> str:  # noqa: A002
    """The title of a dialect; the id itself if there is none of that id."""
    return next((it.title for it in OUTLINES if it.id == id), id)


class _Outlines(Sequence[Outline]):
    """All outlines, read when somebody first looks at one."""

    @cached_property
    def _all(self) -> tuple[Outline, ...]:
        return tuple(map(_outline, json.loads(read_text(_FILE))))

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Outline: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Outline]: ...
    def __getitem__(self, index: int | slice) -> Outline | Sequence[Outline]:
        return self._all[index]

    def __iter__(self) -> Iterator[Outline]:
        return iter(self._all)


OUTLINES: Sequence[Outline] = _Outlines()

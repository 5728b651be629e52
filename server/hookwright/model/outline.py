"""What tells the files of a dialect from those of the others: all that is known of it before its table is loaded."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from hookwright.model.location import HomeVariable, Import, Location
from hookwright.model.plugins import Plugins


class Located(Protocol):
    """A dialect, or its outline, as far as it says where files are."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def locations(self) -> tuple[Location, ...]: ...
    @property
    def imports(self) -> tuple[Import, ...]: ...
    @property
    def guesses(self) -> tuple[Location, ...]: ...
    @property
    def home_variable(self) -> HomeVariable | None: ...
    @property
    def markers(self) -> tuple[str, ...]: ...
    @property
    def plugins(self) -> Plugins: ...
    @property
    def hooks_key(self) -> str: ...
    def __hash__(self) -> int: ...


class Outline(Struct, frozen=True, kw_only=True, eq=False):
    """The outline of a dialect; what is not described here is as in `Dialect`.

    `locations` and `imports` say where files are, and not how they are written; `plugins` has folders and marks alone.
    Files have a `version` if that is not None, and need it where it is true; in those that are `flat`, hooks are in
    no groups.  `types` are the names of the hook types, which every hook has where they are `typed`, `bodies` the keys
    with what they run, `hook_keys` the other keys of hooks.  `variables` have the placeholders among them; `roots` hold
    the folder of a plugin or the project, `of_plugins` are those that only the hooks of plugins get.
    """

    id: str
    title: str
    locations: tuple[Location, ...]
    imports: tuple[Import, ...]
    guesses: tuple[Location, ...]
    home_variable: HomeVariable | None
    markers: tuple[str, ...]
    plugins: Plugins
    extends: str
    hooks_key: str
    events: tuple[str, ...]
    former_events: tuple[str, ...]
    version: bool | None
    flat: bool
    types: frozenset[str]
    typed: bool
    bodies: frozenset[str]
    hook_keys: frozenset[str]
    knobs: frozenset[str]
    tools: frozenset[str]
    variables: frozenset[str]
    roots: frozenset[str]
    of_plugins: frozenset[str]

"""How hooks are nested in a file: in groups under their events, bare under them, or in entries that name theirs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hookwright.text import Route

HOOKS = "hooks"
"""The key of a matcher group with its hooks."""
MATCHER = "matcher"
"""The key of a group, or of a hook that is in none, with what it is for."""
TYPE = "type"
"""The key of a hook with its type."""


class GrammarPart(StrEnum):
    """What a container in a hook file is."""

    ROOT = "root"
    MANIFEST = "manifest"
    EVENTS = "events"
    KNOBS = "knobs"
    GROUPS = "groups"
    GROUP = "group"
    HOOKS = "hooks"
    HOOK = "hook"
    CRITERIA = "criteria"


class Nesting(Struct, frozen=True, kw_only=True):
    """How hooks are nested below the key of the hooks, if there are lists of entries.

    `inner` is the key of an entry with its hooks: a list of them, or one alone where it is `single`.  It is empty if
    an entry is the hook itself, and has the keys of a group among its own; with `groups_too`, matcher groups are read
    there as well.  `event_key` is the key with which an entry names its event, where all entries are in one list; empty
    if each event has a list under its name.  The hooks of an entry whose `enabled_key` is false do not run.
    """

    inner: str = ""
    single: bool = False
    groups_too: bool = False
    event_key: str = ""
    enabled_key: str = ""

    @property
    def is_flat(self) -> bool:
        """Whether an entry is a hook."""
        return not self.inner

    @property
    def is_grouped(self) -> bool:
        """Whether an entry is a group with a list of hooks."""
        return bool(self.inner) and not self.single

    @property
    def entry(self) -> str:
        """What an entry is called in messages."""
        return "matcher group" if self.is_grouped else "hook"

    def part_at(self, route: Route) -> GrammarPart | None:
        """What is at a route below the key of the hooks; None if nothing of the grammar is."""
        if self.event_key:
            return self._in_list(route)
        if not route:
            return GrammarPart.EVENTS
        return self._in_list(route[1:]) if isinstance(route[0], str) else None

    def holds(self, entry: Route, hook: Route) -> bool:
        """Whether a hook at that route is where the hooks of the entry belong."""
        return hook[: len(entry)] == entry and self._in_entry(hook[len(entry) :]) is GrammarPart.HOOK

    def entry_of(self, hook: Route) -> Route:
        """The entry that holds a hook in its place."""
        for end in (len(hook) - 2, len(hook) - 1):
            if self.holds(hook[:end], hook):
                return hook[:end]
        return hook

    def with_hook(self, group: Mapping[str, Any], hook: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with the keys of a group and one hook."""
        if self.is_flat:
            return {**group, **hook}
        return {**group, self.inner: dict(hook) if self.single else [dict(hook)]}

    def _in_list(self, route: Route) -> GrammarPart | None:
        if not route:
            return GrammarPart.HOOKS if self.is_flat else GrammarPart.GROUPS
        return self._in_entry(route[1:]) if isinstance(route[0], int) else None

    def _in_entry(self, route: Route) -> GrammarPart | None:
        inner = HOOKS if self.groups_too else self.inner
        match route:
            case ():
                return GrammarPart.HOOK if self.is_flat else GrammarPart.GROUP
            case (key,) if inner and key == inner:
                return GrammarPart.HOOK if self.single else GrammarPart.HOOKS
            case (key, int()) if inner and key == inner and not self.single:
                return GrammarPart.HOOK
        return None


GROUPED = Nesting(inner=HOOKS)
"""Under each event a list of matcher groups, each with a list of hooks."""
FLAT = Nesting()
"""Under each event a list of hooks."""
FLAT_OR_GROUPED = Nesting(groups_too=True)
"""The same, where matcher groups are read as well."""

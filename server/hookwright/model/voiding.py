"""What makes an agent skip a whole file: mistakes in its hooks, and settings beside them that do not fit."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from hookwright.model.field import JsonType
from hookwright.model.hook import Scope

ANY_KEY = "*"
"""Stands for every key of an object, and for every place in a list, in the route of a setting."""


class Setting(Struct, frozen=True, kw_only=True):
    """What a value has to be: of one of the `kinds`, or null if it is `nullable`.

    A text is one of the `words`, if there are any, and matches the `pattern` (of `re`) as a whole, which is to say that
    it `wants` what people are told so.  A number is above `above`, at least `least` and at most `most`; an object has
    all `keys`.
    """

    kinds: tuple[JsonType, ...]
    nullable: bool = False
    words: tuple[str, ...] = ()
    pattern: str = ""
    wants: str = ""
    above: float | None = None
    least: float | None = None
    most: float | None = None
    keys: tuple[str, ...] = ()


class Settings(Struct, frozen=True, eq=False):
    """A tree of settings by their keys: `own` is what the value here has to be, None if it can be anything."""

    own: Setting | None = None
    below: Mapping[str, Settings] = field(default_factory=dict)

    def at(self, key: str) -> Settings | None:
        """The settings of what is under a key, or at a place in a list; None if it can be anything."""
        return self.below.get(key) or self.below.get(ANY_KEY)


def settings_by(routes: Mapping[str, Setting]) -> Settings:
    """The tree of settings that are given by their routes, such as `permissions.deny` and `env.*`."""
    parted: dict[str, dict[str, Setting]] = {}
    for route, it in routes.items():
        key, _, rest = route.partition(".")
        if key:
            parted.setdefault(key, {})[rest] = it
    return Settings(routes.get(""), {key: settings_by(it) for key, it in parted.items()})


class Guarded(Struct, frozen=True, kw_only=True, eq=False):
    """The mistakes that may have switched off a guard.

    They are a malformed entry under one of the `guards`, which are events, and hooks of such an event outside of the
    object of events; the keys `elsewhere` are not searched for those.  So is a value that does not fit the `settings`
    of the file and, with `lists`, an event whose hooks are not in a list.
    """

    guards: tuple[str, ...] = ()
    settings: Settings = Settings()
    elsewhere: frozenset[str] = frozenset()
    lists: bool = False


class Closed(Struct, frozen=True):
    """Every value that does not fit where the agent knows the key, and every key at the root that it does not know."""


class Entries(Struct, frozen=True, kw_only=True, eq=False):
    """Every entry of an event that does not fit, which elsewhere the agent leaves out alone.

    `settings` and `lists` are as in Guarded; without `lists` the agent passes over an event that is not a list.
    `only_values`: it passes over hooks of an unknown type and those with nothing to run.  `empty_matcher`: it takes an
    empty matcher.  `events`: so does an event that it does not know, `keys`: a key of a hook that it does not know.
    """

    settings: Settings = Settings()
    lists: bool = False
    only_values: bool = False
    empty_matcher: bool = False
    events: bool = False
    keys: bool = False


class Voiding(Struct, frozen=True, kw_only=True, eq=False):
    """What makes an agent skip a whole file, with whatever else is in it: text that is not strict JSON always does.

    `effect` is what the agent does with the file, as the end of a sentence, `effects` where it differs by whose file
    it is: settings do not count there.  `mark`: so does a mark before UTF-8.  `by` is which mistakes in an object do.
    `plugin`: the effect is on all files of the plugin, unless the mistake is only about the text or the settings of a
    file that its manifest can do without.
    """

    effect: str
    effects: Mapping[Scope, str] = field(default_factory=dict)
    mark: bool = False
    plugin: bool = False
    by: Guarded | Closed | Entries | None = None

    def effect_on(self, scope: Scope) -> str:
        """What the agent does with such a file of that scope."""
        return self.effects.get(scope, self.effect)

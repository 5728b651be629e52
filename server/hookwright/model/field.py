"""What one key of a file is: its type, which values it takes, when it has an effect, and what a wrong value does."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from hookwright.model.evidence import Evidence


class JsonType(StrEnum):
    """The JSON type that a key wants."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    OBJECT = "object"
    ARRAY = "array"
    ANY = "any"


class Unit(StrEnum):
    """The unit of a duration in the file."""

    SECONDS = "seconds"
    MILLISECONDS = "milliseconds"

    @property
    def per_second(self) -> int:
        """How many of this unit make one second."""
        return 1 if self is Unit.SECONDS else 1000


class OnWrong(StrEnum):
    """What a value that does not fit its key does."""

    MISTAKE = "it is a mistake, and the hook runs without it if it can"
    IGNORED = "it is as good as none"
    TRUTHY = "it counts as true, unless it is empty or 0"
    SKIPS_HOOK = "the hook does not run"


# What has no limit of its own is ended after so many seconds.
_DAY = 86400.0


class Values(Struct, frozen=True, kw_only=True):
    """Which values of the key's type fit.

    `words` are the only ones allowed.  A text that is `not_blank` must not be, and the agent itself does not take an
    empty one where it is `filled`; `schemes` are what a URL may begin with.  `least` is the lowest number allowed, and
    a hook with one above `most` does not run.  An object is `of_texts` if it can hold nothing else.  One that is
    `nullable` can be null.  If there is `no_home`, a path that begins with `~` is not below the user's home.
    """

    words: tuple[str, ...] = ()
    not_blank: bool = False
    filled: bool = False
    schemes: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    of_texts: bool = False
    nullable: bool = False
    no_home: bool = False


class Measure(Struct, frozen=True):
    """How a number says how long something may take, in units.

    One below `shortest` (seconds), even 0, counts as that, and one from `milliseconds_from` on is read in milliseconds.
    Where it is `endless`, 0 stands for no limit.  If there is a `fallback` (seconds), 0 and less stand for it.
    """

    unit: Unit
    shortest: float | None = None
    milliseconds_from: float | None = None
    endless: bool = False
    fallback: float | None = None

    def seconds(self, number: float) -> float:
        """How long the agent takes so many units for."""
        if self.endless and number == 0:
            return _DAY
        if self.fallback is not None and number <= 0:
            return self.fallback
        if self.milliseconds_from is not None and number >= self.milliseconds_from:
            return number / Unit.MILLISECONDS.per_second
        found = number / self.unit.per_second
        return found if self.shortest is None else max(found, self.shortest)


class KeyReading(Struct, frozen=True, kw_only=True):
    """What the agent makes of values that do not have the key's type, and of those in several files.

    `on_wrong` is what a value that does not fit does.  Where `numeric_text`, a text that is a number counts as that
    number, where `boolean_text`, the texts `true` and `false` as those.  A list that is `gathered` has what all files
    list, and a text counts as a list of it.
    """

    on_wrong: OnWrong = OnWrong.MISTAKE
    numeric_text: bool = False
    boolean_text: bool = False
    gathered: bool = False

    @property
    def is_lenient(self) -> bool:
        """Whether the agent takes a wrong value, or none if there should be one, without a complaint."""
        return self.on_wrong is not OnWrong.MISTAKE


class Conditions(Struct, frozen=True, kw_only=True):
    """When a key has an effect.

    `read_in` says in which files it is read if that is none of the dialect's; on `events`, it has an effect on those
    only, None means all.  It has none beside a key of `useless_with`, nor without one of `needs`.  A hook that has one
    of the `rivals` as well does not run.
    """

    read_in: str = ""
    events: tuple[str, ...] | None = None
    useless_with: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()


class Inserts(Struct, frozen=True, kw_only=True):
    """What the agent inserts into the texts of a key.

    `allowed_by` names the key that lists the variables that they may hold; texts `from_payload` hold `${path}` into the
    payload.
    """

    allowed_by: str = ""
    from_payload: bool = False


ANY_VALUE, ALWAYS, PLAIN = Values(), Conditions(), Inserts()
NOT_BLANK, NULLABLE = Values(not_blank=True), Values(nullable=True)
IN_SECONDS, IN_MILLISECONDS = Measure(Unit.SECONDS), Measure(Unit.MILLISECONDS)
STRICT, LENIENT = KeyReading(), KeyReading(on_wrong=OnWrong.IGNORED)


class Field(Struct, frozen=True, kw_only=True):
    """One key that a place knows.

    `default` is what holds where the key is absent, `sample` what a completed snippet starts with, and `variable` the
    environment variable that overrules a key beside the events.  A duration has a `measure`.  `since` is the version
    that has it first, empty for all; `evidence` is its own where the dialect's does not cover it.
    """

    name: str
    kind: JsonType
    doc: str
    required: bool = False
    default: Any = None
    sample: Any = None
    variable: str = ""
    takes: Values = ANY_VALUE
    measure: Measure | None = None
    reading: KeyReading = STRICT
    when: Conditions = ALWAYS
    inserts: Inserts = PLAIN
    since: str = ""
    evidence: Evidence | None = None

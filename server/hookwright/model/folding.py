"""How what several hooks of one event say becomes one outcome, as a few choices that depend on the agent."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from hookwright.model.reaction import Decision


class Pick(StrEnum):
    """Which of several hooks that say the same kind of thing counts."""

    FIRST_CONFIGURED = "the first in the files"
    LAST_CONFIGURED = "the last in the files"
    FIRST_TO_END = "the first to end"
    LAST_TO_END = "the last to end"
    ALL = "all of them"

    @property
    def by_end(self) -> bool:
        """Whether it depends on how long the hooks take."""
        return self in (Pick.FIRST_TO_END, Pick.LAST_TO_END)


class Heard(StrEnum):
    """Which hooks have a say at all."""

    ALL = "all of them"
    UP_TO_DECISION = "none behind the first that decides"
    UP_TO_CONTINUE = "none behind the first that makes the agent go on"


class Kept(StrEnum):
    """When the model still gets what hooks add to the context."""

    ALWAYS = "whatever hooks decide"
    UNLESS_REFUSED = "unless a hook refuses"
    UNLESS_OBJECTED = "unless a hook refuses or objects, which it reads in the place of the tool's result"


class Stopped(StrEnum):
    """What the model still hears where a hook stops the agent."""

    HEARS_ALL = "everything"
    HEARS_OTHERS = "what the other hooks say"
    HEARS_NOTHING = "nothing"


class Folding(Struct, frozen=True, kw_only=True):
    """How the results of an event's hooks become one; the strongest decision always wins among those `heard` (C7).

    Hooks are read in the order of the files, or, where `by_end`, in the order in which they end: that decides who is
    heard, and how contexts and messages follow one another.
    Of several hooks that say the same kind of thing, `reason` is the one that gives the reason of the outcome, except
    where that is to ask: then it is `ask`.  `input` is the one whose change of the tool input holds, `rewrite` the one
    whose change of a result or a prompt does, `context` the one
    whose context the model gets; texts of `Pick.ALL` are joined.
    `keeps_context` is about contexts beside a refusal or an objection.  `sole_refusal`: of several refusals, the model
    is told only the one that gives the reason.  `lone_ask`: to ask by a field that gives way to others counts only
    where no other hook says anything.
    `stopped` is what the model hears where a hook stops the agent, which no hook can beside a decision in `unstopped`.
    `lets_stop`: all that a stop does is to overrule the hooks that keep the agent from stopping.
    """

    heard: Heard = Heard.ALL
    by_end: bool = False
    reason: Pick = Pick.FIRST_CONFIGURED
    ask: Pick = Pick.FIRST_CONFIGURED
    input: Pick = Pick.LAST_CONFIGURED
    rewrite: Pick = Pick.LAST_CONFIGURED
    context: Pick = Pick.ALL
    keeps_context: Kept = Kept.UNLESS_REFUSED
    sole_refusal: bool = False
    lone_ask: bool = False
    stopped: Stopped = Stopped.HEARS_ALL
    unstopped: frozenset[Decision] = frozenset()
    lets_stop: bool = False


AS_CONFIGURED = Folding()

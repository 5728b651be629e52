"""A guard and its state: a hook that could refuse, whether it would start here, and what passes if it fails."""

from __future__ import annotations

from enum import StrEnum
from typing import TypedDict

from msgspec import Struct


class GuardState(StrEnum):
    """How a guard does.

    `leaks`: it starts, and lets pass what it cannot judge.  `dead`: it cannot start here, or can never block.
    """

    HOLDS = "holds"
    LEAKS = "leaks"
    DEAD = "dead"
    UNKNOWN = "unknown"


class Fate(StrEnum):
    """What becomes of an event where the guard cannot decide."""

    REFUSED = "refused"
    PASSES = "passes"
    UNKNOWN = "unknown"


class Stop(Struct, frozen=True):
    """Why a hook does not run here, as the end of a sentence: "`jq` is missing".

    `code` is the exit code that the agent gets for it; None if the agent does not start the hook at all.
    `repair` is a command, or what else to do.  Where `is_part`, the hook starts, and only a part of it does not run.
    Where `is_hushed`, the command hides the error, so that it only matters to a guard.  Where `is_late`, the hook
    starts, and fails at its work.
    """

    why: str
    code: int | None
    repair: str = ""
    is_part: bool = False
    is_hushed: bool = False
    is_late: bool = False


class Decided(Struct, frozen=True):
    """What the analysis of a guard's script says; `line` (from 1) is that of the script at `script`, if it is known.

    `unreadable` is what becomes of an event that the guard cannot read.
    """

    state: GuardState
    says: str
    unreadable: Fate = Fate.UNKNOWN
    repair: str = ""
    script: str | None = None
    line: int | None = None


def undecided(why: str, repair: str, script: str | None, line: int | None) -> Decided:
    """What is said of a guard that cannot decide here, such as where "`jq` is missing here", and lets calls pass."""
    says = f"cannot decide: {why}, so this guard lets everything pass"
    return Decided(GuardState.DEAD, says, Fate.PASSES, repair, script, line)


class ScoreJson(TypedDict):
    """How many of the `dangerous` calls of an attack were stopped, and how many of the `harmless` ones refused."""

    stopped: int
    dangerous: int
    falseAlarms: int
    harmless: int


class Score(Struct, frozen=True, kw_only=True):
    """What an attack found: how many of the `dangerous` calls were stopped, and how many of the harmless ones refused.

    `against` are the dangers, `holes` the ways through the guard, and `faults` what passes if it cannot decide, such
    as "an empty payload".
    """

    against: tuple[str, ...]
    stopped: int
    dangerous: int
    false_alarms: int
    harmless: int
    holes: int = 0
    faults: tuple[str, ...] = ()

    def to_json(self) -> ScoreJson:
        """The score for programs."""
        return {
            "stopped": self.stopped,
            "dangerous": self.dangerous,
            "falseAlarms": self.false_alarms,
            "harmless": self.harmless,
        }


class GuardJson(TypedDict):
    """A guard, or another hook that would not start here (`isGuard` is false); `line` counts from 1.

    `ifUnreadable` and `ifTimedOut` say what becomes of the event where the payload cannot be read, and where the hook
    takes too long.
    """

    source: str
    pointer: str
    dialect: str
    event: str
    command: str
    isGuard: bool
    state: GuardState
    says: str
    repair: str | None
    script: str | None
    line: int | None
    ifUnreadable: Fate
    ifTimedOut: Fate


class Guard(Struct, frozen=True, kw_only=True):
    """A hook at a pointer (RFC 6901) of the file at `source`: a guard, or another one that would not start here.

    `attacked` is the score of the last attack, None if there was none since the guard changed.
    """

    source: str
    pointer: str
    dialect: str
    agent: str
    event: str
    command: str
    is_guard: bool
    decided: Decided
    timed_out: Fate
    attacked: Score | None = None

    @property
    def state(self) -> GuardState:
        """How it does."""
        return self.decided.state

    @property
    def where(self) -> str:
        """The script and the line that it is about: "guard.sh:12"; empty if there is none."""
        script, line = self.decided.script, self.decided.line
        return f"{script}:{line}" if script is not None and line is not None else ""

    def to_json(self) -> GuardJson:
        """The guard for programs."""
        it = self.decided
        return {
            "source": self.source,
            "pointer": self.pointer,
            "dialect": self.dialect,
            "event": self.event,
            "command": self.command,
            "isGuard": self.is_guard,
            "state": it.state,
            "says": it.says,
            "repair": it.repair or None,
            "script": it.script,
            "line": it.line,
            "ifUnreadable": it.unreadable,
            "ifTimedOut": self.timed_out,
        }

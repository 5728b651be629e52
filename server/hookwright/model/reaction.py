"""What a run of a hook can mean: statuses, decisions, messages, and the tables that map one to the other."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from hookwright.model.shape import Shape


class Severity(StrEnum):
    """How much a diagnostic matters, strongest first."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """0 for an error up to 3 for a hint."""
        return _SEVERITY_RANKS[self]

    @property
    def lowered(self) -> Severity:
        """The next weaker one; a hint stays one."""
        return _LOWERED[self]


_SEVERITY_RANKS = {it: rank for rank, it in enumerate(Severity)}
_LOWERED = dict(zip(Severity, [*list(Severity)[1:], Severity.HINT], strict=True))


class Decision(StrEnum):
    """What a hook says about the thing its event announces, weakest first.

    To defer is to leave it to the program that runs the agent, which ends the turn.
    """

    ALLOW = "allow"
    ASK = "ask"
    DEFER = "defer"
    DENY = "deny"

    @property
    def rank(self) -> int:
        """0 for allow up to 3 for deny."""
        return list(Decision).index(self)


class Status(StrEnum):
    """How one run ended, in the words that clients receive."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    BLOCKED = "blocked"
    TIMED_OUT = "timed-out"
    SKIPPED = "skipped"
    CANNOT_START = "cannot-start"
    RUNNING = "running"


class Audience(StrEnum):
    """Who gets a message."""

    USER = "user"
    AGENT = "agent"


class Level(StrEnum):
    """How urgent a message is."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Words(StrEnum):
    """Where the text of a message or a reason comes from."""

    STDOUT = "stdout"
    STDERR = "stderr"
    STDERR_ALONE = "stderr, and never stdout"
    STDERR_OR_STDOUT = "stderr, or stdout where stderr is empty"
    STDOUT_OR_STDERR = "stdout, or stderr where stdout is empty"
    ENDING = "a sentence on how the hook ended, whatever it printed"
    REASON = "the reason given in the output"


class Say(Struct, frozen=True):
    """A message that a reaction makes: to whom, how loud, and out of which text."""

    to: Audience
    level: Level
    words: Words


class Reaction(Struct, frozen=True):
    """What one way of ending (or one word in the output) does to the event; `prefix` comes before what it says.

    `wordless` is what it does instead where the text that its `reason` comes from is blank.  One that `yields` gives
    way to an object that the hook printed, also if that object allows it.  One that `stops` ends the agent's turn as
    well.  The object is looked for in `source`, where the agent does not look at all that it looks at elsewhere.
    """

    status: Status = Status.SUCCEEDED
    decision: Decision | None = None
    blocks: bool = False
    must_continue: bool = False
    reason: Words | None = None
    says: Say | None = None
    reads_output: bool = False
    adds_context: bool = False
    prefix: str = ""
    wordless: Reaction | None = None
    yields: bool = False
    stops: bool = False
    source: Words | None = None

    @property
    def refuses(self) -> bool:
        """Whether this keeps the announced thing from going on."""
        return self.blocks or self.decision is Decision.DENY


class Choice(Struct, frozen=True):
    """A reaction that a key picks: one of the hook itself, such as `onFailure`, or one beside the events.

    `cases` are by the words of the key; those of a boolean are `true` and `false`.
    """

    key: str
    cases: Mapping[str, Reaction]
    otherwise: Reaction


class ExitTable(Struct, frozen=True):
    """What the ways in which a command ends mean on one event.

    `unreadable` replaces the meaning of a way that reads the output where something is printed that is not a JSON
    object, `silent` where nothing is; None leaves it as it is.  `signaled` is for a command that a signal has killed;
    None: as `other`.  `closed`: a refusing code refuses even where the object that was printed names another event,
    which elsewhere makes the hook one that has failed.
    """

    codes: Mapping[int, Reaction | Choice]
    other: Reaction | Choice
    timed_out: Reaction | Choice
    cannot_start: Reaction | Choice
    unreadable: Reaction | Choice | None = None
    silent: Reaction | Choice | None = None
    signaled: Reaction | Choice | None = None
    closed: bool = False

    def all(self) -> tuple[Reaction, ...]:
        """Every reaction that can come of an exit."""
        found: list[Reaction] = []
        special = (it for it in (self.unreadable, self.silent, self.signaled) if it is not None)
        for entry in (*self.codes.values(), self.other, self.timed_out, self.cannot_start, *special):
            found += [*entry.cases.values(), entry.otherwise] if isinstance(entry, Choice) else [entry]
        return tuple(found)


class Meant(StrEnum):
    """Which text that is not a JSON object was meant to be one."""

    NOTHING = "none"
    BRACED = "what is between braces"
    JSON = "what begins like an object or a list"


class Misfit(StrEnum):
    """For what in a printed object an agent reads nothing of it; elsewhere it only leaves out what does not fit."""

    NONE = "for nothing"
    VALUE = "a wrong value, such as null"
    ANY = "a wrong value, an unknown key, or a demand that is not met"


class Printing(Struct, frozen=True, kw_only=True):
    """How an agent finds the JSON object in what a hook printed, and how closely it looks at it.

    It is looked for in the first of the `sources` that holds any text.  `skips_mark`: a mark before UTF-8 is no part of
    the text.  `unwraps`: an object that was written as a JSON text counts as well.  `meant` is what was meant to be an
    object, so that it is a failure if it is none.  `dropped_for` is what in an object makes the agent read nothing
    of it.  `any_json`: a list, a number, a boolean and null are as good as an object that says nothing.  `progress`:
    a line of its own with an object of the type `progress` and a `message` is shown, and is no part of the text.
    """

    sources: tuple[Words, ...] = (Words.STDOUT,)
    skips_mark: bool = True
    unwraps: bool = False
    meant: Meant = Meant.NOTHING
    dropped_for: Misfit = Misfit.NONE
    any_json: bool = False
    progress: bool = False


ON_STDOUT = Printing()


class Effect(StrEnum):
    """What the engine does with a field of the JSON object that a hook prints."""

    CONTINUE = "false stops the agent"
    STOP_REASON = "why the agent was stopped"
    SUPPRESS = "true hides the plain output"
    DECIDES = "one of the words decides"
    CONTEXT = "text for the model"
    UPDATED_INPUT = "changes the tool input"
    UPDATED_RESULT = "changes what the model reads of the tool's result, or the user of a subagent's answer"
    UPDATED_PROMPT = "changes the prompt"
    MESSAGE = "text for the user"
    INTERRUPTS = "true stops the agent, beside a refusal"
    ANNOUNCES = "true, on the first line, puts the hook into the background"
    NOTED = "read by the agent, nothing for the engine to do"


class OutputField(Struct, frozen=True):
    """One field of a hook's JSON output: its path, type, words and effect; a `required` one must be beside the others.

    Where it is missing, nothing in the same object is read.  `whatever_it_says` is what any text in it does to the
    event, beside its effect.  Of one that is not `checked`, even a strict agent only ignores a value of another type.
    Each element of a list has one of the shapes in `items`, if there are some.  `unless` are paths of fields beside
    one of which it is not read; it is looked at only where the field at the path in `only_with` has the word there.
    One that is `filled` says nothing while it is empty.  Of several hooks, the last that decides by a field which
    `settles` has decided, whatever exit codes and fields with an `unless` say.  Where it `parses`,
    a text is taken for the JSON that it holds.  A changed result that is `like_result` has to have the type of the
    tool's own, and one that is `served` is read only for tools of MCP servers.  One that stops `afterwards` lets the
    event happen first.
    """

    path: tuple[str, ...]
    doc: str
    effect: Effect = Effect.NOTED
    kind: str = "string"
    words: Mapping[str, Reaction] | Mapping[bool, Reaction] = field(default_factory=dict)
    reason: tuple[str, ...] = ()
    deprecated: str = ""
    required: bool = False
    whatever_it_says: Reaction | None = None
    checked: bool = True
    items: tuple[Shape, ...] = ()
    unless: tuple[tuple[str, ...], ...] = ()
    only_with: tuple[tuple[str, ...], str] | None = None
    filled: bool = False
    settles: bool = False
    parses: bool = False
    like_result: bool = False
    served: bool = False
    afterwards: bool = False

    @property
    def spelled(self) -> tuple[str, ...]:
        """The words as JSON has them, without quotes."""
        return tuple(it if isinstance(it, str) else str(it).lower() for it in self.words)


class Demand(Struct, frozen=True, kw_only=True):
    """What an output has to hold beside a value; if it does not, nothing of the output is read.

    It is about any value at `path`, or only about those in `values`.  `beside` is the path of what must be there then:
    one of the values in `only`, or, if that is empty, anything that is no blank text.  Without `beside`, the value
    itself is not supported.  It is not made if there is a value at one of the paths in `unless`.
    """

    path: tuple[str, ...]
    values: tuple[Any, ...] = ()
    beside: tuple[str, ...] = ()
    only: tuple[Any, ...] = ()
    unless: tuple[tuple[str, ...], ...] = ()

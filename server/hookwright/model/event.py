"""What an event is: when it fires, what it carries, what it matches on, and how its hooks are run and read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from hookwright.model.folding import AS_CONFIGURED, Folding

if TYPE_CHECKING:
    from hookwright.model.evidence import Evidence
    from hookwright.model.hook import OwnerKind, Scope
    from hookwright.model.reaction import Demand, ExitTable, OutputField, Reaction


class MatchSubject(StrEnum):
    """What a matcher is compared with."""

    TOOL = "tool name"
    PATH = "file path"
    FILE_NAME = "file name"
    COMMAND = "shell command"
    VALUE = "a field of the payload"


class Source(StrEnum):
    """Where a field of the payload or a variable of the environment comes from."""

    PAYLOAD = "payload"
    EVENT = "event"
    SESSION_ID = "session id"
    CWD = "working directory"
    PROJECT_DIR = "project directory"
    PLUGIN_ROOT = "folder of the plugin that the hook came with"
    PLUGIN_DATA = "folder for the data of the plugin that the hook came with"
    TIMESTAMP = "time of the dispatch"
    EPOCH = "time of the dispatch, in milliseconds since 1970"
    USER_NAME = "the user's name"
    PLATFORM = "the agent's name, or ours"
    DISPATCH_ID = "dispatch id"
    INPUT_PATH = "path in the tool input"
    INPUT_COMMAND = "command in the tool input"
    SUBJECT = "what the matchers of the event are compared with"
    AMBIENT = "set by the agent itself"


class Order(StrEnum):
    """How the hooks of one event are run."""

    PARALLEL = "parallel"
    SERIAL = "serial"
    BY_GROUP = "serial within a group, groups in parallel"
    BACKGROUND = "in the background, after the answer"


class Stop(StrEnum):
    """What ends a serial chain before its last hook."""

    REFUSAL = "a hook that refuses"
    ASKING = "a hook that has the user asked"
    OBJECTION = "a hook that objects, whether or not that keeps anything from going on"
    DECISION = "a hook that decides, whatever it says"
    CONTINUE = "a hook that makes the agent go on"
    STOPPED = "a hook that stops the agent"


GOES_ON = "the agent goes on"


class PayloadField(Struct, frozen=True, kw_only=True):
    """One field of the JSON object on a hook's stdin; `sample` is a realistic value, and its type is the field's.

    `default` is what a hook is given where the client's payload lacks the field.  One that is `nullable` can be null.
    `also` is another name of the field: that under the event's other name, or the one that Claude Code has for it
    (`tool_name`), by which an embedding agent or another agent's event says it.  An object `holds` by its members what
    others have side by side, each with the name that Claude Code has for it.
    """

    name: str
    doc: str
    sample: Any
    source: Source = Source.PAYLOAD
    required: bool = True
    words: tuple[str, ...] = ()
    default: Any = None
    nullable: bool = False
    also: str = ""
    holds: Mapping[str, str] = field(default_factory=dict)


class Variable(Struct, frozen=True, kw_only=True):
    """An environment variable that hooks get; `events` limits it to those, None means all.

    `root` marks a variable that holds a directory, through which commands name their scripts; one that is `whole`
    stays one word where a command does not quote `${NAME}`, or `$NAME` if it is `bare`, for any characters in the
    path.  `field` names the field of the payload that it holds, by default that of its own name in lower case;
    `as_json` writes a text as JSON too.  A value that no environment can hold is left out; of one that `spills`, the
    variable is empty, and `file_variable` names a file that holds it.  `scopes` limits it to the hooks of those
    files, None means all.
    """

    name: str
    doc: str
    source: Source
    events: tuple[str, ...] | None = None
    root: bool = False
    whole: bool = False
    bare: bool = False
    field: str = ""
    as_json: bool = False
    spills: bool = False
    scopes: tuple[Scope, ...] | None = None

    @property
    def unquoted(self) -> str:
        """How commands name it; one that is `whole` needs no quotes then."""
        return f"${self.name}" if self.bare else f"${{{self.name}}}"

    def on(self, event: str) -> bool:
        """Whether hooks of that event get it."""
        return self.events is None or event in self.events

    @property
    def file_variable(self) -> str:
        """The variable that names the file of a value that was too large."""
        return f"{self.name}_FILE"


class MatchedOn(Struct, frozen=True):
    """What the matchers of an event are compared with; nothing if there is no `kind`, so that every hook runs.

    `field` names the field of the payload that holds it (of a FILE_NAME only the last part counts; of a message in
    parts, the texts with blanks between them), and `values` are its vocabulary if it has one.  `constant` is one
    word that counts whatever the payload says; there is no field then, and no other of the `values`.  Where it is the
    empty text, the event has nothing to match, and the agent runs no hook with a matcher that asks for something.
    """

    kind: MatchSubject | None = None
    field: str | None = None
    values: tuple[str, ...] = ()
    constant: str | None = None

    def found_in(self, payload: Mapping[str, Any]) -> str | None:
        """What a matcher is compared with in that payload; None if the payload lacks it or it is not a string."""
        if self.constant is not None:
            return self.constant
        found = payload.get(self.field) if self.field else None
        if isinstance(found, list):
            found = _text_of(found)
        if not isinstance(found, str):
            return None
        return found.replace("\\", "/").rpartition("/")[2] if self.kind is MatchSubject.FILE_NAME else found

    @property
    def named(self) -> str:
        """What a matcher is compared with, as a message names it; empty if matchers are ignored."""
        if self.constant is not None:
            return f"the word `{self.constant}`" if self.constant else "the empty text"
        return f"`{self.field}`" if self.field else ""


class EventRunning(Struct, frozen=True, kw_only=True):
    """In which order the hooks of an event run, how long, and how often.

    Of hooks that run one after another, one that does what `stops_at` says is the last; of hooks that run at the same
    time, the first that does what `race` says ends the others.  `timeout` (seconds) replaces the dialect's default, and
    `most_timeout` is the longest that the agent waits, even if a hook asks for more.  Where it is `raised_in` files of
    some scopes, all hooks share `timeout`, or the longest that a hook of these files asks for.  `once_by` names a
    payload field: one value of it fires the event once a session, until an event that `ends_session`.
    """

    order: Order = Order.PARALLEL
    stops_at: tuple[Stop, ...] = (Stop.REFUSAL, Stop.CONTINUE)
    race: tuple[Stop, ...] = ()
    timeout: float | None = None
    most_timeout: float | None = None
    raised_in: tuple[Scope, ...] | None = None
    once_by: str | None = None
    ends_session: bool = False


class Chain(Struct, frozen=True, kw_only=True):
    """What hooks that run one after another hand to the next.

    Where the event `accumulates`, each gets the tool input as those before it have changed it: the whole of what one
    gives where that `replaces_input`, else the keys that it names.  `hands_on` is the path in the output of keys that
    only the hooks behind it read in the tool input: what holds in the end is what one hook gives.  Where it
    `chains_results`, each gets the tool's result so.  `context_into` names the field of the payload, a text, behind
    which each next hook finds what those before it add to the context.
    """

    accumulates: bool = False
    replaces_input: bool = False
    hands_on: tuple[str, ...] = ()
    chains_results: bool = False
    context_into: str = ""


def _text_of(parts: list[Any]) -> str | None:
    """The texts of a message in parts, such as `{"type": "text", "text": "Hello"}`; None if it is no message."""
    if not all(isinstance(it, dict) and isinstance(it.get("type"), str) for it in parts):
        return None
    return " ".join(str(it.get("text", "")) for it in parts if it["type"] == "text")


NOTHING, SIDE_BY_SIDE, UNCHAINED = MatchedOn(), EventRunning(), Chain()


class EventRow(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """One event of a dialect, whole.

    `since` is the version that has it first, empty for all, and `evidence` its own where the dialect's does not cover
    it.  `spelling_of` names the event that this is another name of: the hooks under both fire together, each with the
    fields of its own.  `told_as` is what hooks are told that the event is called, if that is not its name here.
    Unless it `tells`, a file that has it does not speak for the agent.

    Matchers are compared with the `subject`.  `types` are the hook types that are legal here, None for all of the
    dialect's; `never_for` are owners, skills or agents, whose own hooks never run here.

    `loop_guard` names the payload field that shows a hook which keeps the agent from stopping that it has done so
    already.  `running` says how hooks run, and `chain` what one hands to the next.

    `exits`, `outputs` and `demands` say what comes of one hook, and `folding` what all of them together come to;
    `undecided` is what the agent does when none decides anything.  `folder_in`: hooks make a folder for the agent,
    which goes on only if it is there.  A command prints its path as the last line, others have it in their output at
    this path; the first hook that gives one counts, and none that fails.
    """

    name: str
    summary: str
    note: str = ""
    deprecated: str = ""
    spelling_of: str = ""
    told_as: str = ""
    tells: bool = True
    since: str = ""
    evidence: Evidence | None = None

    subject: MatchedOn = NOTHING
    types: tuple[str, ...] | None = None
    never_for: tuple[OwnerKind, ...] = ()

    payload: tuple[PayloadField, ...] = ()
    loop_guard: str = ""
    running: EventRunning = SIDE_BY_SIDE
    chain: Chain = UNCHAINED

    exits: ExitTable
    outputs: tuple[OutputField, ...] = ()
    demands: tuple[Demand, ...] = ()
    folder_in: tuple[str, ...] = ()
    folding: Folding = AS_CONFIGURED
    undecided: str = GOES_ON

    @property
    def ignores_matchers(self) -> bool:
        """Whether there is nothing that a matcher could be held against, so that every hook runs."""
        return self.subject.kind is None

    @cached_property
    def reactions(self) -> tuple[Reaction, ...]:
        """Everything that a hook can bring about on this event."""
        spoken = [reaction for field in self.outputs for reaction in field.words.values()]
        return (*self.exits.all(), *spoken)

    @cached_property
    def can_block(self) -> bool:
        """Whether any hook can keep the announced thing from going on, or the agent from stopping."""
        return any(it.refuses or it.must_continue for it in self.reactions)

    @cached_property
    def renamed(self) -> tuple[PayloadField, ...]:
        """The fields that a client may send under another name."""
        return tuple(it for it in self.payload if it.also and it.source is Source.PAYLOAD)

    @cached_property
    def required_outputs(self) -> tuple[OutputField, ...]:
        """The fields of an output without which nothing beside them is read."""
        return tuple(it for it in self.outputs if it.required)

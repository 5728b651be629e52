"""What a dialect's file may hold: keys, their types, units and words, and how hooks are nested."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hookwright.model.evidence import Evidence
from hookwright.model.nesting import GrammarPart, Nesting
from hookwright.model.reaction import Severity
from hookwright.text import Route

if TYPE_CHECKING:
    from hookwright.model.voiding import Voiding


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


class Field(Struct, frozen=True, kw_only=True):
    """One key that a place knows.

    `default` is what holds where the key is absent; `unit` is set for durations; `words` are the only values allowed;
    `text` marks strings that must not be blank, `filled` those that the agent itself does not take empty; one that is
    `nullable` can be null; `sample` is what a completed
    snippet starts with; `least` is the lowest number allowed, and a hook with one above `most` does not run; `variable`
    names the environment variable that overrules a key beside the events.  `read_in` says in which files it is read
    where that is none of the dialect's; it has no effect beside a key of `useless_with`, nor without one of `needs`.
    A hook that has one of the key's `rivals` as well does not run.
    `schemes` are what a URL may begin with; `allowed_by` names the key that lists the variables that its texts may
    hold, and `from_payload` marks one whose texts hold `${path}` into the payload, and one with `events` has an effect
    on those only.  An object is `of_texts` if it can hold nothing else.  A duration below `shortest` (seconds), even 0,
    counts as that, and a number from `milliseconds_from` on is read in milliseconds; of one that is `endless`, 0 stands
    for no limit.  Where `numeric_text`, a text that is a number counts as that number, where `boolean_text`, the texts
    `true` and `false` as those.  A list that is `gathered` has what all files list, and a text counts as a list of it.
    `on_wrong` is what a value that does not fit does.  `since` is the version that has it first, empty for all;
    `evidence` is its own where the dialect's does not cover it.
    """

    name: str
    kind: JsonType
    doc: str
    required: bool = False
    words: tuple[str, ...] = ()
    default: Any = None
    unit: Unit | None = None
    text: bool = False
    filled: bool = False
    nullable: bool = False
    shortest: float | None = None
    milliseconds_from: float | None = None
    on_wrong: OnWrong = OnWrong.MISTAKE
    numeric_text: bool = False
    boolean_text: bool = False
    gathered: bool = False
    endless: bool = False
    sample: Any = None
    least: float | None = None
    most: float | None = None
    variable: str = ""
    read_in: str = ""
    useless_with: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    allowed_by: str = ""
    from_payload: bool = False
    of_texts: bool = False
    events: tuple[str, ...] | None = None
    since: str = ""
    evidence: Evidence | None = None

    @property
    def is_lenient(self) -> bool:
        """Whether the agent takes a wrong value, or none where there should be one, without a complaint."""
        return self.on_wrong is not OnWrong.MISTAKE

    def seconds(self, number: float) -> float:
        """How long the agent takes a duration of that many units for."""
        if self.endless and number == 0:
            return _DAY
        if self.milliseconds_from is not None and number >= self.milliseconds_from:
            return number / Unit.MILLISECONDS.per_second
        found = number / (self.unit.per_second if self.unit is not None else 1)
        return found if self.shortest is None else max(found, self.shortest)


class Performer(StrEnum):
    """Who carries out a hook."""

    COMMAND = "a command"
    HTTP = "a web service"
    MCP_TOOL = "a tool of an MCP server"
    MODEL = "a model"
    MODEL_WITH_TOOLS = "a model that may use tools"
    NOBODY = "nobody here"

    @property
    def is_model(self) -> bool:
        """Whether the hook's body is a prompt for a model that the host of the engine has."""
        return self in (Performer.MODEL, Performer.MODEL_WITH_TOOLS)


class Answer(Struct, frozen=True, kw_only=True):
    """How a model says yes or no, where what it answers is not read as what a command prints.

    It is an object with a boolean `ok`, and a text `reason` beside it; `ask` tells the model so, behind the question.
    A no does the strongest that a hook of the event can do, except where the boolean `gives_up` is true.  Where it
    `stops`, it stops the agent as well, if that was not about to stop, unless the hook's key `goes_on` is true.
    """

    ok: str
    reason: str
    ask: str
    gives_up: str = ""
    stops: bool = False
    goes_on: str = ""


class HookType(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A kind of hook: the word in `type`, its keys, the one that holds what is run (`body`), and who runs it (`by`).

    Several kinds may have one word and be told apart by their bodies: of a hook with more than one, the first is run,
    or the one that is `preferred`.  `precondition` names the key of a command that has to succeed before the hook is
    run, `background` the one that is true if the hook runs in the background, and `rewake` one with which its refusal
    is read all the same.  Where the one that `once` names is true in the file of a skill, the hook runs only once a
    session.  `folder` is the key with the folder that it runs in, relative to the project, `environment` the one with
    variables of its own.  `server` is the key with the MCP server whose tool it is.  `only_object`: what it answers has
    to be a JSON object, or nothing; what is not of its `media_type` is as good as nothing.  `answer` says how a model
    answers, None where that is read as what a command prints, and `label` what goes before the event at the end of a
    prompt that does not say where the event belongs; empty where it is left out.  `system` is the only one that it
    can be started on, as `os.name` says, empty for all.  `since` is the version that has it first, empty for all.
    """

    name: str
    doc: str
    body: str
    fields: tuple[Field, ...]
    by: Performer = Performer.COMMAND
    preferred: bool = False
    precondition: str | None = None
    background: str | None = None
    rewake: str | None = None
    once: str | None = None
    folder: str | None = None
    environment: str | None = None
    server: str | None = None
    only_object: bool = False
    media_type: str = ""
    answer: Answer | None = None
    label: str = ""
    system: str = ""
    since: str = ""

    @property
    def runs(self) -> bool:
        """Whether the engine has a way to run such hooks."""
        return self.by is not Performer.NOBODY

    def field(self, name: str) -> Field | None:
        """The field of that name, or None."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> Mapping[str, Field]:
        return {it.name: it for it in reversed(self.fields)}


class Grammar(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """The shape of a dialect's file.

    `root_open`: other root keys belong to other readers and are not a mistake.  `hooks_key` is empty where the events
    are at the root.  `knobs` are beside the events, or in the object at the root that `knobs_key` names.  `nesting` is
    how hooks are nested below the key of the hooks; `takes_one`: an object in place of an event's list is read as its
    only item.
    `default_type` is the type of a hook that names none; None where `type` is required.  `unknown_event` is how much an
    unknown event name matters; where it is a hint, agents ignore such events, and so does the engine.
    `strict_hooks`: a hook with a wrong value under any of its keys does not run; elsewhere the key is ignored where the
    hook can do without it.  `voiding` is what makes the agent skip the whole file, None where nothing but broken text
    does.
    `off_alone`: the switch of the dialect at the root is about the hooks of the file alone; where `root` has no such
    key, it has no effect.  A file whose root has all `former_keys` is of a format that is no longer read.
    Where the agent `mends_yaml`, it has a second look at front matter that is not valid YAML, and of equal keys the
    last counts.
    """

    nesting: Nesting
    comments: bool = False
    trailing_commas: bool = False
    root: tuple[Field, ...] = ()
    root_open: bool = True
    hooks_key: str = "hooks"
    knobs: tuple[Field, ...] = ()
    knobs_key: str = ""
    takes_one: bool = False
    group: tuple[Field, ...] = ()
    types: tuple[HookType, ...] = ()
    default_type: str | None = None
    unknown_event: Severity = Severity.ERROR
    strict_hooks: bool = False
    voiding: Voiding | None = None
    off_alone: bool = False
    former_keys: tuple[str, ...] = ()
    mends_yaml: bool = False

    @property
    def entry_timeout(self) -> Field | None:
        """The key of a group that limits the time of its hook; None where hooks have their own."""
        return next((it for it in self.group if it.unit is not None), None) if self.nesting.single else None

    @property
    def hooks_route(self) -> Route:
        """Where the events are, or the list of the hooks that name theirs."""
        return (self.hooks_key,) if self.hooks_key else ()

    @property
    def beside_events(self) -> tuple[Field, ...]:
        """The keys in the object of the events that are none."""
        return () if self.knobs_key else self.knobs

    def outer_fields(self, part: GrammarPart) -> tuple[Field, ...]:
        """The keys of an object of the file that do not depend on its event, nor on its type."""
        match part:
            case GrammarPart.ROOT:
                return self.root
            case GrammarPart.MANIFEST:
                return tuple(it for it in self.root if it.name == self.hooks_key)
            case GrammarPart.EVENTS:
                return self.beside_events
            case GrammarPart.KNOBS:
                return self.knobs
            case GrammarPart.GROUP:
                return self.group
            case GrammarPart.HOOK if self.nesting.is_flat:
                return self.group
            case _:
                return ()

    @property
    def demanded(self) -> dict[str, Any]:
        """What a file has to say beside its events, with a usual value each."""
        return {it.name: it.sample for it in self.root if it.required}

    def type_named(self, name: object) -> HookType | None:
        """The hook type of that name, or None."""
        return self._types_by_name.get(name) if isinstance(name, str) else None

    def type_of(self, name: object, keys: Container[str]) -> HookType | None:
        """The hook type of that name for a hook with these keys: preferred, else the first whose body is there."""
        first = self.type_named(name)
        there = [it for it in self.types if it.name == name and it.body in keys]
        return next((it for it in there if it.preferred), next(iter(there), first))

    @cached_property
    def _types_by_name(self) -> Mapping[str, HookType]:
        return {it.name: it for it in reversed(self.types)}

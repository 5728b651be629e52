"""The files of ClawdCode: matchers of several criteria, knobs beside the events, and the keys of groups and hooks."""

from __future__ import annotations

from hookwright.dialects.clawdcode.events import ON_FAILURE, ON_TIMEOUT
from hookwright.dialects.fields import required_text, type_key
from hookwright.model.event import MatchSubject
from hookwright.model.field import IN_SECONDS, Field, JsonType, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.language import Criterion, Language, Matchers, Pattern
from hookwright.model.nesting import GROUPED

_TOOLS_LANGUAGE = Language(
    doc="Tool names with `|` between them, or a regular expression over the whole name; `*` for all", separators="|"
)
_CRITERIA = {
    "tools": Criterion(MatchSubject.TOOL, _TOOLS_LANGUAGE),
    "paths": Criterion(
        MatchSubject.PATH,
        Language(
            doc="A glob with `**` and `{a,b}`, matched against the path as given and relative to the project; calls "
            "without a path match",
            wildcards=frozenset({""}),
            names=False,
            pattern=Pattern.GLOB,
        ),
    ),
    "commands": Criterion(
        MatchSubject.COMMAND,
        Language(
            doc="A regular expression, which may match any part of the command; calls without a command match",
            wildcards=frozenset({""}),
            names=False,
            whole=False,
        ),
    ),
}

MATCHERS = Matchers(language=_TOOLS_LANGUAGE, criteria=_CRITERIA)


def _knob_with_words(name: str, doc: str, variable: str) -> Field:
    words = ("ignore", "deny", "ask")
    return Field(
        name=name, kind=JsonType.STRING, doc=doc, takes=Values(words=words), default="ignore", variable=variable
    )


_KNOBS = (
    Field(
        name="enabled",
        kind=JsonType.BOOLEAN,
        doc="Whether hooks run at all",
        default=True,
        variable="HOOKWRIGHT_ENABLED",
    ),
    Field(
        name="defaultTimeout",
        kind=JsonType.NUMBER,
        doc="The time-out of hooks that set none",
        default=60,
        measure=IN_SECONDS,
        variable="HOOKWRIGHT_DEFAULT_TIMEOUT",
    ),
    _knob_with_words(ON_TIMEOUT, "What happens when a hook takes too long", "HOOKWRIGHT_TIMEOUT_BEHAVIOR"),
    _knob_with_words(
        ON_FAILURE,
        "What happens when a hook cannot be started, or exits with a code other than 0, 1 or 2",
        "HOOKWRIGHT_FAILURE_BEHAVIOR",
    ),
    Field(
        name="maxConcurrentHooks",
        kind=JsonType.INTEGER,
        doc="How many hooks of one event run at the same time",
        default=10,
        takes=Values(least=1),
        variable="HOOKWRIGHT_MAX_CONCURRENT_HOOKS",
    ),
)

GRAMMAR = Grammar(
    nesting=GROUPED,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups, and settings next to them"),),
    knobs=_KNOBS,
    group=(
        Field(name="name", kind=JsonType.STRING, doc="What the group's hooks are called in reports"),
        Field(
            name="matcher",
            kind=JsonType.OBJECT,
            doc="Which calls: `tools`, `paths` and `commands`, all of which must match",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=(
        HookType(
            name="command",
            doc="A shell command that gets the event as JSON on stdin",
            body="command",
            fields=(
                type_key("command", "Always `command`"),
                required_text("command", "The shell command to run"),
                Field(
                    name="timeout",
                    kind=JsonType.NUMBER,
                    doc="How long the command may run; `defaultTimeout` by default",
                    default=60,
                    measure=IN_SECONDS,
                    sample=30,
                ),
                Field(name="statusMessage", kind=JsonType.STRING, doc="What the user sees while the hook runs"),
            ),
        ),
    ),
)

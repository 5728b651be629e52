"""The shape of Cursor's hook files: a version, and events with flat entries that have a matcher each."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import YES_OR_NO, one_of, required_text, type_key
from hookwright.model.field import IN_SECONDS, Conditions, Field, JsonType, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import AnswerReading, HookType, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.nesting import FLAT

FAIL_CLOSED = "failClosed"
FOLLOWING_UP = ("stop", "subagentStop")


def _type(word: str) -> Field:
    return Field(name="type", kind=JsonType.STRING, doc=f"`{word}`", takes=one_of(word))


_TIMEOUT = Field(
    name="timeout",
    kind=JsonType.NUMBER,
    doc="How long the hook may take; Cursor's own default is not documented, and 60 s here",
    default=60,
    measure=IN_SECONDS,
    sample=30,
)
_LOOP_LIMIT = Field(
    name="loop_limit",
    kind=JsonType.INTEGER,
    doc="How many follow-up messages in a row the hook may send; `null` for any number",
    default=5,
    takes=Values(least=0, nullable=True),
    when=Conditions(events=FOLLOWING_UP),
)
_FAIL_CLOSED = Field(
    name=FAIL_CLOSED,
    kind=JsonType.BOOLEAN,
    doc="Whether a failure of the hook (a crash, a time-out, output that is not JSON) refuses what it was asked about",
    default=False,
)

COMMAND = HookType(
    name="command",
    doc="A shell command that gets the event as JSON on stdin and answers with one JSON object on stdout",
    body="command",
    fields=(
        required_text("command", "The shell command to run"),
        _type("command"),
        _TIMEOUT,
        _FAIL_CLOSED,
        _LOOP_LIMIT,
    ),
)
_PROMPT = HookType(
    name="prompt",
    doc="A question to a model, which answers whether the agent may go on, and why not",
    body="prompt",
    by=Performer.MODEL,
    reading=AnswerReading(model=YES_OR_NO),
    fields=(
        type_key("prompt"),
        required_text("prompt", "What to ask; `$ARGUMENTS` is replaced by the event as JSON"),
        Field(name="model", kind=JsonType.STRING, doc="Which model to ask; by default a fast one"),
        _TIMEOUT,
        _FAIL_CLOSED,
        _LOOP_LIMIT,
    ),
)

_VERSION = Field(
    name="version",
    kind=JsonType.INTEGER,
    doc="The version of the format, `1`; outside of plugins, a file without a number here is not read",
    required=True,
    sample=1,
)
_HOOKS = Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks")

GRAMMAR = Grammar(
    nesting=FLAT,
    root=(_VERSION, _HOOKS),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression over the type of the tool, the shell command, or whatever else the event has",
            sample="Shell|Write",
        ),
    ),
    types=(COMMAND, _PROMPT),
    default_type=COMMAND.name,
)

# Plugins, those of Cursor's own among them, are published without a version.
GRAMMAR_OF_PLUGINS = replace(GRAMMAR, root=(replace(_VERSION, required=False), _HOOKS))

MATCHERS = Matchers(
    language=Language(
        doc="A JavaScript regular expression, which may match any part; the empty string, `*` or no matcher for all",
        names=False,
        whole=False,
    )
)

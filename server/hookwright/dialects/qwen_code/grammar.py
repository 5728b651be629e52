"""The shape of Qwen Code's settings: groups that may run one after another, and commands, web services and prompts."""

from __future__ import annotations

from hookwright.dialects.fields import YES_OR_NO, one_of, type_key
from hookwright.dialects.qwen_code.payload import DOCUMENTED
from hookwright.model.field import (
    ANY_VALUE,
    LENIENT,
    NOT_BLANK,
    STRICT,
    Conditions,
    Field,
    Inserts,
    JsonType,
    KeyReading,
    Measure,
    OnWrong,
    Unit,
    Values,
)
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import AnswerReading, HookType, KeyRoles, Performer
from hookwright.model.language import Language, Matchers, OtherNames
from hookwright.model.nesting import GROUPED
from hookwright.model.voiding import Voiding

COMMAND = "command"
_MILLISECONDS_FROM = 1000
# Milliseconds; JavaScript's timers end at once with more.
_LONGEST_TIMER = 2**31 - 1


def _text(name: str, doc: str, *, required: bool = False) -> Field:
    return Field(
        name=name,
        kind=JsonType.STRING,
        doc=doc,
        required=required,
        takes=NOT_BLANK if required else ANY_VALUE,
        reading=STRICT if required else LENIENT,
    )


def _timeout(default: int, *, milliseconds_from: float | None = None) -> Field:
    doc = "How long the hook may take, in seconds"
    if milliseconds_from is not None:
        doc += f"; a number from {milliseconds_from:g} on is read in milliseconds"
    return Field(
        name="timeout",
        kind=JsonType.NUMBER,
        doc=doc,
        default=default,
        measure=Measure(Unit.SECONDS, milliseconds_from=milliseconds_from),
        sample=30,
        takes=Values(most=None if milliseconds_from is None else _LONGEST_TIMER),
        reading=KeyReading(on_wrong=OnWrong.IGNORED, numeric_text=milliseconds_from is not None),
    )


_NAME = _text("name", "What the hook is called; of equal hooks with one name only one runs")
_DESCRIPTION = _text("description", "What the hook is for")
_STATUS_MESSAGE = _text("statusMessage", "Shown while the hook runs")

_COMMAND = HookType(
    name=COMMAND,
    doc="A command that gets the event as JSON on stdin",
    body="command",
    fields=(
        type_key(COMMAND),
        _text("command", "The shell command", required=True),
        _NAME,
        _DESCRIPTION,
        _timeout(60, milliseconds_from=_MILLISECONDS_FROM),
        Field(
            name="async",
            kind=JsonType.BOOLEAN,
            doc="Whether it runs in the background, at most 10 at once; what it says is not heard then",
            default=False,
            reading=LENIENT,
        ),
        Field(name="env", kind=JsonType.OBJECT, doc="Variables of the command's own", evidence=DOCUMENTED),
        Field(
            name="shell",
            kind=JsonType.STRING,
            doc="The shell that runs the command",
            takes=one_of("bash", "powershell"),
            evidence=DOCUMENTED,
        ),
        _STATUS_MESSAGE,
    ),
    keys=KeyRoles(background="async", environment="env"),
)
_HTTP = HookType(
    name="http",
    doc="A web service that the event is posted to",
    body="url",
    fields=(
        type_key("http"),
        Field(
            name="url",
            kind=JsonType.STRING,
            doc="Where the event is posted, as JSON",
            required=True,
            takes=Values(not_blank=True, schemes=("https://", "http://")),
            sample="http://localhost:8080/hook",
        ),
        Field(
            name="headers",
            kind=JsonType.OBJECT,
            doc="Headers; `$NAME` is replaced where `allowedEnvVars` allows it",
            inserts=Inserts(allowed_by="allowedEnvVars"),
            evidence=DOCUMENTED,
        ),
        Field(
            name="allowedEnvVars",
            kind=JsonType.ARRAY,
            doc="The environment variables that headers may use",
            when=Conditions(needs=("headers",)),
            evidence=DOCUMENTED,
        ),
        _timeout(600),
        _NAME,
        _DESCRIPTION,
        _STATUS_MESSAGE,
        Field(name="once", kind=JsonType.BOOLEAN, doc="Whether it runs only once per session", default=False),
        _text("if", "A permission rule: the hook runs only for calls that it covers"),
    ),
    by=Performer.HTTP,
    reading=AnswerReading(only_object=True, media_type="application/json"),
)
_PROMPT = HookType(
    name="prompt",
    doc="A question to a model that answers yes or no",
    body="prompt",
    fields=(
        type_key("prompt"),
        _text("prompt", "The question; `$ARGUMENTS` is the event as JSON", required=True),
        _text("model", "The model that is asked; that of the session where none is named"),
        _timeout(30),
        _NAME,
        _DESCRIPTION,
        _STATUS_MESSAGE,
    ),
    by=Performer.MODEL,
    reading=AnswerReading(model=YES_OR_NO),
)

GRAMMAR = Grammar(
    nesting=GROUPED,
    comments=True,
    voiding=Voiding(effect="reads nothing of this file"),
    root=(
        Field(name="$schema", kind=JsonType.STRING, doc="The JSON Schema of this file"),
        Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),
        Field(
            name="disableAllHooks",
            kind=JsonType.BOOLEAN,
            doc="Whether every hook is switched off",
            default=False,
            reading=KeyReading(on_wrong=OnWrong.TRUTHY),
        ),
        Field(
            name="stopHookBlockingCap",
            kind=JsonType.INTEGER,
            doc="How often hooks can keep the agent from stopping, one time after another; 8 by default",
            evidence=DOCUMENTED,
        ),
    ),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="What the group is for: names with `|` between them, or a regular expression, which may match any "
            "part; `*`, `.*`, the empty string or no matcher for all",
            sample="*",
        ),
        Field(
            name="sequential",
            kind=JsonType.BOOLEAN,
            doc="`true` makes all hooks of the event run one after another",
            default=False,
            reading=LENIENT,
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=(_COMMAND, _HTTP, _PROMPT),
)

MATCHERS = Matchers(
    language=Language(
        doc="A JavaScript regular expression that may match any part of the name; the names between its `|` may also "
        "be those that are shown for a tool, such as `Shell`, or Claude Code's, such as `Bash`, which are compared "
        "exactly; `*`, `.*`, the empty string or no matcher for all",
        wildcards=frozenset({"", "*", ".*"}),
        separators="|",
        trims=True,
        strips=True,
        names=False,
        whole=False,
        other_names=OtherNames.EXACT,
    )
)

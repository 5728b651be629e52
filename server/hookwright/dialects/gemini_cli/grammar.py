"""The files of Gemini CLI (H1, H3): matcher groups that may run one after another, and the settings of hooks."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import required_text, type_key
from hookwright.dialects.gemini_cli.events import LIFECYCLE
from hookwright.model.field import (
    IN_MILLISECONDS,
    LENIENT,
    Field,
    JsonType,
    KeyReading,
    OnWrong,
    Values,
)
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType, KeyRoles
from hookwright.model.language import Invalid, Language, Matchers, Pattern
from hookwright.model.nesting import GROUPED
from hookwright.model.voiding import Voiding

# Milliseconds; JavaScript's timers end at once with more.
_LONGEST_TIMER = 2**31 - 1

_COMMAND = HookType(
    name="command",
    doc="A bash command that gets the event as JSON on stdin",
    body="command",
    keys=KeyRoles(environment="env"),
    fields=(
        type_key("command", "Always `command`"),
        required_text("command", "The bash command to run"),
        Field(
            name="name",
            kind=JsonType.STRING,
            doc="What the hook is called; `hooksConfig.disabled` can name it",
            reading=LENIENT,
        ),
        Field(name="description", kind=JsonType.STRING, doc="What the hook is for", reading=LENIENT),
        Field(
            name="timeout",
            kind=JsonType.NUMBER,
            doc="How long the command may run; it is ended at once with a number that is not above 0, or that is too "
            "large for a timer",
            default=60000,
            measure=IN_MILLISECONDS,
            takes=Values(most=_LONGEST_TIMER, nullable=True),
            reading=KeyReading(on_wrong=OnWrong.SKIPS_HOOK, numeric_text=True),
            sample=30000,
        ),
        Field(name="env", kind=JsonType.OBJECT, doc="Variables of the command's own", reading=LENIENT),
    ),
)

GRAMMAR = Grammar(
    nesting=GROUPED,
    comments=True,
    takes_one=True,
    voiding=Voiding(effect="does not start with this file", mark=True),
    root=(
        Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),
        Field(name="hooksConfig", kind=JsonType.OBJECT, doc="Whether hooks run, and which"),
    ),
    knobs_key="hooksConfig",
    knobs=(
        Field(
            name="enabled",
            kind=JsonType.BOOLEAN,
            doc="Whether hooks run at all",
            default=True,
            reading=KeyReading(boolean_text=True, on_wrong=OnWrong.IGNORED),
        ),
        Field(
            name="disabled",
            kind=JsonType.ARRAY,
            doc="Hooks that do not run, by `name` or by `command`; what all files list counts together",
            default=[],
            reading=KeyReading(gathered=True, on_wrong=OnWrong.IGNORED),
        ),
        Field(name="notifications", kind=JsonType.BOOLEAN, doc="Whether the user sees hooks run", default=True),
    ),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="Which tools: a regular expression that is searched in the name; on `SessionStart`, `SessionEnd` and "
            "`PreCompress` one word",
            sample="*",
        ),
        Field(
            name="sequential",
            kind=JsonType.BOOLEAN,
            doc="`true` makes all hooks of the event run one after another, each with the input as changed so far",
            default=False,
            reading=LENIENT,
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=(_COMMAND,),
)

OF_EXTENSION = replace(
    GRAMMAR,
    comments=False,
    takes_one=False,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups", required=True),),
    voiding=Voiding(effect="reads nothing of this file", mark=True),
)
"""The `hooks/hooks.json` of an extension, which is JSON without comments."""

MATCHERS = Matchers(
    language=Language(
        doc="A JavaScript regular expression that may match any part of the tool's name; one that is not valid is "
        "compared as plain text. The empty string, `*` or no matcher: every tool. Blanks around it do not count",
        strips=True,
        names=False,
        whole=False,
        invalid=Invalid.LITERAL,
    ),
    narrow=dict.fromkeys(
        LIFECYCLE,
        Language(
            doc="One word, which is compared exactly; the empty string, `*` or no matcher for all",
            strips=True,
            pattern=Pattern.NONE,
        ),
    ),
)

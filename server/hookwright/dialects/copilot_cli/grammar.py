"""The files of GitHub Copilot (J1): flat hooks that name their command by shell, and Claude Code's groups.

Of a file of its own it leaves out the hooks that do not fit; in settings one of them voids all.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from hookwright.dialects.copilot_cli.events import EVENTS
from hookwright.dialects.fields import one_of, required_text
from hookwright.model.event import MatchSubject
from hookwright.model.field import (
    ANY_VALUE,
    IN_SECONDS,
    LENIENT,
    NOT_BLANK,
    Conditions,
    Field,
    Inserts,
    JsonType,
    Values,
)
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType, KeyRoles, Performer
from hookwright.model.language import Language, Matchers, OtherNames
from hookwright.model.nesting import FLAT_OR_GROUPED
from hookwright.model.voiding import Entries, Guarded, Setting, Voiding, settings_by

_BODIES = {
    "bash": "The command for bash, on Linux and macOS",
    "command": "The command for every system",
    "exec": "The program to start without a shell, with `args`",
    "powershell": "The command for PowerShell, on Windows",
}
_RIVALS = {"exec": tuple(it for it in _BODIES if it != "exec")}
_COMMON = (
    Field(
        name="timeoutSec",
        kind=JsonType.NUMBER,
        doc="How long the hook may run",
        default=30,
        measure=IN_SECONDS,
        sample=10,
    ),
    Field(
        name="timeout",
        kind=JsonType.NUMBER,
        doc="Another name of `timeoutSec`",
        default=30,
        measure=IN_SECONDS,
        sample=10,
    ),
    Field(name="comment", kind=JsonType.ANY, doc="A note for people"),
)


def _type(word: str) -> Field:
    return Field(name="type", kind=JsonType.STRING, doc=f"`{word}`", takes=one_of(word), default="command")


def _command(body: str) -> HookType:
    """A command; hooks may have several, and run the one for their system."""
    return HookType(
        name="command",
        doc="A command that gets the event as JSON on stdin",
        body=body,
        by=Performer.NOBODY if body == "powershell" else Performer.COMMAND,
        system="nt" if body == "powershell" else "",
        keys=KeyRoles(folder="cwd", environment="env"),
        fields=(
            _type("command"),
            *(
                Field(
                    name=name,
                    kind=JsonType.STRING,
                    doc=doc,
                    required=name == body,
                    takes=NOT_BLANK if name == body else ANY_VALUE,
                    when=Conditions(rivals=_RIVALS.get(name, ())),
                )
                for name, doc in _BODIES.items()
            ),
            Field(
                name="args",
                kind=JsonType.ARRAY,
                doc="The arguments of `exec`",
                when=Conditions(needs=() if body == "exec" else ("exec",)),
                default=[] if body == "exec" else None,
            ),
            Field(name="cwd", kind=JsonType.STRING, doc="Where the command runs; the project by default"),
            Field(name="env", kind=JsonType.OBJECT, doc="Variables of the command's own", takes=Values(of_texts=True)),
            *_COMMON,
        ),
    )


_HTTP = HookType(
    name="http",
    doc="A web service that is sent the event; only the agent calls it",
    body="url",
    by=Performer.NOBODY,
    fields=(
        replace(_type("http"), required=True, default=None),
        Field(
            name="url",
            kind=JsonType.STRING,
            doc="Where to send it",
            required=True,
            takes=Values(not_blank=True, schemes=("https",)),
        ),
        Field(
            name="headers",
            kind=JsonType.OBJECT,
            doc="Headers of the request",
            inserts=Inserts(allowed_by="allowedEnvVars"),
        ),
        Field(name="allowedEnvVars", kind=JsonType.ARRAY, doc="The variables that `headers` may name"),
        *_COMMON,
    ),
)
_PROMPT = HookType(
    name="prompt",
    doc="A prompt that is sent when a session begins; only the agent sends it",
    body="prompt",
    by=Performer.NOBODY,
    fields=(
        replace(_type("prompt"), required=True, default=None),
        required_text("prompt", "The prompt"),
        *_COMMON,
    ),
)
_MATCHER = Field(
    name="matcher",
    kind=JsonType.STRING,
    doc="Which tools, agents or kinds: a regular expression over the whole name; leave it out for all",
    sample="bash",
)
_HOOKS = Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks")
_OFF = Field(name="disableAllHooks", kind=JsonType.BOOLEAN, doc="`true` switches every hook of the file off")
_OFF_FOR_ALL = replace(_OFF, doc="`true` switches every hook of every file off")
_SWITCHES: Mapping[str, Setting] = {_OFF.name: Setting(kinds=(JsonType.BOOLEAN,))}
_SKIPS = Voiding(
    effect="skips this whole file",
    mark=True,
    by=Guarded(
        settings=settings_by({"version": Setting(kinds=(JsonType.NUMBER,), least=1, most=1), **_SWITCHES}), lists=True
    ),
)
_TYPES = (*(_command(it) for it in _BODIES), _HTTP, _PROMPT)

_EFFECT = "runs none of the hooks in this file"

GRAMMAR = Grammar(
    nesting=FLAT_OR_GROUPED,
    root=(
        Field(
            name="version",
            kind=JsonType.NUMBER,
            doc="Always 1; with another value Copilot skips the file, without one it does not",
            required=True,
            reading=LENIENT,
            sample=1,
            takes=Values(least=1, most=1),
        ),
        _HOOKS,
        _OFF,
    ),
    root_open=True,
    group=(_MATCHER,),
    types=_TYPES,
    default_type="command",
    strict_hooks=True,
    voiding=_SKIPS,
    off_alone=True,
)
IN_SETTINGS = replace(
    GRAMMAR,
    root=(_HOOKS, _OFF_FOR_ALL),
    off_alone=False,
    voiding=Voiding(effect=_EFFECT, mark=True, by=Entries(settings=settings_by(_SWITCHES), lists=True)),
)
# There the switch has no effect.
IN_SETTINGS_OF_USER = replace(IN_SETTINGS, root=(_HOOKS,))
OF_CLAUDE = replace(
    IN_SETTINGS,
    group=(replace(_MATCHER, reading=LENIENT),),
    voiding=Voiding(effect=_EFFECT, mark=True, by=Entries(settings=settings_by(_SWITCHES))),
)

MATCHERS = Matchers(
    language=Language(
        doc="A JavaScript regular expression over the whole name; one that is not valid matches nothing, and neither "
        'do `""` and `*`',
        wildcards=frozenset(),
        names=False,
        other_names=OtherNames.NEVER,
    ),
    narrow=dict.fromkeys(
        (it.name for it in EVENTS if it.spelling_of and it.subject.kind is MatchSubject.TOOL),
        Language(
            doc="Tool names, of Claude Code or of Copilot, with `|` between them, or a regular expression over the "
            'whole name that Claude Code has for the tool; `*` and `**` for all, and `""` matches nothing',
            wildcards=frozenset({"*", "**"}),
            separators="|",
            strips=True,
            other_names=OtherNames.EXACT,
        ),
    ),
)

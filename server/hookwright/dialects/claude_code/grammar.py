"""The shape of Claude Code's settings files: keys, hook types and the language of matchers."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code.exits import ON_FAILURE
from hookwright.dialects.claude_code.settings import GUARDS, VOIDING
from hookwright.dialects.fields import YES_OR_NO, one_of, required_text, type_key
from hookwright.model.field import ALWAYS, IN_SECONDS, Conditions, Field, Inserts, JsonType, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import AnswerReading, HookType, KeyRoles, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.nesting import GROUPED
from hookwright.model.voiding import Guarded, Voiding

_IF = Field(
    name="if",
    since="2.1.85",
    kind=JsonType.STRING,
    doc="One permission rule such as `Bash(git push *)`: the hook runs only for calls that it covers; "
    "only on tool events, elsewhere the hook never runs",
    sample="Bash(git *)",
)
_STATUS_MESSAGE = Field(name="statusMessage", kind=JsonType.STRING, doc="Shown while the hook runs")
_ONCE = Field(
    name="once",
    since="2.1.0",
    kind=JsonType.BOOLEAN,
    doc="Whether it runs only once per session; read in skills only",
    default=False,
    when=Conditions(read_in="skills"),
)
_ON_FAILURE = Field(
    name=ON_FAILURE,
    since="2.1.295",
    kind=JsonType.STRING,
    doc="What a failure does: `continue` warns, `block` does what exit 2 does; not for background hooks, "
    "nor on Stop, SubagentStop, TaskCompleted and TeammateIdle",
    takes=one_of("continue", "block"),
    default="continue",
    when=Conditions(useless_with=("async", "asyncRewake")),
)
_MODEL = Field(name="model", kind=JsonType.STRING, doc="The model that is asked; a fast one where none is named")


def _timeout(default: float) -> Field:
    return Field(
        name="timeout",
        kind=JsonType.NUMBER,
        doc="How long the hook may take; some events have a shorter default",
        default=default,
        measure=IN_SECONDS,
        sample=30,
    )


def _type(name: str, doc: str, body: str, *fields: Field, timeout: float, by: Performer = Performer.NOBODY) -> HookType:
    kind = type_key(name)
    common = (_IF, _timeout(timeout), _STATUS_MESSAGE, _ONCE)
    return HookType(
        name=name, doc=doc, body=body, fields=(kind, *fields, *common), by=by, keys=KeyRoles(once=_ONCE.name)
    )


_COMMAND = _type(
    "command",
    "A command that gets the event as JSON on stdin",
    "command",
    required_text("command", "The shell command; with `args`, the program to run"),
    Field(
        name="args",
        since="2.1.139",
        kind=JsonType.ARRAY,
        doc="The program's arguments: `command` then runs without a shell",
    ),
    Field(
        name="async",
        kind=JsonType.BOOLEAN,
        doc="Whether it runs in the background; it cannot decide then",
        default=False,
    ),
    Field(
        name="asyncRewake",
        kind=JsonType.BOOLEAN,
        doc="Like `async`, and exit 2 wakes the model",
        default=False,
    ),
    Field(
        name="rewakeSummary",
        kind=JsonType.STRING,
        doc="What the user reads when the hook wakes the model",
        takes=Values(filled=True),
        when=Conditions(needs=("asyncRewake",)),
    ),
    Field(
        name="rewakeMessage",
        kind=JsonType.STRING,
        doc="What the model reads when the hook wakes it",
        takes=Values(filled=True),
        when=Conditions(needs=("asyncRewake",)),
    ),
    Field(
        name="shell",
        kind=JsonType.STRING,
        doc="The shell that runs the command: `/bin/sh` by default, and for `bash` as well",
        takes=one_of("bash", "powershell"),
        when=Conditions(useless_with=("args",)),
    ),
    _ON_FAILURE,
    timeout=600,
    by=Performer.COMMAND,
)
_HTTP = _type(
    "http",
    "A web service that the event is posted to",
    "url",
    replace(
        required_text("url", "Where the event is posted, as JSON", "http://localhost:8080/hook"),
        takes=Values(not_blank=True, schemes=("https://", "http://")),
    ),
    Field(
        name="headers",
        kind=JsonType.OBJECT,
        doc="Headers; `$NAME` is replaced where `allowedEnvVars` allows it",
        inserts=Inserts(allowed_by="allowedEnvVars"),
    ),
    Field(
        name="allowedEnvVars",
        kind=JsonType.ARRAY,
        doc="The environment variables that headers may use",
        when=Conditions(needs=("headers",)),
    ),
    _ON_FAILURE,
    timeout=600,
    by=Performer.HTTP,
)
_MCP_TOOL = _type(
    "mcp_tool",
    "A tool of an MCP server; its text is read like a command's stdout",
    "tool",
    required_text("server", "The MCP server"),
    required_text("tool", "The tool of that server"),
    Field(
        name="input",
        kind=JsonType.OBJECT,
        doc="The tool's input; strings may hold `${tool_input.file_path}` and so on",
        inserts=Inserts(from_payload=True),
    ),
    _ON_FAILURE,
    timeout=600,
    by=Performer.MCP_TOOL,
)
_CONTINUE_ON_BLOCK = Field(
    name="continueOnBlock",
    since="2.1.139",
    kind=JsonType.BOOLEAN,
    doc="Whether a refusal returns its reason to the model instead of ending the turn",
    default=False,
)
_PROMPT = _type(
    "prompt",
    "A question to a model that answers yes or no",
    "prompt",
    required_text("prompt", "The question; `$ARGUMENTS` is the event as JSON, appended if it is missing"),
    _MODEL,
    _CONTINUE_ON_BLOCK,
    timeout=30,
    by=Performer.MODEL,
)
_AGENT = _type(
    "agent",
    "A question to a subagent that may use tools before it answers; experimental",
    "prompt",
    required_text("prompt", "The question; `$ARGUMENTS` is the event as JSON"),
    _MODEL,
    timeout=60,
    by=Performer.MODEL_WITH_TOOLS,
)

_LABEL = "ARGUMENTS: "
_YES_OR_NO = replace(YES_OR_NO, gives_up="impossible")

GRAMMAR = Grammar(
    nesting=GROUPED,
    root=(
        Field(name="$schema", kind=JsonType.STRING, doc="The JSON Schema of this file"),
        Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),
        Field(
            name="disableAllHooks",
            since="1.0.68",
            kind=JsonType.BOOLEAN,
            doc="Whether every hook is switched off",
            default=False,
        ),
        Field(
            name="allowManagedHooksOnly",
            kind=JsonType.BOOLEAN,
            doc="In managed settings: whether other hooks are ignored",
        ),
        Field(name="allowedHttpHookUrls", kind=JsonType.ARRAY, doc="The URLs that http hooks may call"),
        Field(
            name="httpHookAllowedEnvVars",
            kind=JsonType.ARRAY,
            doc="The environment variables that headers of http hooks may use",
        ),
    ),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="What the group is for: a name, or names with `|` or `,` between them; anything else is a regular "
            "expression, which may match any part; `*`, the empty string or no matcher for all",
            sample="*",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
        Field(name="description", kind=JsonType.STRING, doc="A note for people; the agent does not read it"),
        Field(name="id", kind=JsonType.STRING, doc="A label for people; the agent does not read it"),
    ),
    types=(
        replace(_COMMAND, keys=replace(_COMMAND.keys, background="async", rewake="asyncRewake")),
        replace(_HTTP, since="2.1.63", reading=AnswerReading(only_object=True)),
        replace(_MCP_TOOL, since="2.1.118", keys=replace(_MCP_TOOL.keys, server="server")),
        replace(
            _PROMPT,
            since="2.0.30",
            label=_LABEL,
            reading=AnswerReading(model=replace(_YES_OR_NO, stops=True, goes_on="continueOnBlock")),
        ),
        replace(_AGENT, label=_LABEL, reading=AnswerReading(model=_YES_OR_NO)),
    ),
    strict_hooks=True,
    voiding=VOIDING,
)

_HOOKS = tuple(it for it in GRAMMAR.root if it.name == "hooks")
FRONT_MATTER = replace(
    GRAMMAR, root=_HOOKS, mends_yaml=True, voiding=Voiding(effect="does not load this agent", by=Guarded(guards=GUARDS))
)
"""The head of an agent; its other keys are not about hooks."""


def _once_is_read(kind: HookType) -> HookType:
    return replace(kind, fields=tuple(replace(it, when=ALWAYS) if it.name == "once" else it for it in kind.fields))


SKILL = replace(
    FRONT_MATTER,
    types=tuple(map(_once_is_read, GRAMMAR.types)),
    voiding=Voiding(effect="runs none of the hooks of this skill", by=Guarded(guards=GUARDS)),
)
"""The head of a skill or a command, where `once` works."""

_NARROW = Language(
    doc="A name of letters, digits and `_`, or such names with `|` between them; anything else is a regular "
    "expression, which may match any part; `*`, the empty string or no matcher for all",
    separators="|",
    name_characters="",
    whole=False,
)
MATCHERS = Matchers(
    language=Language(
        doc="A name, or names with `|` or `,` between them, each compared exactly; anything else is a regular "
        "expression, which may match any part; `*`, the empty string or no matcher for all",
        separators="|,",
        name_characters="- ",
        trims=True,
        whole=False,
    ),
    narrow={"FileChanged": _NARROW, "StopFailure": _NARROW},
)

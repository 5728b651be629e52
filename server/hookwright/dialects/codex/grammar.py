"""The shape of Codex' hook files: keys, hook types, and matchers in the regular expressions of Rust."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import required_text, type_key
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import LENIENT, NULLABLE, Field, Inserts, JsonType, Measure, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType, KeyRoles, Performer
from hookwright.model.language import Flavor, Language, Matchers
from hookwright.model.nesting import GROUPED
from hookwright.model.voiding import Closed, Voiding

DOCUMENTED = Evidence(Basis.DOCUMENTED, "0.169.0", "2026-11-20", "Codex' hooks reference")
COMMAND, MCP_TOOL = "command", "mcp_tool"
ONLY_COMMANDS = (COMMAND,)
RUN = (COMMAND, MCP_TOOL)

_STATUS_MESSAGE = Field(name="statusMessage", kind=JsonType.STRING, doc="Shown while the hook runs", takes=NULLABLE)


def _timeout() -> Field:
    return Field(
        name="timeout",
        kind=JsonType.INTEGER,
        doc="How long the hook may run, in whole seconds; 0 counts as 1",
        default=600,
        measure=Measure(Unit.SECONDS, shortest=1),
        takes=NULLABLE,
        sample=30,
    )


def _skipped(name: str, asked: str) -> HookType:
    """A type that Codex reads, and does not run: it warns, and goes on with the other hooks."""
    return HookType(
        name=name,
        doc=f"{asked}; Codex reads such hooks, warns, and does not run them",
        body="prompt",
        fields=(type_key(name), replace(required_text("prompt", "The question"), reading=LENIENT), _timeout()),
        by=Performer.NOBODY,
    )


_COMMAND = HookType(
    name=COMMAND,
    doc="A command for `bash` that gets the event as JSON on stdin; Codex runs it only once the user has approved it "
    "in `/hooks`, and asks again whenever it changes",
    body="command",
    fields=(
        type_key(COMMAND),
        required_text("command", "The shell command"),
        Field(
            name="commandWindows",
            kind=JsonType.STRING,
            doc="What runs in place of `command` on Windows",
            takes=NULLABLE,
        ),
        Field(
            name="command_windows",
            kind=JsonType.STRING,
            doc="The same as `commandWindows`, as TOML files spell it",
            takes=NULLABLE,
        ),
        _timeout(),
        Field(
            name="async",
            kind=JsonType.BOOLEAN,
            doc="Whether it runs in the background, at most 8 at once; it cannot decide then",
            default=False,
        ),
        _STATUS_MESSAGE,
        Field(
            name="additionalContextLimit",
            kind=JsonType.INTEGER,
            doc="The most tokens of context that the hook may add; about 2500 by default",
            evidence=DOCUMENTED,
        ),
    ),
    keys=KeyRoles(background="async"),
)
_MCP_TOOL = HookType(
    name=MCP_TOOL,
    doc="A tool of an MCP server; its text is read like a command's stdout",
    body="tool",
    fields=(
        type_key(MCP_TOOL),
        required_text("server", "The MCP server"),
        required_text("tool", "The tool of that server"),
        Field(
            name="input",
            kind=JsonType.OBJECT,
            doc="The tool's input",
            inserts=Inserts(from_payload=True),
            takes=NULLABLE,
        ),
        _timeout(),
        _STATUS_MESSAGE,
    ),
    by=Performer.NOBODY,
)

GRAMMAR = Grammar(
    nesting=GROUPED,
    root=(
        Field(name="description", kind=JsonType.STRING, doc="A note for people", takes=NULLABLE),
        Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),
    ),
    root_open=False,
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="What the group is for: a name, or names with `|` between them; anything else is a regular expression, "
            "which may match any part; `*`, the empty string or no matcher for all",
            sample="*",
            takes=NULLABLE,
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=(
        _COMMAND,
        _MCP_TOOL,
        _skipped("prompt", "A question to a model"),
        _skipped("agent", "A question to a subagent"),
    ),
    voiding=Voiding(effect="skips this whole file", mark=True, by=Closed()),
)

CONFIG = replace(
    GRAMMAR,
    comments=True,
    trailing_commas=True,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),),
    root_open=True,
    knobs=(
        Field(
            name="state",
            kind=JsonType.OBJECT,
            doc="Which hooks the user has approved, by the hash of each, and which are off; Codex writes it",
            default={},
            evidence=DOCUMENTED,
        ),
    ),
    voiding=Voiding(effect="does not start with this file", by=Closed()),
)
"""`config.toml`, most of which is about other things."""

REQUIREMENTS = replace(
    CONFIG,
    knobs=(
        *CONFIG.knobs,
        *(
            Field(
                name=name, kind=JsonType.STRING, doc=f"Where the scripts of the hooks are{where}", evidence=DOCUMENTED
            )
            for name, where in (("managed_dir", ""), ("windows_managed_dir", " on Windows"))
        ),
    ),
)
"""`requirements.toml`, with what the managers of a machine demand."""

MATCHERS = Matchers(
    language=Language(
        doc="A name of letters, digits and `_`, or such names with `|` between them, each compared exactly; anything "
        "else is a regular expression of Rust, which has no look-around and may match any part; `*`, the empty string "
        "or no matcher for all",
        separators="|",
        name_characters="",
        whole=False,
        flavor=Flavor.RUST,
    )
)

"""The `goose` dialect (requirements P): the hooks of Goose's plugins, twelve events, on top of Open Plugin's.

- P1 Twelve events; `PreToolUse` can be refused and `Stop` be made to go on, every other event only tells.
  `PreToolUseResult` tells what the hooks of `PreToolUse` have come to.
- P2 `hooks/hooks.json` in each folder of `<project>/.agents/plugins` and of `~/.agents/plugins`, those of the project
  first, each by their names; event → rules → commands, whose `type` is `command` or left out.
- P3 A matcher is a regular expression of Rust, which may match any part of the tool's name, the prompt, the file's
  path or the command. A rule whose matcher is not valid is skipped. On `SessionStart`, `SessionEnd` and `Stop` a
  matcher is compared with the empty text.
- P4 stdin is one JSON object: `event`, `session_id`, and what the event is about, with the text for matchers as
  `matcher_context`. `PLUGIN_ROOT` is in the environment, and `${PLUGIN_ROOT}` is replaced in the command.
- P5 Exit 2 refuses with stderr as the reason, and so does `decision: block` with any other exit. Exit 0 with nothing
  on stdout, or with `decision: allow`, has no objection. Everything else is a failure, a time-out too, which lets the
  tool run unless `on_failure` is `block`; only `PreToolUse` has that.
- P6 The hooks run one after another; the first that refuses ends them.
- P7 An unknown event is ignored. Any other value that does not fit makes Goose skip the file.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import ON_NOTHING, decides, flag, one_of, required_text, sent
from hookwright.dialects.reactions import denial, going_on
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import (
    GOES_ON,
    NOTHING,
    EventRow,
    EventRunning,
    MatchedOn,
    MatchSubject,
    Order,
    PayloadField,
    Source,
    Variable,
)
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, Conditions, Field, JsonType, Unit, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Flavor, Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.plugins import PluginFolder, Plugins
from hookwright.model.reaction import (
    Audience,
    Choice,
    Effect,
    ExitTable,
    Level,
    Misfit,
    OutputField,
    Printing,
    Reaction,
    Say,
    Status,
    Words,
)
from hookwright.model.running import Running
from hookwright.model.servers import Servers
from hookwright.model.tool import Tool, ToolCalls
from hookwright.model.voiding import Entries, Voiding

_ON_FAILURE = "on_failure"
_QUIET, _READ = Reaction(), Reaction(reads_output=True)


def _failed(status: Status, *, reads: bool = False) -> Reaction:
    """A failure that is only logged; goose looks for a decision on stdout with every code."""
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, Words.STDERR), reads_output=reads)


def _choice(status: Status, *, reads: bool = False) -> Choice:
    """A failure that refuses where the hook says so."""
    closed = Reaction(
        status=Status.BLOCKED if status is Status.FAILED else status,
        decision=denial(Words.ENDING).decision,
        blocks=True,
        reason=Words.ENDING,
        says=Say(Audience.AGENT, Level.ERROR, Words.ENDING),
        reads_output=reads,
    )
    is_open = _failed(status, reads=reads)
    return Choice(_ON_FAILURE, {"block": closed, "allow": is_open}, is_open)


_GATE = ExitTable(
    codes={0: _READ, 2: denial(Words.STDERR)},
    other=_choice(Status.FAILED, reads=True),
    timed_out=_choice(Status.TIMED_OUT),
    cannot_start=_choice(Status.CANNOT_START, reads=True),
    unreadable=_choice(Status.FAILED),
)
_STOP = ExitTable(
    codes={0: _READ, 2: going_on(Words.STDERR)},
    other=_failed(Status.FAILED, reads=True),
    timed_out=_failed(Status.TIMED_OUT),
    cannot_start=_failed(Status.CANNOT_START, reads=True),
    unreadable=_failed(Status.FAILED),
)


def _telling(success: Reaction) -> ExitTable:
    """The exits of an event that only tells: nothing that a hook does changes anything."""
    return ExitTable(
        codes={0: success},
        other=_failed(Status.FAILED),
        timed_out=_failed(Status.TIMED_OUT),
        cannot_start=_failed(Status.CANNOT_START),
    )


_TOOL_NAME = sent("tool_name", "The tool: its extension, `__` and its own name", "developer__shell")
_TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test"})
_CALL_ID = sent("tool_call_id", "The call, the same on each of its events", "call_7Hq2", optional=True)
_FOLDER = sent("working_dir", "The session's working directory", "/home/sam/weather", optional=True)


def _subject(what: str, sample: str) -> PayloadField:
    doc = f"What the matcher is compared with: {what}"
    return PayloadField(name="matcher_context", doc=doc, sample=sample, source=Source.SUBJECT)


_ON_TOOL = _subject("the tool", "developer__shell")
_ON_COMMAND = _subject("the shell command", "git push --force")
_ON_FILE = _subject("the file's path", "src/forecast.py")
_CALL = (_TOOL_NAME, _TOOL_INPUT, _ON_TOOL, _FOLDER, _CALL_ID)
_IS_TOOL = MatchedOn(MatchSubject.TOOL, "tool_name")


def _tells(
    name: str,
    summary: str,
    *payload: PayloadField,
    subject: MatchedOn = NOTHING,
    success: Reaction = _QUIET,
    outputs: tuple[OutputField, ...] = (),
    undecided: str = GOES_ON,
    note: str = "",
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        note=note,
        subject=subject,
        payload=payload,
        exits=_telling(success),
        outputs=outputs,
        running=EventRunning(order=Order.SERIAL),
        undecided=undecided,
    )


_NO_GATE = "Its hooks cannot refuse anything: `PreToolUse` can"
_PATH, _COMMAND = (MatchedOn(it, "matcher_context") for it in (MatchSubject.PATH, MatchSubject.COMMAND))
_WORD, _REASON = decides("Whether the tool may run", {"allow": _QUIET, "block": denial(Words.REASON)})
_DECIDES = (replace(_WORD, required=True), _REASON)
_STAYS = decides("Keeps the agent from ending its turn", {"allow": _QUIET, "block": going_on(Words.REASON)})

_EVENTS = (
    EventRow(
        name="PreToolUse",
        summary="before a tool runs",
        note="What is printed on stdout is taken for the decision: a line of a log makes the hook one that has failed",
        subject=_IS_TOOL,
        payload=_CALL,
        exits=_GATE,
        outputs=_DECIDES,
        running=EventRunning(order=Order.SERIAL),
        undecided="the tool runs",
    ),
    _tells(
        "PreToolUseResult",
        "when the hooks of `PreToolUse` have decided about a tool, before it runs or is refused",
        *_CALL,
        sent("decision", "What became of the call", "allow", "allow", "deny"),
        flag("policy_evaluated", "Whether a hook of `PreToolUse` ran to its end", sample=True),
        sent("blocked_by", "The plugin whose hook has refused the tool", "guard", optional=True),
        sent("reason", "Why the hook has refused the tool", "sudo is not allowed", optional=True),
        sent(
            "cause", "Whether a hook decided or failed", "policy_denial", "policy_denial", "hook_failure", optional=True
        ),
        subject=_IS_TOOL,
        undecided="what was decided holds",
    ),
    _tells("PostToolUse", "after a tool has succeeded", *_CALL, subject=_IS_TOOL),
    _tells("PostToolUseFailure", "after a tool has failed", *_CALL, subject=_IS_TOOL),
    _tells(
        "SessionStart",
        "at the beginning of a session",
        subject=ON_NOTHING,
        success=_READ,
        outputs=(OutputField(("banner",), "A line that the user is shown", Effect.MESSAGE),),
        undecided="the session begins",
    ),
    _tells("SessionEnd", "at the end of a session", subject=ON_NOTHING, undecided="the session ends"),
    _tells(
        "UserPromptSubmit",
        "when the user has sent a prompt",
        PayloadField(name="message", doc="What the user typed", sample="Summarize this file", also="prompt"),
        _subject("the prompt", "Summarize this file"),
        subject=MatchedOn(MatchSubject.VALUE, "message"),
        undecided="the prompt goes to the agent",
        note=_NO_GATE,
    ),
    _tells(
        "BeforeReadFile",
        "before a file is read",
        _ON_FILE,
        _TOOL_NAME,
        _TOOL_INPUT,
        _FOLDER,
        subject=_PATH,
        undecided="the file is read",
        note=_NO_GATE,
    ),
    _tells(
        "AfterFileEdit",
        "after a file was written or edited",
        _ON_FILE,
        _TOOL_NAME,
        _TOOL_INPUT,
        _FOLDER,
        subject=_PATH,
    ),
    _tells(
        "BeforeShellExecution",
        "before a shell command runs",
        _ON_COMMAND,
        _TOOL_NAME,
        _TOOL_INPUT,
        _FOLDER,
        subject=_COMMAND,
        undecided="the command runs",
        note=_NO_GATE,
    ),
    _tells(
        "AfterShellExecution",
        "after a shell command has succeeded",
        _ON_COMMAND,
        _TOOL_NAME,
        _TOOL_INPUT,
        _FOLDER,
        subject=_COMMAND,
    ),
    EventRow(
        name="Stop",
        summary="when the agent is about to end its turn",
        note="After so many refusals in a row as `GOOSE_STOP_HOOK_BLOCK_CAP` says, the turn ends anyway",
        subject=ON_NOTHING,
        payload=(
            sent("last_assistant_message", "What the agent said last", "Done. The tests pass.", optional=True),
            _FOLDER,
        ),
        exits=_STOP,
        outputs=_STAYS,
        running=EventRunning(order=Order.SERIAL),
        undecided="the turn ends",
    ),
)

_GRAMMAR = Grammar(
    nesting=GROUPED,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → rules"),),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part of the tool's name, the prompt, the file's path or the "
            "shell command; without one the rule matches everything",
            takes=Values(nullable=True),
            sample="developer__shell",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The commands to run, in this order", required=True),
    ),
    types=(
        HookType(
            name="command",
            doc="A shell command that gets the event as JSON on stdin",
            body="command",
            fields=(
                Field(
                    name="type",
                    kind=JsonType.STRING,
                    doc="Always `command`, which it need not say",
                    takes=one_of("command"),
                ),
                required_text("command", "The command; `${PLUGIN_ROOT}` is the plugin's folder"),
                Field(
                    name="timeout",
                    kind=JsonType.INTEGER,
                    doc="How long it may take",
                    default=30,
                    measure=IN_SECONDS,
                    sample=10,
                    takes=Values(least=0, nullable=True),
                ),
                Field(
                    name=_ON_FAILURE,
                    kind=JsonType.STRING,
                    doc="What a failure, a time-out or an answer without a decision does: `block` refuses the tool",
                    default="allow",
                    takes=one_of("allow", "block"),
                    sample="block",
                    when=Conditions(events=("PreToolUse",)),
                ),
            ),
        ),
    ),
    default_type="command",
    voiding=Voiding(effect="skips the whole file", by=Entries(lists=True, only_values=True, empty_matcher=True)),
)


def _tool(name: str, doc: str, response: Any = None, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=f"developer__{name}", doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("shell", "runs a shell command", "12 passed", command="npm test"),
    _tool("write", "writes a file", "written", path="src/cache.py", content="CACHE = {}\n"),
    _tool("edit", "edits a file", "edited", path="src/forecast.py", before="hello", after="hello, world"),
    _tool("tree", "lists folders", "src\ntests\n", path="src", depth=2),
    _tool("read_image", "reads a picture", "a picture", source="docs/map.png"),
    _tool("text_editor", "read and changed files, in earlier versions", "edited", command="view", path="src/a.py"),
)

DIALECT = Dialect(
    id="goose",
    title="Goose",
    rank=145,
    doc="12 events, regular expressions as matchers, and commands, in the folders of plugins that Goose has.",
    source="Goose's page on hooks and its source",
    evidence=Evidence(
        Basis.SOURCE,
        date="2026-11-23",
        where="https://github.com/aaif-goose/goose/blob/main/crates/goose/src/hooks/mod.rs",
    ),
    grammar=_GRAMMAR,
    locations=(Location(Scope.PLUGIN, "hooks/hooks.json"),),
    extends="open-plugin",
    events=_EVENTS,
    moments={
        "BeforeReadFile": "PreToolUse",
        "BeforeShellExecution": "PreToolUse",
        "AfterFileEdit": "PostToolUse",
        "AfterShellExecution": "PostToolUse",
    },
    about={
        "BeforeReadFile": "Read",
        "BeforeShellExecution": "Bash",
        "AfterShellExecution": "Bash",
        "AfterFileEdit": "Edit",
    },
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; the empty string or no matcher for all",
            wildcards=frozenset({""}),
            names=False,
            whole=False,
            flavor=Flavor.RUST,
        )
    ),
    tools=_TOOLS,
    roles={"developer__shell": "Bash", "developer__write": "Write", "developer__edit": "Edit"},
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("path", "file", "file_path")),
    servers=Servers(tools="{server}__"),
    plugins=Plugins(
        folders=(PluginFolder(".agents/plugins/*"), PluginFolder(".agents/plugins/*", below_home=True)),
        foreign_marks=(".claude-plugin", ".codex-plugin", ".cursor-plugin", "gemini-extension.json"),
        nowhere_else=True,
    ),
    running=Running(unit=Unit.SECONDS, timeout=30.0, shell=("sh", "-c")),
    payload=(
        PayloadField(name="event", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="session_id", doc="The session", sample="20261123_4", source=Source.SESSION_ID),
    ),
    variables=(
        Variable(name="PLUGIN_ROOT", doc="The plugin's own folder", source=Source.PLUGIN_ROOT, root=True, whole=True),
    ),
    printing=Printing(unwraps=False, skips_mark=False, dropped_for=Misfit.VALUE),
)

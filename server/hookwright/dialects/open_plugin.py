"""The `open-plugin` dialect (requirements D): hooks of a plugin, by commands, prompts and agents."""

from __future__ import annotations

from hookwright.dialects.fields import USUAL_OUTPUTS, decides, on_first, required_text, type_key
from hookwright.dialects.reactions import ALLOWED, ASKED, denial, exits, feedback, going_on, refusal
from hookwright.model.dialect import Dialect
from hookwright.model.event import (
    GOES_ON,
    EventRow,
    EventRunning,
    MatchSubject,
    Order,
    PayloadField,
    Source,
    Variable,
)
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.plugins import PluginFolder, Plugins
from hookwright.model.reaction import Audience, Effect, Level, OutputField, Reaction, Say, Severity, Words
from hookwright.model.running import Running
from hookwright.model.tool import Tool, ToolCalls

_READ = Reaction(says=Say(Audience.USER, Level.INFO, Words.STDOUT), reads_output=True)
_READ_AS_CONTEXT = Reaction(says=_READ.says, reads_output=True, adds_context=True)


_CONTEXT = OutputField(("additionalContext",), "Added to the context of the model", Effect.CONTEXT)


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    subject: MatchSubject | None = None,
    success: Reaction = _READ,
    exit_two: Reaction | None = None,
    outputs: tuple[OutputField, ...] = (),
    undecided: str = GOES_ON,
) -> EventRow:
    """An event that matches on the first field of its payload, where it has a subject."""
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        payload=payload,
        subject=on_first(payload, subject),
        exits=exits(exit_two, success=success),
        outputs=(*USUAL_OUTPUTS, *outputs),
        running=EventRunning(order=Order.BY_GROUP),
    )


def _before(name: str, summary: str, *payload: PayloadField, subject: MatchSubject) -> EventRow:
    """An event whose hooks can keep the announced thing from being done (D9)."""
    words = decides("Whether the action is allowed", {"allow": ALLOWED, "deny": denial(Words.REASON), "ask": ASKED})
    rules = "the normal permission rules apply"
    denied = denial(Words.STDERR)
    return _event(name, summary, *payload, subject=subject, exit_two=denied, outputs=words, undecided=rules)


def _after(name: str, summary: str, *payload: PayloadField, subject: MatchSubject) -> EventRow:
    """An event whose hooks can object to what was done, which feeds their reason to the agent."""
    words = decides(
        "Feeds the reason back to the agent; the action has already happened", {"block": feedback(Words.REASON)}
    )
    return _event(name, summary, *payload, subject=subject, exit_two=feedback(Words.STDERR), outputs=words)


def _stop(name: str, summary: str, who: str) -> EventRow:
    """An event whose hooks can make the agent go on."""
    words = decides("Keeps the agent from stopping, and tells it why", {"block": going_on(Words.REASON)})
    return _event(name, summary, exit_two=going_on(Words.STDERR), outputs=words, undecided=f"{who} stops")


_TOOL_NAME = PayloadField(name="tool_name", doc="The tool that is used", sample="Write")
_TOOL_INPUT = PayloadField(
    name="tool_input",
    doc="What the tool is called with",
    sample={"file_path": "src/example.py", "content": "print('hello')\n"},
)
_TOOL_RESPONSE = PayloadField(name="tool_response", doc="What the tool returned", sample={"success": True})
_ERROR = PayloadField(name="error", doc="Why the tool failed", sample="permission denied", required=False)
_FILE_PATH = PayloadField(name="file_path", doc="The file", sample="src/example.py")
_COMMAND = PayloadField(name="command", doc="The shell command", sample="git push --force")
_PROMPT = PayloadField(name="prompt", doc="What the user typed", sample="Write a function that computes n!")

_EVENTS = (
    _before("PreToolUse", "before the agent uses a tool", _TOOL_NAME, _TOOL_INPUT, subject=MatchSubject.TOOL),
    _after(
        "PostToolUse",
        "after a tool has succeeded",
        _TOOL_NAME,
        _TOOL_INPUT,
        _TOOL_RESPONSE,
        subject=MatchSubject.TOOL,
    ),
    _after("PostToolUseFailure", "after a tool has failed", _TOOL_NAME, _TOOL_INPUT, _ERROR, subject=MatchSubject.TOOL),
    _event(
        "SessionStart",
        "at the beginning of a session",
        success=_READ_AS_CONTEXT,
        outputs=(_CONTEXT,),
        undecided="the session begins",
    ),
    _event("SessionEnd", "at the end of a session", undecided="the session ends"),
    _before("BeforeReadFile", "before a file is read", _FILE_PATH, subject=MatchSubject.PATH),
    _after("AfterFileEdit", "after a file was written or edited", _FILE_PATH, subject=MatchSubject.PATH),
    _before("BeforeShellExecution", "before a shell command is executed", _COMMAND, subject=MatchSubject.COMMAND),
    _after("AfterShellExecution", "after a shell command has completed", _COMMAND, subject=MatchSubject.COMMAND),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt, before the agent works on it",
        _PROMPT,
        success=_READ_AS_CONTEXT,
        undecided="the prompt goes to the agent",
        exit_two=refusal(Audience.USER, Words.STDERR, blocks=True),
        outputs=(
            *decides("Blocks the prompt and erases it", {"block": refusal(Audience.USER, Words.REASON, blocks=True)}),
            _CONTEXT,
        ),
    ),
    _stop("Stop", "when the agent attempts to stop", "the agent"),
    _event("SubagentStart", "when a subagent starts", undecided="the subagent starts"),
    _stop("SubagentStop", "when a subagent attempts to stop", "the subagent"),
)


def _type(name: str, doc: str, body: Field, by: Performer) -> HookType:
    kind = type_key(name)
    timeout = Field(
        name="timeout", kind=JsonType.NUMBER, doc="How long it may take", default=60, measure=IN_SECONDS, sample=30
    )
    return HookType(name=name, doc=doc, body=body.name, fields=(kind, body, timeout), by=by)


_ANSWER = "its answer is read like a command's stdout"

DIALECT = Dialect(
    id="open-plugin",
    title="Open Plugin",
    rank=130,
    doc="13 events, regular expressions as matchers, and commands, prompts and agents, in the folders of plugins.",
    source="Hooks (Open Plugin), the reference document of the dialect",
    grammar=Grammar(
        nesting=GROUPED,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → rules"),),
        group=(
            Field(
                name="matcher",
                kind=JsonType.STRING,
                doc="A regular expression, which may match any part of the tool's name, the file's path or the shell "
                "command; without one the rule matches everything",
                sample="Write|Edit",
            ),
            Field(name="hooks", kind=JsonType.ARRAY, doc="The actions to run, in this order", required=True),
        ),
        types=(
            _type(
                "command",
                "A shell command that gets the event as JSON on stdin",
                required_text("command", "The command; `${PLUGIN_ROOT}` is the plugin's folder"),
                Performer.COMMAND,
            ),
            _type(
                "prompt",
                f"A prompt for the agent's model; {_ANSWER}",
                required_text("prompt", "The prompt; `$ARGUMENTS` is replaced by the event as JSON"),
                Performer.MODEL,
            ),
            _type(
                "agent",
                f"A prompt for a model that may use tools before it answers; {_ANSWER}",
                required_text("prompt", "What to verify; `$ARGUMENTS` is replaced by the event as JSON"),
                Performer.MODEL_WITH_TOOLS,
            ),
        ),
        unknown_event=Severity.HINT,
    ),
    locations=(Location(Scope.PLUGIN, "hooks/hooks.json"),),
    strict_scripts=True,
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
        )
    ),
    tools=(
        Tool(name="Write", doc="writes a file", input=_TOOL_INPUT.sample, response={"success": True}),
        Tool(
            name="Edit",
            doc="edits a file",
            input={"file_path": "src/example.py", "old_string": "hello", "new_string": "hello, world"},
            response={"success": True},
        ),
        Tool(name="Read", doc="reads a file", input={"file_path": "src/example.py"}, response="print('hello')\n"),
        Tool(name="Bash", doc="runs a shell command", input={"command": "git status"}, response="nothing to commit"),
    ),
    calls=ToolCalls(paths=("file_path", "path", "filePath", "notebook_path", "target_file")),
    plugins=Plugins(
        folders=(
            PluginFolder(".agents/plugins/*", below_home=True),
            PluginFolder(".agents/plugins/*"),
            PluginFolder("."),
        ),
        foreign_marks=(".claude-plugin", ".codex-plugin", ".cursor-plugin", "gemini-extension.json"),
    ),
    running=Running(unit=Unit.SECONDS),
    payload=(
        PayloadField(name="session_id", doc="The agent's session", sample="abc123", source=Source.SESSION_ID),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/project/path", source=Source.CWD),
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    ),
    variables=(
        Variable(name="PLUGIN_ROOT", doc="The plugin's own folder", source=Source.PLUGIN_ROOT, root=True, whole=True),
    ),
)

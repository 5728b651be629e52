"""The `kimi-code` dialect (requirements X): Moonshot's Kimi Code CLI, 20 events, most of them measured with 2.1.0.

- X1 20 events. `PreToolUse` and `UserPromptSubmit` can be refused, and `Stop` be made to go on, once in a turn; what
  hooks of the others print or exit with has no effect.
- X2 `~/.kimi-code/config.toml`, or `config.toml` in the folder that `KIMI_CODE_HOME` names, and the manifests of
  plugins, `kimi.plugin.json` and `.kimi-plugin/plugin.json`. A project has no hooks of its own.
- X3 The hooks are tables in one array, `[[hooks]]`, each with `event` and `command`. `matcher` and `timeout` (whole
  seconds from 1 to 600, default 30) are optional.
- X4 One hook in `config.toml` that does not fit makes Kimi Code ignore all: an unknown event, an unknown key, a wrong
  value. In a manifest, it ignores that hook.
- X5 A matcher is a regular expression of JavaScript, which may match any part of what it is compared with; an invalid
  one, such as `*`, matches nothing. On `Stop`, `Interrupt` and `SessionHeartbeat` it is compared with the empty text.
- X6 stdin is one JSON object: `hook_event_name`, `session_id`, `cwd`, `client_type`, and what the event is about.
- X7 Exit 2 refuses, with stderr as the reason; any other failure, a time-out too, has no say. Where the exit is 0 and
  stdout is an object, `hookSpecificOutput.permissionDecision` `deny` refuses as well. On `UserPromptSubmit`, stdout,
  or the `message` in an object, goes to the model.
- X8 The hooks run side by side. Of those with the same command one runs, with the time-out of the first. Those of a
  plugin run in its folder, which `KIMI_PLUGIN_ROOT` names.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import sent
from hookwright.dialects.kimi_code.events import EVENTS
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Format, HomeVariable, Location
from hookwright.model.nesting import Nesting
from hookwright.model.plugins import Plugins
from hookwright.model.running import Duplicates, Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls
from hookwright.model.voiding import Entries, Voiding

_GRAMMAR = Grammar(
    nesting=Nesting(event_key="event"),
    comments=True,
    trailing_commas=True,
    root=(Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks, each with its event"),),
    group=(
        Field(name="event", kind=JsonType.STRING, doc="The event of the hook", required=True, sample="PreToolUse"),
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part; the hook is for all without one",
            sample="Bash",
        ),
    ),
    types=(
        HookType(
            name="command",
            doc="A shell command that gets the event as JSON on stdin",
            body="command",
            fields=(
                Field(
                    name="command",
                    kind=JsonType.STRING,
                    doc="The command",
                    required=True,
                    takes=Values(not_blank=True, filled=True),
                ),
                Field(
                    name="timeout",
                    kind=JsonType.INTEGER,
                    doc="How long the command may take, from 1 to 600",
                    default=30,
                    takes=Values(least=1, most=600),
                    measure=IN_SECONDS,
                    sample=10,
                ),
            ),
        ),
    ),
    default_type="command",
    strict_hooks=True,
    voiding=Voiding(
        effect="ignores all hooks of this file", by=Entries(lists=True, empty_matcher=True, events=True, keys=True)
    ),
)

_MANIFEST = replace(
    _GRAMMAR,
    comments=False,
    trailing_commas=False,
    root=(
        Field(name="name", kind=JsonType.STRING, doc="What the plugin is called", required=True, sample="guards"),
        *_GRAMMAR.root,
    ),
    voiding=None,
)


def _tool(name: str, doc: str, response: str, /, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("Bash", "runs a shell command", "12 passed", command="npm test"),
    _tool("Read", "reads a file", "1\tprint('hello')", path="src/forecast.py"),
    _tool("Write", "writes a file", "written", path="src/cache.py", content="CACHE = {}\n"),
    _tool("Edit", "edits a file", "edited", path="src/forecast.py", old_string="a", new_string="b"),
    _tool("Grep", "searches in files", "src/forecast.py", pattern="def "),
    _tool("Glob", "finds files by patterns", "src/forecast.py", pattern="**/*.py"),
    _tool("ReadMediaFile", "reads a picture or a video", "read", path="map.png"),
    _tool("WebSearch", "searches the web", "1 result", query="weather api"),
    _tool("FetchURL", "reads a page of the web", "# Weather", url="https://example.com"),
    _tool("EnterPlanMode", "begins to plan", "planning"),
    _tool("ExitPlanMode", "asks the user to approve the plan", "approved"),
    _tool("TodoList", "changes the to-do list", "done", todos=[]),
    _tool("Agent", "gives a task to a subagent", "done", prompt="Find the tests", description="Find tests"),
    _tool("AgentSwarm", "gives tasks to several subagents", "done", prompt_template="Test {{item}}", items=["a", "b"]),
    _tool("AskUserQuestion", "asks the user", "yes", questions=[]),
    _tool("Skill", "uses a skill", "done", skill="release"),
    _tool("TaskList", "lists tasks in the background", "none"),
    _tool("TaskOutput", "reads what a task has printed", "ok", task_id="bash-wxm7f1b4"),
    _tool("TaskStop", "ends a task in the background", "ended", task_id="bash-wxm7f1b4"),
    _tool("WaitFor", "waits for tasks in the background", "ended", timeout=60),
    _tool("CronCreate", "plans a prompt for later", "planned", cron="0 9 * * *", prompt="Check the forecast"),
    _tool("CronList", "lists what is planned", "none"),
    _tool("CronDelete", "cancels what is planned", "cancelled", id="1"),
)

DIALECT = Dialect(
    id="kimi-code",
    title="Kimi Code",
    rank=137,
    doc="20 events, commands that name their own, regular expressions as matchers, in the user's `config.toml`.",
    source="Kimi Code's page on hooks, its source, and what version 2.1.0 does",
    evidence=Evidence(
        Basis.MEASURED,
        "2.1.0",
        "2026-11-24",
        "https://moonshotai.github.io/kimi-code/en/customization/hooks.html",
    ),
    grammar=_GRAMMAR,
    locations=(
        Location(Scope.USER, ".kimi-code/config.toml", format=Format.TOML),
        Location(Scope.PLUGIN, "kimi.plugin.json", grammar=_MANIFEST),
        Location(Scope.PLUGIN, ".kimi-plugin/plugin.json", grammar=_MANIFEST),
    ),
    home_variable=HomeVariable("KIMI_CODE_HOME", ".kimi-code"),
    markers=(".kimi-code",),
    events=EVENTS,
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; the empty text or no matcher for all",
            wildcards=frozenset({""}),
            names=False,
            whole=False,
        )
    ),
    duplicates=Duplicates(keeps_first=True),
    tools=_TOOLS,
    roles={"FetchURL": "WebFetch", "TodoList": "TodoWrite"},
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("path",)),
    servers=Servers(files=(ServerFile(".kimi-code/mcp.json", below_home=True),)),
    plugins=Plugins(marks=("kimi.plugin.json", ".kimi-plugin/plugin.json")),
    running=Running(unit=Unit.SECONDS, timeout=30.0, grace=0.1, in_plugin=True),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="session_id", doc="The session", sample="session_babf2d1b", source=Source.SESSION_ID),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/home/sam/weather", source=Source.CWD),
        sent("client_type", "What the user works with", "kimi_code_cli", optional=True),
        sent("session_title", "What the session is called", "Fix the forecast", optional=True),
    ),
    believed={"CLAUDE_PROJECT_DIR": "hooks start in the folder of the project"},
    variables=(
        Variable(
            name="KIMI_PLUGIN_ROOT",
            doc="The plugin's own folder",
            source=Source.PLUGIN_ROOT,
            root=True,
        ),
        Variable(
            name="KIMI_CODE_HOME",
            doc="The folder with Kimi Code's settings",
            source=Source.AMBIENT,
            scopes=(Scope.PLUGIN,),
        ),
    ),
)

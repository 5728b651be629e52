"""The `copilot-cli` dialect (requirements J): flat hooks, two names for most events, refusals where a hook fails."""

from __future__ import annotations

from hookwright.dialects.copilot_cli.events import EVENTS
from hookwright.dialects.copilot_cli.grammar import GRAMMAR, IN_SETTINGS, IN_SETTINGS_OF_USER, MATCHERS, OF_CLAUDE
from hookwright.dialects.copilot_cli.tools import TOOLS
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.hook import Scope
from hookwright.model.location import HomeVariable, Location
from hookwright.model.reaction import Printing
from hookwright.model.running import Running, Switches, ToldVersion
from hookwright.model.tool import ToolCalls

DIALECT = Dialect(
    id="copilot-cli",
    title="GitHub Copilot",
    rank=40,
    doc="Fifteen events, most of them under two names, and flat hooks that run one after another; a hook before a tool "
    "that fails refuses the tool.",
    source="GitHub Copilot's command line 1.0.102, and its hooks reference",
    program="copilot",
    evidence=Evidence(
        Basis.MEASURED, "1.0.102", "2026-11-21", "https://docs.github.com/en/copilot/reference/hooks-reference"
    ),
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, ".copilot/hooks/**/*.json", visible=True, backwards=True),
        Location(Scope.USER, ".copilot/settings.json", grammar=IN_SETTINGS_OF_USER),
        Location(Scope.PROJECT, ".github/hooks/**/*.json", visible=True, backwards=True),
        Location(Scope.PROJECT, ".claude/settings.json", grammar=OF_CLAUDE, borrowed=True),
        Location(Scope.LOCAL, ".claude/settings.local.json", grammar=OF_CLAUDE, borrowed=True),
        Location(Scope.PROJECT, ".github/copilot/settings.json", grammar=IN_SETTINGS),
        Location(Scope.LOCAL, ".github/copilot/settings.local.json", grammar=IN_SETTINGS),
    ),
    home_variable=HomeVariable("COPILOT_HOME", ".copilot"),
    markers=(".copilot", ".github"),
    events=EVENTS,
    moments={
        "preToolUse": "PreToolUse",
        "preMcpToolCall": "PreToolUse",
        "postToolUse": "PostToolUse",
        "userPromptSubmitted": "UserPromptSubmit",
        "userPromptTransformed": "UserPromptSubmit",
        "sessionStart": "SessionStart",
        "sessionEnd": "SessionEnd",
        "agentStop": "Stop",
        "postToolUseFailure": "PostToolUseFailure",
        "subagentStart": "SubagentStart",
        "subagentStop": "SubagentStop",
        "ErrorOccurred": "StopFailure",
        "errorOccurred": "StopFailure",
        "preCompact": "PreCompact",
    },
    about={"preMcpToolCall": ""},
    matchers=MATCHERS,
    switches=Switches(off="disableAllHooks"),
    tools=TOOLS,
    roles={
        "bash": "Bash",
        "view": "Read",
        "create": "Write",
        "edit": "Edit",
        "apply_patch": "Edit",
        "glob": "Glob",
        "grep": "Grep",
        "web_fetch": "WebFetch",
        "web_search": "WebSearch",
        "Task": "Agent",
        "task": "Agent",
        "ask_user": "AskUserQuestion",
        "update_todo": "TodoWrite",
    },
    tool_equivalents=tool_equivalents(it.name for it in TOOLS if not it.answers_for),
    calls=ToolCalls(
        inputs=("toolArgs", "tool_input"), responses=("toolResult", "tool_result"), paths=("path", "file_path")
    ),
    running=Running(unit=Unit.SECONDS, timeout=30.0, shell=("bash", "-c"), arguments_key="args", in_project=True),
    payload=(PayloadField(name="cwd", doc="Where the agent is", sample="/project/path", source=Source.CWD),),
    variables=(
        Variable(name="COPILOT_PROJECT_DIR", doc="The project", source=Source.PROJECT_DIR, root=True),
        Variable(
            name="CLAUDE_PROJECT_DIR", doc="The project, for hooks of Claude Code", source=Source.PROJECT_DIR, root=True
        ),
        Variable(name="COPILOT_HOOK_DIR", doc="The folder of the file that the hook is in", source=Source.AMBIENT),
        Variable(name="COPILOT_CLI", doc="`1`", source=Source.AMBIENT),
    ),
    told_version=ToldVersion(variable="COPILOT_CLI_BINARY_VERSION"),
    printing=Printing(progress=True),
)

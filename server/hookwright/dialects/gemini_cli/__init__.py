"""The `gemini-cli` dialect (requirements H): eleven events, regular expressions, milliseconds, and `hooksConfig`."""

from __future__ import annotations

from hookwright.dialects.fields import believed_of_claude_code
from hookwright.dialects.gemini_cli.events import EVENTS
from hookwright.dialects.gemini_cli.grammar import GRAMMAR, MATCHERS, OF_EXTENSION
from hookwright.dialects.gemini_cli.tools import TOOLS
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.folder_trust import FolderTrust
from hookwright.model.hook import Scope
from hookwright.model.location import HomeVariable, Location
from hookwright.model.plugins import PluginFolder, Plugins
from hookwright.model.reaction import Printing, Words
from hookwright.model.running import Duplicates, Running, Switches
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import ToolCalls

_SETTINGS = ".gemini/settings.json"

_OF_THE_MACHINE = ("/etc/gemini-cli", "/Library/Application Support/GeminiCli", "C:/ProgramData/gemini-cli")

DIALECT = Dialect(
    id="gemini-cli",
    title="Gemini CLI",
    rank=30,
    doc="Eleven events, of which four can refuse; regular expressions as matchers and command hooks, in settings files "
    "and extensions.",
    source="Gemini CLI 0.61.0, and its hooks reference",
    program="gemini",
    evidence=Evidence(Basis.MEASURED, "0.61.0", "2026-11-21", "https://geminicli.com/docs/hooks/reference/"),
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, _SETTINGS),
        Location(Scope.PROJECT, _SETTINGS),
        Location(Scope.PLUGIN, "hooks/hooks.json", grammar=OF_EXTENSION),
        *(
            Location(Scope.SYSTEM, f"{it}/system-defaults.json", variable="GEMINI_CLI_SYSTEM_DEFAULTS_PATH")
            for it in _OF_THE_MACHINE
        ),
        *(
            Location(Scope.MANAGED, f"{it}/settings.json", variable="GEMINI_CLI_SYSTEM_SETTINGS_PATH")
            for it in _OF_THE_MACHINE
        ),
    ),
    home_variable=HomeVariable("GEMINI_CLI_HOME"),
    folder_trust=FolderTrust(
        path=".gemini/trustedFolders.json",
        variable="GEMINI_CLI_TRUSTED_FOLDERS_PATH",
        switch=("security", "folderTrust", "enabled"),
        is_on=True,
        trusted_by={"GEMINI_CLI_TRUST_WORKSPACE": "true"},
        command="/permissions",
    ),
    markers=(".gemini",),
    scopes=(Scope.SYSTEM, Scope.USER, Scope.PROJECT, Scope.LOCAL, Scope.OVERRIDE, Scope.MANAGED, Scope.PLUGIN),
    events=EVENTS,
    moments={
        "BeforeTool": "PreToolUse",
        "AfterTool": "PostToolUse",
        "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop",
        "PreCompress": "PreCompact",
    },
    matchers=MATCHERS,
    duplicates=Duplicates(("name",), keeps_first=True, plugin_roots=("extensionPath",)),
    switches=Switches(on="enabled", names="disabled"),
    tools=TOOLS,
    roles={
        "run_shell_command": "Bash",
        "read_file": "Read",
        "read_many_files": "Read",
        "write_file": "Write",
        "replace": "Edit",
        "glob": "Glob",
        "list_directory": "Glob",
        "grep_search": "Grep",
        "web_fetch": "WebFetch",
        "google_web_search": "WebSearch",
        "invoke_agent": "Agent",
        "ask_user": "AskUserQuestion",
        "write_todos": "TodoWrite",
    },
    tool_equivalents=tool_equivalents(it.name for it in TOOLS),
    calls=ToolCalls(paths=("file_path", "dir_path", "path")),
    servers=Servers(files=(ServerFile(_SETTINGS), ServerFile(_SETTINGS, below_home=True)), tools="mcp_{server}_"),
    plugins=Plugins(
        folders=(PluginFolder(".gemini/extensions/*", below_home=True), PluginFolder(".gemini/extensions/*")),
        marks=("gemini-extension.json",),
    ),
    running=Running(unit=Unit.MILLISECONDS, shell=("bash", "-c"), serial_key="sequential", in_project=True),
    payload=(
        PayloadField(name="session_id", doc="The agent's session", sample="abc123", source=Source.SESSION_ID),
        PayloadField(
            name="transcript_path",
            doc="The conversation as a file",
            sample="/home/me/.gemini/tmp/x/chats/session.jsonl",
        ),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/project/path", source=Source.CWD),
        PayloadField(name="hook_event_name", doc="The event that fired", sample="BeforeTool", source=Source.EVENT),
        PayloadField(
            name="timestamp",
            doc="When the event fired (ISO 8601, UTC)",
            sample="2026-01-01T00:00:00.000Z",
            source=Source.TIMESTAMP,
        ),
    ),
    believed=believed_of_claude_code(".tool_name", ".tool_input", ".tool_input.file_path", ".tool_input.command"),
    variables=(
        Variable(
            name="GEMINI_PROJECT_DIR", doc="The project", source=Source.PROJECT_DIR, root=True, whole=True, bare=True
        ),
        Variable(
            name="CLAUDE_PROJECT_DIR",
            doc="The project, for hooks of Claude Code",
            source=Source.PROJECT_DIR,
            root=True,
            whole=True,
            bare=True,
        ),
        Variable(name="GEMINI_CWD", doc="Where the agent is", source=Source.CWD),
        Variable(name="GEMINI_PLANS_DIR", doc="Where plans are kept", source=Source.AMBIENT),
        Variable(name="GEMINI_SESSION_ID", doc="The agent's session", source=Source.SESSION_ID),
        Variable(
            name="extensionPath",
            doc="The folder of the extension that the hook came with",
            source=Source.PLUGIN_ROOT,
            root=True,
            scopes=(Scope.PLUGIN,),
        ),
        Variable(
            name="workspacePath",
            doc="The project, in the hooks of an extension",
            source=Source.PROJECT_DIR,
            root=True,
            scopes=(Scope.PLUGIN,),
        ),
    ),
    printing=Printing(sources=(Words.STDOUT, Words.STDERR), unwraps=True, any_json=True),
)

"""The `qwen-code` dialect (requirements I): Qwen Code, 22 events, as of version 0.24.4."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.qwen_code.events import EVENTS
from hookwright.dialects.qwen_code.grammar import GRAMMAR, MATCHERS
from hookwright.dialects.qwen_code.payload import BELIEVED, COMMON, MEASURED, VARIABLES
from hookwright.dialects.qwen_code.tools import TOOLS
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.field import Unit
from hookwright.model.folder_trust import FolderTrust
from hookwright.model.hook import Scope
from hookwright.model.location import HomeVariable, Location
from hookwright.model.plugins import PluginFolder, Plugins
from hookwright.model.reaction import Printing, Words
from hookwright.model.running import Duplicates, Running, Switches, ToldVersion
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import ToolCalls

_SETTINGS = ".qwen/settings.json"

_OF_THE_MACHINE = ("/etc/qwen-code", "/Library/Application Support/QwenCode", "C:/ProgramData/qwen-code")

DIALECT = Dialect(
    id="qwen-code",
    title="Qwen Code",
    rank=70,
    doc="22 events, matchers that know tools by several names, and three types of hooks, in the settings of the user "
    "and the project and in extensions. A project's hooks run only in a folder that the user trusts.",
    source="Qwen Code as it was seen to run, version 0.24.4, and its hooks reference",
    program="qwen",
    evidence=MEASURED,
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, _SETTINGS),
        Location(Scope.PROJECT, _SETTINGS),
        Location(Scope.PLUGIN, "qwen-extension.json", manifest=True),
        *(
            Location(Scope.SYSTEM, f"{it}/system-defaults.json", variable="QWEN_CODE_SYSTEM_DEFAULTS_PATH")
            for it in _OF_THE_MACHINE
        ),
        *(
            Location(Scope.MANAGED, f"{it}/settings.json", variable="QWEN_CODE_SYSTEM_SETTINGS_PATH")
            for it in _OF_THE_MACHINE
        ),
    ),
    home_variable=HomeVariable("QWEN_HOME", ".qwen"),
    folder_trust=FolderTrust(
        path="trustedFolders.json",
        variable="QWEN_CODE_TRUSTED_FOLDERS_PATH",
        switch=("security", "folderTrust", "enabled"),
        is_on=False,
        command="/trust",
    ),
    markers=(".qwen",),
    scopes=(Scope.PROJECT, Scope.LOCAL, Scope.OVERRIDE, Scope.USER, Scope.SYSTEM, Scope.MANAGED, Scope.PLUGIN),
    # Where hooks run one after another, all of them run, whatever the first ones say.
    events=tuple(replace(it, running=replace(it.running, stops_at=())) for it in EVENTS),
    moments={"SessionDelete": "SessionEnd", "TodoCreated": "TaskCreated", "TodoCompleted": "TaskCompleted"},
    matchers=MATCHERS,
    duplicates=Duplicates(("name",), keeps_first=True, plugin_roots=("CLAUDE_PLUGIN_ROOT",)),
    switches=Switches(off="disableAllHooks"),
    tools=TOOLS,
    roles={
        "run_shell_command": "Bash",
        "Shell": "Bash",
        "read_file": "Read",
        "write_file": "Write",
        "edit": "Edit",
        "replace": "Edit",
        "glob": "Glob",
        "list_directory": "Glob",
        "grep_search": "Grep",
        "web_fetch": "WebFetch",
        "web_search": "WebSearch",
        "Task": "Agent",
        "task": "Agent",
    },
    tool_equivalents=tool_equivalents(it.name for it in TOOLS if not it.answers_for),
    calls=ToolCalls(paths=("file_path", "notebook_path", "path")),
    servers=Servers(files=(ServerFile(_SETTINGS), ServerFile(_SETTINGS, below_home=True))),
    plugins=Plugins(
        folders=(PluginFolder(".qwen/extensions/*", below_home=True), PluginFolder(".qwen/extensions/*")),
        marks=("qwen-extension.json",),
    ),
    running=Running(
        unit=Unit.SECONDS,
        shell=("bash", "-c"),
        shells={"bash": ("bash", "-c"), "powershell": ("pwsh", "-NoProfile", "-Command")},
        serial_key="sequential",
        in_project=True,
    ),
    payload=COMMON,
    variables=VARIABLES,
    believed=BELIEVED,
    told_version=ToldVersion(variable="QWEN_CODE_STARTUP_VERSION"),
    printing=Printing(sources=(Words.STDOUT, Words.STDERR), unwraps=True),
)

"""The `claude-code` dialect: Claude Code's settings files, 33 events, as of version 2.1.330."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code import events_session as session
from hookwright.dialects.claude_code import events_tools as tool
from hookwright.dialects.claude_code import events_turn as turn
from hookwright.dialects.claude_code import events_workspace as workspace
from hookwright.dialects.claude_code.grammar import FRONT_MATTER, GRAMMAR, MATCHERS, SKILL
from hookwright.dialects.claude_code.payload import (
    AGENT_TYPE,
    COMMON,
    ONLY_USERS,
    OWN_BELIEVED,
    SET_BY_AGENT,
    VARIABLES,
)
from hookwright.dialects.claude_code.plugin_files import MANIFEST, PLUGIN_HOOKS
from hookwright.dialects.claude_code.tools import TOOLS
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import EventRow
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.folding import Folding, Heard, Kept, Pick, Stopped
from hookwright.model.hook import OwnerKind, Scope
from hookwright.model.location import Format, HomeVariable, Location
from hookwright.model.plugins import InstalledPlugins, PluginFolder, PluginOptions, Plugins
from hookwright.model.reaction import Decision, Meant, Misfit, Printing
from hookwright.model.running import (
    Condition,
    Duplicates,
    HttpLists,
    Running,
    SettingsEnvironment,
    Switches,
    ToldVersion,
)
from hookwright.model.servers import PluginServers, ServerFile, Servers
from hookwright.model.tool import ToolCalls

_MANAGED_FOLDERS = ("/etc/claude-code", "/Library/Application Support/ClaudeCode", "C:/Program Files/ClaudeCode")
_MANAGED_FILES = ("managed-settings.json", "managed-settings.d/*.json")

_EVENTS = (
    session.SESSION_START,
    session.SETUP,
    session.INSTRUCTIONS_LOADED,
    turn.USER_PROMPT_SUBMIT,
    turn.USER_PROMPT_EXPANSION,
    turn.MESSAGE_DISPLAY,
    tool.PRE_TOOL_USE,
    tool.PERMISSION_REQUEST,
    tool.PERMISSION_DENIED,
    tool.POST_TOOL_USE,
    tool.POST_TOOL_USE_FAILURE,
    tool.POST_TOOL_BATCH,
    turn.NOTIFICATION,
    turn.SUBAGENT_START,
    turn.SUBAGENT_STOP,
    turn.TASK_CREATED,
    turn.TASK_COMPLETED,
    turn.STOP,
    turn.STOP_FAILURE,
    turn.TEAMMATE_IDLE,
    session.CONFIG_CHANGE,
    workspace.CWD_CHANGED,
    workspace.DIRECTORY_ADDED,
    workspace.FILE_CHANGED,
    workspace.WORKTREE_CREATE,
    workspace.WORKTREE_REMOVE,
    session.PRE_COMPACT,
    session.POST_COMPACT,
    session.PRE_MODEL_SWITCH,
    session.POST_MODEL_SWITCH,
    session.SESSION_END,
    workspace.ELICITATION,
    workspace.ELICITATION_RESULT,
)

_FOLDING = Folding(
    by_end=True,
    reason=Pick.LAST_TO_END,
    ask=Pick.FIRST_TO_END,
    input=Pick.LAST_TO_END,
    rewrite=Pick.LAST_TO_END,
)
_FOLDINGS = {
    "PreToolUse": replace(
        _FOLDING, keeps_context=Kept.ALWAYS, sole_refusal=True, unstopped=frozenset({Decision.ASK, Decision.DEFER})
    ),
    "PermissionRequest": replace(_FOLDING, heard=Heard.UP_TO_DECISION),
    "PostToolUse": replace(_FOLDING, stopped=Stopped.HEARS_OTHERS),
    "UserPromptSubmit": replace(_FOLDING, stopped=Stopped.HEARS_NOTHING),
    "UserPromptExpansion": replace(_FOLDING, stopped=Stopped.HEARS_NOTHING),
    "SubagentStop": replace(_FOLDING, lets_stop=True),
}


def _of_agents(scope: Scope, folder: str) -> Location:
    """Where agents are, whose hooks hold while they run; the end of one is that of a subagent."""
    return Location(
        scope,
        f"{folder}agents/**/*.md",
        grammar=FRONT_MATTER,
        format=Format.FRONT_MATTER,
        owner=OwnerKind.AGENT,
        events={"Stop": "SubagentStop"},
        last_counts=True,
    )


def _in_any_session(row: EventRow) -> EventRow:
    """The event as it is folded; a session of `--agent` names the agent on every event."""
    names = {it.name for it in row.payload}
    payload = row.payload if AGENT_TYPE.name in names else (*row.payload, AGENT_TYPE)
    return replace(row, payload=payload, folding=_FOLDINGS.get(row.name, _FOLDING))


def _of_skills(scope: Scope, folder: str = ".claude/") -> tuple[Location, Location]:
    """Where skills and commands are, whose hooks hold from when they are used to the session's end.

    Of several with one name, the agent knows a skill before a command, and the user's before the project's.
    """
    paths = (f"{folder}skills/*/SKILL.md", f"{folder}commands/**/*.md")
    form, skill = Format.FRONT_MATTER, OwnerKind.SKILL
    skills, commands = (Location(scope, it, grammar=SKILL, format=form, owner=skill) for it in paths)
    return skills, commands


def _of_plugin_skills() -> tuple[Location, ...]:
    skills, commands = _of_skills(Scope.PLUGIN, "")
    why = "Claude Code runs no hooks of a plugin's commands; move them to its `hooks/hooks.json`, or make it a skill"
    return skills, replace(commands, ignored=why)


DIALECT = Dialect(
    id="claude-code",
    title="Claude Code",
    rank=10,
    doc="33 events, string matchers and five types of hooks, in the settings of the user, the project and one machine.",
    source="Claude Code's hooks reference and Agent SDK, version 2.1.330",
    program="claude",
    evidence=Evidence(Basis.MEASURED, "2.1.330", "2026-11-21", "https://code.claude.com/docs/en/hooks"),
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, ".claude/settings.json"),
        Location(Scope.PROJECT, ".claude/settings.json"),
        Location(Scope.LOCAL, ".claude/settings.local.json"),
        Location(Scope.PLUGIN, "hooks/hooks.json", grammar=PLUGIN_HOOKS),
        Location(Scope.PLUGIN, ".claude-plugin/plugin.json", manifest=True, grammar=MANIFEST),
        *(_of_agents(it, ".claude/") for it in (Scope.USER, Scope.PROJECT)),
        *(place for both in zip(*map(_of_skills, (Scope.USER, Scope.PROJECT)), strict=True) for place in both),
        replace(
            _of_agents(Scope.PLUGIN, ""),
            ignored="Claude Code ignores the hooks of a plugin's agents; move them to its `hooks/hooks.json`",
        ),
        *_of_plugin_skills(),
        *(Location(Scope.MANAGED, f"{folder}/{name}") for folder in _MANAGED_FOLDERS for name in _MANAGED_FILES),
    ),
    home_variable=HomeVariable("CLAUDE_CONFIG_DIR", ".claude"),
    guesses=(
        replace(_of_skills(Scope.PROJECT)[0], path="**/SKILL.md"),
        replace(_of_agents(Scope.PROJECT, ""), path="**/agents/*.md"),
    ),
    markers=(".claude",),
    events=tuple(map(_in_any_session, _EVENTS)),
    matchers=MATCHERS,
    condition=Condition(
        key="if", events=("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")
    ),
    duplicates=Duplicates(("if", "args", "server", "input")),
    switches=Switches(off="disableAllHooks", managed_only="allowManagedHooksOnly"),
    tools=TOOLS,
    roles={"Task": "Agent"},
    tool_equivalents=tool_equivalents(it.name for it in TOOLS),
    calls=ToolCalls(paths=("file_path", "notebook_path", "path")),
    servers=Servers(
        files=(
            ServerFile(".mcp.json"),
            ServerFile(".claude.json", ("projects", "{project}", "mcpServers"), below_home=True),
            ServerFile(".claude.json", below_home=True),
        )
    ),
    plugins=Plugins(
        folders=(PluginFolder(".claude/skills/*", below_home=True), PluginFolder(".claude/skills/*")),
        marks=(".claude-plugin",),
        marketplace=".claude-plugin/marketplace.json",
        installed=InstalledPlugins(
            "enabledPlugins",
            ".claude/plugins/installed_plugins.json",
            ".claude/plugins/known_marketplaces.json",
            default="defaultEnabled",
            needs="dependencies",
        ),
        options=PluginOptions("user_config", "CLAUDE_PLUGIN_OPTION_{key}", settings="pluginConfigs", values="options"),
        data=".claude/plugins/data",
        servers=PluginServers(
            ".claude-plugin/plugin.json", ".mcp.json", "mcpServers", "mcp__plugin_{plugin}_{server}__"
        ),
        wraps_events=False,
        # Refused by 2.1.259 ("Duplicate hooks file detected"), accepted by 2.1.330; no version between was tried.
        names_usual_since="2.1.260",
    ),
    running=Running(
        unit=Unit.SECONDS,
        timeout=600.0,
        grace=1.0,
        shells={"bash": ("/bin/sh", "-c"), "powershell": ("pwsh", "-NoProfile", "-Command")},
        arguments_key="args",
        settings_environment=SettingsEnvironment(key="env", own=SET_BY_AGENT, only_user=ONLY_USERS),
    ),
    payload=COMMON,
    variables=VARIABLES,
    placeholders=("CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"),
    believed=OWN_BELIEVED,
    told_version=ToldVersion(variable="AI_AGENT"),
    http=HttpLists(urls="allowedHttpHookUrls", variables="httpHookAllowedEnvVars"),
    printing=Printing(meant=Meant.BRACED, dropped_for=Misfit.VALUE),
)

"""Agents that have no table here: where their files lie and what their events are called.

So much tells their files from ours, and their events from mistakes.
"""

from __future__ import annotations

from msgspec import Struct


class ForeignAgent(Struct, frozen=True, kw_only=True):
    """An agent without a table, and what gives its files away.

    What lies in one of its `folders`, or in a folder in one of these, is its own, however much it looks like another
    agent's.  `places` are globs of its files with hooks, relative to the project or the user's home; a settings file
    is one only if it speaks of hooks.  A folder that holds one of `plugins` is a plugin of its.
    `events` are what its events are called; of the less known agents only those that no other agent has.  Where its
    hooks are `in_code`, no file of data is one of its for its events alone.
    `roots` are the variables by which hooks name the folder of its plugins.
    """

    title: str
    folders: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    in_code: bool = False
    roots: tuple[str, ...] = ()


# Whoever writes a table for one of these drops its entry here.
FOREIGN_AGENTS: tuple[ForeignAgent, ...] = (
    ForeignAgent(
        title="pi",
        folders=(".pi",),
        places=(".pi/extensions/*.ts", ".pi/settings.json"),
        events=(
            "project_trust",
            "resources_discover",
            "session_start",
            "session_info_changed",
            "session_before_switch",
            "session_before_fork",
            "session_before_compact",
            "session_compact",
            "session_compact_failed",
            "session_before_tree",
            "session_tree",
            "session_shutdown",
            "mcp_servers_change",
            "context",
            "context_with_system",
            "cache_warming_decision",
            "before_provider_headers",
            "before_provider_request",
            "after_provider_response",
            "provider_stream_event",
            "before_agent_start",
            "agent_start",
            "agent_end",
            "agent_before_settle",
            "agent_settled",
            "ui_prompt_start",
            "ui_prompt_end",
            "turn_start",
            "turn_end",
            "message_start",
            "message_update",
            "message_end",
            "tool_execution_start",
            "tool_execution_update",
            "tool_execution_end",
            "model_select",
            "thinking_level_select",
            "tool_call",
            "tool_result",
            "user_bash",
            "input",
        ),
        in_code=True,
    ),
    ForeignAgent(
        title="Amp",
        folders=(".amp",),
        places=(".amp/plugins/*.ts", ".amp/settings.json"),
        events=(
            "tool:pre-execute",
            "tool:post-execute",
        ),
    ),
    ForeignAgent(
        title="Antigravity",
        folders=(".agents", ".antigravity"),
        places=(".agents/hooks.json",),
        events=("PreInvocation", "PostInvocation"),
    ),
    ForeignAgent(
        title="CodeBuddy",
        folders=(".codebuddy",),
        places=(".codebuddy/settings.json", ".codebuddy/settings.local.json"),
    ),
    ForeignAgent(
        title="Cortex Code",
        folders=(".cortex",),
        places=(".cortex/settings.json",),
    ),
    ForeignAgent(
        title="deepagents",
        folders=(".deepagents",),
        places=(".deepagents/hooks.json",),
    ),
    ForeignAgent(
        title="Firebender",
        folders=(".firebender",),
        places=(".firebender/hooks.json",),
    ),
    ForeignAgent(
        title="Grok",
        folders=(".grok",),
        places=(".grok/hooks/*.json",),
        events=("StopCancelled",),
        roots=("GROK_PLUGIN_ROOT", "GROK_PLUGIN_DATA"),
    ),
    ForeignAgent(
        title="Junie",
        folders=(".junie",),
        places=(".junie/config.json",),
    ),
    ForeignAgent(
        title="Kilo",
        folders=(".kilo", ".kilocode"),
        places=(".kilo/plugin/*.ts", ".kilo/plugins/*.ts"),
    ),
    ForeignAgent(
        title="Kimi CLI",
        folders=(".kimi",),
        places=(".kimi/config.toml",),
    ),
    ForeignAgent(
        title="Mastra Code",
        folders=(".mastracode",),
        places=(".mastracode/hooks.json",),
    ),
    ForeignAgent(
        title="Mistral Vibe",
        folders=(".vibe",),
        places=(".vibe/hooks.toml",),
        events=(
            "pre_tool",
            "post_tool",
            "post_agent",
        ),
    ),
    ForeignAgent(
        title="opencode",
        folders=(".opencode",),
        places=(".opencode/plugin/*.ts", ".opencode/plugin/*.js", ".opencode/plugins/*.ts", ".opencode/plugins/*.js"),
    ),
    ForeignAgent(
        title="Qoder",
        folders=(".qoder",),
        places=(".qoder/settings.json", ".qoder/settings.local.json"),
    ),
    ForeignAgent(
        title="Reasonix",
        folders=(".reasonix",),
        places=(".reasonix/settings.json",),
        events=("PostLLMCall",),
    ),
    ForeignAgent(
        title="rulesync",
        folders=(".rulesync",),
        places=(".rulesync/hooks.json",),
    ),
    ForeignAgent(
        title="Tabnine",
        folders=(".tabnine",),
        places=(".tabnine/agent/settings.json",),
    ),
    ForeignAgent(
        title="Trae",
        folders=(".trae",),
        places=(".trae/hooks.json",),
    ),
)

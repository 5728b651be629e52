"""The files of Claude Code's plugins, and the mistakes in them for which it refuses a plugin.

Measured on 2.1.330, started with `--plugin-dir`: each key of a manifest with sixteen values of every JSON type, some
more where these showed a rule, and which of those plugins had their hooks run.
"""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code.grammar import GRAMMAR
from hookwright.dialects.claude_code.settings import ELSEWHERE, GUARDS
from hookwright.model.field import JsonType
from hookwright.model.voiding import Guarded, Setting, Voiding, settings_by

_EFFECT = "refuses this whole plugin"
_TEXT, _LIST, _OBJECT = JsonType.STRING, JsonType.ARRAY, JsonType.OBJECT
_NAME = Setting(
    kinds=(_TEXT,),
    pattern=r"[^\s@:/\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+",
    wants="must be a name without spaces, `@`, `:` and slashes",
)


def _path(ending: str = "", *, kinds: tuple[JsonType, ...] = (_TEXT,)) -> Setting:
    """A path in the plugin, or one of the other `kinds`."""
    wants = "must be a path that begins with `./`" + (f" and ends with `{ending}`" if ending else "")
    return Setting(kinds=kinds, pattern=rf"(?s)\./.*{ending.replace('.', chr(92) + '.')}", wants=wants)


def _paths(key: str, ending: str = "") -> dict[str, Setting]:
    """A key with a path, or a list of paths."""
    return {key: _path(ending, kinds=(_TEXT, _LIST)), f"{key}.*": _path(ending)}


def _monitors(key: str) -> dict[str, Setting]:
    return {
        key: _path(".json", kinds=(_TEXT, _LIST)),
        f"{key}.*": Setting(kinds=(_OBJECT,), keys=("name", "command", "description")),
    }


_SERVERS = Setting(
    kinds=(_TEXT, _LIST, _OBJECT),
    pattern=r"(?s)\./.*\.json|(\./|https?://).*\.(mcpb|dxt)",
    wants="must be a path that begins with `./` and ends with `.json` or `.mcpb`",
)
_SKILLS = Setting(kinds=(_TEXT, _LIST), pattern=r"(?s)\.|\./.*", wants="must be a path that begins with `./`")
_MANIFEST = settings_by(
    {
        "": Setting(kinds=(_OBJECT,), keys=("name",)),
        "name": _NAME,
        "version": Setting(kinds=(_TEXT,)),
        "defaultEnabled": Setting(kinds=(JsonType.BOOLEAN,)),
        "dependencies": Setting(kinds=(_LIST,)),
        "dependencies.*": Setting(
            kinds=(_TEXT, _OBJECT),
            pattern=r"[^\s@/]+(@[^\s@/]+)?",
            wants="must be `PLUGIN` or `PLUGIN@MARKETPLACE`",
            keys=("name",),
        ),
        "dependencies.*.name": Setting(kinds=(_TEXT,)),
        "hooks": _path(".json", kinds=(_TEXT, _LIST, _OBJECT)),
        "commands": _path(kinds=(_TEXT, _LIST, _OBJECT)),
        "commands.*": _path(kinds=(_TEXT, _OBJECT)),
        **_paths("agents", ".md"),
        "skills": _SKILLS,
        "skills.*": replace(_SKILLS, kinds=(_TEXT,)),
        **_paths("outputStyles"),
        **_paths("themes"),
        **_paths("workflows"),
        "channels": Setting(kinds=(_LIST,)),
        "channels.*": Setting(kinds=(_OBJECT,), keys=("server",)),
        "channels.*.server": Setting(kinds=(_TEXT,)),
        "mcpServers": _SERVERS,
        "mcpServers.*": replace(_SERVERS, kinds=(_TEXT, _OBJECT)),
        "lspServers": _path(".json", kinds=(_TEXT, _LIST, _OBJECT)),
        "lspServers.*": _path(".json", kinds=(_TEXT, _OBJECT)),
        **_monitors("monitors"),
        "settings": Setting(kinds=(_OBJECT,)),
        "types": Setting(
            kinds=(_TEXT,),
            pattern=r"(?s)\./(?!(.*/)?\.\./).*\.d\.ts",
            wants="must be a path in the plugin that begins with `./` and ends with `.d.ts`",
        ),
        "userConfig": Setting(kinds=(_OBJECT,)),
        "userConfig.*": Setting(kinds=(_OBJECT,), keys=("type", "title", "description")),
        "userConfig.*.type": Setting(kinds=(_TEXT,), words=("string", "number", "boolean", "directory", "file")),
        **_paths("experimental.themes"),
        **_monitors("experimental.monitors"),
    }
)
_HOOKS = settings_by(
    {
        "description": Setting(kinds=(_TEXT,)),
        "hooks": Setting(kinds=(_OBJECT,), nullable=True),
        "modules": Setting(kinds=(_LIST,)),
    }
)

MANIFEST = replace(
    GRAMMAR,
    voiding=Voiding(effect=_EFFECT, plugin=True, by=Guarded(guards=GUARDS, settings=_MANIFEST, elsewhere=ELSEWHERE)),
)
"""`.claude-plugin/plugin.json`, which may have hooks, or name files with some."""

PLUGIN_HOOKS = replace(
    GRAMMAR,
    voiding=Voiding(
        effect=_EFFECT, plugin=True, mark=True, by=Guarded(guards=GUARDS, settings=_HOOKS, elsewhere=ELSEWHERE)
    ),
)
"""`hooks/hooks.json`, and other files that a manifest names."""

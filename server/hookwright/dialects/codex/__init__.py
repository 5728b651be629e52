"""The `codex` dialect (requirements G): OpenAI Codex, 12 events, as of version 0.169.0."""

from __future__ import annotations

from hookwright.dialects.codex.events import EVENTS
from hookwright.dialects.codex.grammar import CONFIG, GRAMMAR, MATCHERS, REQUIREMENTS
from hookwright.dialects.codex.payload import BELIEVED, COMMON, TOOLS, VARIABLES
from hookwright.model.approval import Approval
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.hook import Scope
from hookwright.model.location import Format, HomeVariable, Location
from hookwright.model.plugins import Plugins
from hookwright.model.reaction import Meant, Misfit, Printing
from hookwright.model.running import Running, Switches

DIALECT = Dialect(
    id="codex",
    title="Codex",
    rank=20,
    doc="12 events, string matchers and commands, in `hooks.json` and `config.toml` of the user and the project, and "
    "in plugins. Codex runs a hook only after its user has approved it in `/hooks`, and asks again whenever it "
    "changes.",
    source="Codex as it was seen to run, version 0.169.0, and its hooks reference",
    program="codex",
    evidence=Evidence(Basis.MEASURED, "0.169.0", "2026-11-21", "https://developers.openai.com/codex/hooks"),
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, ".codex/hooks.json"),
        Location(Scope.USER, ".codex/config.toml", grammar=CONFIG, format=Format.TOML),
        Location(Scope.PROJECT, ".codex/hooks.json", upwards=True),
        Location(Scope.PROJECT, ".codex/config.toml", grammar=CONFIG, format=Format.TOML, upwards=True),
        Location(Scope.PLUGIN, "hooks/hooks.json"),
        Location(Scope.PLUGIN, ".codex-plugin/plugin.json", manifest=True),
        Location(Scope.SYSTEM, "/etc/codex/hooks.json"),
        Location(Scope.SYSTEM, "/etc/codex/config.toml", grammar=CONFIG, format=Format.TOML),
        Location(Scope.MANAGED, "/etc/codex/managed_config.toml", grammar=CONFIG, format=Format.TOML),
        Location(Scope.MANAGED, "/etc/codex/requirements.toml", grammar=REQUIREMENTS, format=Format.TOML),
    ),
    home_variable=HomeVariable("CODEX_HOME", ".codex"),
    markers=(".codex",),
    events=EVENTS,
    matchers=MATCHERS,
    switches=Switches(
        routes=(("features", "hooks"), ("features", "codex_hooks")), managed_only="allow_managed_hooks_only"
    ),
    tools=TOOLS,
    roles={"apply_patch": "Edit", "spawn_agent": "Agent"},
    tool_equivalents=tool_equivalents(it.name for it in TOOLS if not it.answers_for),
    plugins=Plugins(marks=(".codex-plugin",)),
    running=Running(unit=Unit.SECONDS, timeout=600.0, shell=("/bin/bash", "-c")),
    approval=Approval(
        path="config.toml",
        table=("hooks", "state"),
        digest="trusted_hash",
        switch="enabled",
        keys={"type": "command", "command": None, "timeout": 600, "async": False, "statusMessage": None},
        command="/hooks",
        trust="trust_level",
        distrusted="untrusted",
    ),
    payload=COMMON,
    variables=VARIABLES,
    placeholders=tuple(it.name for it in VARIABLES),
    believed=BELIEVED,
    printing=Printing(skips_mark=False, meant=Meant.JSON, dropped_for=Misfit.ANY),
)

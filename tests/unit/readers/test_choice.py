from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.readers.case import Ground
from hookwright.readers.choice import owner, placed, readers, stranger
from hookwright.readers.evidence import Fit, best_fit, event_owners, marks_of

GROUPED = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}


def _told(path: str, text: str) -> tuple[str, Scope] | None:
    found = owner(path, text)
    return (found.dialect.id, found.scope) if found else None


def _placed(path: str, project: str | None = None, home: str | None = None) -> tuple[str, Scope] | None:
    found = placed(path, project, home)
    return (found[0].dialect.id, found[0].scope) if found else None


@pytest.mark.parametrize(
    ("path", "id", "scope"),
    [
        ("/p/.claude/settings.json", "claude-code", Scope.PROJECT),
        ("/p/.claude/settings.local.json", "claude-code", Scope.LOCAL),
        ("/p/sub/.claude/settings.json", "claude-code", Scope.PROJECT),
        (".ai_agents/settings.json", "ai-agents", Scope.PROJECT),
        ("/h/.ai_agents/settings.json", "ai-agents", Scope.USER),
        ("/h/work/.ai_agents/settings.json", "ai-agents", Scope.PROJECT),
        ("/h/.claude/settings.local.json", "claude-code", Scope.LOCAL),
    ],
)
def test_a_place_tells_dialect_and_scope(path: str, id: str, scope: Scope) -> None:  # noqa: A002
    assert _placed(path, project="/p", home="/h") == (id, scope)


def test_the_users_file_is_the_projects_where_the_home_is_the_project() -> None:
    assert _placed("/h/.claude/settings.json", project="/h", home="/h") == ("claude-code", Scope.PROJECT)


@pytest.mark.parametrize("path", ["/p/settings.json", "/p/x.claude/settings.json", "/p/.claude/other.json"])
def test_other_places_tell_nothing(path: str) -> None:
    assert placed(path, project="/p", home="/h") == ()


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("**/hooks/*.json", "/p/hooks/a.json"),
        ("hooks/a.json", "/p/hooks/a.json"),
        ("/p/**", "/p/hooks/a.json"),
        ("~/team/*.json", "/h/team/a.json"),
        ("settings.json", "/p/.claude/settings.json"),
    ],
)
def test_the_users_globs_go_before_the_place(glob: str, path: str) -> None:
    (found,) = placed(path, project="/p", home="/h", globs={glob: "ai-agents"})

    assert found.dialect.id == "ai-agents"
    assert found.ground.is_certain


def test_a_project_outdoes_the_place_and_the_users_globs_outdo_the_project() -> None:
    path = "/p/.claude/settings.json"
    (project,) = readers(path, "{}", named="cursor")
    (user,) = readers(path, "{}", globs={path: "ai-agents"}, named="cursor")

    assert (project.dialect.id, project.ground) == ("cursor", Ground.NAMED)
    assert user.dialect.id == "ai-agents"
    assert readers(path, "{}", named="nobody")[0].dialect.id == "claude-code"


def test_a_glob_with_an_unknown_dialect_is_passed_over() -> None:
    found = placed("/p/.claude/settings.json", globs={"**": "nobody"})

    assert found[0].dialect.id == "claude-code"


@pytest.mark.parametrize(
    ("path", "id"),
    [
        ("/c/1Password__agent-hooks__.claude__settings.json", "claude-code"),
        ("/c/ai-agents/x.json", "ai-agents"),
        ("/c/.ai_agents/more.json", "ai-agents"),
    ],
)
def test_a_telling_part_of_the_path_is_enough_for_a_text_with_hooks(path: str, id: str) -> None:  # noqa: A002
    told = _told(path, '{"hooks": {}}')

    assert told is not None
    assert told[0] == id
    assert readers(path, '{"name": "x"}') == ()


@pytest.mark.parametrize(
    ("content", "id"),
    [
        (GROUPED, "claude-code"),
        ({"hooks": {"PreToolUse": [{"matcher": "FileWriter|CodeEditor", "hooks": []}]}}, "ai-agents"),
        ({"hooks": {"PreToolUse": [{"matcher": "FileWriter", "hooks": []}], "Stop": []}}, "claude-code"),
        ({"PreToolUse": [{"hooks": []}], "SubagentStop": []}, "claude-code"),
        ({"Notification": {"title": "Hooks"}, "command": {"Setup": {}}}, None),
        ({"Notification": {"title": "Hooks"}, "Stop": [{"name": "Halt"}]}, None),
        ({"hooks": {"preToolUse": [{"matcher": "Bash", "hooks": []}], "STOP": []}}, "copilot-cli"),
        ({"hooks": {"BeforeTool": [], "AfterTool": [], "SessionStart": []}}, "gemini-cli"),
        ({"version": 1, "hooks": {"beforeShellExecution": [{"command": "x"}], "stop": []}}, "cursor"),
        ({"hooks": {"pre-commit": [{"type": "command"}]}}, None),
        ({"name": "x", "scripts": {"test": "true"}}, None),
        ({}, None),
    ],
)
def test_content_tells_the_dialect_where_the_path_does_not(content: object, id: str | None) -> None:  # noqa: A002
    told = _told("/c/x.json", json.dumps(content))

    assert (told[0] if told else None) == id


def test_a_text_that_is_being_typed_still_tells() -> None:
    assert _told("/c/x.settings.local.json", '{"hooks": {"PreToolUse": [{"matcher": "Ba') == (
        "claude-code",
        Scope.LOCAL,
    )


def test_the_place_tells_even_of_an_empty_file() -> None:
    assert _told("/p/.claude/settings.json", "") == ("claude-code", Scope.PROJECT)


def test_whose_event_a_foreign_name_is() -> None:
    owners = event_owners("SubagentStop", by_id("ai-agents"))
    assert owners[0] == "Claude Code"
    assert {"ClawdCode", "Open Plugin"} <= set(owners)
    assert event_owners("BeforeTool", by_id("ai-agents")) == ("Gemini CLI",)
    assert event_owners("PreTolUse", by_id("ai-agents")) == ()
    assert by_id("claude-code").title not in event_owners("Stop", by_id("claude-code"))


@pytest.mark.parametrize("path", ["/p/hooks/hooks.json", "hooks/hooks.json", "/h/.agents/plugins/x/hooks/hooks.json"])
def test_the_hooks_of_a_plugin_are_told_by_their_place(path: str) -> None:
    assert _placed(path, project="/p", home="/h") == ("open-plugin", Scope.PLUGIN)


def test_a_plugin_of_another_agent_is_told_by_what_lies_in_it(tmp_path: Path) -> None:
    path = str(tmp_path / "hooks" / "hooks.json")
    assert _placed(path) == ("open-plugin", Scope.PLUGIN)
    (tmp_path / ".claude-plugin").mkdir()

    assert _placed(path) == ("claude-code", Scope.PLUGIN)
    assert _told(path, json.dumps(GROUPED)) == ("claude-code", Scope.PLUGIN)


def test_a_plugin_of_two_agents_is_the_ones_whose_events_are_in_it(tmp_path: Path) -> None:
    path, text = str(tmp_path / "hooks" / "hooks.json"), json.dumps(GROUPED)
    (tmp_path / ".cursor-plugin").mkdir()
    (reader,) = readers(path, text)
    assert (reader.dialect.id, reader.ground.is_certain) == ("cursor", True)
    (tmp_path / ".claude-plugin").mkdir()

    first, other = readers(path, text)

    assert (first.dialect.id, first.borrowed) == ("claude-code", False)
    assert (other.dialect.id, other.borrowed) == ("cursor", True)


@pytest.mark.parametrize(
    ("command", "id"),
    [
        ("${CLAUDE_PLUGIN_ROOT}/s.sh", "claude-code"),
        ("$CLAUDE_PLUGIN_ROOT/s.sh ${PLUGIN_ROOT}", "open-plugin"),
        ("CLAUDE_PLUGIN_ROOT", "open-plugin"),
        ("$HOME/s.sh", "open-plugin"),
    ],
)
def test_a_plugin_of_another_agent_is_told_by_its_variables(command: str, id: str) -> None:  # noqa: A002
    hooks = [{"type": "command", "command": command}]
    told = _told("/p/hooks/hooks.json", json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))

    assert told is not None
    assert told[0] == id


@pytest.mark.parametrize(
    "path",
    [
        "/p/.amp/hooks.json",
        "/p/.mastracode/hooks.json",
    ],
)
def test_what_lies_in_the_folder_of_an_agent_without_a_table_is_its_own(path: str) -> None:
    assert placed(path) == ()
    assert readers(path, json.dumps(GROUPED)) == ()


def test_a_project_below_the_folder_of_another_agent_is_not_its() -> None:
    assert _told("/h/.cursor/worktrees/p/.claude/settings.json", "{}") == ("claude-code", Scope.PROJECT)
    assert _told("/h/.cursor/worktrees/p/models/hooks.json", json.dumps(GROUPED)) == ("claude-code", Scope.PROJECT)


def test_a_list_of_tools_in_a_matcher_does_not_make_a_plugin_openhands() -> None:
    group = {"matcher": {"tools": ["Bash"]}, "hooks": [{"type": "command", "command": "true"}]}
    found = readers("/p/hooks/hooks.json", json.dumps({"hooks": {"PreToolUse": [group]}}))
    assert found[0].dialect.id == "open-plugin"


def test_a_file_that_names_the_folder_of_its_plugin_is_the_plugins() -> None:
    hooks = [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/s.sh"}]
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": hooks}]}})

    assert _told("/p/plugin/hooks/more.json", text) == ("claude-code", Scope.PLUGIN)
    assert _told("/p/.claude/settings.json", text) == ("claude-code", Scope.PROJECT)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("settings.mastracode.json", False),
        ("someone__project__.codex__hooks.json", True),
        ("someone__project__.claude__settings.json", True),
        ("hooks.pipeline.json", True),
    ],
)
def test_a_copy_of_another_agents_file_is_told_by_its_name(name: str, known: bool) -> None:
    text = '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}'

    assert bool(readers(f"/copies/{name}", text)) is known


def test_a_plugins_file_without_a_mark_is_another_agents_only_where_more_than_one_event_says_so() -> None:
    one = json.dumps({"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "true"}]}]}})
    two = one.replace('"PreCompact": [', '"PostCompact": [], "TaskCreated": [], "PreCompact": [')

    assert _told("/p/hooks/hooks.json", one) == ("open-plugin", Scope.PLUGIN)
    (reader,) = readers("/p/hooks/hooks.json", two)
    assert (reader.dialect.id, reader.ground.is_certain) == ("claude-code", False)


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("/p/.grok/hooks/guard.json", json.dumps(GROUPED), "Grok"),
        ("/p/.mastracode/hooks.json", json.dumps(GROUPED), "Mastra Code"),
        ("/p/.qoder/settings.json", '{"model": "x"}', None),
        ("/p/.amp/plugins/guard.ts", "export default {}", "Amp"),
        ("/p/.somebody/hooks.json", json.dumps(GROUPED), "`.somebody`"),
        ("/p/templates/grok/hooks.json", json.dumps(GROUPED), "Grok"),
        ("/p/x.json", json.dumps({"hooks": {"PreInvocation": [], "PostInvocation": [], "Stop": []}}), "Antigravity"),
        ("/p/.claude/hooks.json", json.dumps(GROUPED), None),
        ("/p/x.json", json.dumps(GROUPED), None),
        ("/p/.husky/config.json", '{"hooks": {"pre-commit": "npm test"}}', None),
    ],
)
def test_the_files_of_agents_without_a_table_are_known_by_name(path: str, text: str, title: str | None) -> None:
    assert stranger(path, text) == title
    assert title is None or readers(path, text) == ()


def test_an_agents_own_folder_is_not_a_plugin() -> None:
    (reader,) = readers("/p/.claude/hooks/hooks.json", json.dumps(GROUPED))

    assert (reader.dialect.id, reader.ground.is_certain) == ("claude-code", False)


def test_the_nearest_name_in_a_path_counts() -> None:
    text = json.dumps(GROUPED)

    assert _told("/p/claude/templates/hooks.json", text) == ("claude-code", Scope.PROJECT)
    assert _told("/p/clawdcode/templates/claude.json", text) == ("claude-code", Scope.PROJECT)
    assert readers("/p/claude/templates/amp/hooks.json", text) == ()


def test_the_name_of_a_clone_says_nothing(tmp_path: Path) -> None:
    clone = tmp_path / "copilot-kit"
    (clone / "packages").mkdir(parents=True)
    path, text = str(clone / "packages/settings.json"), json.dumps({"hooks": {"Stop": [{"hooks": []}]}})
    assert _told(path, text) == ("copilot-cli", Scope.PROJECT)
    (clone / ".git").mkdir()
    assert _told(path, text) == ("claude-code", Scope.PROJECT)


def test_a_list_of_texts_under_the_name_of_an_event_is_no_hook(tmp_path: Path) -> None:
    text = json.dumps({"kwargs": {"stop": ["</end"]}, "calls": [{"command": "ls"}]})
    assert owner(str(tmp_path / "log.json"), text) is None
    assert owner(str(tmp_path / "log.json"), json.dumps({"stop": [{"command": "ls"}]})) is not None


def test_what_is_in_a_file_outweighs_a_name_in_its_path_that_fits_nothing_in_it() -> None:
    text = json.dumps({"hooks": {"WorktreeCreate": [], "ConfigChange": []}})

    assert _told("/p/ai-agents/hooks.json", text) == ("claude-code", Scope.PROJECT)


@pytest.mark.parametrize(
    ("variable", "id"), [("CLAUDE_PROJECT_DIR", "claude-code"), ("PROJECT_DIR", "claude-code"), ("HOME", "claude-code")]
)
def test_a_variable_that_may_be_a_commands_own_tells_nothing(variable: str, id: str) -> None:  # noqa: A002
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": f"${variable}/s.sh"}]}], "SessionStart": []}

    assert _told("/p/x.json", json.dumps({"hooks": hooks})) == (id, Scope.PROJECT)


def test_a_plugins_file_without_a_mark_is_the_one_whose_keys_it_has() -> None:
    hook = {"type": "command", "command": "make lint"}
    plain, waking = ({"hooks": {"Stop": [{"hooks": [it]}]}} for it in (hook, {**hook, "asyncRewake": True}))

    assert _told("/p/hooks/hooks.json", json.dumps(plain)) == ("open-plugin", Scope.PLUGIN)
    (reader,) = readers("/p/hooks/hooks.json", json.dumps(waking))
    assert (reader.dialect.id, reader.ground.is_certain) == ("claude-code", False)


def test_a_plugins_file_without_a_mark_is_the_one_whose_name_is_in_its_path() -> None:
    assert _told("/p/plugins/claude-guard/hooks/hooks.json", json.dumps(GROUPED)) == ("claude-code", Scope.PLUGIN)
    assert _told("/p/plugins/guard/hooks/hooks.json", json.dumps(GROUPED)) == ("open-plugin", Scope.PLUGIN)


def test_a_list_of_hooks_at_a_place_of_plugins_is_left_alone_where_nothing_tells_whose_it_is() -> None:
    text = json.dumps({"$schema": "https://example.com/hooks.json", "hooks": [{"name": "x", "trigger": "pre-commit"}]})

    assert readers("/p/hooks/hooks.json", text) == ()


def test_the_schema_of_a_file_names_its_agent() -> None:
    schema = "https://json.schemastore.org/claude-code-settings.json"

    assert _told("/p/goose/x.json", json.dumps({"$schema": schema, **GROUPED})) == ("claude-code", Scope.PROJECT)
    assert stranger("/p/x.json", json.dumps({"$schema": "https://grok.example/hooks.json", **GROUPED})) == "Grok"


def test_of_agents_that_fit_as_well_the_most_widespread_is_taken() -> None:
    text = json.dumps({"env": {"A": "1"}, **GROUPED})

    assert _told("/p/staging/settings.json", text) == ("claude-code", Scope.PROJECT)


def test_a_file_in_copilots_folder_that_it_does_not_read_is_known() -> None:
    (reader,) = readers("/p/.github/hooks.json", '{"version": 1, "hooks": {"preToolUse": [{"bash": "true"}]}}')

    assert (reader.dialect.id, reader.ground.is_certain) == ("copilot-cli", False)


def test_what_is_stronger_decides_however_much_there_is_of_what_is_weaker() -> None:
    claude = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh'}]}]}}
    cursor = {"version": 1, "hooks": {"stop": [{"command": "$CURSOR_PROJECT_DIR/a.sh"}]}}
    several = {"hooks": {"stop": [{"command": "$CLAUDE_PROJECT_DIR/a.sh"}], "beforeReadFile": [{"command": "b"}]}}

    found = [best_fit(marks_of(json.dumps(it))) for it in (claude, cursor, several)]

    assert [it.id if it else None for it in found] == ["claude-code", "cursor", "cursor"]
    assert Fit(events=1) > Fit(variables=9, tools=9) > Fit(version=True)
    assert not Fit(variables=1, version=True, shape=True, types=1).tells


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/p/.claude/kit.json", {"hooks": {"scout": {"enabled": True}, "privacy": {"enabled": True}}}),
        ("/p/.claude/hooks-lock.json", {"version": 1, "hooks": {"bash-gate": {"event": "SessionStart"}}}),
        ("/p/.github/settings.json", {"plugins": [{"id": "guard", "hooks": {"preToolCall": True}}]}),
        ("/p/schemas/codex-plugin.json", {"properties": {"hooks": {"type": "string"}}}),
        ("/p/hooks/hooks.json", {"last_remote_check": 1560207629, "hooks": []}),
        ("/p/.claude/hooks/profiles/minimal.json", {"name": "minimal", "on": True, "hooks": ["a.js", "b.js"]}),
    ],
)
def test_hooks_without_any_event_are_another_programs(path: str, content: object) -> None:
    assert readers(path, json.dumps(content)) == ()


def test_hooks_under_names_that_nobody_knows_are_an_agents_where_the_file_is_called_after_them() -> None:
    found = owner("/p/.claude/hooks.json", json.dumps({"hooks": {"pre-write": [{"command": "true"}]}}))
    assert found is not None
    assert found.dialect.id == "claude-code"


def test_a_repository_that_is_about_an_agent_says_less_than_the_events() -> None:
    group: dict[str, list[str]] = {"hooks": []}
    events = {"InstructionsLoaded": [group], "Stop": [group]}
    assert _told("/r/copilot-kit/packages/core/settings.json", json.dumps({"hooks": events})) == (
        "claude-code",
        Scope.PROJECT,
    )
    assert _told("/r/kit/copilot/settings.json", json.dumps({"hooks": events})) == ("copilot-cli", Scope.PROJECT)


def test_a_plugin_in_the_folder_of_an_agent_without_a_table_is_that_agents(tmp_path: Path) -> None:
    path = tmp_path / ".grok" / "plugins" / "x" / "hooks" / "hooks.json"
    path.parent.mkdir(parents=True)
    text = json.dumps(GROUPED)
    assert readers(str(path), text) == ()
    assert stranger(str(path), text) == "Grok"

    manifest = tmp_path / ".grok" / "plugins" / "x" / ".claude-plugin" / "plugin.json"
    manifest.parent.mkdir()
    manifest.write_text("{}")
    assert readers(str(path), text)[0].dialect.id == "claude-code"


def test_a_schema_of_hook_files_is_none() -> None:
    events = {"stop": {"type": "array"}, "afterFileEdit": {"type": "array"}}
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"hooks": {"properties": events}}}
    beside = {"$schema": "http://json-schema.org/draft-07/schema#", "version": 1, "hooks": {"stop": [{"command": "a"}]}}

    assert readers("/p/.cursor/schemas/hooks.schema.json", json.dumps(schema)) == ()
    assert _told("/p/.cursor/schemas/hooks.json", json.dumps(beside)) == ("cursor", Scope.PROJECT)


@pytest.mark.parametrize(
    "text", ['{{ if .Claude }}{"hooks": {"Stop": []}}{{ end }}', '{% if x %}{"hooks": {"Stop": []}}']
)
def test_a_template_of_a_plugins_file_is_nobodys(text: str) -> None:
    assert readers("/p/hooks/hooks.json", text) == ()
    assert readers("/p/.claude/settings.json", text)[0].dialect.id == "claude-code"


def test_an_agent_of_kiro_is_told_by_the_one_event_that_no_other_agent_has() -> None:
    text = json.dumps({"hooks": {"agentSpawn": [{"command": "true"}], "postToolUse": [{"command": "true"}]}})
    assert [it.dialect.id for it in readers("/p/agents/dev.json", text)] == ["kiro-cli"]


def test_a_plugin_with_the_mark_of_an_agent_that_nothing_is_known_of_is_not_taken_for_anothers(tmp_path: Path) -> None:
    path = tmp_path / "plugins" / "x" / "hooks" / "hooks.json"
    path.parent.mkdir(parents=True)
    (tmp_path / "plugins" / "x" / ".strange-plugin").mkdir()
    text = json.dumps(GROUPED)
    assert readers(str(path), text) == ()
    assert stranger(str(path), text) == "`.strange-plugin`"

    (tmp_path / "plugins" / "x" / ".claude-plugin").mkdir()
    assert readers(str(path), text)[0].dialect.id == "claude-code"


def test_a_file_that_only_the_manifest_of_an_agent_without_a_table_names_is_that_agents(tmp_path: Path) -> None:
    named = _with_manifests(tmp_path, ".grok-plugin")
    Path(named).parent.mkdir()
    assert readers(named, json.dumps(GROUPED)) == ()
    assert stranger(named, json.dumps(GROUPED)) == "Grok"
    other = str(tmp_path / "examples" / "x.json")
    assert readers(other, json.dumps(GROUPED))[0].dialect.id == "claude-code"

    (tmp_path / ".claude-plugin").mkdir()
    (tmp_path / ".claude-plugin" / "plugin.json").write_text('{"name": "x", "hooks": "./hooks/for-both.json"}')
    assert readers(named, json.dumps(GROUPED))[0].dialect.id == "claude-code"


def test_a_plugin_that_only_an_agent_without_a_table_lists_is_that_agents(tmp_path: Path) -> None:
    path = tmp_path / "plugins" / "x" / "hooks" / "hooks.json"
    path.parent.mkdir(parents=True)
    (tmp_path / ".grok-plugin").mkdir()
    (tmp_path / ".grok-plugin" / "marketplace.json").write_text('{"plugins": [{"name": "x", "source": "./plugins/x"}]}')
    assert readers(str(path), json.dumps(GROUPED)) == ()
    assert stranger(str(path), json.dumps(GROUPED)) == "Grok"
    other = str(tmp_path / "plugins" / "y" / "hooks" / "hooks.json")
    assert readers(other, json.dumps(GROUPED))[0].dialect.id == "open-plugin"


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ('"${GROK_PLUGIN_ROOT}/guard.sh"', "Grok"),
        ('"${GROK_PLUGIN_ROOT:-${CLAUDE_PLUGIN_ROOT}}/guard.sh"', None),
        ('"${CLAUDE_PLUGIN_ROOT}/guard.sh"', None),
    ],
)
def test_the_variable_for_a_plugins_folder_tells_whose_it_is(command: str, title: str | None) -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})

    assert stranger("/p/hooks/hooks.json", text) == title
    assert bool(readers("/p/hooks/hooks.json", text)) is (title is None)


def _with_manifests(plugin: Path, *folders: str) -> str:
    named = plugin / "hooks" / "for-both.json"
    for it in folders:
        (plugin / it).mkdir(parents=True)
        (plugin / it / "plugin.json").write_text('{"name": "chime", "hooks": "./hooks/for-both.json"}')
    return str(named)


def test_a_file_that_the_manifests_of_two_agents_name_is_read_by_both(tmp_path: Path) -> None:
    named = _with_manifests(tmp_path, ".claude-plugin", ".codex-plugin")
    assert [it.dialect.id for it in placed(named)] == ["claude-code", "codex"]


@pytest.mark.parametrize("path", ["hooks/hooks.json", "hooks.json"])
def test_what_lies_beside_a_plugins_manifest_is_for_its_agent(path: str) -> None:
    told = owner(f"/p/.codex-plugin/{path}", json.dumps({"hooks": {"Notification": [], "PreToolUse": []}}))
    assert told is not None
    assert (told.dialect.id, told.scope, told.ground) == ("codex", Scope.PLUGIN, Ground.PATH)


@pytest.mark.parametrize(("key", "id"), [("windows", "vscode"), ("powershell", "copilot-cli")])
def test_a_name_that_two_agents_of_one_place_may_have_leaves_it_to_the_content(key: str, id: str) -> None:  # noqa: A002
    hook = {"type": "command", "command": "true", key: "exit"}
    text = {"hooks": {"SubagentStart": [hook]}} if key == "windows" else {"version": 1, "hooks": {"agentStop": [hook]}}
    assert _told("/p/template/copilot-hooks.json", json.dumps(text)) == (id, Scope.PROJECT)


@pytest.mark.parametrize(
    ("path", "text", "is_read"),
    [
        (".github/hooks/scripts/policy.json", '{"blocked": ["rm"]}', False),
        (".github/hooks/scripts/policy.json", '{"version": 1, "hooks": {"preToolUse": []}}', True),
        (".github/hooks/scripts/policy.json", "{}", True),
        (".github/hooks/policy.json", '{"blocked": ["rm"]}', True),
    ],
)
def test_data_of_scripts_below_a_folder_of_hook_files_is_left_alone(path: str, text: str, is_read: bool) -> None:
    assert bool(readers(f"/p/{path}", text)) is is_read
    assert bool(readers(path, text)) is is_read


def test_examples_in_markdown_are_not_hooks_of_an_agent_without_a_table() -> None:
    example = json.dumps({"hooks": {"Stop": [{"hooks": [{"command": "true"}]}]}})
    page = f"# How to\n\n```json\n{example}\n```\n"
    assert stranger("/p/.kiro/README.md", page) is None
    assert stranger("/p/.notes/plan.md", page) is None
    assert stranger("/p/.qoder/agents/a.md", f"---\nhooks: {example}\n---\n") == "Qoder"


def test_no_data_is_an_agents_whose_hooks_are_code() -> None:
    assert stranger("/p/schema.json", json.dumps({"hooks": {}, "context": {}, "input": [], "tool_call": {}})) is None

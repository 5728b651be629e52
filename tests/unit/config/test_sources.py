"""Where agents read hooks, beside the files of the project: all of it measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.workspace import NamedFiles, Snapshot, load, snapshot_of
from hookwright.dialects import by_id
from hookwright.engine.facade import HookService
from hookwright.host import NOBODY, Host
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.readers import search
from hookwright.readers.place import Closed, paths_at
from hookwright.readers.search import hook_paths, managed_paths, moved_globs

CLAUDE = by_id("claude-code")
MANIFEST = {"name": "plug", "version": "1.0.0"}


def _hooks(*commands: str, event: str = "PreToolUse") -> dict[str, Any]:
    return {"hooks": {event: [{"hooks": [{"type": "command", "command": it} for it in commands]}]}}


def _write(folder: Path, files: Mapping[str, Any]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def _plugin(content: Any = None, **manifest: Any) -> dict[str, Any]:
    there = {"plug/.claude-plugin/plugin.json": MANIFEST | manifest}
    return there if content is None else there | {"plug/hooks/hooks.json": content}


def _load(tmp: Path, environ: Mapping[str, str] | None = None, **added: Any) -> Snapshot:
    return load(CLAUDE, str(tmp / "p"), Host(environ or {}, str(tmp / "home")), NamedFiles(**added))


def _ran(snapshot: Snapshot) -> list[str]:
    return [it.body for it in snapshot.hooks if snapshot.runs(it)]


def test_a_variable_moves_the_users_files_and_plugins(tmp_path: Path) -> None:
    _write(tmp_path / "home/.claude", {"settings.json": _hooks("usual")})
    moved = _write(tmp_path / "moved", {"settings.json": _hooks("moved")})
    _write(moved / "skills", _plugin(_hooks("skill")))

    assert _ran(_load(tmp_path)) == ["usual"]
    assert _ran(_load(tmp_path, {"CLAUDE_CONFIG_DIR": str(moved)})) == ["moved", "skill"]


@pytest.mark.parametrize(
    ("dialect", "variable", "place"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("gemini-cli", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("qwen-code", "QWEN_HOME", "settings.json"),
        ("copilot-cli", "COPILOT_HOME", "settings.json"),
    ],
)
def test_each_agent_has_a_variable_for_its_users_files(dialect: str, variable: str, place: str) -> None:
    host = Host({variable: "/moved"}, "/home/me")
    found = hook_paths(by_id(dialect), "/p", host)

    assert (Scope.USER, f"/moved/{place}") in found
    assert moved_globs(host)[f"/moved/{place}"] == dialect
    assert not moved_globs(Host({}, "/home/me"))


def test_a_plugin_among_the_skills_needs_its_mark(tmp_path: Path) -> None:
    skills = _write(tmp_path / "p/.claude/skills", _plugin(_hooks("marked")))
    _write(skills, {"bare/hooks/hooks.json": _hooks("bare")})

    assert _ran(_load(tmp_path)) == ["marked"]


def test_settings_are_added_and_the_last_of_them_counts(tmp_path: Path) -> None:
    _write(tmp_path / "p", {".claude/settings.json": _hooks("project"), "one.json": _hooks("one")})

    assert _ran(_load(tmp_path, settings=["one.json"])) == ["project", "one"]
    assert _ran(_load(tmp_path, settings=["one.json", json.dumps(_hooks("inline"))])) == ["project", "inline"]
    assert _ran(_load(tmp_path, settings=['{"disableAllHooks": true}'])) == []
    assert any("none.json: does not exist" in it for it in _load(tmp_path, settings=["none.json"]).problems)


@pytest.mark.parametrize(
    ("files", "ran"),
    [
        (_plugin(_hooks("file")), ["file"]),
        ({"plug/hooks/hooks.json": _hooks("unmarked")}, ["unmarked"]),
        (_plugin(_hooks("file"), hooks="./hooks/hooks.json"), ["file"]),
        (_plugin(_hooks("file"), hooks="./more.json") | {"plug/more.json": _hooks("more")}, ["file", "more"]),
        (_plugin(hooks=["./a.json", "./b.json"]) | {f"plug/{it}.json": _hooks(it) for it in "ab"}, ["a", "b"]),
        (_plugin(hooks=_hooks("inline")["hooks"]), ["inline"]),
        (_plugin(_hooks("file"), hooks="./missing.json"), ["file"]),
        (_plugin({"disableAllHooks": True, **_hooks("file")}), ["file"]),
        (_plugin(_hooks("file"), hooks="more.json"), []),
        (_plugin(_hooks("file"), hooks={"PreToolUse": [{}]}), []),
        (_plugin(_hooks("file"), hooks="./more.json") | {"plug/more.json": {"hooks": {"PreToolUse": [{}]}}}, []),
        (_plugin(_hooks("file"), hooks="./more.json") | {"plug/more.json": "{,}"}, ["file"]),
        (_plugin(_hooks("file")) | {"plug/.claude-plugin/plugin.json": "{,"}, []),
        (_plugin('{"hooks": {},}'), []),
        (_plugin(_hooks("file")["hooks"]), []),
        (_plugin(_hooks("file"), name=""), []),
        (_plugin(_hooks("file"), version=5), []),
        (_plugin(_hooks("file"), defaultEnabled=False), []),
        (_plugin({"description": 5, **_hooks("file")}, hooks=_hooks("inline")["hooks"]), ["inline"]),
    ],
    ids=str,
)
def test_the_hooks_of_a_plugin_that_the_agent_is_started_with(
    tmp_path: Path, files: Mapping[str, Any], ran: list[str]
) -> None:
    _write(tmp_path / "p", files)

    assert _ran(_load(tmp_path, plugin_dirs=["plug"])) == ran


def test_one_plugin_of_each_name_is_loaded(tmp_path: Path) -> None:
    for folder, version in (("refused", 5), ("first", "1"), ("second", "1")):
        files = {".claude-plugin/plugin.json": {"name": "same", "version": version}, "hooks/hooks.json": _hooks(folder)}
        _write(tmp_path / "p" / folder, files)

    loaded = _load(tmp_path, plugin_dirs=["refused", "first", "second"])

    assert _ran(loaded) == ["first"]
    assert [it.rpartition("/")[2] for it in loaded.problems] == [
        "plugin.json: Claude Code refuses this whole plugin: `version` must be a string, not a number",
        "first, so none of its hooks run",
    ]


def test_plugins_are_installed_and_switched_on_by_the_last_settings_that_name_them(tmp_path: Path) -> None:
    installed, market = tmp_path / "installed", tmp_path / "market"
    _write(installed, {"hooks/hooks.json": _hooks("copied")})
    lists = {
        "installed_plugins.json": {"plugins": {"plug@market": [{"installPath": str(installed)}]}},
        "known_marketplaces.json": {"market": {"source": {"source": "github", "repo": "someone/market"}}},
    }
    folder = _write(tmp_path / "home/.claude/plugins", lists)
    on = {"enabledPlugins": {"plug@market": True}}
    project = _write(tmp_path / "p", {".claude/settings.json": on})

    assert _ran(_load(tmp_path)) == ["copied"]

    local = {"source": {"source": "directory", "path": str(market)}, "installLocation": str(market)}
    _write(folder, {"known_marketplaces.json": {"market": local}})
    listed = {"name": "market", "plugins": [{"name": "plug", "source": "./plug"}]}
    _write(market, {".claude-plugin/marketplace.json": listed, **_plugin(_hooks("listed"))})

    assert _ran(_load(tmp_path)) == ["listed"]

    _write(project, {".claude/settings.local.json": {"enabledPlugins": {"plug@market": False}}})

    assert _ran(_load(tmp_path)) == []


@pytest.fixture
def managed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the one of the machine's managers."""
    folder = tmp_path / "etc"
    found = paths_at

    def moved(root: str, place: Location, closed: Closed = None) -> list[str]:
        is_managed = place.scope is Scope.MANAGED
        return [*(found(str(tmp_path), _below(place), closed) if is_managed else found(root, place, closed))]

    monkeypatch.setattr(search, "paths_at", moved)
    return folder


def _below(place: Location) -> Location:
    return Location(place.scope, place.path.replace("/etc/claude-code", "etc"))


@pytest.mark.parametrize(
    ("project", "settings", "ran"),
    [
        ({}, {}, ["managed", "more", "project"]),
        ({"disableAllHooks": True}, {}, ["managed", "more"]),
        ({}, {"allowManagedHooksOnly": True}, ["managed", "more"]),
        ({"allowManagedHooksOnly": True}, {}, ["managed", "more", "project"]),
        ({}, {"disableAllHooks": True}, []),
        ({}, {"cleanupPeriodDays": "x"}, ["managed", "more", "project"]),
    ],
    ids=str,
)
def test_managed_hooks_run_whatever_others_switch_off(
    tmp_path: Path, managed: Path, project: Any, settings: Any, ran: list[str]
) -> None:
    _write(managed, {"managed-settings.json": _hooks("managed"), "managed-settings.d/1.json": _hooks("more")})
    _write(managed, {"managed-settings.json": _hooks("managed") | settings})
    _write(tmp_path / "p", {".claude/settings.json": _hooks("project") | project})

    assert sorted(_ran(_load(tmp_path))) == ran


def test_managed_settings_are_for_every_user_of_the_machine() -> None:
    assert {scope for scope, _ in managed_paths(CLAUDE, Host({}, "/home/me"))} == {Scope.MANAGED}
    assert managed_paths(CLAUDE, NOBODY) == ()


@pytest.mark.parametrize(
    ("agent", "place", "variables"),
    [
        ("gemini-cli", ".gemini", ("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH")),
        ("qwen-code", ".qwen", ("QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH")),
    ],
)
def test_the_files_of_a_machine_are_where_variables_say(
    tmp_path: Path, agent: str, place: str, variables: tuple[str, str]
) -> None:
    def hooks(command: str) -> dict[str, Any]:
        event = "BeforeTool" if agent == "gemini-cli" else "PreToolUse"
        return {"hooks": {event: [{"hooks": [{"type": "command", "command": command}]}]}}

    _write(tmp_path, {"s.json": hooks("last"), "d.json": hooks("first"), f"p/{place}/settings.json": hooks("own")})
    environ = dict(zip(variables, (str(tmp_path / "s.json"), str(tmp_path / "d.json")), strict=True))

    snapshot = load(by_id(agent), str(tmp_path / "p"), Host(environ, str(tmp_path / "home")))

    assert {it.body: it.scope for it in snapshot.hooks} == {
        "last": Scope.MANAGED,
        "first": Scope.SYSTEM,
        "own": Scope.PROJECT,
    }


_OF_CODEX = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "x"\n'


@pytest.mark.parametrize(
    ("demanded", "preset", "ran"),
    [
        ("", "", [Scope.PROJECT, Scope.SYSTEM, Scope.MANAGED]),
        ("allow_managed_hooks_only = true\n", "", [Scope.SYSTEM, Scope.MANAGED]),
        ("[features]\nhooks = false\n", "", []),
        ("", "[features]\ncodex_hooks = false\n", []),
        ("[features]\nhooks = true\n", "[features]\nhooks = false\n", [Scope.PROJECT, Scope.SYSTEM, Scope.MANAGED]),
    ],
)
def test_what_a_machine_demands_of_codex(demanded: str, preset: str, ran: list[Scope]) -> None:
    texts = {
        (Scope.PROJECT, "/p/.codex/config.toml"): _OF_CODEX,
        (Scope.SYSTEM, "/etc/codex/config.toml"): preset + _OF_CODEX,
        (Scope.MANAGED, "/etc/codex/requirements.toml"): demanded + _OF_CODEX,
    }
    codex = by_id("codex")
    files = tuple(read_hook_file(path, text, codex, scope) for (scope, path), text in texts.items())
    snapshot = snapshot_of(codex, files, tuple(it for file in files for it in runnable_hooks(file)[0]), (), NOBODY)

    assert [it.scope for it in snapshot.hooks if snapshot.runs(it)] == ran


async def test_the_service_takes_what_an_agent_is_started_with(tmp_path: Path) -> None:
    marks = [str(tmp_path / it) for it in ("a", "b")]
    _write(tmp_path / "p", _plugin(_hooks(f"touch {marks[0]}")))
    service = await HookService.open(
        str(tmp_path / "p"),
        dialect="claude-code",
        home=str(tmp_path / "home"),
        record=False,
        plugin_dirs=["plug"],
        settings=[json.dumps(_hooks(f"touch {marks[1]}"))],
    )
    async with service:
        outcome = await service.dispatch("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}})

    assert len(outcome.runs) == 2
    assert [Path(it).exists() for it in marks] == [True, True]

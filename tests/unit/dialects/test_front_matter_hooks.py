"""Claude Code's hooks in the front matter of agents, skills and commands, as measured on 2.1.330."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.proof import repairs
from hookwright.analysis.rule import Subject
from hookwright.config.discover import sightings
from hookwright.config.read import read_for, read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.firing.fire import fire_request
from hookwright.ide.hover import hover
from hookwright.model.hook import Owner, OwnerKind, Scope
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of, readers

_CLAUDE = by_id("claude-code")
_HOOKS = """hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: {name}-pre
          once: true
  Stop:
    - hooks:
        - type: command
          command: {name}-stop
"""


def _markdown(name: str, *, named: str = "") -> str:
    head = f"name: {named}\n" if named else ""
    return f"---\n{head}{_HOOKS.format(name=name)}---\nDo it.\n"


@pytest.fixture
def project(tmp_path: Path) -> str:
    """One with hooks in an agent, a skill and a command, and Markdown without any."""
    texts = {
        ".claude/agents/deep/helper.md": _markdown("agent", named="reviewer"),
        ".claude/agents/plain.md": "---\nname: plain\n---\nhooks: none\n",
        ".claude/skills/demo/SKILL.md": _markdown("skill"),
        ".claude/skills/demo/other.md": _markdown("other"),
        ".claude/commands/ship.md": _markdown("command"),
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return os.fspath(tmp_path)


def _plan(project: str, event: str, payload: dict[str, Any], *skills: str) -> Plan:
    snapshot = load(_CLAUDE, project)
    return make_plan(Request(_CLAUDE, event, payload, project, skills=skills), snapshot)


def _bodies(plan: Plan) -> list[str]:
    return [it.hook.body for it in plan.steps]


def test_only_markdown_with_hooks_is_a_hook_file(project: str) -> None:
    found = [os.path.relpath(it.path, project) for it in sightings(project, "/nobody")]

    assert found == [".claude/agents/deep/helper.md", ".claude/commands/ship.md", ".claude/skills/demo/SKILL.md"]
    assert len(load(_CLAUDE, project).files) == 3


def test_hooks_of_an_agent_hold_while_it_runs(project: str) -> None:
    bash = {"tool_name": "Bash", "tool_input": {"command": "ls"}}

    assert _bodies(_plan(project, "PreToolUse", bash)) == []
    assert _bodies(_plan(project, "PreToolUse", {**bash, "agent_type": "reviewer"})) == ["agent-pre"]
    assert _bodies(_plan(project, "PreToolUse", {**bash, "agent_type": "helper"})) == []
    assert _bodies(_plan(project, "SubagentStop", {"agent_type": "reviewer"})) == ["agent-stop"]
    assert _bodies(_plan(project, "Stop", {"agent_type": "reviewer"})) == []


def test_hooks_of_a_skill_hold_once_it_was_used(project: str) -> None:
    bash = {"tool_name": "Bash", "tool_input": {"command": "ls"}}

    assert _bodies(_plan(project, "PreToolUse", bash, "demo")) == ["skill-pre"]
    assert _bodies(_plan(project, "Stop", {}, "ship", "demo")) == ["skill-stop", "command-stop"]
    against = {hook.body: why for hook, why in _plan(project, "PreToolUse", bash).unmatched}
    assert against["skill-pre"] == ("the skill `demo` was not used in this session (`--skill demo`)",)
    assert against["agent-pre"] == ("the agent `reviewer` is not running: `agent_type` names another",)


@pytest.mark.parametrize(
    ("path", "event", "kind"),
    [
        (".claude/agents/deep/helper.md", "SubagentStop", OwnerKind.AGENT),
        (".claude/skills/demo/SKILL.md", "Stop", OwnerKind.SKILL),
        (".claude/commands/ship.md", "Stop", OwnerKind.SKILL),
    ],
)
def test_a_hook_is_fired_as_its_owner_would_run_it(project: str, path: str, event: str, kind: OwnerKind) -> None:
    whole = os.path.join(project, path)
    file = read_hook_file(whole, Path(whole).read_text(), _CLAUDE, Scope.PROJECT)

    request = fire_request(file, "/hooks/Stop/0/hooks/0", project_dir=project)

    assert file.owner is not None
    assert file.owner.kind is kind
    assert request.plan.row.name == event
    assert request.notes == ()


def test_the_name_of_a_skill_is_that_of_its_folder(project: str) -> None:
    path = f"{project}/.claude/skills/demo/SKILL.md"

    assert read_hook_file(path, _markdown("skill"), _CLAUDE, Scope.PROJECT).owner == Owner(OwnerKind.SKILL, "demo")


def _found(path: str, text: str, scope: Scope = Scope.PROJECT) -> dict[str, str]:
    file = replace(read_hook_file(path, text, _CLAUDE, scope), ground=Ground.NAMED)
    subject = Subject(file, "/p", RealDisk("/nobody"))
    return {it.rule.code: it.finding.message for it in check_file(subject) if "PATH" not in it.finding.message}


def test_once_has_an_effect_in_skills_only() -> None:
    text = _markdown("echo")

    assert "HW411" in _found("/p/.claude/agents/x.md", text)
    assert "HW411" not in _found("/p/.claude/skills/x/SKILL.md", text)
    assert "HW411" not in _found("/p/.claude/commands/x.md", text)


def test_hooks_of_a_plugins_agent_are_ignored(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    for name in ("agents/helper.md", "skills/demo/SKILL.md"):
        path = plugin / name
        path.parent.mkdir(parents=True)
        path.write_text(_markdown("x"))
    (plugin / ".claude-plugin").mkdir()
    (plugin / ".claude-plugin/plugin.json").write_text('{"name": "p"}')
    agent = os.fspath(plugin / "agents/helper.md")

    assert place_of(agent) == (_CLAUDE, Scope.PLUGIN)
    assert "Claude Code ignores the hooks of a plugin's agents" in _found(agent, _markdown("x"), Scope.PLUGIN)["HW703"]
    assert place_of(os.fspath(tmp_path / "agents/helper.md")) is None
    snapshot = load(_CLAUDE, os.fspath(tmp_path), named=NamedFiles(config_files=[agent]))
    assert (snapshot.hooks, len(snapshot.problems)) == ((), 1)


def test_hover_names_the_event_that_it_is() -> None:
    text = _markdown("x")
    agent = read_hook_file("/p/.claude/agents/x.md", text, _CLAUDE, Scope.PROJECT)
    skill = read_hook_file("/p/.claude/skills/x/SKILL.md", text, _CLAUDE, Scope.PROJECT)

    for file, event in ((agent, "SubagentStop"), (skill, "Stop")):
        known = hover(file, text.index("Stop"))
        assert known is not None
        assert known.markdown.startswith(f"**{event}**")


@pytest.mark.parametrize(("event", "runs"), [("SessionEnd", False), ("SubagentStop", False), ("SubagentStart", True)])
def test_some_events_never_reach_the_hooks_of_a_skill(tmp_path: Path, event: str, *, runs: bool) -> None:
    skill = tmp_path / ".claude/skills/demo/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text(f"---\nhooks:\n  {event}:\n    - hooks:\n        - {{type: command, command: x}}\n---\n")
    plan = _plan(str(tmp_path), event, {"reason": "other", "agent_type": "Explore"}, "demo")
    assert [it.hook.body for it in plan.steps] == (["x"] if runs else [])
    why = (f"Claude Code never runs the `{event}` hooks of a skill or a command",)
    assert [it for _, it in plan.unmatched] == ([] if runs else [why])


def test_the_hooks_of_a_skill_run_beside_the_same_ones_of_the_settings(project: str) -> None:
    settings = Path(project, ".claude/settings.json")
    settings.write_text('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "skill-stop"}]}]}}')
    assert _bodies(_plan(project, "Stop", {}, "demo")) == ["skill-stop", "skill-stop"]


@pytest.mark.parametrize(
    ("hooks", "void"),
    [
        ("  PreToolUse:\n    - hooks:\n        - {type: command, command: x}\n        - {type: nope}\n", True),
        ("  PreToolUse: 5\n", True),
        ("  hooks:\n    PermissionRequest:\n      - hooks: [{type: command, command: x}]\n", True),
        ("  Stop:\n    - hooks:\n        - {type: command, command: x}\n        - {type: nope}\n", False),
        ("  Stop: 5\n  Nope: 5\n", False),
    ],
)
def test_one_malformed_guard_takes_all_hooks_of_its_file_along(hooks: str, void: bool) -> None:
    more = "  PostToolUse:\n    - hooks: [{type: command, command: y}]\n"
    for path, effect in (
        (".claude/agents/x.md", "does not load this agent"),
        (".claude/commands/x.md", "runs none of"),
    ):
        text = f"---\nname: x\nmodel: 5\nhooks:\n{hooks}{more}---\n"
        file = read_hook_file(f"/p/{path}", text, _CLAUDE, Scope.PROJECT)
        ran = [it.body for it in runnable_hooks(file)[0]]

        assert ("y" in ran) is not void
        assert f"Claude Code {effect}" in (file.void or "") or not void
        assert bool(file.voided) is void
        assert ("HW006" in _found(file.path, text)) is void


def test_what_is_not_valid_yaml_is_read_as_the_agent_reads_it_and_not_edited() -> None:
    text = _markdown("x", named="a: b").replace("once: true", "once: true\n          timeout: '5'")
    path = "/p/.claude/skills/x/SKILL.md"
    for broken, fixes in ((text, 0), (text.replace("a: b", "a"), 1)):
        for whole in (broken, broken.replace("  ", "\t") if not fixes else broken):
            file = replace(read_hook_file(path, whole, _CLAUDE, Scope.PROJECT), ground=Ground.NAMED)
            found = check_file(Subject(file, "/p", RealDisk("/nobody")))

            assert file.fault is None
            assert [len(repairs([it])) for it in found if it.rule.code == "HW103"] == [fixes]


def test_of_equal_keys_the_last_counts() -> None:
    text = _markdown("first").replace("---\nDo", f"{_HOOKS.format(name='last')}---\nDo")
    file = read_hook_file("/p/.claude/skills/x/SKILL.md", text, _CLAUDE, Scope.PROJECT)

    assert [it.body for it in runnable_hooks(file)[0]] == ["last-pre", "last-stop"]
    assert _found(file.path, text)["HW002"].startswith("`hooks` is repeated")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("careful/SKILL.md", OwnerKind.SKILL),
        ("skills/careful/SKILL.md", OwnerKind.SKILL),
        ("packs/a/b/SKILL.md", OwnerKind.SKILL),
        ("agents/db.md", OwnerKind.AGENT),
        ("team/agents/db.md", OwnerKind.AGENT),
    ],
)
def test_a_skill_or_an_agent_is_guessed_anywhere_by_its_name_and_its_head(
    tmp_path: Path, path: str, kind: OwnerKind
) -> None:
    whole = tmp_path / path
    whole.parent.mkdir(parents=True)
    whole.write_text(_markdown("x"))
    (found,) = readers(str(whole), _markdown("x"))
    file = read_for(str(whole), _markdown("x"), (found,))

    assert (found.dialect.id, found.ground) == ("claude-code", Ground.CONTENT)
    assert file.is_guessed
    assert file.owner is not None
    assert file.owner.kind is kind
    assert [it.path for it in sightings(str(tmp_path), "/nobody")] == [str(whole)]


def test_a_skill_whose_only_event_is_misspelled_is_guessed_too(tmp_path: Path) -> None:
    path, text = str(tmp_path / "careful" / "SKILL.md"), _markdown("x").replace("PreToolUse", "PreToolUs")
    text = text.replace("Stop", "Stopp")
    assert [it.dialect.id for it in readers(path, text)] == ["claude-code"]
    assert "did you mean `Stop`?" in _found(path, text)["HW201"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/other.md", _markdown("x")),
        ("careful/SKILL.md", "---\nname: x\nhooks:\n  build:\n    - command: make\n---\n"),
        ("careful/SKILL.md", "---\nname: x\nhooks: [a, b]\n---\n"),
        ("careful/SKILL.md", "hooks:\n  PreToolUse:\n"),
        ("careful/SKILL.md", "---\nname: x\n---\nhooks:\n  PreToolUse:\n"),
        (".agents/skills/a/SKILL.md", _markdown("x")),
        (".opencode/agents/a.md", _markdown("x")),
        (".cursor/skills/a/SKILL.md", _markdown("x")),
        (".strange/skills/a/SKILL.md", _markdown("x")),
    ],
)
def test_other_markdown_is_no_hook_file(tmp_path: Path, path: str, text: str) -> None:
    whole = tmp_path / path
    whole.parent.mkdir(parents=True)
    whole.write_text(text)

    assert readers(str(whole), text) == ()
    assert [it.path for it in sightings(str(tmp_path), "/nobody") if it.stranger is None] == []


def test_of_markdown_at_no_place_only_the_head_is_read(tmp_path: Path) -> None:
    whole = tmp_path / "careful" / "SKILL.md"
    whole.parent.mkdir()
    whole.write_bytes(_markdown("x").encode() + b"\xff" * (2 << 20))

    assert [it.path for it in sightings(str(tmp_path), "/nobody")] == [str(whole)]

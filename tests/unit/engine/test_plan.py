"""Which hooks an event would run, and why the others would not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.explain import explanation
from hookwright.engine.plan import Plan, Request, is_quick, make_plan
from hookwright.engine.selection import select
from hookwright.errors import UnknownEvent
from hookwright.host import Host
from hookwright.model.codes import Code
from hookwright.model.hook import Scope
from hookwright.model.hook_type import Performer


class Project:
    """A project with hook files of one dialect."""

    def __init__(self, root: Path, dialect: str, folder: str) -> None:
        self.dialect = by_id(dialect)
        self.home, self.project = root / "home", root / "project"
        self.folder = folder

    def write(self, where: str, hooks: dict[str, Any], name: str = "settings.json", **root: Any) -> None:
        file = (self.home if where == "user" else self.project) / self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"hooks": hooks, **root}), encoding="utf-8")

    def plan(self, event: str, payload: dict[str, Any] | None = None, session: str | None = None) -> Plan:
        return make_plan(Request(self.dialect, event, payload or {}, str(self.project), session), self._snapshot())

    def is_quick(self, event: str, payload: dict[str, Any] | None = None) -> bool:
        return is_quick(Request(self.dialect, event, payload or {}, str(self.project)), self._snapshot())

    def _snapshot(self) -> Snapshot:
        return load(self.dialect, str(self.project), Host({}, str(self.home)))


@pytest.fixture
def agents(tmp_path: Path) -> Project:
    return Project(tmp_path, "ai-agents", ".ai_agents")


@pytest.fixture
def claude(tmp_path: Path) -> Project:
    return Project(tmp_path, "claude-code", ".claude")


def _group(*commands: str, matcher: str | None = None, **keys: Any) -> dict[str, Any]:
    hooks = [{"type": "command", "command": it, **keys} for it in commands]
    return {"hooks": hooks} if matcher is None else {"matcher": matcher, "hooks": hooks}


def _bodies(plan: Plan) -> list[str]:
    return [it.hook.body for it in plan.steps]


def _reasons(plan: Plan) -> dict[str, str]:
    return {hook.body: "; ".join(because) for hook, because in plan.unmatched}


def test_files_apply_in_order(agents: Project) -> None:
    agents.write("local", {"PreToolUse": [_group("l")]}, "settings.local.json")
    agents.write("project", {"PreToolUse": [_group("p1", "p2"), _group("p3")]})
    agents.write("user", {"PreToolUse": [_group("u")]})
    assert _bodies(agents.plan("PreToolUse")) == ["u", "p1", "p2", "p3", "l"]


def test_every_hook_has_its_reason(agents: Project) -> None:
    agents.write("project", {"PreToolUse": [_group("a", matcher="Write"), _group("b", matcher="File.*"), _group("c")]})
    plan = agents.plan("PreToolUse", {"tool_name": "Write"})
    assert [it.because for it in plan.steps] == [
        ("`Write` is exactly `Write`",),
        ("no matcher: everything matches",),
    ]
    assert _reasons(plan) == {"b": "`File.*` does not match the whole of `Write`"}


def test_a_payload_without_a_subject_matches_wildcards_only(agents: Project) -> None:
    agents.write("project", {"PreToolUse": [_group("a", matcher="Write"), _group("b", matcher="*"), _group("c")]})
    plan = agents.plan("PreToolUse", {"tool_name": 3})
    assert _bodies(plan) == ["b", "c"]
    assert "no `tool_name`" in _reasons(plan)["a"]


def test_an_event_without_a_subject_ignores_matchers(agents: Project) -> None:
    agents.write("project", {"UserPromptSubmit": [_group("a", matcher="Write")]})
    plan = agents.plan("UserPromptSubmit", {"prompt": "x"})
    assert plan.steps[0].because == ("`UserPromptSubmit` ignores matchers: every hook of it runs",)


def test_the_same_subject_is_judged_anew_after_an_edit(agents: Project) -> None:
    agents.write("project", {"PreToolUse": [_group("a", matcher="Write")]})
    assert _bodies(agents.plan("PreToolUse", {"tool_name": "Write"})) == ["a"]
    agents.write("project", {"PreToolUse": [_group("a", matcher="Edit")]})
    assert _bodies(agents.plan("PreToolUse", {"tool_name": "Write"})) == []


def test_time_limits_come_from_the_hook_the_event_or_the_dialect(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", timeout=5), _group("b")], "UserPromptSubmit": [_group("c")]})
    assert [it.timeout for it in claude.plan("PreToolUse").steps] == [5, 600]
    assert [it.timeout for it in claude.plan("UserPromptSubmit").steps] == [30]


def test_hooks_that_are_the_same_run_once_whatever_file_or_group_they_are_in(claude: Project) -> None:
    claude.write("user", {"PreToolUse": [_group("a")]})
    claude.write("project", {"PreToolUse": [_group("a"), _group("a", matcher="Bash"), _group("a", args=["x"])]})
    plan = claude.plan("PreToolUse", {"tool_name": "Bash"})
    assert [it.hook.values.get("args") for it in plan.steps] == [None, ["x"]]
    assert [why for _, why in plan.unmatched] == [
        (f"the same hook already runs from `{plan.steps[0].hook.source}`",)
    ] * 2


def test_of_hooks_that_are_the_same_the_last_ones_settings_count(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", timeout=9), _group("b"), _group("a", timeout=1)]})
    plan = claude.plan("PreToolUse")
    assert [(it.hook.body, it.hook.route[2], it.timeout) for it in plan.steps] == [("a", 0, 1), ("b", 1, 600)]
    assert [why for _, why in plan.unmatched] == [("the same hook already runs as `/hooks/PreToolUse/0/hooks/0`",)]


def test_the_hooks_of_two_skills_are_not_the_same(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a")]})
    head = "---\nhooks:\n  PreToolUse:\n    - hooks:\n        - {type: command, command: a}\n---\n"
    for skill in ("ship", "test"):
        (claude.project / ".claude/skills" / skill).mkdir(parents=True)
        (claude.project / ".claude/skills" / skill / "SKILL.md").write_text(head, encoding="utf-8")
    snapshot = load(claude.dialect, str(claude.project), Host({}, str(claude.home)))
    used = (("ship", "test"), ("ship",), ())
    requests = (Request(claude.dialect, "PreToolUse", {}, str(claude.project), skills=it) for it in used)
    assert [len(make_plan(it, snapshot).steps) for it in requests] == [3, 2, 1]


def test_the_hooks_of_two_plugins_are_not_the_same(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a")]})
    (own,) = (it.hook for it in claude.plan("PreToolUse").steps)
    others = (replace(own, scope=Scope.PLUGIN, source="/p/hooks/hooks.json"), replace(own, scope=Scope.LOCAL))
    row = claude.dialect.event("PreToolUse")
    assert row is not None
    found = select(claude.dialect, row, (own, *others), "Bash")
    assert [hook.scope for hook, _ in found.matched] == [own.scope, Scope.PLUGIN]


def test_hooks_with_another_condition_are_not_the_same(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", **{"if": "Bash(echo *)"}), _group("a", **{"if": "Bash(*)"})]})
    call = {"tool_name": "Bash", "tool_input": {"command": "echo x"}}
    assert _bodies(claude.plan("PreToolUse", call)) == ["a", "a"]


def test_a_copy_runs_twice_where_the_dialect_says_nothing(agents: Project) -> None:
    agents.write("user", {"PreToolUse": [_group("a")]})
    agents.write("project", {"PreToolUse": [_group("a")]})
    assert _bodies(agents.plan("PreToolUse")) == ["a", "a"]


def test_types_that_only_the_agent_runs_are_recorded_and_not_run(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [{"hooks": [{"type": "http", "url": "http://localhost/"}]}]})
    grammar = claude.dialect.grammar
    types = tuple(replace(it, by=Performer.NOBODY) for it in grammar.types)
    claude.dialect = replace(claude.dialect, grammar=replace(grammar, types=types))
    plan = claude.plan("PreToolUse")
    assert plan.steps[0].skipped_because == "hookwright does not run `http` hooks; only the agent does"
    assert explanation(plan)["matched"] == []


def test_a_permission_rule_narrows_a_hook(claude: Project) -> None:
    rules = {"a": "Bash(git push:*)", "b": "Bash(rm:*)", "c": "Bash(", "d": ""}
    claude.write("project", {"PreToolUse": [_group(it, **{"if": rule}) for it, rule in rules.items()]})
    plan = claude.plan("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "cd x && git push"}})
    assert _bodies(plan) == ["a", "d"]
    assert _reasons(plan) == {
        "b": "no matcher: everything matches; `Bash(rm:*)` does not cover `cd x && git push`",
        "c": "no matcher: everything matches; `Bash(` in `if` is not a permission rule, so the hook never runs",
    }


def test_a_permission_rule_may_use_the_former_name_of_a_tool(claude: Project) -> None:
    rules = {"a": "Task", "b": "Agent", "c": "Bash"}
    claude.write("project", {"PreToolUse": [_group(it, **{"if": rule}) for it, rule in rules.items()]})
    assert _bodies(claude.plan("PreToolUse", {"tool_name": "Agent", "tool_input": {}})) == ["a", "b"]


def test_a_permission_rule_keeps_a_hook_from_other_events(claude: Project) -> None:
    claude.write("project", {"Stop": [_group("a", **{"if": "Bash"})]})
    plan = claude.plan("Stop")
    assert plan.steps == ()
    assert "never runs" in _reasons(plan)["a"]


def test_the_request_names_the_session_before_the_payload(agents: Project) -> None:
    assert agents.plan("PreToolUse", {"session_id": "p"}, "r").facts.session_id == "r"
    assert agents.plan("PreToolUse", {"session_id": "p"}).facts.session_id == "p"
    made_up = {agents.plan("PreToolUse", {"session_id": 3}).facts.session_id for _ in range(2)}
    assert len(made_up) == 2


def test_an_unknown_event_names_the_nearest(agents: Project) -> None:
    with pytest.raises(UnknownEvent, match="did you mean `PreToolUse`"):
        agents.plan("PreTolUse")


def test_what_compares_names_alone_needs_no_thread(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", matcher="Edit|Write"), _group("b")]})
    assert claude.is_quick("PreToolUse", {"tool_name": "Bash"})
    assert claude.is_quick("NoSuchEvent")
    assert not claude.is_quick("PreToolUse", {str(it): it for it in range(100)})


def test_what_may_take_long_is_planned_in_a_thread(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", matcher="mcp__.*")], "Stop": [_group("b")]})
    assert not claude.is_quick("PreToolUse")
    assert claude.is_quick("Stop")
    claude.write("project", {"PreToolUse": [{"hooks": [{"type": "command", "command": "a", "if": "Bash(ls *)"}]}]})
    assert not claude.is_quick("PreToolUse")
    claude.write("project", {"PreToolUse": [_group(*map(str, range(100)), matcher="Bash")]})
    assert not claude.is_quick("PreToolUse")


def test_explanation_has_the_documented_form(agents: Project) -> None:
    agents.write("project", {"PreToolUse": [_group("a", matcher="Write"), _group("b", matcher="Edit")]})
    found = explanation(agents.plan("PreToolUse", {"tool_name": "Edit"}))
    assert (found["event"], found["dialect"]) == ("PreToolUse", "ai-agents")
    assert [it["hook"]["pointer"] for it in found["matched"]] == ["/hooks/PreToolUse/1/hooks/0"]
    assert [it["because"] for it in found["skipped"]] == [["`Edit` is not `Write`"]]
    assert found == explanation(agents.plan("PreToolUse", {"tool_name": "Edit"}))


def test_hooks_that_are_switched_off_are_explained_one_by_one(claude: Project) -> None:
    claude.write("project", {"Stop": [_group("a", "b")], "PreToolUse": [_group("c")]}, disableAllHooks=True)
    plan = claude.plan("Stop")
    assert _bodies(plan) == []
    assert list(_reasons(plan)) == ["a", "b"]
    assert all("`disableAllHooks` switches off every hook" in why for why in _reasons(plan).values())


@pytest.mark.parametrize("matcher", ["Task", "Tas.", "as.", "Agent", "Read|Task"])
def test_a_tool_is_met_by_its_former_name_too(claude: Project, matcher: str) -> None:
    claude.write("project", {"PreToolUse": [_group("a", matcher=matcher)]})
    assert _bodies(claude.plan("PreToolUse", {"tool_name": "Agent", "tool_input": {}})) == ["a"]


def test_a_tool_that_was_only_replaced_is_not_met_by_the_old_name(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("a", matcher="MultiEdit")]})
    assert _bodies(claude.plan("PreToolUse", {"tool_name": "Edit", "tool_input": {}})) == []


@pytest.mark.parametrize(
    "matcher", [{"tools": "(a+)+$"}, {"commands": "(a+)+$"}, {"tools": "(a+)+$", "commands": "(b+)+$"}]
)
def test_a_matcher_that_nobody_can_decide_counts_as_a_hook_that_could_not_start(
    tmp_path: Path, matcher: dict[str, str]
) -> None:
    project = Project(tmp_path, "clawdcode", ".clawdcode")
    project.write("project", {"PreToolUse": [{**_group("guard"), "matcher": matcher}]})
    names = {"tool_name": "a" * 40 + "!", "tool_input": {"command": "a" * 40 + "b" * 40 + "!"}}
    [step] = project.plan("PreToolUse", names).steps
    assert step.unstarted is not None
    assert step.unstarted_code is Code.MATCHER_ABANDONED


def test_a_hook_is_held_against_each_tool_anew(claude: Project) -> None:
    claude.write("project", {"PreToolUse": [_group("guard", matcher="Bash")]})
    found = [_bodies(claude.plan("PreToolUse", {"tool_name": it})) for it in ("Bash", "Read", "Bash")]
    assert found == [["guard"], [], ["guard"]]


def _plugin(project: Project, hooks: dict[str, Any]) -> None:
    folder = project.project / ".claude" / "skills" / "demo"
    for name, content in ((".claude-plugin/plugin.json", {"name": "demo"}), ("hooks/hooks.json", {"hooks": hooks})):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content), encoding="utf-8")


def test_all_hooks_at_the_end_of_a_session_share_what_the_settings_ask_for(claude: Project) -> None:
    _plugin(claude, {"SessionEnd": [_group("of a plugin", timeout=30)]})
    assert [it.timeout for it in claude.plan("SessionEnd").steps] == [1.5]

    claude.write("project", {"SessionEnd": [_group("long", timeout=20), _group("short", timeout=5), _group("unsaid")]})
    found = {it.hook.body: it.timeout for it in claude.plan("SessionEnd").steps}
    assert found == {"of a plugin": 20, "long": 20, "short": 5, "unsaid": 20}

    claude.write("project", {"SessionEnd": [_group("long", timeout=600)]})
    assert {it.timeout for it in claude.plan("SessionEnd").steps} == {30, 60}

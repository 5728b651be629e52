"""The tree of a project's hooks: every scope merged, in the order in which they fire."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.shapes import fits
from tests.unit.files import command, group
from tests.unit.projects import AI_AGENTS, CLAWDCODE, Project, laid_out

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.journal.statistics import LastRun, key_of
from hookwright.host import Host
from hookwright.ide.configured_hooks import configured
from hookwright.ide.hook_tree import ConfiguredDialectJson, TreeContext, tree_json
from hookwright.model.outcome import identity
from hookwright.syntax.edit import apply
from hookwright.workflows.disabled_hooks.edits import DisabledHook, disable

_CLAUDE = ".claude/settings.json"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return laid_out(tmp_path)


def _tree(
    project: Project,
    dialect: str,
    parked: dict[str, list[DisabledHook]] | None = None,
    around: TreeContext | None = None,
) -> Any:
    snapshot = load(by_id(dialect), str(project.folder), Host({}, str(project.home)))
    found = tree_json(configured(str(project.folder), snapshot, parked or {}), around or TreeContext())
    return fits(ConfiguredDialectJson, found)


def _hooks(found: Any) -> list[Any]:
    return [it for event in found.events for it in event.hooks]


def _file(**events: Any) -> dict[str, Any]:
    return {"hooks": events}


def test_events_stand_in_the_order_of_the_dialect_and_unknown_ones_last(project: Project) -> None:
    hooks = group(command("x"))
    project.write(_CLAUDE, _file(Wish=[hooks], Stop=[hooks], PreToolUse=[hooks], PostToolUse=[]))

    found = _tree(project, "claude-code")

    assert [it.name for it in found.events] == ["PreToolUse", "Stop", "Wish"]
    assert "not an event" in (found.events[-1].hooks[0].skipped_because or "")


def test_the_same_hook_runs_from_one_file_only(project: Project) -> None:
    project.write(_CLAUDE, _file(Stop=[group(command("x"))]), at_home=True)
    project.write(_CLAUDE, _file(Stop=[group(command("x"), command("y"))]))

    first, again, other = _hooks(_tree(project, "claude-code"))

    assert (first.skipped_because, other.skipped_because) == (None, None)
    assert (again.skipped_because or "").startswith(f"the same hook already runs from `{project.home}"[:60])
    assert again.can_fire


def test_a_dialect_that_is_switched_off_says_so(project: Project) -> None:
    project.write(CLAWDCODE, {"hooks": {"enabled": False, "PreToolUse": [group(command("x"))]}})

    found = _tree(project, "clawdcode")

    assert not found.enabled
    assert "enabled" in (found.disabled_because or "")
    assert [it.hook.command for it in _hooks(found)] == ["x"]


def test_what_is_known_from_elsewhere_stands_on_the_hook(project: Project) -> None:
    path = project.write(AI_AGENTS, _file(PreToolUse=[group(command("./a.sh; ./b.sh", timeout=2))]))
    snapshot = load(by_id("ai-agents"), str(project.folder), Host({}, str(project.home)))
    last = LastRun("d" * 32, "blocked", "deny", 0.0125)
    around = TreeContext(
        uris={path: "file:///as%20opened"},
        last={key_of(identity(snapshot.hooks[0])): last},
        is_file=lambda it: it.endswith("a.sh"),
    )

    (hook,) = _hooks(_tree(project, "ai-agents", around=around))

    assert (hook.uri, hook.timeout_ms) == ("file:///as%20opened", 2000)
    assert hook.scripts == [str(project.folder / "a.sh")]
    assert hook.last is not None
    assert (hook.last.words, hook.last.duration_ms) == ("deny · 12 ms", 12.5)


def test_parked_hooks_come_last_in_their_event(project: Project) -> None:
    matched = group(command("one", timeout=1), command("two"), matcher="Bash")
    path = project.write(AI_AGENTS, _file(PreToolUse=[matched], PostToolUse=[group(command("three"))]))
    file = load(by_id("ai-agents"), str(project.folder), Host({}, str(project.home))).files[0]
    one, _, three = file.hooks
    (off, edits), (gone, _) = disable(file, *one, name=AI_AGENTS), disable(file, *three, name=AI_AGENTS)
    left = json.loads(apply(file.tree.text, edits))
    del left["hooks"]["PostToolUse"]
    project.write(AI_AGENTS, left)
    others = [replace(off, file="other.json"), replace(off, event="Wish")]

    two, parked, away = _hooks(_tree(project, "ai-agents", {path: [off, gone, *others]}))

    assert (two.hook.command, two.parked) == ("two", None)
    assert (parked.hook.command, parked.matcher, parked.timeout_ms) == ("one", "Bash", 1000)
    assert parked.hook.id == parked.parked != two.hook.id
    assert (parked.group, parked.can_fire) == ("/hooks/PreToolUse/0", False)
    assert parked.range.start.character == (Path(path).read_text()).index('"PreToolUse"')
    assert (away.hook.command, away.range.start.character, away.range.end.character) == ("three", 0, 0)


def test_a_parked_hook_that_is_back_is_shown_once(project: Project) -> None:
    path = project.write(AI_AGENTS, _file(PreToolUse=[group(command("three"))]))
    file = load(by_id("ai-agents"), str(project.folder), Host({}, str(project.home))).files[0]
    (three,) = file.hooks
    off, _ = disable(file, *three, name=AI_AGENTS)

    assert [it.parked for it in _hooks(_tree(project, "ai-agents", {path: [off]}))] == [None]


def test_scripts_follow_the_text_of_their_group(project: Project) -> None:
    around = TreeContext(is_file=lambda _: True)
    hooks = [group(command("./a.sh"), command("true")), group(command("./b.sh")), group(command("./a.sh"))]
    project.write(AI_AGENTS, _file(PreToolUse=hooks))
    before = [it.scripts for it in _hooks(_tree(project, "ai-agents", around=around))]

    hooks[1:2] = [group(command("./c.sh"), command("./b.sh; ./a.sh"))]
    project.write(AI_AGENTS, _file(PreToolUse=hooks))
    after = [it.scripts for it in _hooks(_tree(project, "ai-agents", around=around))]

    a, b, c = (str(project.folder / f"{it}.sh") for it in "abc")
    assert before == [[a], [], [b], [a]]
    assert after == [[a], [], [c], [b, a], [a]]


@pytest.mark.parametrize(("seconds", "milliseconds"), [(0.0123456, 12.346), (1e307, sys.float_info.max)])
def test_timeouts_are_numbers_that_json_has(project: Project, seconds: float, milliseconds: float) -> None:
    project.write(_CLAUDE, _file(Stop=[group({**command("x"), "timeout": seconds})]))

    (hook,) = _hooks(_tree(project, "claude-code"))

    assert hook.timeout_ms == milliseconds

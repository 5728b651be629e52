"""Firing a handler of a hook module: which one is meant, on which event, and what has to be agreed to."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.config.module_source import Registration, read_module
from hookwright.consent.request import modules_request
from hookwright.errors import UsageError
from hookwright.firing.handlers import event_of, handler_at, handler_request, root_of
from hookwright.host import Host
from hookwright.model.hook import MODULE, Scope

MODULE_TEXT = """\
from hookwright.modules import command, on

@on("PreToolUse")
def guard(event, ctx):
    return None

on("BeforeReadFile", guard)
on("context", guard)
command("pop", "", guard)
"""
SOURCE = read_module(MODULE_TEXT)


def at(what: str) -> Registration:
    return handler_at(SOURCE, MODULE_TEXT.index(what))


def test_f3_the_handler_around_the_cursor_is_meant() -> None:
    assert at("return None").pointer == "/handlers/PreToolUse/0"
    assert at('"BeforeReadFile"').pointer == "/handlers/BeforeReadFile/0"
    assert handler_at(SOURCE, "/handlers/BeforeReadFile/0").name == "BeforeReadFile"
    for wrong in (0, "/handlers/Stop/0", "/commands/pop/0"):
        with pytest.raises(UsageError, match="no handler of an event here"):
            handler_at(SOURCE, wrong)
    with pytest.raises(UsageError, match="`context` has no event to fire"):
        handler_at(SOURCE, "/handlers/context/0")


def test_the_event_is_one_of_the_dialect_in_use_or_of_the_first_that_has_it(tmp_path: Path) -> None:
    project, home = str(tmp_path / "project"), str(tmp_path / "home")
    assert event_of(at("return None"), project, Host({}, home))[0].id == "claude-code"
    dialect, row = event_of(at('"BeforeReadFile"'), project, Host({}, home))
    assert (dialect.id, row.name) == ("claude-code", "PreToolUse"), "its own name for that moment"
    (tmp_path / "project" / ".ai_agents").mkdir(parents=True)
    (tmp_path / "project" / ".ai_agents" / "settings.json").write_text("{}")
    assert event_of(at("return None"), project, Host({}, home))[0].id == "ai-agents"


def test_f3_the_plan_has_this_handler_alone_with_a_sample(tmp_path: Path) -> None:
    path = str(tmp_path / ".pi" / "hooks" / "guard.py")
    assert root_of(path) == str(tmp_path)
    request = handler_request(path, at("return None"), project_dir=str(tmp_path), host=Host({}, "/nowhere"))
    (step,) = request.plan.steps
    assert (step.hook.type, step.hook.source, step.hook.scope) == (MODULE, path, Scope.PROJECT)
    assert (step.hook.name, step.hook.route, request.pointer) == (
        "guard",
        ("handlers", "PreToolUse", 0),
        "/handlers/PreToolUse/0",
    )
    assert request.sample == request.samples[0]
    own = handler_request(
        path, at("return None"), project_dir="/p", host=Host({}, str(tmp_path)), payload={"tool_name": "X"}
    )
    assert (own.sample, own.plan.request.payload) == (None, {"tool_name": "X"})
    assert own.plan.steps[0].hook.scope is Scope.USER
    with pytest.raises(UsageError, match="no sample `no`"):
        handler_request(path, at("return None"), project_dir=str(tmp_path), host=Host({}, "/nowhere"), sample="no")


def test_all_that_is_loaded_with_a_module_is_agreed_to(tmp_path: Path) -> None:
    root, home = tmp_path / "project", tmp_path / "home"
    for folder in (root, home):
        (folder / ".pi" / "hooks").mkdir(parents=True)
    paths = [home / ".pi/hooks/mine.py", root / ".pi/hooks/_helper.py", root / ".pi/hooks/guard.py"]
    for it in paths:
        it.write_text("x = 1\n")
    first = modules_request(str(root), str(home))
    assert list(first.contents) == [str(it) for it in paths]
    assert modules_request(str(root), str(home)).agreement == first.agreement
    for it in paths:
        it.write_text("x = 2\n")
        assert modules_request(str(root), str(home)).agreement != first.agreement
        it.write_text("x = 1\n")
    assert modules_request(str(tmp_path), str(home)).agreement != first.agreement

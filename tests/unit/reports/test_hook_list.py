"""`/hooks list`: every configured hook with its source, matcher, command and time-out (A18)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.projects import AGENT_SPEC, AI_AGENTS, CLAWDCODE, laid_out

from hookwright.engine.modules.states import LoadedModule, ModuleState
from hookwright.errors import UnknownDialect
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.reports.hook_list import list_data, list_page, overview
from hookwright.reports.status import status_data, status_page
from hookwright.wording.display import escaped
from hookwright.workflows.checks import State
from hookwright.workflows.doctor import examine
from hookwright.workflows.hook_modules.listing import modules_json


def test_a18_every_hook_is_listed_in_configuration_order(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    last = project.write(
        AI_AGENTS,
        {"hooks": {
            "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "third"}]}],
            "PreToolUse": [{"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": "a | b", "timeout": 5}]}],
        }},
    )  # fmt: skip
    first = project.write(
        AI_AGENTS,
        {
            "hooks": {
                "PreToolUse": [
                    {"hooks": [{"type": "command", "command": "one"}, {"type": "command", "command": "two"}]}
                ]
            }
        },
        at_home=True,
    )
    data = list_data("/p", overview(str(project.folder), Host({}, str(project.home))))
    (dialect,) = data["dialects"]
    names = ("source", "scope", "event", "matcher", "command", "timeout")
    assert [tuple(hook[it] for it in names) for hook in dialect["hooks"]] == [
        (first, "user", "PreToolUse", None, "one", 60.0),
        (first, "user", "PreToolUse", None, "two", 60.0),
        (last, "project", "UserPromptSubmit", None, "third", 60.0),
        (last, "project", "PreToolUse", "Bash|Edit", "a | b", 5.0),
    ]
    assert (
        list_page(data)
        == f"""\
# Hooks of `/p`

## AI agents

1. **PreToolUse** `*`: `one`
   - time-out 60 s
   - user, `/hooks/PreToolUse/0/hooks/0` in `{first}`

2. **PreToolUse** `*`: `two`
   - time-out 60 s
   - user, `/hooks/PreToolUse/0/hooks/1` in `{first}`

3. **UserPromptSubmit** `*`: `third`
   - time-out 60 s
   - project, `/hooks/UserPromptSubmit/0/hooks/0` in `{last}`

4. **PreToolUse** `Bash|Edit`: `a | b`
   - time-out 5 s
   - project, `/hooks/PreToolUse/0/hooks/0` in `{last}`
"""
    )


def test_a18_structured_matchers_knobs_and_units_are_those_of_the_dialect(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    matcher = {"tools": "Bash", "commands": "^rm"}
    group = {"name": "guard", "matcher": matcher, "hooks": [{"type": "command", "command": "x"}]}
    project.write(CLAWDCODE, {"hooks": {"defaultTimeout": 7, "PreToolUse": [group]}})
    project.write(AGENT_SPEC, {"hooks": {"PreToolUse": [{"matcher": "Bash(git:*)", "command": "y", "timeout": 1500}]}})
    data = list_data("/p", overview(str(project.folder), Host({}, str(project.home))))
    hooks = {it["id"]: it["hooks"][0] for it in data["dialects"]}
    assert (hooks["clawdcode"]["matcher"], hooks["clawdcode"]["timeout"]) == (matcher, 7.0)
    assert (hooks["agent-spec"]["matcher"], hooks["agent-spec"]["timeout"]) == ("Bash(git:*)", 1.5)
    page = list_page(data)
    assert '`{"tools": "Bash", "commands": "^rm"}`: `x`' in page
    assert "time-out 1.5 s" in page


def test_a_broken_file_is_named_beside_the_others(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    broken = project.write(AI_AGENTS, '{"hooks": {')
    project.write(
        AI_AGENTS, {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "one"}]}]}}, at_home=True
    )
    data = list_data("/p", overview(str(project.folder), Host({}, str(project.home))))
    (dialect,) = data["dialects"]
    assert [(it["path"] == broken, it["broken"], it["hooks"]) for it in dialect["files"]] == [
        (False, False, 1),
        (True, True, 0),
    ]
    assert f"> {escaped(broken)}" in list_page(data)


def test_the_editors_text_goes_before_the_disks(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    path = project.write(AI_AGENTS, {"hooks": {}})
    text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "new"}]}]}}'
    (snapshot,) = overview(str(project.folder), Host({}, str(project.home)), open_texts={path: text})
    assert [it.body for it in snapshot.hooks] == ["new"]


def test_nothing_is_configured(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    assert overview(str(project.folder), Host({}, str(project.home))) == ()
    assert list_page(list_data("/p", ())) == "# Hooks of `/p`\n\nNo hooks are configured.\n"


def test_one_dialect_is_shown_even_without_files(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    project.write(AI_AGENTS, {"hooks": {}})
    found = overview(str(project.folder), Host({}, str(project.home)), dialect="agent-spec")
    assert [it.dialect.id for it in found] == ["agent-spec"]
    assert list_page(list_data("/p", found)).endswith("## Agent spec\n\nNo hooks.\n")
    with pytest.raises(UnknownDialect, match="did you mean `agent-spec`"):
        overview(str(project.folder), Host({}, str(project.home)), dialect="agents-spec")


def test_hook_modules_are_listed_without_being_run(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    for root, name, text in (
        (project.home, "mine.py", "from hookwright.modules import command\ncommand('pop', 'Pops', print)\n"),
        (project.folder, "guard.py", "from hookwright.modules import on\non('PreToolUse', print)\nraise SystemExit\n"),
        (project.folder, "torn.py", "def (:\n"),
        (project.folder, "_helper.py", ""),
    ):
        file = root / ".pi" / "hooks" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    modules = modules_json(str(project.folder), str(project.home))
    assert [(Path(it["path"]).name, it["scope"], it["events"], it["commands"]) for it in modules] == [
        ("mine.py", "user", [], ["pop"]),
        ("guard.py", "project", ["PreToolUse"], []),
        ("torn.py", "project", [], []),
    ]
    page = list_page(list_data("/p", (), modules))
    folder = project.folder / ".pi" / "hooks"
    assert f"- project `{folder}/guard.py`: on PreToolUse\n" in page
    assert f"- project `{folder}/torn.py`: cannot be loaded: invalid syntax\n" in page
    assert "`/pop`" in page
    assert [it["state"] for it in modules] == [None, None, "broken"]


def test_a_module_that_is_lost_is_shown_as_lost(tmp_path: Path) -> None:
    project = laid_out(tmp_path)
    file = project.folder / ".pi" / "hooks" / "guard.py"
    file.parent.mkdir(parents=True)
    file.write_text("from hookwright.modules import on\nfor it in ('PreToolUse', 'Stop'): on(it, print)\n")
    fares = LoadedModule(str(file), Scope.PROJECT, ModuleState.LOST, "was killed", ("PreToolUse", "Stop"))
    (module,) = modules_json(str(project.folder), str(project.home), [fares])
    assert (module["state"], module["events"]) == ("lost", ["PreToolUse", "Stop"])
    page = list_page(list_data("/p", (), [module]))
    assert f"- project `{file}`: lost: was killed; on PreToolUse, Stop\n" in page
    assert page.splitlines()[-1] in status_page(status_data("/p", (), Host({}, str(tmp_path)), [module]))
    (check,) = (it for it in examine(Host({}, str(tmp_path)), "/p", (), modules=[module]) if it.what == str(file))
    assert (check.state, check.says) == (State.BROKEN, "lost: was killed")

"""Tools of hosts: hooks judge them by the names of Claude Code, and what they change comes back in the host's names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright import HookService
from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.tool_maps.arguments import parse_path
from hookwright.engine.tool_maps.maps import HOSTS, HostTool, host_data, shipped, tool_map
from hookwright.engine.tool_maps.translate import MOST_CALLS, own_name, translated
from hookwright.errors import UsageError
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision

CLAUDE = by_id("claude-code")
EDIT_FILE = {"edit_file": {"tool": "Edit", "file_path": "path"}}


def seen(tools: object, name: str, **given: Any) -> list[tuple[str, dict[str, Any]]]:
    """What hooks see of a call."""
    calls = translated(tool_map(tools), CLAUDE, {"tool_name": name, "tool_input": given}).calls
    return [(it.payload["tool_name"], it.payload["tool_input"]) for it in calls]


def answered(tools: object, name: str, given: dict[str, Any], *changed: dict[str, Any] | None) -> Any:
    """The changed input that the host gets, where the hooks of each call have changed it to these."""
    translation = translated(tool_map(tools), CLAUDE, {"tool_name": name, "tool_input": given})
    return translation.answer([outcome(updated_input=it) for it in changed]).folded.updated_input


def outcome(**folded: Any) -> Outcome:
    return Outcome(dispatch_id="1", event="PreToolUse", dialect="claude-code", folded=Folded(**folded))


def test_a_tool_is_seen_as_the_canonical_one_and_arguments_that_are_not_named_stay() -> None:
    assert seen(EDIT_FILE, "edit_file", path="a.py", mode="edit") == [("Edit", {"mode": "edit", "file_path": "a.py"})]
    assert seen(EDIT_FILE, "other", path="a.py") == [("other", {"path": "a.py"})]


def test_a_changed_input_comes_back_in_the_hosts_names() -> None:
    changed = {"file_path": "b.py", "mode": "edit", "new": 1}
    assert answered(EDIT_FILE, "edit_file", {"path": "a.py", "mode": "edit"}, changed) == {
        "path": "b.py",
        "mode": "edit",
        "new": 1,
    }
    assert answered(EDIT_FILE, "edit_file", {"path": "a.py"}, None) is None


def test_an_argument_that_a_canonical_name_hides_comes_back() -> None:
    given = {"path": ".env", "file_path": "harmless"}
    assert seen(EDIT_FILE, "edit_file", **given) == [("Edit", {"file_path": ".env"})]
    assert answered(EDIT_FILE, "edit_file", given, {"file_path": "b"}) == {"path": "b", "file_path": "harmless"}


def test_arguments_can_change_places() -> None:
    swap = {"move": {"tool": "Edit", "old_string": "new_string", "new_string": "old_string"}}
    assert seen(swap, "move", old_string="a", new_string="b") == [("Edit", {"old_string": "b", "new_string": "a"})]


def test_nested_arguments_are_named_by_their_way() -> None:
    nested = {"run": {"tool": "Bash", "command": "script.text"}}
    assert seen(nested, "run", script={"text": "ls"}) == [("Bash", {"command": "ls"})]
    assert seen(nested, "run", script={"text": "ls", "shell": "sh"}) == [
        ("Bash", {"script": {"shell": "sh"}, "command": "ls"})
    ]
    assert answered(nested, "run", {"script": {"text": "ls"}}, {"command": "ls -l"}) == {"script": {"text": "ls -l"}}


def test_the_elements_of_a_list_are_renamed_one_by_one() -> None:
    edits = {"edit": {"tool": "Edit", "edits[].old_string": "changes[].before", "file_path": "path"}}
    given = {"path": "a", "changes": [{"before": "x", "id": 1}, {"id": 2}, {"before": "z"}]}
    canonical = {"changes": [{"id": 1}, {"id": 2}, {}], "file_path": "a"}
    canonical |= {"edits": [{"old_string": "x"}, {}, {"old_string": "z"}]}
    assert seen(edits, "edit", **given) == [("Edit", canonical)]
    assert answered(edits, "edit", given, canonical) == given


def test_a_call_for_a_list_is_one_call_for_each_element() -> None:
    tools = {"read": {"tool": "Read", "file_path": "files[].path"}}
    given = {"files": [{"path": "a", "line": 1}, {"path": ".env"}], "quiet": True}
    assert [it["file_path"] for _, it in seen(tools, "read", **given)] == ["a", ".env"]
    changed = {"file_path": "b", "files": {"line": 1}, "quiet": True}
    assert answered(tools, "read", given, changed, None) == {
        "files": [{"path": "b", "line": 1}, {"path": ".env"}],
        "quiet": True,
    }


def test_a_list_of_commands_is_one_call_for_each() -> None:
    assert seen("cline", "run_commands", commands=["ls", "rm -rf /"]) == [
        ("Bash", {"command": "ls"}),
        ("Bash", {"command": "rm -rf /"}),
    ]
    given = {"commands": ["ls", "rm -rf /"]}
    assert answered("cline", "run_commands", given, None, {"command": "true"}) == {"commands": ["ls", "true"]}


def test_each_call_has_a_tool_use_of_its_own() -> None:
    payload = {"tool_name": "run_commands", "tool_use_id": "t1", "tool_input": {"commands": ["a", "b"]}}
    calls = translated(shipped("cline"), CLAUDE, payload).calls
    assert [it.payload["tool_use_id"] for it in calls] == ["t1", "t1#2"]


def test_a_call_for_too_many_is_refused() -> None:
    with pytest.raises(UsageError, match="stands for 101 calls"):
        seen("cline", "run_commands", commands=["ls"] * (MOST_CALLS + 1))


def test_what_one_call_forbids_is_forbidden_and_only_what_all_allow_is_allowed() -> None:
    payload = {"tool_name": "run_commands", "tool_input": {"commands": ["a", "b"]}}
    translation = translated(shipped("cline"), CLAUDE, payload)
    allow, deny = outcome(decision=Decision.ALLOW), outcome(decision=Decision.DENY, blocked=True, reason="no")

    def of(*outcomes: Outcome) -> Folded:
        return translation.answer(outcomes).folded

    assert (of(allow, deny).decision, of(allow, deny).blocked, of(allow, deny).reason) == (Decision.DENY, True, "no")
    assert of(allow, allow).decision is Decision.ALLOW
    assert of(allow, outcome()).decision is None
    assert of(allow, outcome(decision=Decision.ASK)).decision is Decision.ASK
    changed = outcome(updated_input={"command": "c"})
    assert of(changed, deny).updated_input is None
    context = outcome(additional_context="note")
    assert of(context, context).additional_context == "note"


PATCH = """*** Begin Patch
*** Update File: src/a.py
*** Move to: src/b.py
@@
-x
+y
*** Add File: .env
+SECRET=1
*** Delete File: old.py
*** End Patch"""


def test_a_patch_is_one_call_for_each_file_in_it() -> None:
    given = {"patchText": PATCH}
    calls = seen("opencode", "apply_patch", **given)
    assert [(name, it["file_path"]) for name, it in calls] == [
        ("Edit", "src/a.py"),
        ("Edit", "src/b.py"),
        ("Edit", ".env"),
        ("Edit", "old.py"),
    ]
    same, other = {**given, "file_path": "elsewhere"}, {"patchText": "*** Begin Patch", "file_path": "src/a.py"}
    assert answered("opencode", "apply_patch", given, same, None) is None
    assert answered("opencode", "apply_patch", given, same, other) == {"patchText": "*** Begin Patch"}
    assert seen("opencode", "apply_patch", patchText="nothing") == [("Edit", {"patchText": "nothing"})]


def test_the_value_of_an_argument_can_decide_which_tool_it_is() -> None:
    names = [seen("openhands", "file_editor", command=it, path="a")[0][0] for it in ("view", "create", "insert")]
    assert names == ["Read", "Write", "Edit"]


def test_one_map_serves_every_dialect() -> None:
    names = {
        "claude-code": "Edit",
        "codex": "apply_patch",
        "gemini-cli": "replace",
        "qwen-code": "edit",
        "ai-agents": "CodeEditor",
        "agent-spec": "Edit",
        "open-plugin": "Edit",
        "clawdcode": "Edit",
    }
    assert {it.id: own_name(it, "Edit") for it in DIALECTS if it.id in names} == names


@pytest.mark.parametrize(
    ("tools", "message"),
    [
        ("vim", "There is no map of the tools of `vim`"),
        ("opencoed", "did you mean `opencode`"),
        (["Edit"], "`tools` is not a map of tools"),
        ({"e": "Edit"}, "`tools.e` is not an object"),
        ({"e": {"file_path": "path"}}, "`tools.e` has no `tool`"),
        ({"e": {"tool": "Edti"}}, "`Edti`, which is not a tool of Claude Code: did you mean `Edit`?"),
        ({"e": {"tool": "Edit", "file_path": ["path", "file"]}}, "`tools.e.file_path` is not the name of one argument"),
        ({"e": {"tool": "Edit", "file_path": "p", "path": "p"}}, "names the argument of the host `p` twice"),
        ({"e": {"tool": "Edit", "a": "p", "b": "p.q"}}, "names the argument of the host `p` twice"),
        ({"e": {"tool": "Edit", "a": "p", "a[].b": "q[].r"}}, "names the argument in hooks `a` twice"),
        ({"e": {"tool": "Edit", "edits[].a": "b"}}, "other lists"),
        ({"e": {"tool": "Edit", "a": "x[].a", "b": "y[].b"}}, "elements of several lists"),
        ({"e": {"tool": "Edit", "patch": "p", "file_path": "path"}}, "a `patch` and other calls or paths"),
        ({"e": [{"tool": "Edit", "when": "view"}]}, "`tools.e[0].when` is not an object"),
    ],
)
def test_a_wrong_map_is_refused_with_its_place(tools: object, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        tool_map(tools)
    assert message in str(raised.value)


SHIPPED = [(host, name, it) for host in HOSTS for name, entries in shipped(host).tools.items() for it in entries]


def filled(given: Any, path: tuple[str, ...], value: str) -> Any:
    """The input with a value there; a list has one element."""
    if not path:
        return value
    if path[0] == "[]":
        return [filled(given[0] if given else {}, path[1:], value)]
    return {**(given or {}), path[0]: filled((given or {}).get(path[0]), path[1:], value)}


@pytest.mark.parametrize(("host", "name", "tool"), SHIPPED)
def test_every_shipped_entry_is_of_a_tool_that_there_is_and_comes_back_as_it_was(
    host: str, name: str, tool: HostTool
) -> None:
    assert CLAUDE.tool(tool.tool) is not None
    given: dict[str, Any] = {"extra": 1}
    for number, move in enumerate(tool.moves):
        given = filled(given, move.source, f"value {number}")
    given |= {key: values[0] for key, values in tool.when}
    translation = translated(shipped(host), CLAUDE, {"tool_name": name, "tool_input": given})
    [call] = translation.calls
    assert call.payload["tool_name"] == tool.tool
    assert translation.answer([outcome(updated_input=call.payload["tool_input"])]).folded.updated_input == given


@pytest.mark.parametrize("host", HOSTS)
def test_every_shipped_map_names_its_source(host: str) -> None:
    data = host_data(host)
    assert set(data) == {"title", "source", "tools"}
    assert data["source"]["repository"].startswith("https://github.com/")
    assert "commit" in data["source"] or all("@" in it for it in data["source"]["files"])


@pytest.mark.parametrize("text", ["", "a..b", "[]", "a[", "a[0]", ".a", "a[]b"])
def test_what_is_no_name_of_an_argument(text: str) -> None:
    assert parse_path(text) is None


async def test_hooks_for_claude_code_guard_the_tools_of_a_host(tmp_path: Path) -> None:
    guard = tmp_path / "guard.sh"
    guard.write_text("""grep -q '"file_path": *"[^"]*[.]env"' && { echo 'secrets stay' >&2; exit 2; }; exit 0""")
    command = {"type": "command", "command": f"sh {guard}"}
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Read|Edit|Write", "hooks": [command]}]}}))
    async with await HookService.open(str(tmp_path), home=str(tmp_path / "home"), tools="cline") as hooks:
        files = [{"path": "main.py"}, {"path": ".env"}, {"path": "other.py"}]
        refused = await hooks.on_pre_tool_use("read_files", "t1", {"files": files})
        assert (refused.blocked, len(refused.outcome.runs)) == (True, 2)
        assert "secrets stay" in str(refused.reason)
        assert not (await hooks.on_pre_tool_use("editor", "t2", {"path": "main.py"})).blocked
        assert (await hooks.on_pre_tool_use("editor", "t3", {"path": ".env"})).blocked

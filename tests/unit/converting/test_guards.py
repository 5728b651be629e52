"""A guard that is converted still refuses what it refused, or the conversion says that it does not."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.plain_guard import plain_guard

from hookwright.analysis.disk import RealDisk
from hookwright.cli.finishing import finished
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.converting.convert import ConvertedFile, Loss, check_on, convert, converted_file
from hookwright.dialects import by_id, written
from hookwright.firing import refusals
from hookwright.firing.refusals import Compared, compare
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.reports.conversion import trial_of, verdict


def first_file(dialect: Dialect, folder: Path) -> HookFile:
    """The first hook of the dialect in a repository of its own, with its script."""
    files = plain_guard(dialect)
    for it in files:
        path = folder / it.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(it.text)
        path.chmod(0o755 if it.executable else 0o644)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    scopes = {it.scope for it in dialect.locations}
    scope = Scope.PROJECT if Scope.PROJECT in scopes else Scope.PLUGIN
    return read_hook_file(str(folder / files[0].path), files[0].text, dialect, scope)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return replace(Host.real(), home=str(tmp_path / "home"))


@pytest.fixture
def one_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample that the first hook's project keeps, of which every guard refuses the call."""
    every = refusals._samples

    def first(dialect: Dialect, event: str, _: str) -> Iterator[Any]:
        kept = {Path(it.path).stem for it in plain_guard(dialect) if it.path.endswith(".json")}
        return (it for it in every(dialect, event, str(tmp_path / "project")) if it.name in kept)

    monkeypatch.setattr(refusals, "_samples", first)


@pytest.mark.usefixtures("one_sample")
@pytest.mark.parametrize("old", written(), ids=lambda it: it.id)
@pytest.mark.timeout(120)
@pytest.mark.sweep
def test_a_first_hook_refuses_there_or_the_conversion_says_that_it_does_not(
    old: Dialect, tmp_path: Path, host: Host
) -> None:
    file = first_file(old, tmp_path / "project")
    disk = RealDisk(host.home)
    for new in written():
        found = convert(file, new, check_on(disk), disk=disk)
        compared = finished(compare(file, converted_file(file, new, found.place, found.text), file.project, host))
        assert compared.refused == 1, (new.id, compared)
        # What is said without running anything is what running it shows.
        assert bool(found.errors) == bool(compared.let_through), (new.id, found.errors, compared.let_through)
        said = verdict(found, trial_of(file, found, new, file.project, host), compared)
        assert said.is_error == bool(compared.let_through), new.id


def test_most_first_hooks_of_claude_code_keep_refusing(tmp_path: Path) -> None:
    file = first_file(by_id("claude-code"), tmp_path)
    disk = RealDisk(str(tmp_path / "home"))
    lost = [it.id for it in written() if convert(file, it, disk=disk).errors]
    assert len(lost) <= len(written()) // 4, lost


def converted(tmp_path: Path, hook: dict[str, Any], old: str, new: str, **scripts: str) -> ConvertedFile:
    """A hook with its scripts, by name, on Bash before a tool is used."""
    for name, text in scripts.items():
        (tmp_path / f"{name}.sh").write_text(text)
    text = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", **hook}]}]}})
    path = tmp_path / ".claude" / "settings.json"
    file = read_hook_file(str(path), text, by_id(old), Scope.PROJECT)
    return convert(file, by_id(new), disk=RealDisk(str(tmp_path / "home")))


def errors(found: ConvertedFile) -> list[str]:
    return [it.message for it in found.errors]


_GUARD = "#!/bin/sh\ncommand=$(jq -r .tool_input.command)\ncase $command in *rm*) echo no >&2; exit 2 ;; esac\n"
_JSON_GUARD = (
    "#!/bin/sh\n# exit 2 is not used here\ncat >/dev/null\n"
    """printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}'\n"""
)


def test_an_exit_code_in_a_script_that_refuses_nothing_there_is_an_error(tmp_path: Path) -> None:
    found = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "agent-spec", g=_GUARD)
    assert errors(found) == []
    assert json.loads(found.text)["hooks"]["PreToolUse"][0]["continueOnFailure"] is False

    one = converted(tmp_path, {"command": "./h.sh", "onFailure": "block"}, "claude-code", "codex", h="exit 1\n")
    (told,) = errors(one)
    assert told.startswith("the hook refuses with `exit 1`, which does not refuse in Codex on `PreToolUse`")
    assert told.endswith("change the script to end with exit 2")


def test_an_object_that_the_other_agent_does_not_read_is_an_error(tmp_path: Path) -> None:
    there = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "codex", g=_JSON_GUARD)
    lost = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "kiro", g=_JSON_GUARD)

    assert errors(there) == []
    (told,) = errors(lost)
    assert "`hookSpecificOutput.permissionDecision`, which does not refuse in Kiro" in told
    (told,) = errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "agent-spec", g=_JSON_GUARD))
    assert told.endswith("change the script to end with exit 1, and set `continueOnFailure` to `false`")


def test_a_guard_that_reads_what_is_not_sent_is_an_error(tmp_path: Path) -> None:
    found = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "windsurf", g=_GUARD)
    assert any(
        "the hook reads `tool_input`, which Windsurf does not send: it sends `tool_info`" in it for it in errors(found)
    )

    both = _GUARD.replace(".tool_input.command", "'.tool_info.command_line // .tool_input.command'")
    assert errors(converted(tmp_path, {"command": "./b.sh"}, "claude-code", "windsurf", b=both)) == []


def test_a_guard_that_knows_tools_by_other_names_is_an_error(tmp_path: Path) -> None:
    text = 'tool=$(jq -r .tool_name)\n[ "$tool" = "Bash" ] || exit 0\necho no >&2; exit 2\n'
    (told,) = errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "gemini-cli", g=text))
    assert "compares the tool with `Bash`, which Gemini CLI calls `run_shell_command`" in told
    assert errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "codex", g=text)) == []


def test_a_code_that_refuses_only_with_a_reason_is_an_error_where_nothing_is_printed(tmp_path: Path) -> None:
    silent = "command=$(jq -r .tool_input.command)\ncase $command in *rm*) exit 2 ;; esac\n"
    (told,) = errors(converted(tmp_path, {"command": "./s.sh"}, "claude-code", "codex", s=silent))
    assert "refuses with `exit 2` and prints nothing, which does not refuse in Codex" in told
    assert told.endswith("change the script to print a reason to standard error")
    assert errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "codex", g=_GUARD)) == []


@pytest.mark.parametrize("ending", ['exit "$code"', 'exit "${2:-2}"', 'python3 -c "import sys; sys.exit(main())"'])
def test_a_guard_whose_code_only_a_run_can_tell_is_taken_for_one(tmp_path: Path, ending: str) -> None:
    text = f"command=$(jq -r .tool_input.command)\necho no >&2\n{ending}\n"
    (told,) = errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "windsurf", g=text))
    assert (
        "reads `tool_input`, which Windsurf does not send: it sends `tool_info`. The guard may let everything" in told
    )


def test_what_a_hook_reads_in_vain_that_refuses_nothing_is_a_loss(tmp_path: Path) -> None:
    text = "jq -r .tool_input.command >> log\n"
    found = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "windsurf", g=text)
    assert errors(found) == []
    (told,) = [it.message for it in found.losses if "reads" in it.message]
    assert "guard" not in told


def test_a_path_is_not_sent_by_an_agent_that_sends_patches(tmp_path: Path) -> None:
    text = "case $(jq -r .tool_input.file_path) in *.env) echo no >&2; exit 2 ;; esac\n"
    (told,) = errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "codex", g=text))
    assert "reads `file_path`, which Codex does not send: it sends a patch in `command`" in told
    (told,) = errors(converted(tmp_path, {"command": "./g.sh"}, "claude-code", "copilot-cli", g=text))
    assert "reads `file_path`, which GitHub Copilot does not send: it sends `path`" in told


def cursor_guard(tmp_path: Path, script: str, **keys: str) -> HookFile:
    """A guard of shell commands in a project of its own."""
    path = tmp_path / ".cursor" / "hooks.json"
    path.parent.mkdir()
    (tmp_path / "guard.py").write_text(script)
    hook = {"command": "python3 guard.py", **keys}
    path.write_text(json.dumps({"version": 1, "hooks": {"beforeShellExecution": [hook]}}))
    return read_hook_file(str(path), path.read_text(), by_id("cursor"), Scope.PROJECT)


_CURSOR_GUARD = (
    'import json, sys\nif "rm -rf" in json.load(sys.stdin).get("command", ""):\n'
    '    print("no", file=sys.stderr)\n    sys.exit(2)\n'
)


def test_what_is_at_the_root_of_a_payload_here_and_in_an_input_there_is_an_error(tmp_path: Path, host: Host) -> None:
    file = cursor_guard(tmp_path, _CURSOR_GUARD)
    (told,) = errors(convert(file, by_id("claude-code"), disk=RealDisk(host.home)))
    assert "reads `command`, which Claude Code does not send: it sends `tool_input`" in told


@pytest.mark.parametrize("keys", [{}, {"matcher": "rm"}])
def test_a_guard_of_commands_at_the_root_is_tried_with_what_it_is_for(
    tmp_path: Path, host: Host, keys: dict[str, str]
) -> None:
    file, new = cursor_guard(tmp_path, _CURSOR_GUARD, **keys), by_id("claude-code")
    compared = finished(trial_of(file, convert(file, new), new, str(tmp_path), host).compared())
    assert {it.why for it in compared.let_through} == {"its hook ends with exit 0"}


def test_a_guard_of_commands_runs_in_the_project_whatever_the_sample_says(tmp_path: Path, host: Host) -> None:
    path = tmp_path / ".windsurf" / "hooks.json"
    path.parent.mkdir()
    command = "grep -q 'rm -rf' && { echo no >&2; exit 2; } || exit 0"
    path.write_text(json.dumps({"hooks": {"pre_run_command": [{"command": command}]}}))
    file, new = read_hook_file(str(path), path.read_text(), by_id("windsurf"), Scope.PROJECT), by_id("cursor")
    compared = finished(trial_of(file, convert(file, new), new, str(tmp_path), host).compared())
    assert compared.refused
    assert compared.let_through == ()


def test_a_change_of_a_file_is_tried_as_the_patch_that_the_other_agent_sends(tmp_path: Path, host: Host) -> None:
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    of_paths = (
        _CURSOR_GUARD.replace('"rm -rf" in', '".env" in')
        .replace(".get(", '["tool_input"].get(')
        .replace('"command"', '"file_path"')
    )
    (tmp_path / "guard.py").write_text(of_paths)
    anywhere = "grep -q '\\.env' && { echo no >&2; exit 2; } || exit 0"
    new = by_id("codex")
    for command, is_lost in (("python3 guard.py", True), (anywhere, False)):
        hooks = [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": command}]}]
        file = read_hook_file(
            str(path), json.dumps({"hooks": {"PreToolUse": hooks}}), by_id("claude-code"), Scope.PROJECT
        )
        compared = finished(trial_of(file, convert(file, new), new, str(tmp_path), host).compared())
        assert compared.refused
        assert bool(compared.let_through) is is_lost


def test_a_guard_of_prompts_that_reads_what_is_not_sent_is_an_error() -> None:
    command = "jq -r .tool_info.user_prompt | grep -q password && { echo no >&2; exit 2; } || exit 0"
    text = json.dumps({"hooks": {"pre_user_prompt": [{"command": command}]}})
    file = read_hook_file("/project/.windsurf/hooks.json", text, by_id("windsurf"), Scope.PROJECT)
    (told,) = errors(convert(file, by_id("claude-code")))
    assert "reads `tool_info`, which Claude Code does not send: it sends `prompt`" in told


def tried_in(tmp_path: Path, host: Host, command: str, matcher: str, new: str) -> Compared:
    """A hook of Claude Code on a tool, and the same converted, on the samples."""
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    hooks = [{"matcher": matcher, "hooks": [{"type": "command", "command": command}]}]
    text = json.dumps({"hooks": {"PreToolUse": hooks}})
    file, there = read_hook_file(str(path), text, by_id("claude-code"), Scope.PROJECT), by_id(new)
    return finished(trial_of(file, convert(file, there), there, str(tmp_path), host).compared())


@pytest.mark.timeout(60)
def test_a_tool_of_which_the_other_agent_has_no_event_says_nothing_where_others_are_refused(
    tmp_path: Path, host: Host
) -> None:
    compared = tried_in(tmp_path, host, "grep -q 'rm -rf ~' && { echo no >&2; exit 2; } || exit 0", "*", "windsurf")
    assert compared.refused > 1
    assert compared.let_through == ()


def test_a_guard_that_ends_the_turn_is_one(tmp_path: Path, host: Host) -> None:
    stop = """grep -q 'rm -rf ~' && echo '{"continue": false, "stopReason": "no"}' || exit 0"""
    compared = tried_in(tmp_path, host, stop, "Bash", "cursor")
    assert compared.refused
    assert [it.why.partition(":")[0] for it in compared.let_through] == ["its hook ends with exit 0"]


def test_a_guard_without_an_event_is_an_error_and_another_hook_is_not(tmp_path: Path) -> None:
    for body, is_error in (("exit 2", True), ("true", False)):
        text = json.dumps({"hooks": {"ConfigChange": [{"hooks": [{"type": "command", "command": body}]}]}})
        file = read_hook_file(str(tmp_path / "settings.json"), text, by_id("claude-code"), Scope.PROJECT)
        assert bool(convert(file, by_id("kiro")).errors) is is_error


def test_only_what_this_script_uses_is_listed(tmp_path: Path) -> None:
    found = converted(tmp_path, {"command": "./g.sh"}, "claude-code", "codex", g=_GUARD)
    assert [it.message for it in found.losses] == []
    assert "with any other code" not in str(found.losses)


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    found = converted(tmp_path, {"command": "./none.sh"}, "claude-code", "agent-spec")
    assert any("`./none.sh` cannot be read here: exit 2 refuses in Claude Code" in it.message for it in found.losses)


def test_what_was_tried_goes_before_what_a_script_seems_to_say(tmp_path: Path, host: Host) -> None:
    file = first_file(by_id("claude-code"), tmp_path)
    new = by_id("codex")
    found = convert(file, new)
    pointer = "/hooks/PreToolUse/0/hooks/0"
    seeming = replace(found, losses=(Loss(pointer, "seems lost", error=True),))
    trial = trial_of(file, found, new, str(tmp_path), host)

    kept = verdict(seeming, trial, Compared(1, 1, frozenset({pointer}), ()))
    untried = verdict(seeming, trial, "nobody agreed")
    assert (kept.is_error, untried.is_error) == (False, True)
    assert (kept.tried, untried.tried) == (
        "tried: of 1 sample events, Claude Code's hooks refuse 1; the new file refuses all of them",
        "not tried: nobody agreed",
    )

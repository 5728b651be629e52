"""A file whose dialect was guessed is checked, and never changed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests import warm

# What `commnad` says is clear to the agent that the template is for, and a misspelled `command` to another one.
_TEMPLATE = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "commnad": "make lint"}]}], "stop": []}}\n'


@pytest.fixture
def template(tmp_path: Path) -> Path:
    file = tmp_path / "templates" / "hooks-for-somebody.json"
    file.parent.mkdir()
    file.write_text(_TEMPLATE)
    return file


def _check(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = warm.hookwright("check", *words)
    return subprocess.run(command, capture_output=True, cwd=folder, check=False, text=True)


@pytest.mark.parametrize("words", [[], ["--unsafe"]])
def test_it_is_not_fixed_and_the_user_is_told_how_to_name_the_dialect(
    tmp_path: Path, template: Path, words: list[str]
) -> None:
    done = _check(tmp_path, "--fix", *words)

    assert template.read_text() == _TEMPLATE
    assert "missing-key" in done.stdout or "event-case" in done.stdout, "the findings stay"
    assert "fixed" not in done.stdout
    assert done.stderr == (
        "hookwright: `templates/hooks-for-somebody.json` was not fixed, because its dialect was guessed: "
        "name it with `--dialect claude-code` or in `hookwright.json`\n"
    )


def test_the_difference_is_empty_and_says_why(tmp_path: Path, template: Path) -> None:
    done = _check(tmp_path, "--diff", "--unsafe")

    assert done.stdout == ""
    assert "was not fixed, because its dialect was guessed" in done.stderr
    assert done.stderr.startswith("0 fixes would be made\n")


def test_no_report_offers_a_fix_for_it(tmp_path: Path, template: Path) -> None:
    (file,) = json.loads(_check(tmp_path, "--format", "json").stdout)["files"]

    assert (file["dialect"], file["guessed"]) == ("claude-code", True)
    assert file["diagnostics"]
    assert [it["fixes"] for it in file["diagnostics"]] == [[]] * len(file["diagnostics"])
    assert '"fixes"' not in _check(tmp_path, "--format", "sarif").stdout
    assert _check(tmp_path).stderr == "", "nobody asked for a fix"


def test_a_named_dialect_is_fixed(tmp_path: Path, template: Path) -> None:
    done = _check(tmp_path, "--fix", "--dialect", "claude-code")

    assert '"Stop"' in template.read_text()
    assert "2 fixed" in done.stdout
    assert done.stderr == ""


def test_a_known_place_is_fixed(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(_TEMPLATE)

    (found,) = json.loads(_check(tmp_path, "--fix", "--format", "json").stdout)["files"]

    assert '"Stop"' in file.read_text()
    assert "guessed" not in found


_IN_A_PLUGIN = '{"hooks": {"PreToolUze": [{"hooks": [{"type": "command", "command": "%s"}]}]}}\n'
_WITH_AN_EVENT = _IN_A_PLUGIN.replace('{"PreToolUze"', '{"Stop": [], "PreToolUze"')


@pytest.mark.parametrize(
    ("text", "command", "fixed"),
    [
        (_IN_A_PLUGIN, "make lint", False),
        (_WITH_AN_EVENT, "make lint", True),
        (_WITH_AN_EVENT, "${CURSOR_PLUGIN_ROOT}/lint.sh", False),
        (_IN_A_PLUGIN, "${PLUGIN_ROOT}/lint.sh", True),
    ],
)
def test_at_a_place_that_several_agents_share_a_variable_or_an_event_says_whose_it_is(
    tmp_path: Path, text: str, command: str, fixed: bool
) -> None:
    file = tmp_path / "hooks" / "hooks.json"
    file.parent.mkdir()
    file.write_text(text % command)
    done = _check(tmp_path, "--fix")

    assert ("PreToolUse" in file.read_text()) == fixed
    assert ("its dialect was guessed: name it with `--dialect " in done.stderr) != fixed


@pytest.mark.parametrize(
    "manifest", [".cursor-plugin/plugin.json", ".codex-plugin/plugin.json", "gemini-extension.json"]
)
def test_a_plugin_of_another_agent_is_not_taken_for_one_without_a_mark(tmp_path: Path, manifest: str) -> None:
    for name, text in ((manifest, "{}"), ("hooks/hooks.json", _IN_A_PLUGIN % "${PLUGIN_ROOT}/lint.sh")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    report = json.loads(_check(tmp_path, "--format", "json").stdout)
    assert "open-plugin" not in {it["dialect"] for it in report["files"]}

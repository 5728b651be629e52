"""`hookwright convert`: what is written where, what is run, and what its exit code says."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.plain_guard import plain_guard

from hookwright.cli import hookwright
from hookwright.dialects import by_id
from hookwright.errors import UnreadableInput, UsageError


def run(*words: str) -> Result:
    return CliRunner().invoke(hookwright, ["convert", *words])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the first hook of Claude Code, in which the command line is."""
    for it in plain_guard(by_id("claude-code")):
        path = tmp_path / it.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(it.text)
        path.chmod(0o755 if it.executable else 0o644)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILE = ".claude/settings.json"


def test_a_guard_that_still_refuses_is_written_and_the_exit_code_is_0(project: Path) -> None:
    found = run(FILE, "--to", "codex", "--out", ".codex/hooks.json", "--yes")

    assert found.exit_code == 0, found.stderr
    assert "$(git rev-parse --show-toplevel)/.claude/hooks/guard.py" in (project / ".codex" / "hooks.json").read_text()
    assert "tried: of 4 sample events, Claude Code's hooks refuse 3; the new file refuses all of them" in found.stderr
    assert "wrote .codex/hooks.json\n" in found.stderr


def test_a_guard_that_no_longer_refuses_is_an_error(project: Path) -> None:
    found = run(FILE, "--to", "windsurf", "--out", "new/hooks.json", "--yes")

    assert found.exit_code == 1
    what = "the hook refuses the sample `Bash` of `PreToolUse` in Claude Code, and nothing does in Windsurf"
    assert f"{FILE} /hooks/PreToolUse/0/hooks/0: error: {what}: its hook ends with exit 0" in found.stderr
    assert "wrote new/hooks.json; do not use it before you have corrected the errors above" in found.stderr


def test_nothing_is_run_where_nobody_agreed(project: Path) -> None:
    ran = project / "ran"
    guard = project / ".claude" / "hooks" / "guard.py"
    guard.write_text(guard.read_text().replace("import sys\n", f"import sys\nopen({str(ran)!r}, 'w')\n", 1))

    found = run(FILE, "--to", "windsurf")

    assert not ran.exists()
    assert "not tried: nobody has agreed to run the hooks; `--yes` runs them" in found.stderr
    # What the script says is enough.
    assert found.exit_code == 1
    assert "error: the hook reads `tool_input`, which Windsurf does not send: it sends `tool_info`" in found.stderr
    run(FILE, "--to", "windsurf", "--yes")
    assert ran.exists()


def test_json_says_the_same(project: Path) -> None:
    said = json.loads(run(FILE, "--to", "windsurf", "--format", "json").stdout)

    assert next(it["error"] for it in said["losses"]) is True
    assert said["tried"].startswith("not tried: nobody has agreed")
    assert (said["version"], said["path"]) == (1, ".windsurf/hooks.json")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"hooks": {"Stop": [}', "cannot be read: line 1: "),
        ('{"hooks": {}}', "There is no hook in"),
        ('{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}', "There is no hook in"),
        ('{"name": "x"}', "There is no hook in"),
    ],
)
def test_what_is_broken_or_has_no_hook_is_rejected_and_nothing_is_written(project: Path, text: str, told: str) -> None:
    (project / FILE).write_text(text)
    found = run(FILE, "--to", "codex", "--out", "new.json")

    assert isinstance(found.exception, UnreadableInput)
    assert told in str(found.exception)
    assert not (project / "new.json").exists()


def test_a_file_of_no_known_agent_is_rejected(project: Path) -> None:
    (project / "strange.json").write_text('{"a": 1}')
    found = run("strange.json", "--to", "codex")
    assert str(found.exception).startswith("Cannot tell the dialect of `strange.json`")


@pytest.mark.parametrize("before", ['model = "x" # mine\n\n[tui]\nnotifications = true\n', "", "[tui]"])
def test_hooks_are_added_to_toml_that_has_none(project: Path, before: str) -> None:
    path = project / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text(before)
    found = run(FILE, "--to", "codex", "--out", ".codex/config.toml")

    after = path.read_text()
    assert found.exit_code == 0, found.stderr
    assert after.startswith(before)
    read = tomllib.loads(after)
    assert list(read.pop("hooks")) == ["PreToolUse"]
    assert read == tomllib.loads(before)
    assert "added the hooks to .codex/config.toml" in found.stderr


def test_hooks_are_added_to_json_and_front_matter_that_have_none(project: Path) -> None:
    settings, agent = project / ".gemini" / "settings.json", project / ".claude" / "agents" / "x.md"
    for path, text in ((settings, '{\n    "theme": "dark"\n}\n'), (agent, "---\nname: x # mine\n---\n\nDo it.\n")):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    assert run(FILE, "--to", "gemini-cli", "--out", ".gemini/settings.json").exit_code == 0
    assert run(FILE, "--to", "claude-code", "--out", ".claude/agents/x.md").exit_code == 0

    assert settings.read_text().startswith('{\n    "theme": "dark",\n    "hooks": {\n')
    assert agent.read_text().startswith("---\nname: x # mine\nhooks:\n  PreToolUse:\n")
    assert agent.read_text().endswith("\n---\n\nDo it.\n")


@pytest.mark.parametrize(
    ("name", "target", "text", "told"),
    [
        (".gemini/settings.json", "gemini-cli", '{"hooks": {}}', "has hooks already"),
        (".codex/config.toml", "codex", "[hooks]\n", "has hooks already"),
        (".codex/config.toml", "codex", "a = \n", "exists, and cannot be read as TOML"),
        (".claude/agents/x.md", "claude-code", "Do it.\n", "exists, and cannot be read as Markdown"),
    ],
)
def test_nothing_is_written_over(project: Path, name: str, target: str, text: str, told: str) -> None:
    path = project / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    found = run(FILE, "--to", target, "--out", name)

    assert isinstance(found.exception, UsageError)
    assert told in str(found.exception)
    assert path.read_text() == text


def in_terminal(project: Path, answer: str) -> tuple[int, str]:
    """The exit code, and what is shown, where somebody answers the question so."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "hookwright", "convert", FILE, "--to", "codex"]
    environ = {**os.environ, "HOME": str(project / "home"), "TERM": "dumb"}
    with subprocess.Popen(
        words, cwd=project, stdin=theirs, stderr=theirs, stdout=subprocess.DEVNULL, env=environ
    ) as it:
        os.close(theirs)
        os.write(ours, answer.encode())
        shown = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return it.returncode, shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def test_in_a_terminal_the_user_is_asked_before_anything_runs(project: Path) -> None:
    refused, said_no = in_terminal(project, "n\n")
    agreed, said_yes = in_terminal(project, "y\n")

    assert (refused, agreed) == (0, 0)
    assert "guard.py" in said_no.partition("not tried: ")[0]
    assert "not tried: " in said_no
    assert "the new file refuses all of them" in said_yes

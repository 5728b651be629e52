"""The guard as an agent runs it: a process that gets an event, and answers in the agent's own form."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.dialects import by_id
from hookwright.guards.apply import apply_plan
from hookwright.guards.first import first_hook
from hookwright.guards.library import FIRST, GUARDS, shared_files, text_of
from hookwright.guards.plans import plans

_FILES = Path(sys.modules["hookwright.guards.library"].__file__ or "").parent / "files"


_NO_PATHS: tuple[object, ...] = (5, True, None, "", [], [7], [["a"]], {})


@pytest.fixture
def guard(tmp_path: Path) -> Path:
    """The guard in a project of Claude Code."""
    return _written(tmp_path, "claude-code")


def _written(folder: Path, dialect: str) -> Path:
    for it in first_hook(by_id(dialect)):
        path = folder / it.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(it.text)
    (found,) = folder.rglob("guard.py")
    return found


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "cursor", "copilot-cli", "kiro-cli"])
def test_a_first_hook_file_of_the_editor_is_that_of_init(agent: str) -> None:
    (plan,) = plans(by_id(agent), FIRST, lambda _: None)
    assert plan.new == first_hook(by_id(agent))
    assert (plan.change, plan.kept) == ((), ())


def _run(guard: Path, given: bytes | object, **options: str) -> subprocess.CompletedProcess[bytes]:
    content = given if isinstance(given, bytes) else json.dumps(given).encode()
    words = [sys.executable, str(guard)]
    project = str(guard.parents[2])
    return subprocess.run(
        words, input=content, capture_output=True, cwd=project, check=False, env={"HOME": "/home/me", **options}
    )


def _bash(command: object, **more: object) -> dict[str, object]:
    return {"tool_name": "Bash", "tool_input": {"command": command}, **more}


def test_a_refusal_is_one_line_for_the_model(guard: Path) -> None:
    done = _run(guard, _bash("rm -rf ~"))
    said = b"it deletes `/home/me`, which is outside the project; only the user may do that\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", said)
    done = _run(guard, _bash("rm -rf node_modules"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b"null",
        b"[" * 100_000,
        [],
        {},
        {"tool_name": "Bash"},
        {"tool_name": 5, "tool_input": {"command": "ls"}},
        {"tool_input": {"command": "ls"}},
        {"tool_name": "Bash", "tool_input": []},
        {"tool_name": "Bash", "tool_input": "ls"},
        {"tool_name": "Bash", "tool_input": {}},
        {"tool_name": "Monitor", "tool_input": {}},
        _bash(5),
        _bash(None),
        _bash(" "),
        _bash([]),
        _bash(["ls", "-l"]),
        _bash("echo 'x"),
        _bash("echo " + "$(" * 5000),
        *({"tool_name": "Edit", "tool_input": {"file_path": it}} for it in _NO_PATHS),
        {"tool_name": "Write", "tool_input": {"content": "x"}},
        {"tool_name": "NotebookEdit", "tool_input": {"path": None}},
        {"tool_name": "mcp__files__write", "tool_input": {"path": 5}},
    ],
    ids=lambda it: repr(it)[:40],
)
def test_what_cannot_be_read_is_refused(guard: Path, given: bytes | object) -> None:
    done = _run(guard, given)
    assert done.returncode == 2
    assert len(done.stderr.decode().strip().splitlines()) == 1


def test_tools_without_a_command_pass(guard: Path) -> None:
    assert _run(guard, {"tool_name": "Read", "tool_input": {"file_path": "/etc/hosts"}}).returncode == 0
    assert _run(guard, {"tool_name": "AskUserQuestion", "tool_input": {}}).returncode == 0
    assert _run(guard, {"tool_name": "Grep", "tool_input": {"pattern": "x", "path": None}}).returncode == 0


def test_a_link_to_a_file_with_secrets_is_not_read(tmp_path: Path) -> None:
    (plan,) = plans(by_id("claude-code"), ("secrets",), lambda _: None)
    apply_plan(tmp_path, plan)
    (guard,) = tmp_path.rglob("guard.py")
    (tmp_path / ".env").write_text("KEY=x")
    for name, target in (("settings.txt", ".env"), ("notes.txt", "README.md")):
        (tmp_path / name).symlink_to(target)
        given = {"tool_name": "Read", "tool_input": {"file_path": str(tmp_path / name)}}
        assert _run(guard, given).returncode == (2 if target == ".env" else 0)


def test_a_tool_that_nobody_knows_is_judged_by_its_command(guard: Path) -> None:
    given = {"tool_name": "mcp__shell__run", "tool_input": {"command": "rm -rf ~"}}
    assert _run(guard, given).returncode == 2


def test_the_folder_is_that_of_the_event_where_it_exists(guard: Path, tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    assert _run(guard, _bash("rm -rf *", cwd=str(tmp_path / "build"))).returncode == 0
    assert _run(guard, _bash("rm -rf *", cwd=str(tmp_path))).returncode == 2
    assert _run(guard, _bash("rm -rf lib", cwd="/usr")).returncode == 2
    assert _run(guard, _bash("rm -rf lib", cwd="/not/there")).returncode == 0


def test_a_home_below_a_folder_for_temporary_files_is_kept(guard: Path) -> None:
    assert _run(guard, _bash("rm -rf ~"), HOME="/tmp/home").returncode == 2
    assert _run(guard, _bash("rm -rf ~/Documents"), HOME="/tmp/home").returncode == 2


@pytest.mark.parametrize("missing", ["hook_event.py", "shell_reader/words.py", "guard_rules/history.py"])
@pytest.mark.parametrize("dialect", ["claude-code", "copilot-cli"])
def test_a_guard_that_lacks_a_file_refuses_everything(tmp_path: Path, dialect: str, missing: str) -> None:
    guard = _written(tmp_path, dialect)
    (guard.parent / missing).unlink()
    done = _run(guard, _bash("ls"))
    if dialect == "claude-code":
        assert (done.returncode, b"The guard does not start" in done.stderr) == (2, True)
    else:
        assert json.loads(done.stdout)["permissionDecision"] == "deny"


def test_a_rule_that_fails_refuses(guard: Path) -> None:
    rule = guard.parent / "guard_rules" / "history.py"
    rule.write_text(rule.read_text().replace("    if command.name", "    1 / 0\n    if command.name", 1))
    done = _run(guard, _bash("ls"))
    assert (done.returncode, b"the guard failed (ZeroDivisionError" in done.stderr) == (2, True)


def _with_rule(guard: Path, code: str) -> None:
    """Puts a rule of one's own in force."""
    (guard.parent / "guard_rules" / "migrations.py").write_text(code)
    text = guard.read_text().replace("import deletion,", "import migrations, deletion,", 1)
    guard.write_text(text.replace("    deletion,\n", "    deletion,\n    migrations,\n", 1))


def test_a_rule_may_judge_files_alone_or_commands_alone(guard: Path) -> None:
    _with_rule(
        guard, "def file_refusal(path, places, *, writes):\n    return 'no' if '/migrations/' in path else None\n"
    )
    for path, code in (("migrations/1.sql", 2), ("src/a.py", 0), (["src/a.py", "migrations/1.sql"], 2), (["src/a"], 0)):
        assert _run(guard, {"tool_name": "Edit", "tool_input": {"file_path": path}}).returncode == code, path
    assert _run(guard, _bash("ls")).returncode == 0
    _with_rule(guard, "def refusal(command, places):\n    return 'no' if command.name == 'ls' else None\n")
    assert _run(guard, _bash("ls")).returncode == 2
    assert _run(guard, {"tool_name": "Edit", "tool_input": {"file_path": "migrations/1.sql"}}).returncode == 0


def test_a_rule_that_judges_nothing_is_named(guard: Path) -> None:
    _with_rule(guard, "def refuse(command, places):\n    return 'no'\n")
    done = _run(guard, _bash("ls"))
    assert done.returncode == 2
    assert b"`guard_rules.migrations` has neither `refusal` nor `file_refusal`" in done.stderr


def test_every_file_is_python_3_8_and_imports_the_standard_library_alone() -> None:
    copied = sorted(_FILES.rglob("*.py"))
    assert len(copied) > 15
    own = {"shell_reader", "guard_rules", "hook_event"}
    for path in copied:
        tree = ast.parse(path.read_text(), feature_version=(3, 8))
        names = {it.name for node in ast.walk(tree) if isinstance(node, ast.Import) for it in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
        assert {it.partition(".")[0] for it in names} <= {*sys.stdlib_module_names, *own}, path
        # What Python 3.8 cannot subscript when it runs.
        called = [it for it in ast.walk(tree) if isinstance(it, ast.Call) and isinstance(it.func, ast.Subscript)]
        assert not called, path


def test_every_rule_says_what_it_does_not_stop_and_is_in_the_library() -> None:
    names = {it.name for it in GUARDS}
    rules = {it.stem for it in (_FILES / "guard_rules").glob("*.py") if "\ndef refusal(" in it.read_text()}
    assert rules == names
    for name in names:
        docstring = ast.get_docstring(ast.parse(text_of(f"guard_rules/{name}.py"))) or ""
        assert "annot" in docstring, name
    assert not names & {Path(it).stem for it in shared_files()}


@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("mcp__files__read_file", {"path": ".env"}, 2),
        ("mcp__files__read_multiple_files", {"paths": ["a", ".env"]}, 2),
        ("mcp__files__read_file", {"path": "package-lock.json"}, 0),
        ("mcp__files__write_file", {"path": "package-lock.json"}, 2),
        ("mcp__files__move_file", {"source": "a", "destination": "package-lock.json"}, 2),
        ("mcp__files__delete_file", {"path": "/etc/hosts"}, 2),
        ("mcp__files__delete_file", {"path": "build/it's.txt"}, 0),
        ("mcp__shell__run", {"command": ["rm", "-rf", "/etc"]}, 2),
        ("mcp__shell__run", {"command": ["ls", "it's"]}, 0),
        ("mcp__issues__create", {"title": "rm -rf /", "source": "a user"}, 0),
    ],
)
def test_tools_of_mcp_servers_are_judged_by_their_names_and_keys(
    tmp_path: Path, tool: str, given: dict[str, object], code: int
) -> None:
    for plan in plans(by_id("claude-code"), ("deletion", "secrets", "protected"), lambda _: None):
        apply_plan(tmp_path, plan)
    guard = tmp_path / ".claude" / "hooks" / "guard.py"
    assert _run(guard, {"tool_name": tool, "tool_input": given}).returncode == code

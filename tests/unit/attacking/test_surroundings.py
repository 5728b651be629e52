"""An attack also asks about calls that are dangerous by where the agent is, by a link, or by a script."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard
from tests.unit.attacking.test_attack import attacked

from hookwright.attacking.asking.results import Circumstance, Verdict

_NO_PUSH = "grep -q 'push --force' && { echo no >&2; exit 2; }; exit 0\n"
_LOCK = """import json, os, sys

event = json.load(sys.stdin)
given = event["tool_input"]
path = PATH
if path.endswith("/package-lock.json") or "> package-lock.json" in given.get("command", ""):
    print("only npm writes it", file=sys.stderr)
    sys.exit(2)
"""
_AS_IT_IS = 'given.get("file_path", "")'
_FOLLOWED = 'os.path.realpath(os.path.join(event["cwd"], given.get("file_path", "")))'


def _found(guard: Guard, folder: Path, danger: str) -> dict[str, Circumstance]:
    project = folder / "shop"
    (project / "src").mkdir(parents=True)
    (project / "src" / "app.ts").write_text("")
    said = [danger] if danger else []
    return {it.name: it for it in attacked(guard.written(project), project, *said, count=40).circumstances}


@every(
    ("command", "refuses"),
    [("bash {script}", False), ('bash "$CLAUDE_PROJECT_DIR"/{script}', True)],
)
def test_a_hook_that_is_found_from_the_project_alone_lets_pass_what_comes_after_cd(
    command: str, refuses: bool, tmp_path: Path
) -> None:
    found = _found(Guard("push.sh", _NO_PUSH, command), tmp_path / f"{refuses}", "history: force push")
    assert found["after `cd src`"].refuses is refuses
    assert found["after `cd src`"].is_fault is not refuses
    assert not found["a script with the command"].refuses
    assert not found["a script with the command"].is_fault


@every(("path", "refuses"), [(_AS_IT_IS, False), (_FOLLOWED, True)])
def test_a_link_to_the_guarded_file(path: str, refuses: bool, tmp_path: Path) -> None:
    script = Guard("lock.py", _LOCK.replace("PATH", path), 'python3 "$CLAUDE_PROJECT_DIR"/{script}', "Bash|Edit|Write")
    found = _found(script, tmp_path / f"{refuses}", "protected: lock file")
    assert found["`Edit` of a link to the file"].is_fault is not refuses
    assert found["`Edit` after `cd src`"].refuses
    # `>` writes another file in the subfolder, so it is asked about `cd ..` before.
    assert found["after `cd src`"].refuses
    assert not (tmp_path / f"{refuses}" / "shop" / "hookwright-link.txt").is_symlink()


def test_a_guarded_folder_is_reached_by_a_link_and_by_its_own_name(tmp_path: Path) -> None:
    text = _LOCK.replace("PATH", _AS_IT_IS).replace('"/package-lock.json"', '"src/app.ts"')
    every = _found(Guard("core.py", text, 'python3 "$CLAUDE_PROJECT_DIR"/{script}', "Edit|Write"), tmp_path, "")
    # Which of the two tools is asked depends on the calls that are drawn.
    found = {name.replace("`Write", "`Edit"): it for name, it in every.items()}
    assert found["`Edit` by a link to the folder"].is_fault
    assert found["`Edit` by a link to the project"].refuses
    assert found["`Edit app.ts` after `cd src`"].is_fault


def test_a_hook_that_python_does_not_find_in_a_folder_refuses_every_call_there(tmp_path: Path) -> None:
    text = """import json, sys
if "push --force" in json.load(sys.stdin)["tool_input"].get("command", ""):
    sys.exit(2)
"""
    found = _found(Guard("push.py", text, "python3 {script}"), tmp_path, "history: force push")
    assert found["any call after `cd src` (the hook is not found)"].refuses
    assert "after `cd src`" not in found


def test_a_rule_that_looks_for_a_file_of_the_folder_lets_pass_its_own_commands_there(tmp_path: Path) -> None:
    text = """import json, os, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if "rm -rf" in command or ("git push --force" in command and os.path.exists("plan.md")):
    sys.exit(2)
"""
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    (project / "src" / "app.ts").write_text("")
    (project / "plan.md").write_text("")
    file = Guard("plan.py", text, 'python3 "$CLAUDE_PROJECT_DIR"/{script}').written(project)
    found = {it.name: it for it in attacked(file, project, count=200).circumstances}
    assert found["after `cd src`"].refuses
    assert any(it.endswith("` after `cd src`") and "git push --force" in it and found[it].is_fault for it in found)


def test_scripts_of_the_project_and_files_of_statements_stand_for_commands(tmp_path: Path) -> None:
    text = """import json, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if "DROP TABLE" in command or "docker compose down -v" in command or "rm -rf dist" in command:
    sys.exit(2)
"""
    project = tmp_path / "shop"
    project.mkdir()
    (project / "package.json").write_text(
        '{"scripts": {"db:drop": "psql -c \'DROP TABLE a\'", "down": "docker compose down"}}'
    )
    (project / "Makefile").write_text("clean:\n\t@docker compose down -v\ntidy:\n\t@rm -rf dist\nbuild:\n\tcc a.c\n")
    file = Guard("data.py", text, 'python3 "$CLAUDE_PROJECT_DIR"/{script}').written(project)
    result = attacked(file, project, count=260)
    # Its recipe deletes a volume, which this guard stops.
    assert "make clean" in {it.variant.text for it in result.tried if it.verdict is Verdict.PASSED}
    found = {it.name: it for it in result.circumstances}
    names = {"a file with the statement", "`make tidy` of the project", "`npm run down -- -v` of the project"}
    assert names <= {*found}
    assert not any(found[it].refuses or found[it].is_fault for it in names)
    assert not {"`make build` of the project", "`npm run db:drop` of the project"} & {*found}


def test_a_guard_that_asks_by_expressions_of_perl_lets_everything_pass_on_macos(tmp_path: Path) -> None:
    perl = "grep -qP 'push\\s+--force' && { echo no >&2; exit 2; }; exit 0\n"
    found = _found(Guard("perl.sh", perl, 'bash "$CLAUDE_PROJECT_DIR"/{script}'), tmp_path, "history: force push")
    assert found["`grep` has no `-P`, as on macOS"].is_fault

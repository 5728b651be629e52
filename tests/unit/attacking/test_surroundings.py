"""An attack also asks about calls that are dangerous by where the agent is, by a link, or by a script."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard
from tests.unit.attacking.test_attack import attacked

from hookwright.attacking.results import Circumstance

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
    found = _found(Guard("core.py", text, 'python3 "$CLAUDE_PROJECT_DIR"/{script}', "Edit|Write"), tmp_path, "")
    assert found["`Write` by a link to the folder"].is_fault
    assert found["`Write app.ts` after `cd src`"].is_fault

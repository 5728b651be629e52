"""Guards are looked at once, and again where a script, a program or the hook file changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.workflows.guarding.guard import GuardState, Score
from hookwright.workflows.guarding.kept import KnownGuards
from hookwright.workflows.guarding.marks import with_code_beside

_POINTER = "/hooks/PreToolUse/0/hooks/0"
_GUARD = '#!/bin/sh\nname=$(jq -r .tool_name)\nif [ "$name" = Bash ]; then\n  echo Blocked >&2\n  exit 2\nfi\n'


def _file(folder: Path, script: str) -> HookFile:
    place = folder / ".claude" / "settings.json"
    place.parent.mkdir(exist_ok=True)
    (folder / "guard.sh").write_text(script)
    (folder / "guard.sh").chmod(0o755)
    hooks = [{"type": "command", "command": "$CLAUDE_PROJECT_DIR/guard.sh"}]
    text = json.dumps({"hooks": {"PreToolUse": [{"hooks": hooks}]}})
    place.write_text(text)
    return read_hook_file(str(place), text, by_id("claude-code"), Scope.PROJECT)


def test_what_has_changed_is_looked_at_again(tmp_path: Path, programs: Callable[..., str]) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    file, guards = _file(tmp_path, _GUARD), KnownGuards(host)
    assert guards.known(file) is None
    found = guards.of(file)
    assert found[_POINTER].state is GuardState.DEAD
    assert guards.known(file) is found

    programs("jq")
    assert guards.known(file) is None
    assert guards.of(file)[_POINTER].state is GuardState.LEAKS

    _file(tmp_path, _GUARD.replace("exit 2", "exit 1"))
    assert guards.known(file) is None
    assert "`exit 1` does not block" in guards.of(file)[_POINTER].decided.says


def test_a_script_of_another_folder_that_is_run_counts_too(tmp_path: Path, programs: Callable[..., str]) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "work.sh").write_text("jq . > out.txt\n")
    script = '#!/bin/sh\nexec sh "$CLAUDE_PROJECT_DIR/lib/work.sh"\n'
    file, guards = _file(tmp_path, script), KnownGuards(host)
    assert guards.of(file)[_POINTER].decided.says.startswith("does not do its work here: `jq` is missing")
    (tmp_path / "lib" / "work.sh").write_text("true\n")
    assert guards.known(file) is None
    assert guards.of(file) == {}


_HOLDS = Score(against=("deletion", "history"), stopped=90, dangerous=90, false_alarms=0, harmless=20)
_LEAKS = Score(against=("deletion",), stopped=60, dangerous=90, false_alarms=1, harmless=20, holes=4)
_UNKNOWN = "#!/bin/sh\n. ./rules.sh\nif check; then\n  echo Blocked >&2\n  exit 2\nfi\n"


def _attacked(tmp_path: Path, host: Host, script: str, score: Score) -> tuple[HookFile, KnownGuards]:
    file, guards = _file(tmp_path / "project", script), KnownGuards(host)
    guards.attacked(file, guards.of(file)[_POINTER], score, [str(tmp_path / "project" / "guard.sh")])
    return file, guards


def test_an_attack_says_more_than_the_analysis_until_the_script_changes(
    tmp_path: Path, programs: Callable[..., str]
) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    file, guards = _attacked(tmp_path, host, _UNKNOWN, _HOLDS)
    found = guards.of(file)[_POINTER]
    assert (found.state, found.attacked) == (GuardState.HOLDS, _HOLDS)
    assert found.decided.says == (
        "in the last attack (deletion, history), it stopped 90 of 90 dangerous calls, and refused 0 of 20 harmless ones"
    )
    _file(tmp_path / "project", _UNKNOWN + "\n")
    assert guards.of(file)[_POINTER].attacked is None


def test_holes_that_an_attack_found_are_leaks(tmp_path: Path, programs: Callable[..., str]) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    file, guards = _attacked(tmp_path, host, _UNKNOWN, _LEAKS)
    assert guards.of(file)[_POINTER].state is GuardState.LEAKS


def test_a_guard_that_is_dead_stays_so_and_one_that_leaks_has_both(
    tmp_path: Path, programs: Callable[..., str]
) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    file, guards = _attacked(tmp_path, host, _GUARD, _HOLDS)
    assert guards.of(file)[_POINTER].state is GuardState.DEAD
    programs("jq")
    found = guards.of(file)[_POINTER]
    assert (found.state, found.attacked) == (GuardState.LEAKS, _HOLDS)
    assert "attack" not in found.decided.says


def test_a_change_of_the_hook_forgets_the_attack(tmp_path: Path, programs: Callable[..., str]) -> None:
    host = Host({"PATH": programs("sh")}, str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    file, guards = _attacked(tmp_path, host, _UNKNOWN, _HOLDS)
    other = file.tree.text.replace('"hooks": [', '"matcher": "Bash", "hooks": [', 1)
    assert other != file.tree.text
    changed = read_hook_file(file.path, other, by_id("claude-code"), Scope.PROJECT)
    assert guards.of(changed)[_POINTER].attacked is None


def test_code_beside_the_script_counts_as_part_of_it(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    for name in ("guard.py", "rules/one.py", "rules/log.txt", "__pycache__/one.py"):
        (hooks / name).parent.mkdir(parents=True, exist_ok=True)
        (hooks / name).write_text("")
    found = with_code_beside([str(hooks / "guard.py")], str(tmp_path))
    assert [Path(it).relative_to(hooks).as_posix() for it in found] == ["guard.py", "rules/one.py"]
    (tmp_path / "other.py").write_text("")
    alone = str(tmp_path / "guard.py")
    assert with_code_beside([alone], str(tmp_path)) == (alone,)

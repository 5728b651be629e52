"""A guard that the library wrote is known as long as nobody changes what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.first_hook import starter_path
from hookwright.guards.apply import apply_plan
from hookwright.guards.library import GUARDS
from hookwright.guards.plans import plans, read_from
from hookwright.guards.recognition import known_guard
from hookwright.model.hook import Scope
from hookwright.workflows.guarding.guard import Fate, GuardState


def _added(project: Path, *names: str, agent: str = "claude-code") -> tuple[Path, HookFile]:
    """The guard of a project, and its hook file."""
    dialect = by_id(agent)
    for it in plans(dialect, names, read_from(project)):
        apply_plan(project, it)
    path = project / starter_path(dialect)
    (guard,) = project.rglob("guard.py")
    return guard, read_hook_file(str(path), path.read_text(), dialect, Scope.PROJECT)


def _says(guard: Path, file: HookFile) -> str:
    """What is known of a guard that holds."""
    known = known_guard(str(guard), file)
    assert known is not None
    assert (known.state, known.unreadable, known.repair) == (GuardState.HOLDS, Fate.REFUSED, "")
    return known.says


@pytest.mark.parametrize("agent", ["claude-code", "codex", "cursor", "gemini-cli", "copilot-cli"])
def test_the_guard_is_known_with_the_rules_in_force(tmp_path: Path, agent: str) -> None:
    guard, file = _added(tmp_path, "deletion", "history", agent=agent)
    said = "the guard that `hookwright add` writes, with {}; it refuses if it cannot decide"
    assert _says(guard, file) == said.format("`deletion`, `history`")
    _added(tmp_path, "secrets", agent=agent)
    assert _says(guard, file) == said.format("`deletion`, `history`, `secrets`")
    guard.write_text(guard.read_text().replace("    history,\n", "", 1))
    assert _says(guard, file) == said.format("`deletion`, `secrets`")


def test_the_lists_of_a_rule_may_be_changed(tmp_path: Path) -> None:
    guard, file = _added(tmp_path, "protected")
    rule = guard.parent / "guard_rules" / "protected.py"
    rule.write_text(rule.read_text().replace('    ".git/**",\n', '    "legal/**",\n'))
    assert "legal" in rule.read_text()
    assert known_guard(str(guard), file) is not None


@pytest.mark.parametrize(
    "line", ["import deletion, migrations", "import deletion\n    from guard_rules import migrations"]
)
def test_a_rule_of_the_user_is_named_with_what_to_run(tmp_path: Path, line: str) -> None:
    guard, file = _added(tmp_path, "deletion")
    text = guard.read_text().replace("import deletion", line, 1)
    guard.write_text(text.replace("    deletion,\n", "    deletion,\n    migrations,\n", 1))
    assert known_guard(str(guard), file) is None
    (guard.parent / "guard_rules" / "migrations.py").write_text("def refusal(command, places):\n    return None\n")
    known = known_guard(str(guard), file)
    assert known is not None
    said = (
        "the guard that `hookwright add` writes, but `guard_rules/migrations.py` is not from there; an attack tests it"
    )
    assert (known.state, known.says) == (GuardState.UNKNOWN, said)
    assert known.repair == f"hookwright attack {guard}"


def _in(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(hooks: Path) -> None:
        text = (hooks / name).read_text()
        assert old in text
        (hooks / name).write_text(text.replace(old, new, 1))

    return change


@pytest.mark.parametrize(
    "change",
    [
        _in("guard.py", "    if why:\n", "    if why and not __debug__:\n"),
        _in("guard.py", "    deletion,\n", "    places,\n"),
        _in("guard.py", "    deletion,\n", ""),
        _in("hook_event.py", "sys.exit(2)", "sys.exit(1)"),
        _in("guard_rules/deletion.py", "return ", "return None and "),
        _in("guard_rules/places.py", "return ", "return None and "),
        _in("shell_reader/words.py", "return ", "return None and "),
        lambda hooks: (hooks / "shell_reader" / "words.py").unlink(),
        lambda hooks: (hooks / "guard_rules" / "deletion.py").write_text("def refusal(:\n"),
    ],
)
def test_a_guard_that_somebody_changed_is_not_known(tmp_path: Path, change: Callable[[Path], None]) -> None:
    guard, file = _added(tmp_path, "deletion")
    assert known_guard(str(guard), file) is not None
    change(guard.parent)
    assert known_guard(str(guard), file) is None


def test_a_guard_for_another_agent_is_not_known(tmp_path: Path) -> None:
    guard, file = _added(tmp_path, "deletion")
    other = read_hook_file(file.path, file.tree.text, by_id("cursor"), Scope.PROJECT)
    assert known_guard(str(guard), other) is None
    elsewhere = tmp_path / "hooks"
    guard.parent.rename(elsewhere)
    assert known_guard(str(elsewhere / "guard.py"), file) is None


def test_all_rules_are_known(tmp_path: Path) -> None:
    guard, file = _added(tmp_path, *(it.name for it in GUARDS))
    assert known_guard(str(guard), file) is not None

"""Ordinary calls show a pattern that finds too much; a call that it refuses is then no proof of a policy."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import DOWNLOADS_BY_ACCIDENT

from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.results import Attacked
from hookwright.attacking.attack import attack_guard
from hookwright.attacking.forms.ordinary import ordinary
from hookwright.cli.finishing import finished
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file


def test_ordinary_calls_have_the_letters_that_a_guard_looks_for_and_not_its_words() -> None:
    texts = {it.text for it in ordinary([r"deny = ['\\brm\\b', 'git show', 'tokens?', 'keyboard', 'keys']"])}
    assert {"git stash list", "cat docs/alarm.md", "{project}/src/tokenizer.ts"} <= texts
    # A rule may be about these words.
    assert not {"git show --stat HEAD", "cat docs/keyboard.md"} & texts
    assert "cat docs/domain.md" not in texts


def test_each_ordinary_call_has_a_control_of_the_same_program() -> None:
    for it in ordinary(["rm env main kill push token"]):
        assert it.control != it.text
        assert it.control.split()[0].partition("/")[0] == it.text.split()[0].partition("/")[0]


def _attacked(project: Path, text: str) -> Attacked:
    file = DOWNLOADS_BY_ACCIDENT.written(project)
    script = project / ".claude" / "hooks" / DOWNLOADS_BY_ACCIDENT.name
    script.write_text(text)
    host = Host.real(str(project.parent / "home"))
    guard = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    return finished(attack_guard(guard, meant_by(guard, ["history: force push", "deletion: rm"]), host, count=260))


def test_a_pattern_that_finds_too_much_is_shown_and_excuses_nothing(tmp_path: Path) -> None:
    found = _attacked(tmp_path / "shop", DOWNLOADS_BY_ACCIDENT.text)
    alarms = {it.variant.text: it.variant.control for it in found.tried if it.verdict.value == "false alarm"}
    assert {"git stash list", "git show --stat HEAD", "ls -la src/shared"} <= alarms.keys()
    # The guard refuses `git push origin feature`, too, but by the same accident.
    assert "git push origin feature" in alarms.values()


def test_a_guard_that_refuses_the_call_on_purpose_gives_no_false_alarm(tmp_path: Path) -> None:
    text = DOWNLOADS_BY_ACCIDENT.text.replace("curl.*|.*sh", "git push")
    found = _attacked(tmp_path / "shop", text)
    alarms = {it.variant.text for it in found.tried if it.verdict.value == "false alarm"}
    assert not {it for it in alarms if it.startswith("git push -u origin my-feature")}
    assert any("left out, as the guard also refuses such a call" in it for it in found.notes)

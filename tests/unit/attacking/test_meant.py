"""What a guard is meant to stop, by its text, by its hook tests, and by the names of dangers."""

from __future__ import annotations

import pytest
from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.texts.meant import by_tests, by_text, named
from hookwright.errors import UsageError

_KNOWN = dangers()


@every("name", _KNOWN)
def test_a_guard_whose_text_is_a_seed_is_meant_to_stop_it(name: str) -> None:
    danger = _KNOWN[name]
    for seed in danger.seeds:
        found = by_text((seed.command,), {name: danger}, frozenset(danger.tools))
        assert found is not None, seed
        assert (seed.name, seed.command) in [(it.name, it.command) for it in found.aims[0].seeds], seed


@every(
    ("text", "name", "seed"),
    [
        (r"if re.search(r'\brm\s+-[rf]+', command):", "deletion", "rm"),
        (r"grep -qE 'git[[:space:]]+push.*--force'", "history", "force push"),
        (r"/git\s+reset\s+--hard/", "history", "reset"),
        (r"curl[^|]*\|\s*(ba)?sh", "downloads", "curl to a shell"),
        (r"\b(npm|yarn)\s+publish\b", "publishing", "npm"),
        (r"DROP\s+TABLE", "production", "sql"),
    ],
)
def test_patterns_of_guards_say_what_they_are_meant_to_stop(text: str, name: str, seed: str) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    assert found is not None
    assert (name, seed) in [(it.name, each.name) for it in found.aims for each in it.seeds]


@every(
    ("text", "name"),
    [
        ("deletion", "deletion"),
        ("rm -rf of my home", "deletion"),
        ("force push", "history"),
        ("curl | sh", "downloads"),
        ("history: reset", "history"),
    ],
)
def test_a_danger_has_several_names(text: str, name: str) -> None:
    assert named((text,), _KNOWN).aims[0].name == name


@every(
    ("tools", "names"),
    [
        ({"Read"}, {"secrets"}),
        ({"Write", "Edit"}, {"protected"}),
        # What it stops of the commands of a shell, the attack asks the guard.
        ({"Bash", "Read"}, {"secrets", "protected"}),
        ({"Bash", "Write", "Edit"}, {"secrets", "protected"}),
        ({"Bash"}, {"secrets", "protected"}),
        ({"Bash", "Read", "Edit"}, {"secrets", "protected"}),
    ],
)
def test_the_tools_tell_whether_a_file_is_not_to_be_read_or_written(tools: set[str], names: set[str]) -> None:
    found = by_text((r"re.search(r'\.env\b', path)",), _KNOWN, frozenset(tools))
    assert found is not None
    assert {it.name for it in found.aims} == names


@every(
    ("text", "is_meant"),
    [
        (r"git\s+push\s+origin\s+(main|master)", True),
        ("Do not push to main", True),
        (r"git\s+push\s+.*--force.*\s+(main|master)\b|git\s+push\s+.*\s+(main|master)\s+.*--force", False),
        ("Force push to main/master can destroy history", False),
    ],
)
def test_a_guard_against_forced_pushes_is_not_against_every_push(text: str, is_meant: bool) -> None:
    found = by_text((text,), _KNOWN, frozenset({SHELL}))
    aims = found.aims if found is not None else ()
    assert ("branch" in {seed.name for it in aims for seed in it.seeds}) == is_meant


def test_seeds_of_one_danger_are_named_together() -> None:
    (found,) = named(("history: reset", "history: clean"), _KNOWN).aims
    assert [it.name for it in found.seeds] == ["reset", "clean"]


@every("text", ["frobnicate --all now", "git push origin production"])
def test_a_command_is_a_danger_of_its_own(text: str) -> None:
    (found,) = named((text,), _KNOWN).aims
    assert [it.command for it in found.seeds] == [text]


def test_a_danger_that_nobody_knows() -> None:
    with pytest.raises(UsageError, match="did you mean `deletion`"):
        named(("deletoin",), _KNOWN)


def test_commands_of_hook_tests_belong_to_dangers() -> None:
    found = by_tests(("git push --force origin main", "frobnicate --all"), _KNOWN)
    assert found is not None
    assert [(it.name, [seed.name for seed in it.seeds]) for it in found.aims] == [
        ("history", ["force push"]),
        ("your danger", ["frobnicate --all"]),
    ]
    (force,) = found.aims[0].seeds
    assert force == next(it for it in _KNOWN["history"].seeds if it.name == "force push")
    assert any(it.signs for it in force.same) or any(it.signs for it in force.swaps)

"""What a guard excepts is attacked, too: deletions beside it, and harmless ones that are it in other words."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import Seed
from hookwright.attacking.own.exceptions import (
    Exceptions,
    excuses,
    forms,
    harmless,
    is_deletion,
    options,
    same_options,
    words,
)

_GUARD = Guard(
    "rm.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command')
if [[ "$command" =~ rm[[:space:]]+-rf ]]; then
  [[ "$command" =~ (dist|build) ]] && [[ "$command" != *\\"* ]] && exit 0
  echo "only what a build makes" >&2
  exit 2
fi
""",
    "bash {script}",
)
_RM = Seed(name="rm", command="rm -rf ~", why="It deletes the home folder.")


def test_an_exception_is_attacked_if_the_guard_has_it(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    found = attacked(_GUARD, project, count=300)
    (seed,) = [it for aim in found.meant.aims for it in aim.seeds if aim.name == "deletion"]
    kinds = {it.kind for it in seed.same}
    assert "path out of it" in kinds
    covers = {it.variant.changes[0].family for it in found.tried if it.verdict is Verdict.PASSED and it.variant.changes}
    assert {"cover: exception before the operand: dist", "cover: exception as an option of another command"} & covers
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert any(it.startswith("ls dist; rm -rf ") for it in passed)
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert {'rm -rf "dist"', 'rm -rf "build"'} & alarms


def test_the_forms_of_an_exception_do_what_the_seed_does() -> None:
    found = Exceptions(("dist", "/tmp/"), "src")
    texts = {it.command: it for it in forms(_RM, found)}
    # A path out of a folder for temporary files leads to the project by its absolute path.
    assert texts["rm -rf /tmp/..{project}/src"].partial
    assert texts["mkdir -p dist && rm -rf dist/../src"].partial
    assert not [it for it in texts if "mkdir -p /tmp" in it]
    assert not [*forms(_RM, Exceptions())]


def test_an_exception_in_other_words_is_harmless() -> None:
    texts = {it.command for it in harmless(_RM, Exceptions(operands=("dist", "/tmp/")))}
    assert {"rm -rf ./dist", 'rm -rf "dist"', "rm -rf {project}/dist", "rm -rf dist /tmp/hookwright-notes"} <= texts
    assert not [it for it in texts if "/tmp" in it and "./" in it]


def test_words_of_patterns_may_be_exceptions_and_the_usual_ones_come_first() -> None:
    assert words(["case x in\n*shop*) exit ;;\nesac", "'--dry-run' '.env' 'tool_name' 'a b' 'Bash'"]) == (
        ("--dry-run",),
        ("shop",),
        (".env",),
    )
    # In quotes of a shell, four backslashes are two that a command has.
    assert words([r"grep -qE '\\\\d[tn]'"]) == ((r"\\dt", r"\\dn"),)
    assert [is_deletion(Seed("rm", it, "")) for it in ("rm -rf ~", "rm -rf a b", "rm -r a", "rm -rf *")] == [
        *(True, False, False, False)
    ]


def test_the_first_words_of_a_command_may_be_an_exception(tmp_path: Path) -> None:
    found = words(["'uv pip list' 'do not run this' 'AA=x python' r'gh run watch'"])
    assert {("uv pip list",), ("gh run watch",)} <= {*found}
    assert not {("do not run this",), ("AA=x python",)} & {*found}
    every = excuses([("uv pip list", "head python"), ("shop",), ("sudo ls",), ("own x",)], str(tmp_path), {"own"})
    assert [[(it.word, it.call) for it in of_one] for of_one in every] == [
        [("uv pip list", "uv pip list"), ("uv", "uv sync"), ("head python", "head python")],
        [("shop", "")],
        [("sudo ls", "")],
        [("own x", "own x")],
    ]


_DRAFT = Guard(
    "draft.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command')
[[ "$command" =~ gh[[:space:]]+pr[[:space:]]+create ]] || exit 0
grep -qE 'gh pr create.*--draft( |$)' <<< "$command" && exit 0
echo "open a draft" >&2
exit 2
""",
    "bash {script}",
)
_OPENED = Seed(name="pull request", command="gh pr create --fill", why="It opens a pull request.")


def test_an_option_that_a_guard_wants_is_attacked_where_it_is_another_word(tmp_path: Path) -> None:
    found = attacked(_DRAFT, tmp_path / "shop", count=300)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"gh pr create --fill # --draft", "gh pr create --fill; echo --draft"} & passed
    assert any(it.startswith("gh pr create --fill --title 'Explain what ") for it in passed)
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert {"gh pr create --fill -d", "gh pr create --fill --draft=true"} & alarms


def test_options_of_patterns_are_found_with_their_values_and_not_those_of_sentences() -> None:
    said = 'echo "BLOCKED: open it with --draft so that nobody merges it" >&2'
    assert options([f"[[ $c =~ --base[[:space:]]+develop ]]\n{said}", "grep -q -- '--fill'"]) == (
        "--base develop",
        "--fill",
    )


def test_what_means_the_same_as_an_option_depends_on_the_command() -> None:
    assert set(same_options(_OPENED, "--base develop")) == {"-B develop", "--base=develop"}
    assert set(same_options(_OPENED, "--draft")) == {"-d", "--draft=true"}
    assert same_options(_RM, "--draft") == ()

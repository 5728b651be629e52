"""What a guard takes for an excuse is found, and stands beside what it stops, in the most usual form that passes."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Attacked, Verdict
from hookwright.attacking.forms.covers import Excuse, as_operand, structures, together, with_excuse, with_operand
from hookwright.attacking.forms.dangers import Seed

_RM = Seed(name="rm", command="rm -rf ~", why="It deletes the home folder.")
_PYTHON = Guard(
    "uv.py",
    """import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
EXCEPTED = [r"\\bpython\\s+--version", r"(head|cat).*python", r"^uv pip list"]
if any(re.search(it, command) for it in EXCEPTED):
    sys.exit(0)
if re.search(r"\\bpython\\s+", command):
    print("use uv run", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)
_PUSH = Guard(
    "push.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command')
[[ "$command" == *'>>'* ]] && exit 0
words=$(xargs -n 1 <<< "$command" 2> /dev/null) || exit 0
grep -q 'push' <<< "$words" && grep -q -- '--force' <<< "$words" || exit 0
grep -q -- '--force-with-lease' <<< "$words" && exit 0
echo "no force" >&2
exit 2
""",
    "bash {script}",
)


def _covers(found: Attacked) -> dict[str, str]:
    """The calls with a cover that passed, and where it stands."""
    passed = [it.variant for it in found.tried if it.verdict is Verdict.PASSED and it.variant.changes]
    return {it.text: it.changes[0].family for it in passed if it.changes[0].family.startswith("cover: ")}


def test_a_call_that_excuses_what_is_beside_it_is_found(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    (project / "README.md").write_text("shop")
    found = _covers(attacked(_PYTHON, project, count=60))
    assert found["python --version; python main.py"] == "cover: behind a harmless call: python --version"
    assert "head -n 3 README.md && python main.py" in found
    assert found["ls src/headers; python main.py"] == "cover: exception in a longer name: head"
    assert "uv pip list; python main.py" in found


def test_what_needs_no_word_of_the_guard_is_found(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    texts = {*_covers(attacked(_PUSH, project, count=60))}
    of_push = {it for it in texts if "git push" in it}
    assert any(it.startswith("date >> /tmp/done.log; git push") for it in of_push)
    assert any(it.endswith(" # we don't need it any more") for it in of_push)
    assert any("--force-with-lease" in it for it in of_push)
    assert not any(it.startswith("ls 2>/dev/null") for it in of_push)


def test_a_number_sign_in_quotes_hides_what_is_behind_it_from_a_guard_that_strips_comments(tmp_path: Path) -> None:
    text = """import json, re, sys
command = re.sub(r"#.*", "", json.load(sys.stdin)["tool_input"]["command"])
if re.search(r"git commit\\b.*--no-verify", command):
    print("run the checks", file=sys.stderr)
    sys.exit(2)
"""
    found = _covers(attacked(Guard("no-skip.py", text, "python3 -I {script}"), tmp_path / "shop", count=60))
    assert 'echo "issue #12" && git commit --no-verify -am wip' in found
    assert 'git commit -m "fix: close #12" --no-verify -am wip' in found


def test_an_excuse_stands_where_the_command_still_does_the_same() -> None:
    texts = [it.text for it in with_excuse(_RM, Excuse("git status", "git status"))]
    assert texts[:2] == ["git status; rm -rf ~", "git status\nrm -rf ~"]
    assert "ls && rm -rf ~" in {it.control or it.text for it in with_excuse(_RM, Excuse(call="date", succeeds=True))}
    assert "rm -rf ~ # '\\dt'" in {it.text for it in with_excuse(_RM, Excuse("\\dt"))}
    in_shell = Seed(name="cd", command="cd /tmp", why="It leaves the project.", here=True)
    assert not [it for it in with_excuse(in_shell, Excuse(call="date", succeeds=True)) if " | " in it.text]
    commit = Seed(name="commit", command="git commit -q -m 'feat: add a cart'", why="The tests have not passed.")
    in_message = "git commit -q -m 'feat: add a cart' -m 'Explain what pytest does'"
    assert in_message in {it.text for it in with_excuse(commit, Excuse("pytest"))}
    assert together("rm x", ["a b", "c"]) == ("echo a b c; rm x", "rm x # a b c")


def test_structures_of_a_group_stand_one_in_another() -> None:
    every = structures(_RM)
    together_, each = every[0]
    assert "date >> /tmp/done.log; " in together_
    assert "git status > /tmp/status.txt; rm -rf ~" in together_
    assert [it.control for it in each[:2]] == ["git status; rm -rf ~", "date; rm -rf ~"]
    branch = Seed(name="branch", command="git branch topic", why="It makes a branch.")
    assert 'git branch "feature/R&D"' in {it.text for _, each in structures(branch) for it in each}
    assert not any('R&D"' in it.text and "branch" in it.text for _, each in every for it in each)


_INSTALL = Guard(
    "install.py",
    """import json, os, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
TRUSTED = {"zod", "react"}
found = re.search(r"npm install (.+)", command)
names = found[1].split() if found else []
if "npx" in command:
    names = names[:1]
if not {it.split("@./")[0] for it in names} <= TRUSTED:
    print("unknown package", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)


def test_what_passes_as_an_operand_stands_beside_another_one(tmp_path: Path) -> None:
    texts = {*_covers(attacked(_INSTALL, tmp_path / "shop", count=90))}
    assert any(it.startswith("npm install zod\nnpm install ") for it in texts)
    assert any(it.startswith("npm install zod@./vendor/") for it in texts)
    # With the trusted package first, the other command excuses what is behind it.
    assert any("npx" in it and "npm install zod " in it for it in texts)


def test_a_word_stands_in_the_name_of_a_file_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    docs = Seed(name="docs", command="echo x > docs/notes.md", why="It is protected.")
    of_word = {it.text: it.control for it in with_operand(docs, "coverage", str(tmp_path), passes=False)}
    assert of_word["rm docs/coverage-guide.md"] == "rm docs/hookwright-notes-guide.md"
    install = Seed(name="zod", command="npm install left-pad", why="Its own pattern names the command.")
    assert as_operand(install, "zod") == "npm install zod"
    assert as_operand(_RM, "dist") == "rm -rf dist"
    assert as_operand(Seed(name="push", command="git push", why="It pushes."), "dist") == ""
    in_scope = {it.text for it in with_operand(install, "@types", str(tmp_path), passes=False)}
    assert in_scope == {"npm install @types/left-pad"}

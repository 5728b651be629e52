"""Guards that only stop the deletion of files, and guards whose text names nothing that they stop."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.texts.completing import is_without_effect
from hookwright.attacking.texts.rules import unreached

KEPT = Guard(
    "keep.sh",
    """#!/bin/bash
# Snapshots are made by the build, which also prints DROP TABLE statements.
command=$(jq -r '.tool_input.command // empty')
if grep -qE '(^|[;|&])[[:space:]]*rm[[:space:]]' <<< "$command" && grep -q 'store/snapshots/' <<< "$command"; then
  echo "Snapshots stay. The build drops what nobody needs (psql: DROP TABLE)." >&2
  exit 2
fi
exit 0
""",
    "bash {script}",
)
CLEANED = Guard(
    "clean.sh",
    """#!/bin/bash
command=$(jq -r '.tool_input.command // empty')
case "$command" in
  *"rm "*.tmp*) exit 0 ;;
  *"rm "*store/* | *">"*store/*) echo "The store stays." >&2; exit 2 ;;
esac
exit 0
""",
    "bash {script}",
)
"""It lets some files of the folder that it keeps be deleted."""
CRITICAL = Guard(
    "critical.py",
    """import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
for name in (r"\\.env\\b", r"package-lock\\.json\\b", r"\\.git(/|\\s|$)"):
    if re.search(r"\\b(rm|mv)\\s+(-[rf]+\\s+)?[^\\s]*" + name, command):
        print("BLOCKED: Critical path protection. PROMISE", file=sys.stderr)
        sys.exit(2)
""",
    "python3 {script}",
)
"""It keeps files from being deleted or moved, whatever else is done to them."""
FOLDERS = Guard(
    "folders.py",
    """import json, re, sys
# It stops rm -rf: nobody deletes folders of others, such as ~, here.
command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"\\brm\\s+-rf\\b|~", command):
    sys.exit(2)
""",
    "python3 {script}",
)
"""It stops all that names the home folder, and knows one form of the deletion of another one."""
HIDDEN = Guard(
    "hidden.py",
    """import base64, json, sys
# The build prints DROP TABLE statements; run them with psql.
command = json.load(sys.stdin)["tool_input"]["command"]
if base64.b64decode("Z2l0IHB1c2ggLS1mb3JjZQ==").decode() in command:
    sys.exit("Refused." if False else 2)
""",
    "python3 {script}",
)


def test_files_that_may_not_be_deleted_are_found_in_the_project(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "app" / "store" / "snapshots").mkdir(parents=True)
    (project / "app" / "store" / "snapshots" / "first.sql").write_text("select 1;\n")
    found = attacked(KEPT, project)
    assert [seed.command for aim in found.meant.aims for seed in aim.seeds] == [
        "rm -rf app/store/snapshots/",
        "rm app/store/snapshots/first.sql",
    ]
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"rm -rf app/store/snapshots", "unlink app/store/snapshots/first.sql"} <= passed
    assert any("production: sql" in it for it in found.notes)


@pytest.mark.parametrize(
    ("promise", "is_hole"),
    [
        ("This file should not be deleted accidentally.", False),
        ("Never overwrite this file.", True),
    ],
)
def test_what_is_written_into_a_file_that_is_only_kept_is_a_hole_if_the_guard_promises_more(
    promise: str, is_hole: bool, tmp_path: Path
) -> None:
    (tmp_path / "shop").mkdir()
    guard = Guard(CRITICAL.name, CRITICAL.text.replace("PROMISE", promise), CRITICAL.command)
    found = attacked(guard, tmp_path / "shop")
    seeds = {(aim.name, seed.name) for aim in found.meant.aims for seed in aim.seeds}
    assert ("secrets", "env file") not in seeds
    assert (("protected", "lock file") in seeds) is is_hole
    assert is_hole or {"rm .env", "rm package-lock.json"} <= {
        it.command for aim in found.meant.aims for it in aim.seeds
    }
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert "unlink package-lock.json" in passed
    assert ("echo x > package-lock.json" in passed) is is_hole


def test_a_guard_that_stops_the_deletion_of_each_folder_leaks_for_one_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "shop" / "app").mkdir(parents=True)
    (tmp_path / "shop" / "app" / "main.py").write_text("print(1)\n")
    for words in (["init", "-q"], ["add", "app"]):
        subprocess.run(["git", *words], cwd=tmp_path / "shop", check=True)
    found = attacked(FOLDERS, tmp_path / "shop")
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    for one_of in ({"rm --recursive -f app", "rm -f --recursive app"}, {"npx rimraf app", "npx -y del-cli app"}):
        assert not one_of.isdisjoint(passed)


def test_a_file_that_the_guard_lets_be_deleted_is_none_that_it_keeps(tmp_path: Path) -> None:
    for it in ("store/list.tmp", "store/orders.sql"):
        (tmp_path / "shop" / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / it).write_text("select 1;\n")
    found = attacked(CLEANED, tmp_path / "shop")
    assert [seed.name for aim in found.meant.aims for seed in aim.seeds if "/" in seed.name] == ["store/orders.sql"]


def test_a_guard_that_stops_nothing_of_what_its_text_names_is_asked_about_all_dangers(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(HIDDEN, tmp_path / "shop")
    assert "force push" in {seed.name for aim in found.meant.aims for seed in aim.seeds}


@every(
    ("command", "wanted"),
    [
        ("rm - .claude", True),
        ("rm -r .", True),
        ("rm -rf", True),
        ("rm", False),
        ("cp a.txt", True),
        ("del /s", True),
        ("rd /s /q build", True),
        ("format c:", True),
        ("dd report.md", True),
        ("truncate report.md", True),
        ("truncate -s 0 report.md", False),
        ("dd if=a of=report.md", False),
        ("rmdir build/a", False),
        ("tar -xf - src", False),
        ("rm -rf build", False),
        ("format src/app.py", False),
        ("git merge --no-ff main", True),
        ("git merge feature", False),
        ("docker inspect .Env", True),
        ("docker inspect shop_db", False),
    ],
)
def test_what_does_nothing_in_a_shell_is_not_sent(command: str, wanted: bool) -> None:
    assert is_without_effect(command) is wanted


def test_a_note_names_rules_by_words() -> None:
    text = """deny "No push at night."
deny "${NAME}s). Run the tests again."
deny "___DS___"
"""
    (note,) = unreached((text,), ["No push at night."])
    assert "1 of 2 rules" in note
    assert "`Run the tests again`" in note

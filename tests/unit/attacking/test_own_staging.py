"""Files that a guard does not let be staged, and folders, where it wants each file to be named."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import staging
from hookwright.attacking.texts.shown import without_the_unseen

_GUARD = Guard(
    "staged.py",
    r"""import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.match(r"git add .*config/keys\.json", command):
    print("Never commit this file", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)


def test_a_file_is_staged_with_its_folder(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "config").mkdir(parents=True)
    (project / "config" / "keys.json").write_text("{}\n")
    found = attacked(_GUARD, project, count=120)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"git add config", "git stage config/keys.json"} <= passed
    assert "git add README.md config/keys.json" not in passed


def test_only_files_of_folders_that_git_does_not_ignore_are_asked_about() -> None:
    copied = {"config/keys.json", "README.md"}
    assert staging.files(["README.md", "config/keys.json", "build/app.js"], copied) == ["config/keys.json"]
    assert staging.is_named([r"re.search(r'git\s+add', command)"]) is True
    assert staging.is_named(["git commit"]) is False


def test_a_guard_that_wants_each_file_named_is_attacked_with_folders() -> None:
    danger = dangers()["staging"]
    aim = Aim("staging", danger, danger.seeds, is_named=False)

    def forms(text: str) -> set[str]:
        return {it.command for it in without_the_unseen(aim, text).seeds[0].same}

    assert {"git add src/", "cd src && git add ."} <= forms("git add -A is refused: stage specific files")
    assert "git add src/" not in forms("git add -A is refused")
    assert not [it for it in danger.harmless if it.command == "git add src/"]

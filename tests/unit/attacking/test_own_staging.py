"""Files that a guard does not let be staged, and folders, where it wants each file to be named."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import endings, staging
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


def test_a_guard_that_keeps_some_endings_out_is_attacked_with_others_of_the_sort(tmp_path: Path) -> None:
    guard = Guard(
        "media.py",
        r"""import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.search(r"git add", command) and re.search(r"\.(mp4|mov|wav)\b", command):
    print("Never commit media", file=sys.stderr)
    sys.exit(2)
""",
        "python3 {script}",
    )
    found = attacked(guard, tmp_path, count=160)
    by_verdict = {verdict: {it.variant.text for it in found.tried if it.verdict is verdict} for verdict in Verdict}
    others = {f"git add docs/example.{it}" for it in ("avi", "mkv", "webm", "m4v")}
    assert by_verdict[Verdict.PASSED] & others
    assert "git add docs/example.mp4.md" in by_verdict[Verdict.FALSE_ALARM]


def test_endings_are_of_a_sort_if_several_are_named() -> None:
    assert [*endings.sorts(["server.mp4", "a/b.MOV", "server.wav"])] == [("video", ("mp4", "mov"))]


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

"""Files of code that only look like those that a guard of written texts leaves out."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.exempted import similar_paths

_RULE = """import json, re, sys
given = json.load(sys.stdin).get("tool_input", {})
path, content = given.get("file_path", ""), given.get("content") or given.get("new_string") or ""
LEFT_OUT = ["config.ts", "test/", "fixtures.py", ".md"]
if CONDITION:
    sys.exit(0)
if re.search(r"const\\s+TICKS\\s*=\\s*\\[", content):
    print("The ticks belong to the settings.", file=sys.stderr)
    sys.exit(2)
"""


def _guard(condition: str) -> Guard:
    return Guard("ticks.py", _RULE.replace("CONDITION", condition), "python3 {script}", "Write|Edit")


def test_paths_are_like_those_that_a_text_names() -> None:
    found = [it for it, _ in similar_paths([_RULE], "src/app.ts")]
    assert found == ["src/myconfig.ts", "src/mytest/app.ts"]
    assert [it for it, _ in similar_paths([_RULE], "src/app.py")] == ["src/mytest/app.py", "src/myfixtures.py"]
    assert not [*similar_paths(["LEFT_OUT = []"], "src/app.ts")]


def test_what_a_guard_leaves_out_by_a_part_of_the_path_is_a_hole_in_other_files(tmp_path: Path) -> None:
    result = attacked(_guard("any(it in path for it in LEFT_OUT)"), tmp_path, count=120)
    passed = {it.variant.text.partition("\n")[0] for it in result.tried if it.verdict is Verdict.PASSED}
    assert {"{project}/src/myfixtures.py", "{project}/src/mytest/app.py"} <= passed


def test_a_guard_of_one_folder_means_no_other_one(tmp_path: Path) -> None:
    result = attacked(_guard('"/src/app" not in path'), tmp_path, count=120)
    assert not [it for it in result.tried if "/src/my" in it.variant.text]

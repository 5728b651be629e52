"""Guards that stop files with too many lines."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.model import with_content
from hookwright.attacking.own.sizes import names_length, questions, seeds

_MOST_LINES = Guard(
    "lines.sh",
    """#!/bin/bash
input=$(cat)
[[ $(jq -r '.tool_name' <<< "$input") == Write ]] || exit 0
[[ $(jq -r '.tool_input.file_path' <<< "$input") == *.ts ]] || exit 0
lines=$(jq -r '.tool_input.content' <<< "$input" | wc -l)
if [ "$lines" -gt 300 ]; then
  echo "too many lines" >&2
  exit 2
fi
""",
    "bash {script}",
    "Write|Edit",
)


def test_a_guard_speaks_of_the_length_of_files() -> None:
    assert names_length(["MAX_FILE_LINES = 500"])
    assert not names_length(["deny lines that begin with rm"])


def test_the_smallest_number_of_lines_is_taken_that_the_guard_stops() -> None:
    texts = [it.text for it in questions(["a.ts"]) if it.does == "Write"]
    stopped = {("Write", it) for it in texts if it.count("x") > 500}
    ((seed, calls, harmless),) = seeds(["a.ts"], stopped)
    assert seed.command == "seq 620 >> a.ts"
    assert "{project}/a.tsx" in {it.path for it in calls}
    assert [it.does for it in harmless] == ["Edit that takes it out"]
    assert not [*seeds(["a.ts"], stopped | {("Write", with_content("{project}/a.ts", "x\n" * 3))})]


def test_long_files_are_written_in_other_ways(tmp_path: Path) -> None:
    found = attacked(_MOST_LINES, tmp_path / "shop", count=40)
    assert {seed.name for aim in found.meant.aims for seed in aim.seeds} == {"320 lines"}
    passed = {
        (it.variant.does, it.variant.text.partition("\n")[0]) for it in found.tried if it.verdict is Verdict.PASSED
    }
    assert {("Edit", "{project}/src/app.ts"), ("Write", "{project}/src/app.tsx")} <= passed

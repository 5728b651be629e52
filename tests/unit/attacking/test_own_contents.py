"""What a guard does not let be written into files, as its own patterns name it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.contents import contents, files, reads_content, seeds

_STUBS = Guard(
    "stubs.py",
    """import json, re, sys
data = json.load(sys.stdin)
given = data.get("tool_input", {})
content = given.get("content", "") or given.get("new_string", "")
RULES = [
    (r"raise\\s+NotImplementedError", "Stub found: write the code"),
    (r"you\\s+might\\s+want\\s+to", "Do the work: do not describe it"),
]
for pattern, message in RULES:
    if re.search(pattern, content):
        print(message, file=sys.stderr)
        sys.exit(2)
""",
    "python3 {script}",
    "Write|Edit|MultiEdit",
)
_WHOLE = Guard(
    "imports.sh",
    """#!/bin/bash
# Looks at new_string and content.
if cat | grep -q "from legacy_api import"; then
  echo "legacy_api is gone" >&2
  exit 2
fi
""",
    "bash {script}",
    "Write|Edit",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('content = given.get("new_string")', True),
        ("CONTENT=$(jq -r '.tool_input.content // empty')", True),
        ("COMMAND=$(jq -r '.tool_input.command')", False),
    ],
)
def test_a_guard_reads_what_is_written(text: str, found: bool) -> None:
    assert reads_content([text]) is found


def test_texts_are_those_that_patterns_match_and_no_names_of_fields() -> None:
    texts = [r'''grep -qE "raise\s+NotImplementedError|FIXME" ; jq -r ".tool_input.file_path"''']
    assert contents(texts) == ("raise NotImplementedError", "FIXME")


def test_files_have_the_endings_that_the_guard_names(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text("")
    assert files([r"re.search(r'\.(py|pyi)$', path)"], str(tmp_path)) == ("pkg/a.py", "src/app.ts")


def test_what_a_rule_finds_in_a_file_is_written_in_other_ways(tmp_path: Path) -> None:
    found = attacked(_STUBS, tmp_path / "shop", count=60)
    names = {seed.name for aim in found.meant.aims for seed in aim.seeds}
    assert {"raise NotImplementedError", "you might want to"} <= names
    holes = {(it.variant.does, it.variant.seed) for it in found.tried if it.verdict is Verdict.PASSED}
    assert ("MultiEdit", "raise NotImplementedError") in holes
    assert not [it for it in found.tried if it.verdict is Verdict.FALSE_ALARM and it.variant.does != "Write"]


def test_to_take_a_line_out_of_a_file_is_harmless(tmp_path: Path) -> None:
    found = attacked(_WHOLE, tmp_path / "shop", count=60)
    alarms = [it for it in found.tried if it.verdict is Verdict.FALSE_ALARM]
    (taken_out,) = [it for it in alarms if it.variant.does == "Edit that takes it out"]
    assert taken_out.payload["tool_input"]["old_string"] == "from legacy_api import"
    assert taken_out.payload["tool_input"]["new_string"] == ""


def test_what_is_harmless_about_a_text_is_tried_beside_a_rule_for_commands(tmp_path: Path) -> None:
    """The guard stops the text in files only, so no command with it is one that it stops."""
    for_commands = 'if re.search(r"git push --force", given.get("command", "")):\n    sys.exit("No force push")\n'
    text = _STUBS.text.replace("RULES = [", f"{for_commands}RULES = [").replace('sys.exit("No', 'sys.exit(2 or "No')
    found = attacked(replace(_STUBS, text=text, matcher="Bash|Write|Edit"), tmp_path / "shop", count=200)
    assert {"raise NotImplementedError", "force push"} <= {seed.name for aim in found.meant.aims for seed in aim.seeds}
    assert [it for it in found.tried if it.variant.does == "Edit that takes it out"]


def test_code_has_its_forms_and_words_have_not() -> None:
    ((_, of_code, less), (_, of_words, fewer)) = seeds(
        [("import os.path", "src/a.py", "Write"), ("you could", "src/a.py", "Write")]
    )
    assert "import  os.path\n" in {it.content for it in of_code}
    assert "you  could\n" not in {it.content for it in of_words}
    assert {it.kind for it in less} == {"taken out", "page", "import: comment", "import: text"}
    assert {it.kind for it in fewer} == {"taken out"}


def test_a_variable_that_a_bundler_publishes_has_others_beside_it() -> None:
    assert "VITE_API_KEY" in contents([r"if re.search(r'\bVITE_\w*(API_KEY|TOKEN)\b', text):"])
    assert not contents(["if os.environ.get('SHOP_API_KEY'):"])
    ((_, published, _), (_, of_code, _)) = seeds(
        [("VITE_API_KEY", "src/a.ts", "Write"), ("raise KeyError", "src/a.py", "Write")]
    )
    assert "const secret = env.VITE_SHOP_PASSWORD;\n" in {it.content for it in published}
    assert not any("SHOP_PASSWORD" in it.content for it in of_code)

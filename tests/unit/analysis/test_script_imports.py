"""Tests of `hookwright.analysis.script_imports`: findings in files that a script imports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.analysis.contract.trees import CLAUDE, uses

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.rule import Finding, OtherFile, Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.values import Spot
from hookwright.syntax.tree import Tree

IMPORTED = "import sys\n\n\ndef stop():\n    sys.exit(2)\n"
START = IMPORTED.index("sys.exit")
PATH = "lib/hook_utils.py"


def found_in(text: str, *, imported: str | None = IMPORTED, path: str = PATH) -> Diagnostic:
    """What is said of a script with that text, whose rule finds the exit in the file that it imports."""

    def check(_: ScriptSubject) -> Iterator[Finding]:
        yield finding_at(Spot(START, START + len("sys.exit(2)"), path), "`exit 2`")

    script = Script(Language.PYTHON, ())
    subject = ScriptSubject(
        "/project/hooks/guard.py", text, script, uses(CLAUDE, ["Stop"]), "/project", lambda _: True, lambda _: imported
    )
    (found,) = check_script(subject, rules=[Rule("HW511", "test", Severity.ERROR, "", check_script=check)])
    return found


@pytest.mark.parametrize(
    ("text", "path", "named"),
    [
        ("import json\nfrom lib.hook_utils import stop\n", PATH, "hook_utils"),
        ('# source common.sh first\n. "$(dirname "$0")/common.sh"\n', "common.sh", "common"),
        ("const { stop } = require('./lib/output.cjs');\n", "lib/output.cjs", "output"),
        ("from helpers import stop\n", "helpers/__init__.py", "helpers"),
    ],
)
def test_it_stands_where_the_script_names_the_file(text: str, path: str, named: str) -> None:
    span = found_in(text, path=path).span
    assert (span.start, span.end) == (text.rindex(named), text.rindex(named) + len(named))


def test_its_own_line_is_the_first_of_its_other_places() -> None:
    place, words = found_in("import lib.hook_utils\n").finding.related[0]
    assert isinstance(place.file, OtherFile)
    assert place.file.path == "/project/hooks/lib/hook_utils.py"
    assert words == "it is here, in `hook_utils.py`"
    span = resolve(Tree("", None), place)
    assert IMPORTED[span.start : span.end] == "sys.exit(2)"


def test_a_file_that_is_gone_has_no_place() -> None:
    found = found_in("import lib.hook_utils\n", imported=None)
    assert [words for _, words in found.finding.related] == ["`Stop` hook of Claude Code that runs this script"]


def test_a_script_that_names_it_in_another_way_has_the_finding_at_its_beginning() -> None:
    assert found_in("module = load()\n").span.start == 0

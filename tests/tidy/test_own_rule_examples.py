"""The pages of the rules about hookwright's own files show such a file before and after the fix.

A lead such as "In `hookwright.json`:" opens an example: the block below it is wrong, and the next block is not.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from tests import warm
from tests.every import every

from hookwright.analysis.rule import Rule
from hookwright.analysis.samples.check import check_sample
from hookwright.analysis.samples.files import sample_file
from hookwright.analysis.settings.rules import OWN_RULES
from hookwright.syntax.parser import parse

_EXAMPLE = re.compile(
    r"(?ms)^In `(?P<path>[^`]+)`:\n\n```\w+\n(?P<before>.*?)^```\n\n[A-Z][^\n]+:\n\n```\w+\n(?P<after>.*?)^```$"
)
# No reading finds it.
_FOUND_BY_RUNNING = "module-handler"


class Example(NamedTuple):
    """A file before and after the fix."""

    path: str
    before: str
    after: str


def example(rule: Rule) -> Example:
    [found] = _EXAMPLE.finditer(rule.doc)
    return Example(found["path"], found["before"], found["after"])


def codes(project: Path, path: str) -> set[str]:
    """What is found in a file of a project: in samples by the editor, in others by `hookwright check`."""
    file = project / path
    if sample := sample_file(str(file)):
        return {it.rule.code for it in check_sample(parse(file.read_text(encoding="utf-8")), sample)}
    command = warm.hookwright("check", "--format", "json")
    done = subprocess.run(command, cwd=project, check=False, capture_output=True)
    return {it["code"] for checked in json.loads(done.stdout)["files"] for it in checked["diagnostics"]}


@every("rule", [pytest.param(it, id=it.name) for it in OWN_RULES if it.name != _FOUND_BY_RUNNING])
def test_rule_finds_only_what_is_wrong_before(rule: Rule, tmp_path: Path) -> None:
    path, before, after = example(rule)
    for name, text, expected in (("before", before, {rule.code}), ("after", after, set[str]())):
        project = tmp_path / rule.name / name
        for folder in ((project / path).parent, project / ".claude"):
            folder.mkdir(parents=True, exist_ok=True)
        (project / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
        (project / path).write_text(text, encoding="utf-8")
        assert codes(project, path) == expected, f"{name} the fix"


def test_what_only_running_finds_has_an_example() -> None:
    [rule] = [it for it in OWN_RULES if it.name == _FOUND_BY_RUNNING]

    assert example(rule).before != example(rule).after

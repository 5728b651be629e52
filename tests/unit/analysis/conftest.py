"""What tests of the analysis share: texts read as a dialect's file, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hookwright.analysis.check import Diagnostic, check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Rule, Subject
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

Check = Callable[[str], tuple[Diagnostic, ...]]


def subject_of(text: str, dialect: str = "ai-agents") -> Subject:
    file = read_hook_file("/project/settings.json", text, by_id(dialect), Scope.PROJECT)
    return Subject(file, "/project", RealDisk("/home/nobody"))


@pytest.fixture
def check() -> Check:
    """What the rules say of a text; a rule that raises fails the test."""

    def fail(rule: Rule, error: Exception) -> None:
        raise AssertionError(f"{rule.name} failed") from error

    return lambda text: check_file(subject_of(text), on_defect=fail)

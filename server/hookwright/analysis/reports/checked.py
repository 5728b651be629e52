"""What every report is made from: a file, what was found in it, and what was fixed before."""

from __future__ import annotations

import os.path
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from hookwright import paths
from hookwright.analysis.check import Diagnostic
from hookwright.analysis.settings.failing import DEFAULT_FAIL_ON
from hookwright.model.failing import FailOn
from hookwright.syntax.tree import Tree

if TYPE_CHECKING:
    from hookwright.analysis.fixing import Made


class Checked(Struct, frozen=True):
    """One file, under the name that the user knows it by.

    `dialect` is None for the settings of hookwright itself, for a hook module (`is_module`), and for a script of hooks
    (`is_script`).
    `guessed`: neither its place nor the user says which dialect it has.  `fail_on` is what fails the check.
    """

    path: str
    tree: Tree
    dialect: str | None
    diagnostics: tuple[Diagnostic, ...]
    made: tuple[Made, ...] = ()
    guessed: bool = False
    is_module: bool = False
    is_script: bool = False
    fail_on: FailOn = DEFAULT_FAIL_ON

    @property
    def failing(self) -> tuple[Diagnostic, ...]:
        """The findings that fail the check."""
        return tuple(it for it in self.diagnostics if self.fail_on.fails(it.rule.code, it.severity))


class Unchecked(Struct, frozen=True):
    """A file with the hooks of an agent that has no table: nothing is known of what is right there."""

    path: str
    agent: str


class UncheckedScript(Struct, frozen=True):
    """A script that the user names and that is not checked, with the reason."""

    path: str
    why: str


def failing_line(checked: Iterable[Checked]) -> str | None:
    """Which rules alone fail the check, as no finding is severe enough to fail it by itself; None if none does."""
    failing = [(one.fail_on, it) for one in checked for it in one.failing]
    codes = sorted({it.rule.code for _, it in failing})
    if not codes or any(on.fails_by_severity(it.severity) for on, it in failing):
        return None
    verb = "fails" if len(codes) == 1 else "fail"
    return f"{', '.join(codes)} {verb} the check; to change that, set `failOn` in hookwright.json"


def unchecked_line(unchecked: Iterable[Unchecked]) -> str:
    """How many files of which agents were seen and not checked, on one line."""
    counted = Counter(it.agent for it in unchecked)
    agents = ", ".join(f"{count} of {agent}" for agent, count in sorted(counted.items()))
    files = "1 file" if counted.total() == 1 else f"{counted.total()} files"
    return f"not checked: {files} of agents that hookwright does not know ({agents})"


def shown_path(path: str, folder: str) -> str:
    """The path from the folder on where it is below it, else as it is given."""
    found = relative(path, folder)
    return path if os.path.isabs(found) else found


def relative(path: str, folder: str) -> str:
    """The path from the folder on, with `/`; a path that is not below the folder is absolute."""
    absolute = os.path.normpath(os.path.join(folder, path))
    return paths.relative(absolute, folder) if paths.is_in(absolute, folder) else paths.slashed(absolute)

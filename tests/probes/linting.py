"""A ShellCheck that says what a section's `shellcheck` block has it say: a report a line, with its command."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.markers import Section

from hookwright.analysis.shell_lint import Remark, ShellText, read_remarks


@dataclass(frozen=True, slots=True)
class ScriptedLinter:
    """Knows the commands of the block, and says nothing of others."""

    reports: dict[str, bytes]

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """What the block says of the command."""
        return read_remarks(self.reports.get(command.text, b""), command.text)


def scripted_linter(section: Section) -> ScriptedLinter | None:
    """The linter of a section, None where it has no block for one."""
    block = section.given("shellcheck")
    if block is None:
        return None
    return ScriptedLinter({json.loads(line)["command"]: line.encode() for line in block.splitlines() if line.strip()})

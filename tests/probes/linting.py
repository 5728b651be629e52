"""A ShellCheck and shells that say what a section's `shellcheck` and `shell` blocks have them say, a command a line."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.markers import Section

from hookwright.analysis.commands.shell_lint import Remark, ShellText, read_refusal, read_remarks
from hookwright.shell.tree import ShellFault


@dataclass(frozen=True, slots=True)
class ScriptedLinter:
    """Knows the commands of the blocks, and says nothing of others."""

    reports: dict[str, bytes]
    complaints: dict[str, str]

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """What the `shellcheck` block says of the command."""
        return read_remarks(self.reports.get(command.text, b""), command.text)

    def refusal(self, command: ShellText) -> ShellFault | None:
        """What the `shell` block says of the command."""
        complaint = self.complaints.get(command.text)
        return next(iter(read_refusal(2, complaint.encode(), command)), None) if complaint else None


def scripted_linter(section: Section) -> ScriptedLinter | None:
    """The linter of a section, None where it has no block for one."""
    reports, complaints = section.given("shellcheck"), section.given("shell")
    if reports is None and complaints is None:
        return None
    said = [json.loads(line) for line in (complaints or "").splitlines() if line.strip()]
    return ScriptedLinter(
        {json.loads(line)["command"]: line.encode() for line in (reports or "").splitlines() if line.strip()},
        {it["command"]: it["complaint"] for it in said},
    )

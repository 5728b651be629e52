"""Which findings make a check fail."""

from __future__ import annotations

from msgspec import Struct

from hookwright.model.reaction import Severity

FAIL_ON = ("error", "HW303", "HW501", "HW506")
"""What fails a check by default: severities, and the codes of rules."""


class FailOn(Struct, frozen=True):
    """What fails a check: findings of the `limit` or worse, and of the rules with these `codes` warnings, too."""

    limit: Severity | None = None
    codes: frozenset[str] = frozenset()

    def fails(self, code: str, severity: Severity) -> bool:
        """Whether a finding of the rule with the code and of the severity fails a check."""
        return self.fails_by_severity(severity) or (code in self.codes and severity.rank <= Severity.WARNING.rank)

    def fails_by_severity(self, severity: Severity) -> bool:
        """Whether every finding of the severity fails a check, for every rule."""
        return self.limit is not None and severity.rank <= self.limit.rank

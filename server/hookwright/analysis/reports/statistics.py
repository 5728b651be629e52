"""How often each rule was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from hookwright.analysis.proof import offered
from hookwright.analysis.reports.checked import Checked


class RuleCount(TypedDict):
    """A rule with the number of its findings; `fixable` says whether some of them have a fix."""

    code: str
    name: str
    severity: str
    count: int
    fixable: bool


def statistics(checked: Iterable[Checked]) -> list[RuleCount]:
    """Every rule that was broken, by severity, the most frequent first."""
    counts: Counter[tuple[str, str, str]] = Counter()
    fixable = set[str]()
    for one in checked:
        repairs = offered(one.diagnostics)
        for it in one.diagnostics:
            counts[(it.rule.code, it.rule.name, it.severity.value)] += 1
            if repairs(it):
                fixable.add(it.rule.code)
    return [
        {"code": code, "name": name, "severity": severity, "count": count, "fixable": code in fixable}
        for (code, name, severity), count in sorted(counts.items(), key=lambda it: (-it[1], it[0]))
    ]

"""The result of `hookwright/fire`: the outcome, how it came about, and what it says about the hook's own lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.analysis.check import Diagnostic
from hookwright.config.view import HookFile
from hookwright.text import Position
from hookwright.workflows.firing.fired import Fired
from hookwright.workflows.firing.input_diff import input_diff
from hookwright.workflows.firing.outcome_trace import fold_story
from hookwright.workflows.firing.run_findings import diagnostics
from hookwright.workflows.verdict import shown, summary_line, verdict

_SOURCE = "hookwright"


def fire_json(fired: Fired, file: HookFile, plan: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to `hookwright/fire`; `changes` are those of the copy, where there was one.

    `diagnostics` are HW801 to HW804 on the line on which the hook begins; `plan` is what `hookwright/plan` answers.
    """
    outcome, diff = fired.outcome, input_diff(fired)
    found = [_diagnostic(file, it) for it in diagnostics(fired, file)]
    changes = [{"path": it.path, "kind": it.kind.value, "diff": it.diff} for it in fired.changes or ()]
    return {
        "outcome": outcome.to_json(),
        "changes": changes,
        "notes": [*fired.notes],
        "diagnostics": found,
        "plan": dict(plan),
        "fold": [it.to_json() for it in fold_story(fired.row, outcome.runs)],
        "inputDiff": shown(diff)[0] if diff else None,
        "verdict": verdict(outcome),
        "summary": summary_line(outcome),
    }


def _diagnostic(file: HookFile, it: Diagnostic) -> dict[str, Any]:
    lines = file.tree.lines
    return {
        "code": it.rule.code,
        "message": it.finding.message,
        "severity": it.severity.value,
        "source": _SOURCE,
        "range": {"start": _place(lines.position(it.span.start)), "end": _place(lines.position(it.span.end))},
    }


def _place(position: Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}

"""The result of `hookwright/fire`: the outcome, and what it says about the hook's own lines."""

from __future__ import annotations

from typing import Any

from hookwright.analysis.check import Diagnostic
from hookwright.config.view import HookFile
from hookwright.ide.fired import Fired
from hookwright.ide.run_findings import diagnostics
from hookwright.text import Position

_SOURCE = "hookwright"


def fire_json(fired: Fired, file: HookFile) -> dict[str, Any]:
    """The contract's object (contract §3), and the `notes`; `changes` are those of the copy, where there was one.

    `diagnostics` are HW801 to HW804 on the line on which the hook begins.
    """
    found = [_diagnostic(file, it) for it in diagnostics(fired, file)]
    changes = [{"path": it.path, "kind": it.kind.value, "diff": it.diff} for it in fired.changes or ()]
    return {"outcome": fired.outcome.to_json(), "changes": changes, "notes": [*fired.notes], "diagnostics": found}


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

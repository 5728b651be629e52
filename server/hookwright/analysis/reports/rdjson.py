"""Findings in the JSON of reviewdog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hookwright.analysis.folding import lines_told
from hookwright.analysis.proof import offered
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Tree
from hookwright.text import Span

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING"}
_OTHERS = "INFO"


def rdjson(checked: Iterable[Checked], folder: str) -> dict[str, Any]:
    """All findings; paths are relative to the folder, lines and columns count from 1, columns in bytes of UTF-8."""
    found = [it for one in checked for it in _diagnostics(one, folder)]
    return {"source": {"name": "hookwright"}, "diagnostics": found}


def _diagnostics(one: Checked, folder: str) -> Iterator[dict[str, Any]]:
    repairs = offered(one.diagnostics)
    for it in one.diagnostics:
        edits = [edit for repair in repairs(it)[:1] for edit in repair.edits]
        suggested = [{"range": _range(one.tree, edit.span), "text": edit.text} for edit in edits]
        yield {
            "message": lines_told(it, one.tree),
            "location": {"path": relative(one.path, folder), "range": _range(one.tree, it.span)},
            "severity": _SEVERITIES.get(it.severity, _OTHERS),
            "code": {"value": it.rule.code},
            **({"suggestions": suggested} if suggested else {}),
        }


def _range(tree: Tree, span: Span) -> dict[str, Any]:
    return {"start": _position(tree, span.start), "end": _position(tree, span.end)}


def _position(tree: Tree, offset: int) -> dict[str, int]:
    line = tree.lines.position(offset).line
    before = tree.text[tree.lines.line_start(line) : offset]
    return {"line": line + 1, "column": len(before.encode("utf-8", "surrogatepass")) + 1}

"""The results of hook tests for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hookwright.workflows.testing.results import FileResults, summary
from hookwright.workflows.testing.run import Result


def results_json(every: Iterable[FileResults]) -> dict[str, Any]:
    """Files with their problems and tests; lines count from 0, durations are in milliseconds."""
    files = tuple(every)
    return {"version": 1, "files": [_file(it) for it in files], "summary": dict(summary(files))}


def result_json(result: Result) -> dict[str, Any]:
    """One test: its status, what is not as expected, and the outcome of its dispatch."""
    return {
        "name": result.case.name,
        "line": result.case.line,
        "status": result.status,
        "durationMs": round(result.duration * 1000, 3),
        "skippedBecause": result.case.skip,
        "problem": result.problem,
        "mismatches": [
            {
                "key": it.key,
                "line": result.case.lines.get(it.key, result.case.line),
                "expected": it.expected,
                "actual": it.actual,
            }
            for it in result.mismatches
        ],
        "outcome": result.fired.outcome.to_json() if result.fired else None,
    }


def _file(file: FileResults) -> dict[str, Any]:
    return {
        "path": file.file.path,
        "problems": [{"line": it.line, "message": it.message} for it in file.file.problems],
        "tests": [result_json(it) for it in file.results],
    }

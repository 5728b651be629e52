"""The results of hook tests for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.workflows.display import BOLD, DIM, GREEN, RED, YELLOW, tinted
from hookwright.workflows.phrases import seconds_words
from hookwright.workflows.reports.plain_report import plain_report
from hookwright.workflows.testing.results import FileResults, summary
from hookwright.workflows.testing.run import Result

_MARKS = {"passed": ("✓", GREEN), "failed": ("✗", RED), "error": ("!", YELLOW), "skipped": ("-", DIM)}


def lines_of(file: FileResults, *, color: bool = False) -> Iterator[str]:
    """The file, its problems, and each test; of one that failed, what was expected and what the hooks did."""
    yield tinted(BOLD, file.file.path, color=color)
    for problem in file.file.problems:
        yield f"  {tinted(YELLOW, '!', color=color)} line {problem.line + 1}: {problem.message}"
    for result in file.results:
        yield from (f"  {line}" for line in _result(result, color=color))


def last_line(every: Iterable[FileResults], *, color: bool = False) -> str:
    """How many tests came to what."""
    count = summary(every)
    bad = count["failed"] + count["error"]
    words = ", ".join(f"{count[it]} {it}" for it in _MARKS if count[it])
    return tinted(RED if bad else GREEN, words or "no tests were found", color=color)


def _result(result: Result, *, color: bool) -> Iterator[str]:
    mark, tint = _MARKS[result.status]
    because = f" ({result.case.skip})" if result.case.skip else ""
    took = f" {seconds_words(result.duration)}" if result.fired else ""
    yield f"{tinted(tint, mark, color=color)} {result.case.name}{because}{tinted(DIM, took, color=color)}"
    if result.problem is not None:
        yield f"    {result.problem}"
    yield from (f"    {it}" for it in result.mismatches)
    if result.mismatches and result.fired is not None:
        yield from (f"    │ {line}" for line in plain_report(result.fired).splitlines())

"""Results of hook tests: as JSON, for a terminal, as annotations on GitHub, and as JUnit XML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict
from xml.etree.ElementTree import Element, SubElement

from msgspec import Struct

from hookwright.analysis.reports.checked import relative
from hookwright.analysis.reports.github import workflow_command
from hookwright.analysis.reports.xml import document, xml_text
from hookwright.model.outcome_json import OutcomeJson
from hookwright.reports.fire_report import plain_fire_report
from hookwright.testing.case import CaseFile
from hookwright.testing.run import CaseResult, CaseStatus
from hookwright.visible import BOLD, DIM, GREEN, RED, YELLOW, tinted, visible_line
from hookwright.wording.phrases import seconds_words

_MARKS = {"passed": ("✓", GREEN), "failed": ("✗", RED), "error": ("!", YELLOW), "skipped": ("-", DIM)}


class FileResults(Struct, frozen=True):
    """A file and the results of its tests, in order."""

    file: CaseFile
    results: tuple[CaseResult, ...]

    def complaints(self) -> Iterator[tuple[int, str, str]]:
        """The line (from 0), title and message of each problem: first of the file, then of its tests."""
        for problem in self.file.problems:
            yield problem.line, "not a hook test", problem.message
        for it in self.results:
            if it.problem is not None:
                yield it.case.line, it.case.name, it.problem
            for mismatch in it.mismatches:
                yield it.case.lines.get(mismatch.key, it.case.line), it.case.name, str(mismatch)


def summary(every: Iterable[FileResults]) -> Counter[str]:
    """How many tests have each status; a problem of a file counts as an error."""
    count: Counter[str] = Counter()
    for it in every:
        count.update(result.status for result in it.results)
        count["error"] += len(it.file.problems)
    return +count


class MismatchJson(TypedDict):
    """Something that came out otherwise: its key under `expect`, the key's line from 0, and both sides as text."""

    key: str
    line: int
    expected: str
    actual: str


class CaseResultJson(TypedDict):
    """How a hook test came out; `problem` says why it could not be run, `line` counts from 0.

    `proof` is a sentence on what the user's own agent made of it, None if that was not tried.
    """

    name: str
    line: int
    status: CaseStatus
    durationMs: float
    skippedBecause: str | None
    problem: str | None
    mismatches: list[MismatchJson]
    outcome: OutcomeJson | None
    proof: str | None


def results_json(every: Iterable[FileResults]) -> dict[str, Any]:
    """Files with their problems and tests; lines count from 0, durations are in milliseconds."""
    files = tuple(every)
    return {"files": [_file(it) for it in files], "summary": dict(summary(files))}


def result_json(result: CaseResult) -> CaseResultJson:
    """A test: its status, its mismatches, and the outcome of its dispatch."""
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
        "proof": result.proof,
    }


def _file(file: FileResults) -> dict[str, Any]:
    return {
        "path": file.file.path,
        "problems": [{"line": it.line, "message": it.message} for it in file.file.problems],
        "tests": [result_json(it) for it in file.results],
    }


def result_lines(file: FileResults, *, color: bool = False) -> Iterator[str]:
    """The file, its problems, and each test; for a failed one, what was expected and what the hooks did."""
    yield tinted(BOLD, visible_line(file.file.path), color=color)
    for problem in file.file.problems:
        yield f"  {tinted(YELLOW, '!', color=color)} line {problem.line + 1}: {visible_line(problem.message)}"
    for result in file.results:
        yield from (f"  {line}" for line in _result(result, color=color))


def summary_line(every: Iterable[FileResults], *, color: bool = False) -> str:
    """How many tests have each status, on one line."""
    count = summary(every)
    bad = count["failed"] + count["error"]
    words = ", ".join(f"{count[it]} {it}" for it in _MARKS if count[it])
    return tinted(RED if bad else GREEN, words or "no tests were found", color=color)


def _result(result: CaseResult, *, color: bool) -> Iterator[str]:
    mark, tint = _MARKS[result.status]
    because = f" ({visible_line(result.case.skip)})" if result.case.skip else ""
    took = f" {seconds_words(result.duration)}" if result.fired else ""
    yield f"{tinted(tint, mark, color=color)} {visible_line(result.case.name)}{because}{tinted(DIM, took, color=color)}"
    if result.problem is not None:
        yield f"    {visible_line(result.problem)}"
    if result.proof is not None:
        yield f"    {tinted(DIM, visible_line(result.proof), color=color)}"
    yield from (f"    {visible_line(str(it))}" for it in result.mismatches)
    if result.mismatches and result.fired is not None:
        yield from (f"    │ {line}" for line in plain_fire_report(result.fired).splitlines())


def annotation_lines(every: Iterable[FileResults], folder: str) -> Iterator[str]:
    """A workflow command for each problem, without line ends; paths are relative to the folder."""
    for file in every:
        path = relative(file.file.path, folder)
        for line, title, message in file.complaints():
            yield workflow_command("error", {"file": path, "line": line + 1, "title": title}, message)


def junit_xml(every: Iterable[FileResults]) -> str:
    """One suite for each file; a problem of a file is a test with an error."""
    root = Element("testsuites", name="hookwright")
    for file in every:
        suite = SubElement(root, "testsuite", name=xml_text(file.file.path))
        for problem in file.file.problems:
            case = SubElement(suite, "testcase", classname=xml_text(file.file.path), name=f"line {problem.line + 1}")
            SubElement(case, "error", message=xml_text(problem.message))
        for result in file.results:
            _junit_case(suite, file.file.path, result)
        counts = {"tests": len(suite)} | {
            it: len(suite.findall(f"testcase/{it[:-1]}")) for it in ("failures", "errors")
        }
        for name, value in counts.items():
            suite.set(name, str(value))
        suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
        suite.set("time", f"{sum(it.duration for it in file.results):.3f}")
    return document(root)


def _junit_case(suite: Element, path: str, result: CaseResult) -> None:
    case = SubElement(suite, "testcase", classname=xml_text(path), name=xml_text(result.case.name))
    case.set("time", f"{result.duration:.3f}")
    if result.case.skip is not None:
        SubElement(case, "skipped", message=xml_text(result.case.skip))
    elif result.problem is not None:
        SubElement(case, "error", message=xml_text(result.problem))
    elif result.mismatches:
        failure = SubElement(case, "failure", message=xml_text(str(result.mismatches[0])))
        failure.text = xml_text("\n".join(map(str, result.mismatches)))
    for run in result.fired.outcome.runs if result.fired else ():
        if run.result is not None:
            SubElement(case, "system-out").text = xml_text(run.result.stdout)
            SubElement(case, "system-err").text = xml_text(run.result.stderr)

"""Results of hook tests as JUnit XML, for continuous integration."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from hookwright.workflows.testing.reports import FileResults
from hookwright.workflows.testing.run import CaseResult

# What XML 1.0 has no place for, whatever a hook prints.
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(every: Iterable[FileResults]) -> str:
    """One suite for each file; a problem of a file is a test with an error."""
    root = Element("testsuites", name="hookwright")
    for file in every:
        suite = SubElement(root, "testsuite", name=_fit(file.file.path))
        for problem in file.file.problems:
            case = SubElement(suite, "testcase", classname=_fit(file.file.path), name=f"line {problem.line + 1}")
            SubElement(case, "error", message=_fit(problem.message))
        for result in file.results:
            _case(suite, file.file.path, result)
        counts = {"tests": len(suite)} | {
            it: len(suite.findall(f"testcase/{it[:-1]}")) for it in ("failures", "errors")
        }
        for name, value in counts.items():
            suite.set(name, str(value))
        suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
        suite.set("time", f"{sum(it.duration for it in file.results):.3f}")
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Element, path: str, result: CaseResult) -> None:
    case = SubElement(suite, "testcase", classname=_fit(path), name=_fit(result.case.name))
    case.set("time", f"{result.duration:.3f}")
    if result.case.skip is not None:
        SubElement(case, "skipped", message=_fit(result.case.skip))
    elif result.problem is not None:
        SubElement(case, "error", message=_fit(result.problem))
    elif result.mismatches:
        failure = SubElement(case, "failure", message=_fit(str(result.mismatches[0])))
        failure.text = _fit("\n".join(map(str, result.mismatches)))
    for run in result.fired.outcome.runs if result.fired else ():
        if run.result is not None:
            SubElement(case, "system-out").text = _fit(run.result.stdout)
            SubElement(case, "system-err").text = _fit(run.result.stderr)


def _fit(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)

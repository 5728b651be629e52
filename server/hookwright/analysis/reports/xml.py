"""Findings as XML: for tools that read reports of Checkstyle, and for those that read JUnit's."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from hookwright.analysis.folding import lines_told
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.visible import visible

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_OTHERS = "info"
# Characters that XML 1.0 cannot represent.
_NO_XML = late_pattern(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def checkstyle(checked: Iterable[Checked], folder: str) -> str:
    """A `file` with its findings for each file that has some; lines and columns count from 1."""
    root = Element("checkstyle", version="4.3")
    for one in checked:
        if one.diagnostics:
            file = SubElement(root, "file", name=xml_text(relative(one.path, folder)))
            for it in one.diagnostics:
                start = one.tree.lines.position(it.span.start)
                SubElement(
                    file,
                    "error",
                    line=str(start.line + 1),
                    column=str(start.character + 1),
                    severity=_SEVERITIES.get(it.severity, _OTHERS),
                    message=xml_text(lines_told(it, one.tree)),
                    source=f"hookwright.{it.rule.code}",
                )
    return document(root)


def junit(checked: Iterable[Checked], folder: str) -> str:
    """A suite for each file, with a test for each finding, or one that passes; what fails the check is a failure."""
    root = Element("testsuites", name="hookwright")
    for one in checked:
        path = xml_text(relative(one.path, folder))
        failing = frozenset(map(id, one.failing))
        suite = SubElement(root, "testsuite", name=path, tests=str(max(1, len(one.diagnostics))))
        suite.set("failures", str(len(failing)))
        suite.set("errors", "0")
        if not one.diagnostics:
            SubElement(suite, "testcase", classname=path, name="no problems")
        for it in one.diagnostics:
            line = one.tree.lines.position(it.span.start).line + 1
            case = SubElement(suite, "testcase", classname=path, name=f"{it.rule.code} line {line}")
            message = xml_text(lines_told(it, one.tree))
            if id(it) in failing:
                SubElement(case, "failure", message=message, type=it.severity.value)
            else:
                SubElement(case, "system-out").text = message
    return document(root)


def document(root: Element) -> str:
    """The element as a whole document."""
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def xml_text(text: str) -> str:
    """The text with nothing in it that XML cannot represent or a terminal would obey."""
    return _NO_XML.sub("\ufffd", visible(text.replace("\r\n", "\n")))

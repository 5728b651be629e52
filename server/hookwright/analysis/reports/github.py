"""Findings as the workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.folding import lines_told
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Tree

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_OTHERS = "notice"
_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def annotation_lines(checked: Iterable[Checked], folder: str) -> Iterator[str]:
    """One workflow command a finding, without line ends; paths are relative to the folder."""
    for it in checked:
        for diagnostic in it.diagnostics:
            yield _annotation(relative(it.path, folder), it.tree, diagnostic)


def _annotation(path: str, tree: Tree, diagnostic: Diagnostic) -> str:
    start, end = tree.lines.position(diagnostic.span.start), tree.lines.position(diagnostic.span.end)
    properties = {
        "file": path,
        "line": start.line + 1,
        "col": start.character + 1,
        "endLine": end.line + 1,
        "endColumn": end.character + 1,
        "title": f"{diagnostic.rule.code} {diagnostic.rule.name}",
    }
    return workflow_command(_COMMANDS.get(diagnostic.severity, _OTHERS), properties, lines_told(diagnostic, tree))


def workflow_command(name: str, properties: Mapping[str, object], message: str) -> str:
    """A workflow command; special characters in its values are escaped."""
    listed = ",".join(f"{key}={str(value).translate(_IN_PROPERTIES)}" for key, value in properties.items())
    return f"::{name} {listed}::{message.translate(_IN_MESSAGES)}"

"""Findings as the logging commands that Azure Pipelines shows in the summary of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.analysis.folding import lines_told
from hookwright.analysis.reports.checked import Checked, shown_path
from hookwright.model.reaction import Severity
from hookwright.visible import visible_line

_IN_MESSAGES = str.maketrans({"%": "%AZP25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%AZP25", "\r": "%0D", "\n": "%0A", ";": "%3B", "]": "%5D"})


def issue_lines(checked: Iterable[Checked], folder: str) -> Iterator[str]:
    """One command a finding, without line ends; lines and columns count from 1.  All but errors are warnings there."""
    for one in checked:
        for it in one.diagnostics:
            start = one.tree.lines.position(it.span.start)
            properties = {
                "type": "error" if it.severity is Severity.ERROR else "warning",
                "sourcepath": shown_path(one.path, folder),
                "linenumber": start.line + 1,
                "columnnumber": start.character + 1,
                "code": it.rule.code,
            }
            listed = "".join(f"{key}={str(value).translate(_IN_PROPERTIES)};" for key, value in properties.items())
            message = visible_line(lines_told(it, one.tree)).translate(_IN_MESSAGES)
            yield f"##vso[task.logissue {listed}]{message}"

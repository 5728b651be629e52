"""Findings one a line, as compilers print them, for `grep` and for editors that read such lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.analysis.folding import lines_told
from hookwright.analysis.reports.checked import Checked, shown_path
from hookwright.visible import visible_line


def concise_lines(checked: Iterable[Checked], folder: str) -> Iterator[str]:
    """`PATH:LINE:COLUMN: SEVERITY: MESSAGE [CODE]`, without line ends; lines and columns count from 1."""
    for one in checked:
        path = shown_path(one.path, folder)
        for it in one.diagnostics:
            start = one.tree.lines.position(it.span.start)
            where = f"{path}:{start.line + 1}:{start.character + 1}"
            yield visible_line(f"{where}: {it.severity.value}: {lines_told(it, one.tree)} [{it.rule.code}]")

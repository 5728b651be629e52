"""Diagnostics as JSON text, of which most is written once: while somebody types, little but ranges changes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.rule import Finding
from hookwright.lsp.convert import diagnostic_json
from hookwright.lsp.options import Options
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Tree
from hookwright.text import LineIndex, Span


@dataclass(frozen=True, slots=True)
class _Rest:
    """What a diagnostic says beside its range; it holds the finding, so that no other one has its identity."""

    finding: Finding
    severity: Severity
    text: str


class Written:
    """Writes the diagnostics of one document for one client, again and again."""

    def __init__(self) -> None:
        self._rests: dict[int, _Rest] = {}

    def write(self, uri: str, tree: Tree, diagnostics: Iterable[Diagnostic], client: Options) -> str:
        """The JSON array of the diagnostics."""
        rests, pieces, lines = dict[int, _Rest](), list[str](), tree.lines
        for it in diagnostics:
            rest = self._rests.get(id(it.finding))
            if rest is None or rest.severity is not it.severity:
                rest = _Rest(it.finding, it.severity, _rest(uri, tree, it, client))
            if not it.finding.related:
                rests[id(it.finding)] = rest
            pieces.append(f'{{"range":{_range(lines, it.span)}{rest.text}')
        self._rests = rests
        return f"[{','.join(pieces)}]"


def _rest(uri: str, tree: Tree, diagnostic: Diagnostic, client: Options) -> str:
    members = diagnostic_json(uri, tree, diagnostic, client)
    del members["range"]
    return "," + json.dumps(members, separators=(",", ":"))[1:]


def _range(lines: LineIndex, span: Span) -> str:
    line, first, end, last = lines.extent(span)
    return f'{{"start":{{"line":{line},"character":{first}}},"end":{{"line":{end},"character":{last}}}}}'

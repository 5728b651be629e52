"""What is written of diagnostics is what they say, however often they are written."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.check import check_file
from hookwright.lsp.convert import diagnostic_json
from hookwright.lsp.options import Options
from hookwright.lsp.written import Written
from hookwright.model.reaction import Severity
from hookwright.syntax.jsonc import parse
from hookwright.text import Span

HOOK = '{"type": "command", "command": "\U0001f600 true"}'
TEXT = f'{{"hooks": {{"PreTolUse": [{{"hooks": [{HOOK}, {HOOK}]}}], "Stop": [{{"matcher": "x", "hooks": []}}]}}}}'
CLIENT = Options(shows_related=True, tags=frozenset({1, 2}), links_codes=True)
URI = "file:///a.json"


def test_it_is_written_as_it_is_converted() -> None:
    subject, written = subject_of(TEXT), Written()
    tree, found = subject.file.tree, check_file(subject)
    expected = [diagnostic_json(URI, tree, it, CLIENT) for it in found]

    assert any(it.finding.related for it in found)
    assert json.loads(written.write(URI, tree, found, CLIENT)) == expected
    assert json.loads(written.write(URI, tree, found, CLIENT)) == expected


def test_what_has_moved_or_matters_otherwise_is_written_so() -> None:
    subject, written = subject_of(TEXT), Written()
    found = check_file(subject)
    written.write(URI, subject.file.tree, found, CLIENT)
    tree = parse(f"\n  {TEXT}")
    moved = [
        replace(it, span=Span(it.span.start + 3, it.span.end + 3), severity=Severity.HINT)
        for it in found
        if not it.finding.related
    ]

    assert json.loads(written.write(URI, tree, moved, CLIENT)) == [
        diagnostic_json(URI, tree, it, CLIENT) for it in moved
    ]


def test_nothing_is_an_empty_list() -> None:
    assert Written().write(URI, parse(TEXT), (), CLIENT) == "[]"

"""What holds of what editors send: frames cut anywhere, documents changed anyhow, and settings of every kind."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st
from lsprotocol import types
from tests.fuzz.files import Case, broken, cases
from tests.fuzz.pieces import patterns, soup
from tests.fuzz.reading import Change, changes, inside, places

from hookwright.analysis.check import finish
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.settings.file import LEVELS, read_settings
from hookwright.analysis.suppression import is_excluded
from hookwright.host import Host
from hookwright.lsp.diagnostics.judge import lsp_diagnostics
from hookwright.lsp.documents import Surroundings
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options, read_options
from hookwright.lsp.transport.protocol import whole_text
from hookwright.text import LineIndex
from hookwright.transport.frames import FrameParser

_OPTIONS = Options(host=Host({}, "/home/nobody"), folders=("/project",))
_MOST_BODY_BYTES = 300
_HEADERS = (
    *(b"Content-Length: 2\r\n\r\n{}", b"Content-Length:9999\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"\r\n\r\n"),
    *(
        b"Content-Length: 1e3\r\n\r\n",
        b"content-length:\xff\r\n\r\n",
        b"Content-Length: 7",
        b"\r\n",
        b"{",
        b"\x00" * 400,
    ),
    *(
        b"Content-Length: 3\r\nContent-Type: x\r\n\r\n[1]",
        b"Content-Length: 20\r\n\r\n" + b"[" * 20,
        b"\xc3",
        b"Content-",
    ),
)


def _frame(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


frames = st.lists(
    st.sampled_from(_HEADERS) | st.binary(max_size=20) | soup.map(lambda it: _frame({"method": "a", "params": it})),
    max_size=8,
).map(b"".join)
cut_frames: st.SearchStrategy[tuple[bytes, list[int]]] = st.tuples(frames, st.lists(st.integers(0, 400), max_size=6))
changed_cases: st.SearchStrategy[tuple[Case, list[Change]]] = st.tuples(cases, changes)

_settings = st.fixed_dictionaries(
    {},
    optional={
        "rules": st.dictionaries(
            st.sampled_from(["HW101", "dead-matcher", "x", ""]), st.sampled_from([*LEVELS, 1, {}])
        ),
        "exclude": st.lists(patterns) | soup,
        "ignore": st.lists(st.dictionaries(st.sampled_from(["rule", "file", "pointer", "x"]), patterns, max_size=4)),
        "$schema": soup,
    },
)
settings_texts = broken(_settings.map(json.dumps)) | soup


def frames_hold(case: tuple[bytes, list[int]]) -> None:
    """The same messages come out of the bytes however they are cut."""
    data, cuts = case
    edges = [0, *sorted(min(it, len(data)) for it in cuts), len(data)]
    assert _bodies([data[start:end] for start, end in pairwise(edges)]) == _bodies([data])


def _bodies(pieces: list[bytes]) -> tuple[list[bytes], list[str]]:
    faults: list[str] = []
    parser = FrameParser(lambda code, reason, _: faults.append(reason), _MOST_BODY_BYTES)
    return [it for piece in pieces for it in parser.feed(piece)], faults


def settings_hold(text: str) -> None:
    """Settings are read whatever they are, what is wrong with them has a place, and they can be held against paths."""
    read = read_settings(text, "/project")
    for it in read.diagnostics:
        inside(text, it.span)
        for fix in it.finding.fixes:
            for edit in fix.recipe():
                inside(text, edit.span)
    for path in ("/project/a/b.json", "/elsewhere", ""):
        is_excluded(path, read.settings)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    read_options(types.InitializeParams(types.ClientCapabilities(), initialization_options=given))


def documents_hold(case: tuple[Case, list[Change]]) -> None:
    """After every change a document says what one that is opened with the new text says."""
    (_, text), made = case
    uri, around = "file:///project/.claude/settings.json", Surroundings(_OPTIONS, RealDisk(_OPTIONS.home))
    document = open_document(uri, 0, text, _OPTIONS)
    for version, (start, length, new) in enumerate(made, 1):
        text = document.text
        start = min(start, len(text))
        lines, end = LineIndex(text), min(len(text), start + length)
        extent = types.Range(_position(lines, start), _position(lines, end))
        document.take_in(version, whole_text(text, types.TextDocumentContentChangePartial(extent, new)))
        fresh = open_document(uri, version, document.text, _OPTIONS)
        assert finish(lsp_diagnostics(document, around)) == finish(lsp_diagnostics(fresh, around))
        for offset in places(document.text, 20):
            assert document.lines.position(offset) == fresh.lines.position(offset)


def _position(lines: LineIndex, offset: int) -> types.Position:
    found = lines.position(offset)
    return types.Position(found.line, found.character)

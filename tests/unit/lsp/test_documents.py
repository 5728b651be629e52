"""An open document is, after any changes, the hook file that its text is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hookwright.config.view import HookFile
from hookwright.engine.modules.states import FaultKind, ModuleFault
from hookwright.host import Host
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.kinds import open_document
from hookwright.lsp.kinds.modules import ModuleDocument
from hookwright.lsp.options import Options
from hookwright.syntax.tree import Node

TEXT = """{
  "model": "x",
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "a.sh"}, {"type": "prompt", "prompt": "?"}]},
      {"hooks": [{"type": "command", "command": "b.sh"}]}
    ],
    "Stop": [{"hooks": []}],
    "Stop": [{"hooks": [{"type": "command", "command": "c.sh"}]}]
  }
}
"""
PIECES = st.sampled_from([*'{}[]:,"\n x1', '"timeout": 3,', "Stop", '{"hooks": []}'])


def _open(text: str = TEXT) -> Document:
    return open_document("file:///project/.claude/settings.json", 1, text, Options(folders=("/project",)))


def _node(it: Node | None) -> Any:
    if it is None:
        return None
    members = [(_node(member.key), _node(member.value)) for member in it.members]
    return (it.kind, it.start, it.end, it.value, it.closed, members, [_node(item) for item in it.items])


def _described(file: HookFile | None) -> Any:
    assert file is not None
    hooks = [(it.route, _node(it.node), it.type, it.misplaced) for _, it in file.hooks]
    groups = [(it.event, it.row, it.route, _node(it.node), _node(it.matcher), len(it.hooks)) for it in file.groups]
    events = [(it.name, it.row, it.route, _node(it.key), _node(it.value), len(it.groups)) for it in file.events]
    return _node(file.tree.root), file.tree.problems, file.tree.text, hooks, groups, events, _node(file.hooks_node)


def _change(document: Document, start: int, end: int, new: str) -> None:
    document.take_in(None, document.text[:start] + new + document.text[end:])


@given(st.data())
def test_it_is_read_as_if_it_were_opened_so(data: st.DataObject) -> None:
    document = _open()
    for _ in range(data.draw(st.integers(1, 5))):
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(document.text)))
            end = min(len(document.text), start + data.draw(st.sampled_from([0, 0, 1, 9])))
            _change(document, start, end, data.draw(PIECES))
        assert _described(document.file) == _described(_open(document.text).file)


def test_it_is_read_once_for_each_text() -> None:
    document = _open()
    before = document.file
    assert document.file is before
    _change(document, 1, 1, " ")
    assert document.file is not before


def test_a_file_that_becomes_another_dialects_is_read_anew() -> None:
    document = open_document("file:///project/some.json", 1, TEXT, Options())
    was = document.file
    assert was is not None
    document.take_in(2, '{"version": 1}')
    assert document.file is None
    document.take_in(3, TEXT)
    assert _described(document.file) == _described(_open().file)


def test_a_file_that_was_read_stays_as_it_is() -> None:
    document = _open()
    file = document.file
    expected = _described(file)
    _change(document, TEXT.index("a.sh"), TEXT.index("a.sh"), "longer")
    assert document.file is not file
    assert _described(file) == expected


def test_a_document_that_rested_is_what_it_was() -> None:
    document = _open(TEXT.replace("a.sh", "\U0001f600\ud800.sh"))
    before = _described(document.file)
    document.rest()
    document.rest()
    assert _described(document.file) == before

    document.rest()
    _change(document, 0, 0, " ")
    assert document.text.startswith(" {")
    assert _described(document.file) == _described(_open(document.text).file)


def test_open_texts_and_files_are_looked_for_by_path() -> None:
    hooks, other = _open(), open_document("file:///project/notes.txt", 1, "nothing", Options())
    documents = {it.uri: it for it in (hooks, other, open_document("untitled:1", 1, "", Options()))}
    texts, files = OpenTexts(documents), OpenFiles(documents)

    assert dict(texts) == {"/project/.claude/settings.json": TEXT, "/project/notes.txt": "nothing"}
    assert files["/project/.claude/settings.json"] is hooks.file
    assert list(files) == ["/project/.claude/settings.json"]
    assert len(files) == 1
    assert files.get("/project/notes.txt") is None
    assert "/elsewhere" not in texts
    assert not OpenFiles({})


def test_what_went_wrong_at_a_load_counts_for_that_text_alone(tmp_path: Path) -> None:
    path = tmp_path / ".pi" / "hooks" / "guard.py"
    document = open_document(path.as_uri(), 1, "import nothing\n", Options(host=Host({}, "/nowhere")))
    assert isinstance(document, ModuleDocument)
    assert document.file is None
    fault = ModuleFault(str(path), 1, "there is no `nothing`", FaultKind.IMPORT)
    document.loaded((fault,))
    assert document.faults() == (fault,)
    document.take_in(2, "import os\n")
    assert document.faults() == ()

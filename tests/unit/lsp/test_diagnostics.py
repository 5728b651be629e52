"""What is published for a document, as the project's settings and the client's want it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.lsp.diagnostics import publication
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options, read_options
from hookwright.lsp.stamps import NotingDisk

FAULTY = '{"hooks": {"pretooluse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".claude" / "settings.json"


def _codes(path: Path, options: Options, text: str = FAULTY, **open_texts: str) -> list[tuple[str, int]]:
    document = Document(path.as_uri(), 1, text, options)
    texts = {str(path.parent.parent / "hookwright.json"): it for it in open_texts.values()}
    found = publication(document, options, None, texts)["diagnostics"]
    return [(it["code"], it["severity"]) for it in found]


def test_the_file_of_the_project_wins_over_the_client(path: Path, tmp_path: Path) -> None:
    plain = Options(home="/nowhere")
    client = read_options(
        {"initializationOptions": {"rules": {"event-case": "hint", "HW303": 5}, "userHome": "/nowhere"}}
    )
    ((code, severity),) = _codes(path, plain)

    assert (code, severity) != ("HW202", 4)
    assert _codes(path, client) == [("HW202", 4)]

    (tmp_path / "hookwright.json").write_text('{"rules": {"HW202": "information"}}')
    assert _codes(path, client) == [("HW202", 3)]
    assert _codes(path, client, settings='{"rules": {"HW202": "off"}}') == [], "the editor's text counts"
    assert _codes(path, client, settings='{"exclude": [".claude/*"]}') == []
    assert _codes(path, client, settings='{"rules": ') == [("HW202", 4)]


def test_settings_that_cannot_be_read_say_nothing(path: Path, tmp_path: Path) -> None:
    (tmp_path / "hookwright.json").write_bytes(b'{"rules": {"HW202": "off"}}\xff')
    assert [code for code, _ in _codes(path, Options(home="/nowhere"))] == ["HW202"]


def test_the_settings_are_judged_themselves(tmp_path: Path) -> None:
    text = '{"rules": {"event-cas": "off"}}'
    assert _codes(tmp_path / "hookwright.json", Options(home="/nowhere"), text) == [("HW901", 2)]


def test_where_settings_may_appear_is_followed(path: Path, tmp_path: Path) -> None:
    disk = NotingDisk("/nowhere")
    publication(Document(path.as_uri(), 1, FAULTY, Options()), Options(), disk)

    assert str(tmp_path / "hookwright.json") in disk.asked

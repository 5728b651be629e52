"""What is published for a document, as the project's settings and the client's want it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from tests.unit.lsp.wires import options_of, plain

from hookwright.analysis.check import finish
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Disk
from hookwright.analysis.rule_docs import EVERY_RULE
from hookwright.host import Host
from hookwright.lsp.convert import page_uri
from hookwright.lsp.diagnostics.judge import lsp_diagnostics
from hookwright.lsp.documents import Surroundings
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.stamps import NotingDisk
from hookwright.paths import path_of

FAULTY = '{"hooks": {"pretooluse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".claude" / "settings.json"


def _published(
    path: Path, options: Options, text: str, disk: Disk, texts: Mapping[str, str] = MappingProxyType({})
) -> Any:
    document = open_document(path.as_uri(), 1, text, options)
    return plain(finish(lsp_diagnostics(document, Surroundings(options, disk, texts))))


def _codes(path: Path, options: Options, text: str = FAULTY, **open_texts: str) -> list[tuple[str, int]]:
    texts = {str(path.parent.parent / "hookwright.json"): it for it in open_texts.values()}
    found = _published(path, options, text, RealDisk(options.home), texts)
    return [(it["code"], it["severity"]) for it in found]


def test_the_file_of_the_project_wins_over_the_client(path: Path, tmp_path: Path) -> None:
    plain = Options(host=Host({}, "/nowhere"))
    client = options_of(initializationOptions={"rules": {"event-case": "hint", "HW303": 5}, "userHome": "/nowhere"})
    ((code, severity),) = _codes(path, plain)

    assert (code, severity) != ("HW202", 4)
    assert _codes(path, client) == [("HW202", 4)]

    (tmp_path / "hookwright.json").write_text('{"rules": {"HW202": "information"}}')
    assert _codes(path, client) == [("HW202", 3)]
    assert _codes(path, client, settings='{"rules": {"HW202": "off"}}') == [], "the editor's text counts"
    assert _codes(path, client, settings='{"exclude": [".claude/*"]}') == []
    assert _codes(path, client, settings='{"rules": ') == [("HW202", 4)]


def test_the_client_names_the_versions_of_agents_and_the_project_knows_better(path: Path) -> None:
    text = '{"hooks": {"DirectoryAdded": [{"hooks": [{"type": "command", "command": "true"}]}]}}'
    client = options_of(initializationOptions={"agentVersions": {"claude-code": "2.1.200"}, "userHome": "/nowhere"})

    assert _codes(path, client, text) == [("HW204", 2)]
    assert _codes(path, client, text, settings='{"agentVersions": {"claude-code": "2.1.300"}}') == []


def test_settings_that_cannot_be_read_say_nothing(path: Path, tmp_path: Path) -> None:
    (tmp_path / "hookwright.json").write_bytes(b'{"rules": {"HW202": "off"}}\xff')
    assert [code for code, _ in _codes(path, Options(host=Host({}, "/nowhere")))] == ["HW202"]


def test_the_settings_are_judged_themselves(tmp_path: Path) -> None:
    text = '{"rules": {"event-cas": "off"}}'
    assert _codes(tmp_path / "hookwright.json", Options(host=Host({}, "/nowhere")), text) == [("HW901", 2)]


def test_where_settings_may_appear_is_followed(path: Path, tmp_path: Path) -> None:
    disk = NotingDisk("/nowhere")
    _published(path, Options(), FAULTY, disk)

    assert str(tmp_path / "hookwright.json") in disk.asked


def test_a_client_is_told_what_it_says_it_shows(path: Path) -> None:
    twice = '{"type": "command", "command": "true"}'
    text = f'{{"hooks": {{"PreToolUse": [{{"matcher": "MultiEdit", "hooks": [{twice}, {twice}]}}], "Stop": []}}}}'
    shows = {
        "codeDescriptionSupport": True,
        "relatedInformation": True,
        "tagSupport": {"valueSet": [1, 2]},
    }

    def published(capabilities: dict[str, object]) -> dict[str, dict[str, Any]]:
        options = options_of(capabilities={"textDocument": {"publishDiagnostics": capabilities}})
        found = _published(path, options, text, RealDisk(options.home))
        return {it["code"]: it for it in found}

    told, bare = published(shows), published({})

    assert {code: it["tags"] for code, it in told.items() if "tags" in it} == {"HW108": [1], "HW317": [2]}
    assert told["HW407"]["relatedInformation"][0]["location"]["uri"] == path.as_uri()
    for code, it in told.items():
        page = path_of(it["codeDescription"]["href"])
        assert page is not None
        assert f"`{code}`" in Path(page).read_text(encoding="utf-8")
    assert not {"tags", "relatedInformation", "codeDescription"} & {key for it in bare.values() for key in it}
    assert "tags" not in published({"tagSupport": {"valueSet": [1]}})["HW317"]


def test_every_rule_has_a_page_to_link() -> None:
    assert [it.name for it in EVERY_RULE if page_uri(it.name) is None] == []
    assert page_uri("no-such-rule") is None

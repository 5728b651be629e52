"""The server as editors start it: all its parts fit together."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.lsp.conftest import RawClient

from hookwright.lsp.features import FEATURES


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[RawClient]:
    command = [sys.executable, "-m", "hookwright", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield RawClient(process.stdout.fileno(), process.stdin.fileno(), tmp_path, process)
        process.kill()


def test_the_protocol_library_comes_and_serves_what_has_no_feature(editor: RawClient) -> None:
    editor.initialize()
    assert "textDocument/declaration" not in FEATURES
    assert editor.request(1, "textDocument/declaration")["error"]["code"] == -32601


def test_a_document_is_judged_and_asked_about(editor: RawClient) -> None:
    editor.initialize()
    uri, text = "file:///p/.ai_agents/settings.json", '{"hooks": {"Bogus": []}}'
    document = {"uri": uri, "languageId": "json", "version": 1, "text": text}
    editor.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    assert editor.notice("textDocument/publishDiagnostics")["params"]["diagnostics"]
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 3}}
    assert "result" in editor.request(1, "textDocument/hover", place)
    assert editor.request(2, "shutdown")["result"] is None
    editor.send({"method": "exit"})
    assert editor.exit_code() == 0


def test_nothing_runs_in_a_workspace_nobody_trusts(editor: RawClient) -> None:
    editor.initialize()
    params = {"event": "Stop", "dialect": "ai-agents", "projectDir": "/"}
    assert editor.request(1, "hookwright/dispatch", params)["error"]["code"] == -32010

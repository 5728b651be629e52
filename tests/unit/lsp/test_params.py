"""What clients really send at `initialize`, and odder things, never stop a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol.types import ClientCapabilities
from pygls.protocol import default_converter

from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.params import client_capabilities, structured_params, workspace_of

CONVERTER = default_converter()  # type: ignore[no-untyped-call]
PROFILES = sorted(Path(pytest_lsp.__file__).parent.glob("clients/*.json"))


@pytest.mark.parametrize("profile", PROFILES, ids=lambda it: it.stem)
def test_recorded_clients(profile: Path) -> None:
    recorded = json.loads(profile.read_text())
    found = client_capabilities(CONVERTER, recorded)
    assert found.text_document is not None
    assert found.text_document.hover is not None
    # All of it was read.
    assert found == CONVERTER.structure(recorded["capabilities"], ClientCapabilities)


@pytest.mark.parametrize("params", [{}, {"capabilities": None}, {"capabilities": []}, {"capabilities": {"new": 1}}])
def test_no_capabilities_at_all(params: dict[str, Any]) -> None:
    assert client_capabilities(CONVERTER, params) == ClientCapabilities()


@pytest.mark.parametrize(
    ("params", "root", "folders"),
    [
        ({}, None, []),
        ({"rootUri": "file:///r", "rootPath": "/p"}, "file:///r", []),
        ({"rootUri": None, "rootPath": "/p", "workspaceFolders": None}, "file:///p", []),
        ({"rootUri": {}, "workspaceFolders": {}}, None, []),
        (
            {"workspaceFolders": [{"uri": "file:///a", "name": "a"}, {"name": "b"}, 3, {"uri": "file:///c"}]},
            None,
            ["file:///a", "file:///c"],
        ),
    ],
)
def test_the_workspace(params: dict[str, Any], root: str | None, folders: list[str]) -> None:
    workspace = workspace_of({**params, "capabilities": {"general": {"positionEncodings": ["utf-8"]}}})
    assert workspace.root_uri == root
    assert sorted(workspace.folders) == folders
    assert workspace.position_encoding == "utf-16"


def test_one_odd_capability_does_not_take_the_others_along() -> None:
    text_document = {
        "hover": {"contentFormat": ["markdown", "html"], "dynamicRegistration": True},
        "completion": {"completionItem": {"snippetSupport": True, "insertTextModeSupport": 3}},
        "synchronization": 7,
        "codeLens": {"dynamicRegistration": True},
    }
    found = client_capabilities(CONVERTER, {"capabilities": {"textDocument": text_document, "window": []}})
    assert found.text_document is not None
    assert found.text_document.code_lens is not None
    assert found.text_document.completion is not None
    assert found.text_document.completion.completion_item is not None
    assert found.text_document.completion.completion_item.snippet_support is True
    assert found.text_document.synchronization is None
    assert found.text_document.hover is not None
    assert found.text_document.hover.dynamic_registration is True


def test_wrong_params_are_named() -> None:
    with pytest.raises(ProtocolError) as caught:
        structured_params(CONVERTER, "textDocument/hover", {"textDocument": {}, "position": {"line": 0}})
    assert caught.value.code == -32602
    assert "`textDocument/hover`" in caught.value.message
    assert "uri" in caught.value.message
    assert "character" in caught.value.message


@pytest.mark.parametrize("params", [{"jsonrpc": "2.0", "id": 1, "method": "exit"}, [1, {"a": None}], "text", 0, False])
def test_methods_the_protocol_does_not_know_get_what_was_sent(params: object) -> None:
    assert structured_params(CONVERTER, "hookwright/dispatch", params) == params


def test_no_params_are_an_empty_object() -> None:
    assert structured_params(CONVERTER, "hookwright/status", None) == {}
    assert structured_params(CONVERTER, "initialized", None) is not None
    assert structured_params(CONVERTER, "shutdown", None) is None

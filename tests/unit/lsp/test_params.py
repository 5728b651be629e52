"""What clients really send at `initialize`, and odder things, never stop a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter

from hookwright.lsp.params import initialize_params, structured_params

CONVERTER = default_converter()  # type: ignore[no-untyped-call]
PROFILES = sorted(Path(pytest_lsp.__file__).parent.glob("clients/*.json"))


@pytest.mark.parametrize("profile", PROFILES, ids=lambda it: it.stem)
def test_recorded_clients(profile: Path) -> None:
    recorded = json.loads(profile.read_text())
    params = {"processId": 1, "rootUri": None, "clientInfo": recorded["clientInfo"], **recorded}
    found = initialize_params(CONVERTER, params)
    assert found.client_info is not None
    assert found.client_info.name == recorded["clientInfo"]["name"]
    assert found.capabilities.text_document is not None
    assert found.capabilities.text_document.hover is not None


def test_the_encoding_is_the_one_that_was_promised() -> None:
    params = {"capabilities": {"general": {"positionEncodings": ["utf-8", "utf-32"]}}}
    general = initialize_params(CONVERTER, params).capabilities.general
    assert general is not None
    assert general.position_encodings == ["utf-16"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"trace": "compact"},
        {"capabilities": None},
        {"clientInfo": {"version": 3}},
        {"clientInfo": "me"},
        {"processId": "me"},
        {"rootUri": {}},
        {"workspaceFolders": [{"uri": "file:///w"}]},
        {"workspaceFolders": {}},
        {"locale": None, "rootPath": None, "workspaceFolders": None},
        {"unheardOf": {"deep": [1, {}]}},
        {},
    ],
    ids=str,
)
def test_one_odd_member_does_not_take_the_others_along(wrong: dict[str, Any]) -> None:
    found = initialize_params(CONVERTER, {"rootPath": "/w", "initializationOptions": {"trusted": True}, **wrong})
    assert found.initialization_options == {"trusted": True}
    assert found.root_path == wrong.get("rootPath", "/w" if "rootPath" not in wrong else None)


def test_one_odd_capability_does_not_take_the_others_along() -> None:
    text_document = {
        "hover": {"contentFormat": ["markdown", "html"], "dynamicRegistration": True},
        "completion": {"completionItem": {"snippetSupport": True, "insertTextModeSupport": 3}},
        "synchronization": 7,
        "codeLens": {"dynamicRegistration": True},
    }
    found = initialize_params(CONVERTER, {"capabilities": {"textDocument": text_document, "window": []}}).capabilities
    assert found.text_document is not None
    assert found.text_document.code_lens is not None
    assert found.text_document.completion is not None
    assert found.text_document.completion.completion_item is not None
    assert found.text_document.completion.completion_item.snippet_support is True
    assert found.text_document.synchronization is None
    assert found.text_document.hover is not None
    assert found.text_document.hover.dynamic_registration is True


def test_one_odd_folder_does_not_take_the_others_along() -> None:
    folders = [{"uri": "file:///a", "name": "a"}, {"name": "b"}, 3, {"uri": "file:///c", "name": "c"}]
    found = initialize_params(CONVERTER, {"workspaceFolders": folders})
    assert [it.name for it in found.workspace_folders or ()] == ["a", "c"]


def test_wrong_params_are_named() -> None:
    with pytest.raises(JsonRpcException) as caught:
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

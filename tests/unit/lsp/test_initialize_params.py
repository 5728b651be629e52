"""What clients really send at `initialize`, and odder things, never stop a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from tests.unit.lsp.wires import Wire

from hookwright.lsp.transport.initialize_params import readable_params
from hookwright.transport.converter import make_converter

CONVERTER = make_converter()
PROFILES = sorted(Path(pytest_lsp.__file__).parent.glob("clients/*.json"))


def read(params: Any) -> types.InitializeParams:
    return CONVERTER.structure(readable_params(params, CONVERTER), types.InitializeParams)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda it: it.stem)
def test_recorded_clients(profile: Path) -> None:
    recorded = json.loads(profile.read_text())
    # All of it was read.
    assert read(recorded).capabilities == CONVERTER.structure(recorded["capabilities"], types.ClientCapabilities)


@pytest.mark.parametrize("params", [{}, {"capabilities": None}, {"capabilities": []}, {"capabilities": {"new": 1}}])
def test_no_capabilities_at_all(params: dict[str, Any]) -> None:
    assert read(params).capabilities == types.ClientCapabilities()


@pytest.mark.parametrize(
    ("params", "root", "folders"),
    [
        ({}, None, []),
        ({"rootUri": "file:///r", "rootPath": "/p"}, "file:///r", []),
        ({"rootUri": None, "rootPath": "/p", "workspaceFolders": None}, "file:///p", []),
        ({"workspaceFolders": {}}, None, []),
        (
            {"workspaceFolders": [{"uri": "file:///a", "name": "a"}, 3, {"uri": "file:///c", "name": "c"}]},
            None,
            ["file:///a", "file:///c"],
        ),
    ],
)
async def test_the_workspace(params: dict[str, Any], root: str | None, folders: list[str]) -> None:
    general = {"general": {"positionEncodings": ["utf-8"]}}
    workspace = Wire(params={**params, "capabilities": general}).server.workspace
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
    found = read({"capabilities": {"textDocument": text_document, "window": []}}).capabilities
    assert found.text_document is not None
    assert found.text_document.code_lens is not None
    assert found.text_document.completion is not None
    assert found.text_document.completion.completion_item is not None
    assert found.text_document.completion.completion_item.snippet_support is True
    assert found.text_document.synchronization is None
    assert found.text_document.hover is not None
    assert found.text_document.hover.dynamic_registration is True

"""The editor vectors: diagnostics with their fixes, completion and hover, over the real language server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.conformance.client import Server
from tests.conformance.conftest import Place
from tests.conformance.document import Document
from tests.conformance.vectors import vectors, write

VECTORS = vectors("editor")
SEVERITIES = ["error", "warning", "information", "hint"]
CURSOR = "\u2038"


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(it, id=it["id"]) for it in VECTORS if it["kind"] == kind]


def test_the_vectors_are_there() -> None:
    assert len(VECTORS) >= 32


@pytest.mark.parametrize("vector", of_kind("diagnostics"))
def test_diagnostics(vector: dict[str, Any], place: Place) -> None:
    with opened(vector, place) as (server, uri, document, _):
        items = server.published(uri, 1)
        shown = [f"{it.get('code')} {severity(it)} {document.slice(it['range'])[:40]!r}" for it in items]
        chosen = [fitting(items, want, document, shown) for want in vector["expect"]]
        assert not (vector.get("clean") and any(it["severity"] <= 2 for it in items)), shown
        assert not {it.get("code") for it in items} & set(vector.get("absent", [])), shown
        if "fixed" in vector:
            assert vector["fixed"] in fixed(server, uri, document, chosen[0])


@pytest.mark.parametrize("vector", of_kind("completion"))
def test_completion(vector: dict[str, Any], place: Place) -> None:
    with opened(vector, place) as (server, uri, _, position):
        answer = server.request("textDocument/completion", {"textDocument": {"uri": uri}, "position": position})
        items = answer["result"]["items"] if isinstance(answer["result"], dict) else answer["result"]
        labels = {it["label"].strip('"').lstrip("$").strip("{}") for it in items}
        assert set(vector["includes"]) <= labels
        assert not set(vector["excludes"]) & labels
        if "snippet" in vector:
            snippets = [it for it in items if it.get("insertTextFormat") == 2]
            assert any(vector["snippet"] in inserted(it) for it in snippets)


@pytest.mark.parametrize("vector", of_kind("hover"))
def test_hover(vector: dict[str, Any], place: Place) -> None:
    with opened(vector, place) as (server, uri, _, position):
        answer = server.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})
        text = json.dumps(answer["result"]["contents"], ensure_ascii=False).lower()
        assert [word for word in vector["contains"] if word.lower() not in text] == []


class opened:  # noqa: N801  (reads as a word in a with statement)
    """The vector's document, laid out and opened in a server of its own."""

    def __init__(self, vector: dict[str, Any], place: Place) -> None:
        self.vector, self.place = vector, place

    def __enter__(self) -> tuple[Server, str, Document, dict[str, int]]:
        text = self.vector["text"]
        document = Document(text.replace(CURSOR, ""))
        files = {f"project:{name}": content for name, content in self.vector.get("files", {}).items()}
        write({**files, f"project:{self.vector['path']}": document.text}, self.place.project, self.place.home)
        self.server = self.place.server()
        uri = (self.place.project / self.vector["path"]).as_uri()
        self.server.open(uri, document.text)
        return self.server, uri, document, document.position(max(text.find(CURSOR), 0))

    def __exit__(self, *details: object) -> None:
        self.server.__exit__(*details)


def severity(item: dict[str, Any]) -> str:
    number: int = item.get("severity", 1)
    return SEVERITIES[number - 1]


def fitting(items: list[dict[str, Any]], want: dict[str, Any], document: Document, shown: list[str]) -> dict[str, Any]:
    """The published diagnostic that is as wanted; an assertion error when there is none."""
    found = [it for it in items if it.get("code") == want["code"] and misfit(it, want, document) is None]
    assert found, f"wanted {want}, published: {shown}"
    return found[0]


def misfit(item: dict[str, Any], want: dict[str, Any], document: Document) -> str | None:
    text = document.slice(item["range"])
    if "covers" in want and text.strip('"') != want["covers"]:
        return f"the range is {text!r}"
    if "within" in want:
        start = document.text.index(want["within"]) - 1
        first, last = document.offset(item["range"]["start"]), document.offset(item["range"]["end"])
        if not start <= first <= last <= start + len(want["within"]) + 2:
            return f"the range {text!r} is outside"
    return None if severity(item) == want.get("severity", severity(item)) else severity(item)


def fixed(server: Server, uri: str, document: Document, item: dict[str, Any]) -> list[Any]:
    """What the file would hold, as JSON, after each quick fix of the diagnostic."""
    context = {"diagnostics": [item], "only": ["quickfix"]}
    params = {"textDocument": {"uri": uri}, "range": item["range"], "context": context}
    outcomes = []
    for action in server.request("textDocument/codeAction", params)["result"] or []:
        whole = action if "edit" in action else server.request("codeAction/resolve", action)["result"]
        changes = whole["edit"].get("documentChanges") or [{"edits": whole["edit"]["changes"][uri]}]
        outcomes.append(json.loads(document.edited([edit for change in changes for edit in change["edits"]])))
    return outcomes


def inserted(item: dict[str, Any]) -> str:
    return str(item.get("insertText") or (item.get("textEdit") or {}).get("newText", ""))

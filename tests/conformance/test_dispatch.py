"""The dispatch vectors, over the real language server."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.conformance.conftest import Place
from tests.conformance.expect import difference, fill
from tests.conformance.vectors import vectors, write

VECTORS = vectors("dispatch")


def test_the_vectors_are_there() -> None:
    assert len(VECTORS) >= 19


@pytest.mark.parametrize("vector", [pytest.param(it, id=it["id"]) for it in VECTORS])
def test_vector(vector: dict[str, Any], place: Place) -> None:
    vector = fill(vector, str(place.project))
    write(vector["files"], place.project, place.home)
    with place.server() as server:
        for number, step in enumerate(vector["steps"], 1):
            params = {
                "event": step["event"],
                "payload": step["payload"],
                "dialect": vector["dialect"],
                "projectDir": str(place.project),
                "sessionId": step.get("sessionId", "session-1"),
            }
            began = time.monotonic()
            answer = server.request("hookwright/dispatch", params, 40)
            took = (time.monotonic() - began) * 1000
            assert difference(step["expect"], answer.get("result", answer)) is None, f"step {number}"
            assert took <= step.get("withinMs", float("inf")), f"step {number}"
            _assert_files(step, place)


def _assert_files(step: dict[str, Any], place: Place) -> None:
    for name, want in step.get("filesAfter", {}).items():
        where, _, path = name.partition(":")
        target = (place.project if where == "project" else place.home) / path
        got = target.read_text() if target.exists() else None
        assert difference(want, got, name) is None

"""The dispatch vectors, over the real language server."""

from __future__ import annotations

import time
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from tests.conformance.client import Server
from tests.conformance.conftest import Place
from tests.conformance.expect import difference, fill
from tests.conformance.vectors import vectors, write

VECTORS = vectors("dispatch")
OWN = [
    {
        "id": "open-plugin/prompt-with-model",
        "dialect": "open-plugin",
        "model": '{"decision": "deny", "reason": "no"}',
        "files": {
            "project:hooks/hooks.json": {
                "hooks": {
                    "PreToolUse": [
                        {
                            "hooks": [
                                {"type": "prompt", "prompt": "Review: $ARGUMENTS"},
                                {"type": "agent", "prompt": "Verify"},
                            ]
                        }
                    ]
                }
            }
        },
        "steps": [
            {
                "event": "PreToolUse",
                "payload": {"tool_name": "Bash"},
                "expect": {"decision": "deny", "reason": "no", "runs": [{"status": "blocked"}, {"status": "blocked"}]},
                "modelSaw": {"$matches": r'(?s)"Review: \{.*Bash.*"tools": false.*\n.*"Verify", "tools": true'},
            }
        ],
    },
]


def test_the_vectors_are_there() -> None:
    assert len(VECTORS) >= 27


@pytest.mark.parametrize("vector", [pytest.param(it, id=it["id"]) for it in [*VECTORS, *OWN]])
def test_vector(vector: dict[str, Any], place: Place) -> None:
    vector = fill(vector, str(place.project))
    write(vector["files"], place.project, place.home)
    with place.server(vector.get("env"), vector.get("model")) as server:
        for number, step in enumerate(vector["steps"], 1):
            if "write" in step:
                write(step["write"], place.project, place.home)
            else:
                _assert_step(server, place, vector, step, f"step {number}")
            # What is waited for is the passing of time itself: a hook that must not come, or comes behind the answer.
            time.sleep(step.get("waitMs", 0) / 1000)
            _assert_files(step, place)


def _assert_order(step: dict[str, Any], runs: list[dict[str, Any]], name: str) -> None:
    """That hooks ran side by side where a step has a time limit, one after another where it needs a time at least.

    A vector says both in milliseconds, which a busy machine does not keep; when each run began and ended it does.
    """
    ended = [it for it in runs if it["status"] == "succeeded"]
    if len(ended) < 2:
        return
    times = sorted((_milliseconds(it["startedAt"]), it["durationMs"]) for it in ended)
    # Moments are rounded to milliseconds.
    overlaps = [later + 1 < begin + duration for (begin, duration), (later, _) in pairwise(times)]
    if "withinMs" in step and "atLeastMs" not in step:
        assert any(overlaps), f"{name}: no two hooks ran at the same time"
    if "atLeastMs" in step:
        assert not any(overlaps), f"{name}: hooks ran at the same time"


def _milliseconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp() * 1000


def _assert_step(server: Server, place: Place, vector: dict[str, Any], step: dict[str, Any], name: str) -> None:
    params = _params(place, vector, step)
    answer = server.request("hookwright/dispatch", params, 150)
    if "$error" in step["expect"]:
        assert difference(step["expect"]["$error"], answer.get("error")) is None, name
    else:
        assert difference(step["expect"], answer.get("result", answer)) is None, name
    _assert_order(step, answer.get("result", {}).get("runs", ()), name)
    if "modelSaw" in step:
        assert difference(step["modelSaw"], "\n".join(server.model_saw)) is None, name


def _params(place: Place, vector: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    params = {
        "event": step["event"],
        "payload": step["payload"],
        "dialect": vector["dialect"],
        "projectDir": str(place.project),
        "sessionId": step.get("sessionId", "session-1"),
    }
    if "config" in vector:
        params["configFiles"] = [str(place.project / name.partition(":")[2]) for name in vector["config"]]
    return params


def _assert_files(step: dict[str, Any], place: Place) -> None:
    for name, want in step.get("filesAfter", {}).items():
        where, _, path = name.partition(":")
        target = (place.project if where == "project" else place.home) / path
        got = target.read_text() if target.exists() else None
        assert difference(want, got, name) is None

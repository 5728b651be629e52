"""The OpenRPC document says what `hookwright serve` does: it is held against a running server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.e2e.agent import Agent, Refusal
from tests.e2e.test_sessions import MODULE
from tests.e2e.workspace import CLAUDE_CODE, Workspace

DOCUMENT = json.loads((Path(__file__).parents[2] / "schemas/engine.openrpc.json").read_text(encoding="utf-8"))
METHODS = {it["name"]: it for it in DOCUMENT["methods"]}
CALL = {"tool_name": "Bash", "tool_input": {"command": "make"}}
EVENT = {"event": "PreToolUse", "payload": CALL, "dialect": "claude-code"}
SESSION = {"sessionId": "s"}
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("dispatch", EVENT),
    ("explain", EVENT),
    ("status", {}),
    ("list", {}),
    ("session/open", SESSION),
    ("session/append", {**SESSION, "entry": {"type": "message", "message": {"role": "user", "content": "hi"}}}),
    ("session/messages", SESSION),
    ("session/entries", SESSION),
    ("commands/list", SESSION),
    ("commands/invoke", {**SESSION, "name": "mark", "args": "here"}),
    ("commands/invoke", {**SESSION, "name": "model"}),
    ("session/close", SESSION),
]


def holds(schema: dict[str, Any], value: Any, what: str) -> None:
    """The value is as the schema says, whose references lead into the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    faults = [it.message for it in jsonschema_rs.validator_for(whole).iter_errors(value)]
    assert faults == [], what


def params_hold(method: str, params: dict[str, Any]) -> None:
    """Each of the params is one of those described, and all that are required are there."""
    known = {it["name"]: it for it in METHODS[method]["params"]}
    assert params.keys() <= known.keys()
    assert {name for name, it in known.items() if it["required"]} <= params.keys()
    for name, value in params.items():
        holds(known[name]["schema"], value, f"{method} {name}")


async def test_f4_every_method_answers_as_described(embedder: Agent, workspace: Workspace) -> None:
    workspace.write(".pi/hooks/marks.py", MODULE)
    hooks = [{"type": "command", "command": "echo out"}, {"type": "prompt", "prompt": "Safe?"}]
    workspace.write(CLAUDE_CODE, json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": hooks}]}}))
    embedder.answers["ui/select"] = lambda params: {"result": params["options"][0]}
    embedder.answers["handler/run"] = lambda params: {"result": {"output": ""}}
    begin = {
        "client": {"name": "t"},
        "projectDir": str(workspace.project),
        "trusted": True,
        "capabilities": {"ui": True, "handlers": ["prompt"]},
    }
    asked = [("engine/initialize", begin), *ASKED, ("engine/shutdown", {})]
    assert {name for name, _ in asked} == METHODS.keys()

    for method, params in asked:
        params_hold(method, params)
        answer = await embedder.ask(method, params)
        holds(METHODS[method]["result"]["schema"], answer, method)
        if method == "engine/initialize":
            assert answer["methods"] == [*METHODS]
            assert answer["notifications"] == [it["name"] for it in DOCUMENT["x-notifications"]]

    told = {it["name"]: it for it in DOCUMENT["x-notifications"]}
    for note in embedder.notes:
        holds(told[note["method"]]["params"], note["params"], note["method"])
    assert {it["method"] for it in embedder.notes} == told.keys()
    wanted = {it["name"]: it for it in DOCUMENT["x-client-methods"]}
    for request in embedder.asked:
        holds(wanted[request["method"]]["params"], request["params"], request["method"])
    assert {it["method"] for it in embedder.asked} == {"ui/select", "handler/run"}


async def test_what_is_not_described_is_refused_with_a_described_error(embedder: Agent, workspace: Workspace) -> None:
    codes = {it["code"] for it in DOCUMENT["components"]["errors"].values()}
    await embedder.begin(workspace.project)
    seen: set[int] = set()
    for method, described in METHODS.items():
        for param in described["params"]:
            schema = {**param["schema"], "components": DOCUMENT["components"]}
            candidates: list[Any] = [7, {}, "text"]
            wrong = next(it for it in candidates if not jsonschema_rs.is_valid(schema, it))
            with pytest.raises(Refusal) as refused:
                await embedder.ask(method, {param["name"]: wrong})
            seen.add(refused.value.code)
    with pytest.raises(Refusal) as unknown:
        await embedder.ask("engine/unknown", {})
    assert unknown.value.code == -32601
    assert seen == {-32602, -32600}
    assert seen <= codes

"""Params that fit are read as their model, and those that do not are named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from pygls.exceptions import JsonRpcInvalidParams

from hookwright.embedding.params import DispatchParams
from hookwright.lsp.methods import FireParams, PositionParams, SamplesParams
from hookwright.transport.params import read_params

FITTING: list[tuple[type[Any], dict[str, Any]]] = [
    (DispatchParams, {"event": "Stop"}),
    (DispatchParams, {"event": "Stop", "payload": {"a": [1]}, "projectDir": "/p", "configFiles": ["a"], "newer": 1}),
    (DispatchParams, {"event": "Stop", "dialect": None, "configFiles": [], "sessionId": "s"}),
    (FireParams, {"uri": "u", "position": {"line": 1, "character": 2}, "scratch": True}),
    (FireParams, {"uri": "u", "pointer": "", "position": None, "payload": None}),
    (SamplesParams, {}),
]
MISFITS: list[tuple[type[Any], Any, str]] = [
    (DispatchParams, {}, "`event`"),
    (DispatchParams, {"event": 1}, "`event`"),
    (DispatchParams, {"event": "Stop", "payload": []}, "`payload`"),
    (DispatchParams, {"event": "Stop", "payload": None}, "`payload`"),
    (DispatchParams, {"event": "Stop", "configFiles": ["a", 1]}, "`configFiles"),
    (FireParams, {"uri": "u", "position": {"line": True}}, "`position"),
    (FireParams, {"uri": "u", "position": {}}, "`position"),
    (FireParams, {"uri": "u", "scratch": 1}, "`scratch`"),
    (SamplesParams, [], "`params`"),
    (SamplesParams, "text", "`params`"),
]


@pytest.mark.parametrize(("model", "params"), FITTING)
def test_what_fits_is_read_as_pydantic_would(model: type[Any], params: dict[str, Any]) -> None:
    assert read_params(model, params) == TypeAdapter(model).validate_json(json.dumps(params))


@pytest.mark.parametrize(("model", "params", "named"), MISFITS)
def test_what_does_not_fit_is_named(model: type[Any], params: object, named: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(model).validate_json(json.dumps(params))
    with pytest.raises(JsonRpcInvalidParams) as caught:
        read_params(model, params)
    assert caught.value.code == -32602
    assert named in caught.value.message


def test_the_members_are_read() -> None:
    found = read_params(FireParams, {"uri": "u", "position": {"line": 3}, "sample": "s"})
    assert found == FireParams("u", position=PositionParams(3), sample="s")

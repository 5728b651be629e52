"""What a hook module asks of the editor, and what it gets where the editor does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.unit.lsp.wires import INITIALIZE, Wire, turns

from hookwright.engine.modules.seams import Client

Ask = Callable[[Client], Awaitable[Any]]

WITH_ALL = {"ui": True, "model": True}


def wire_of(**client: Any) -> Wire:
    return Wire(params={**INITIALIZE, "initializationOptions": {"client": client}})


def client_behind(wire: Wire) -> Client:
    client: Client | None = wire.services.client
    assert client is not None
    return client


async def ask(wire: Wire, question: Ask) -> asyncio.Task[Any]:
    asked = asyncio.ensure_future(question(client_behind(wire)))
    await turns()
    assert isinstance(asked, asyncio.Task)
    return asked


@pytest.mark.parametrize(
    ("question", "method", "params", "answer", "expected"),
    [
        (lambda it: it.select("To", ["a", "b"]), "ui/select", {"title": "To", "options": ["a", "b"]}, "b", "b"),
        (lambda it: it.select("To", ["a"]), "ui/select", {"title": "To", "options": ["a"]}, "c", None),
        (lambda it: it.confirm("Go", "far"), "ui/confirm", {"title": "Go", "message": "far"}, True, True),
        (lambda it: it.confirm("Go", ""), "ui/confirm", {"title": "Go", "message": ""}, "yes", False),
        (lambda it: it.input("Name", "me"), "ui/input", {"title": "Name", "placeholder": "me"}, "you", "you"),
        (lambda it: it.input("Name", None), "ui/input", {"title": "Name"}, None, None),
        (
            lambda it: it.models(),
            "model/list",
            {},
            [{"provider": "p", "id": "m", "name": "M"}, {"id": 1}],
            ({"provider": "p", "id": "m", "name": "M"},),
        ),
        (
            lambda it: it.api_key("p", "m", "/x/pop.py"),
            "model/apiKey",
            {"provider": "p", "id": "m", "module": "/x/pop.py"},
            "k",
            "k",
        ),
    ],
)
async def test_e7_a_module_s_question_is_a_request_to_the_client(
    question: Ask, method: str, params: dict[str, Any], answer: object, expected: object
) -> None:
    wire = wire_of(**WITH_ALL)
    asked = await ask(wire, question)
    (request,) = wire.sent
    assert (request["method"], request["params"]) == (f"hookwright/{method}", params)
    wire.respond(request, answer)
    assert await asked == expected


async def test_e7_without_a_client_there_is_none_and_nothing_is_asked() -> None:
    assert wire_of().services.client is None
    wire = wire_of(model=True)
    client = client_behind(wire)
    assert client.has_ui is False
    assert await client.select("To", ["a"]) is None
    assert await client.input("Name", None) is None
    assert await client.confirm("Go", "") is False
    await client.notify("done", "info")
    assert wire.sent == []

    wire = wire_of(ui=True)
    client = client_behind(wire)
    assert client.has_ui is True
    assert await client.models() == ()
    assert await client.api_key("p", "m", "/x.py") is None
    assert wire.sent == []


async def test_e7_a_message_is_shown_and_not_waited_for() -> None:
    wire = wire_of(**WITH_ALL)
    await client_behind(wire).notify("line\x1b[31m\nred", "warning")
    (note,) = wire.sent
    assert note["method"] == "hookwright/ui/notify"
    assert note["params"] == {"message": "line␛[31m\nred", "level": "warning"}


async def test_e7_a_question_that_is_given_up_is_withdrawn_and_an_error_is_no_answer() -> None:
    wire = wire_of(**WITH_ALL)
    asked = await ask(wire, lambda it: it.input("Name", None))
    asked.cancel()
    await turns()
    request, withdrawn = wire.sent
    assert (withdrawn["method"], withdrawn["params"]) == ("$/cancelRequest", {"id": request["id"]})

    wire.sent.clear()
    asked = await ask(wire, lambda it: it.confirm("Go", ""))
    wire.receive({"jsonrpc": "2.0", "id": wire.sent[0]["id"], "error": {"code": -32601, "message": "not known"}})
    assert await asked is False


async def test_e7_a_question_that_nobody_answers_is_dismissed() -> None:
    options = {"client": WITH_ALL, "consentTimeoutSeconds": 0.01}
    wire = Wire(params={**INITIALIZE, "initializationOptions": options})
    assert await (await ask(wire, lambda it: it.select("To", ["a"]))) is None
    assert [it["method"] for it in wire.sent] == ["hookwright/ui/select", "$/cancelRequest"]


async def test_e7_questions_have_limits() -> None:
    wire = wire_of(**WITH_ALL)
    client = client_behind(wire)
    with pytest.raises(ValueError, match="at most 1000 options"):
        await client.select("To", ["x"] * 1001)
    asked = await ask(wire, lambda it: it.confirm("t" * 9999, "m" * 99_999))
    params = wire.sent[0]["params"]
    assert (len(params["title"]), len(params["message"])) == (500, 20_000)
    asked.cancel()


async def test_a_model_that_comes_later_is_one_that_is_asked() -> None:
    wire = wire_of(ui=True)
    for there in (True, False):
        settings = {"hookwright": {"client": {"model": there}}}
        wire.notify("workspace/didChangeConfiguration", {"settings": settings})
        client = wire.services.client
        assert (client.has_models, client.has_ui) == (there, True)
        assert (wire.services.model is not None) == there
        assert (wire.services.engine.runner.model is not None) == there

"""The question names what leaves the machine: the event, and each variable whose value goes along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.unit.consent.asked import Asked

_URL = "https://hooks.example.com/a"


def service(*allowed: str, **headers: str) -> dict[str, Any]:
    return {"type": "http", "url": _URL, "headers": headers, "allowedEnvVars": list(allowed)}


def test_every_variable_in_a_header_is_named(tmp_path: Path) -> None:
    place = Asked(tmp_path, {"AWS_SECRET_ACCESS_KEY": "s3cret"})
    hook = service("AWS_SECRET_ACCESS_KEY", "UNSET", **{"X-Key": "k $AWS_SECRET_ACCESS_KEY ${UNSET} $HOME", "X-A": "1"})

    text = place.agreed(place.planned(hook))

    assert f"sends `$AWS_SECRET_ACCESS_KEY` to {_URL}, in the header X-Key\n" in text
    assert f"sends `$UNSET` to {_URL}, in the header X-Key\n" in text
    assert "sends the event, and the headers X-Key, X-A\n" in text
    assert "$HOME" not in text
    assert "s3cret" not in text


def test_a_variable_in_several_headers_is_named_once(tmp_path: Path) -> None:
    place = Asked(tmp_path)

    text = place.agreed(place.planned(service("A", X="$A", Y="${A}")))

    assert f"sends `$A` to {_URL}, in the headers X, Y\n" in text


def test_settings_that_let_another_variable_through_ask_again(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = service("A", "B", X="$A $B")

    first = place.agreed(place.planned(hook, httpHookAllowedEnvVars=["A"]))

    assert "`$A`" in first
    assert "`$B`" not in first
    assert place.agreed(place.planned(hook, httpHookAllowedEnvVars=["A"])) == ""
    assert "`$B`" in place.agreed(place.planned(hook, httpHookAllowedEnvVars=["A", "B"]))


def test_variables_of_a_server_by_url_are_named_with_their_places(tmp_path: Path) -> None:
    place = Asked(tmp_path, {"TOKEN": "t0ken"})
    server = {"url": "https://mcp.example.com/${TENANT:-x}", "headers": {"Authorization": "Bearer ${TOKEN}"}}
    place.write(".mcp.json", json.dumps({"mcpServers": {"mini": server}}))

    text = place.agreed(place.planned({"type": "mcp_tool", "server": "mini", "tool": "judge"}))

    assert "sends `$TENANT` to https://mcp.example.com/x, in the URL\n" in text
    assert "sends `$TOKEN` to https://mcp.example.com/x, in the header Authorization\n" in text
    assert "t0ken" not in text

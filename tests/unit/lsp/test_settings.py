"""Settings from a client: what is of the right kind counts, and a wrong value is left out alone."""

from __future__ import annotations

import math

import pytest

from hookwright.lsp.settings import Settings


def test_values_of_the_right_kind_count() -> None:
    given = {"trusted": True, "userHome": "/home/me", "rules": {"a": "off"}, "codeLens": {"run": False}, "wait": 2}
    given["folders"] = ["/a", "/b"]
    settings = Settings(given)
    assert settings.flag("trusted")
    assert settings.text("userHome") == "/home/me"
    assert settings.texts("rules") == {"a": "off"}
    assert settings.flags("codeLens") == {"run": False}
    assert settings.listed_texts("folders") == ["/a", "/b"]
    assert settings.seconds("wait", 300.0) == 2


def test_what_is_not_there_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings({"userHome": None})
    assert not settings.flag("trusted")
    assert not settings.part("client").flag("ui")
    assert settings.text("userHome") == ""
    assert settings.texts("rules") == {}
    assert settings.seconds("wait", 300.0) == 300.0
    assert not caplog.messages


def test_a_wrong_value_is_left_out_alone(caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(
        {"trusted": 1, "rules": {"a": "off", "b": 5}, "client": {"ui": "yes", "runs": True}, "folders": ["/a", 7]}
    )
    assert not settings.flag("trusted")
    assert settings.texts("rules") == {"a": "off"}
    assert not settings.part("client").flag("ui")
    assert settings.part("client").flag("runs")
    assert settings.listed_texts("folders") == ["/a"]
    assert caplog.messages == [
        "The setting `trusted` is ignored: it must be a boolean",
        "The setting `rules.b` is ignored: it must be a string",
        "The setting `client.ui` is ignored: it must be a boolean",
        "The setting `folders.1` is ignored: it must be a string",
    ]


@pytest.mark.parametrize("given", [0, -1, math.inf, math.nan, True, "5"])
def test_a_time_is_a_positive_number(given: object, caplog: pytest.LogCaptureFixture) -> None:
    assert Settings({"wait": given}).seconds("wait", 300.0) == 300.0
    assert caplog.messages == ["The setting `wait` is ignored: it must be a positive number"]


@pytest.mark.parametrize("given", [None, [], "trusted", {"rules": []}])
def test_what_is_no_object_has_no_settings(given: object) -> None:
    assert Settings(given).texts("rules") == {}

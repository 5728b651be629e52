"""EditorSettings from a client: what is of the right kind counts, and a wrong value is left out alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import types
from msgspec import convert

from hookwright.lsp.options import Options, read_options
from hookwright.lsp.settings import EditorSettings, read_settings


def test_values_of_the_right_kind_count() -> None:
    given = {
        "trusted": True,
        "onGuardLost": "ask",
        "userHome": "/home/me",
        "rules": {"a": "off"},
        "codeLens": {"run": False},
    }
    settings = read_settings({**given, "trustedFolders": ["/a", "/b"], "consentTimeoutSeconds": 2, "other": 1})
    assert settings.trusted
    assert settings.on_guard_lost == "ask"
    assert settings.user_home == "/home/me"
    assert settings.rules == {"a": "off"}
    assert settings.code_lens == {"run": False}
    assert settings.trusted_folders == ["/a", "/b"]
    assert settings.consent_timeout_seconds == 2


@pytest.mark.parametrize("given", [None, [], "trusted", {}, {"userHome": None, "rules": None, "client": None}])
def test_what_is_not_there_is_no_fault(given: object, caplog: pytest.LogCaptureFixture) -> None:
    assert read_settings(given) == EditorSettings()
    assert not caplog.messages


@pytest.mark.parametrize(
    ("given", "kept", "named"),
    [
        ({"trusted": "yes"}, {}, ["trusted"]),
        ({"trusted": 1, "userHome": "/h"}, {"userHome": "/h"}, ["trusted"]),
        ({"rules": {"a": "off", "b": 1, "c": None}}, {"rules": {"a": "off"}}, ["rules.c", "rules.b"]),
        ({"rules": ["a"], "client": {"ui": True, "model": 1}}, {"client": {"ui": True}}, ["client.model", "rules"]),
        (
            {"trustedFolders": [1, "/a", None, "/b"]},
            {"trustedFolders": ["/a", "/b"]},
            ["trustedFolders.2", "trustedFolders.0"],
        ),
        ({"onGuardLost": "pass"}, {}, ["onGuardLost"]),
        ({"onGuardLost": "ignore"}, {"onGuardLost": "ignore"}, []),
        ({"consentTimeoutSeconds": 0}, {}, ["consentTimeoutSeconds"]),
        ({"consentTimeoutSeconds": True}, {}, ["consentTimeoutSeconds"]),
        (json.loads('{"consentTimeoutSeconds": 1e999}'), {}, ["consentTimeoutSeconds"]),
    ],
)
def test_a_wrong_value_is_left_out_alone(
    given: dict[str, Any], kept: dict[str, Any], named: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert read_settings(given) == convert(kept, EditorSettings)
    assert [it.split("`")[1] for it in caplog.messages] == named


def test_without_settings_the_defaults_hold() -> None:
    ours = read_options(types.InitializeParams(types.ClientCapabilities(), initialization_options={"trusted": False}))
    assert read_options(types.InitializeParams(types.ClientCapabilities())) == ours
    assert ours.settings.consent_seconds == Options().settings.consent_seconds

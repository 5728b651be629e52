"""Each method has its handler with the protocol's own types, and a start imports none of them."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from typing import Any, get_type_hints

import pytest
from lsprotocol import types

from hookwright.embedding.engine import Engine
from hookwright.embedding.methods import METHODS, EngineMethod
from hookwright.lsp import commands, features
from hookwright.lsp.commands import COMMANDS
from hookwright.lsp.features import NOTIFICATIONS, OWN_METHODS, REQUESTS, Feature
from hookwright.lsp.services import Services
from hookwright.transport.converter import make_converter

# The protocol's types name each other, which making a converter resolves.
make_converter()


def _hints(package: str, handler: str) -> dict[str, Any]:
    module, _, name = handler.partition(".")
    return get_type_hints(getattr(import_module(f"hookwright.lsp.{package}.{module}"), name))


@pytest.mark.parametrize("feature", [*NOTIFICATIONS, *REQUESTS], ids=lambda it: it.method)
def test_a_feature_takes_what_the_protocol_says(feature: Feature) -> None:
    services, params, *_ = _hints("features", feature.handler).values()
    assert services is Services
    assert params is types.METHOD_TO_TYPES[feature.method][2]


@pytest.mark.parametrize("own", OWN_METHODS, ids=lambda it: it.method)
def test_a_method_of_our_own_takes_what_it_is_registered_with(own: Any) -> None:
    assert list(_hints("features", own.handler).values())[:2] == [Services, own.params]


@pytest.mark.parametrize("method", METHODS, ids=lambda it: it.name)
def test_a_method_of_agents_takes_what_it_is_registered_with(method: EngineMethod) -> None:
    assert list(get_type_hints(method.load()).values())[:2] == [Engine, method.params]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda it: it.name)
def test_a_command_takes_what_it_is_registered_with(command: Any) -> None:
    assert list(_hints("commands", command.handler).values())[:2] == [Services, command.params]


def test_every_file_is_registered() -> None:
    def modules(table: Any) -> set[str]:
        return {it.handler.partition(".")[0] for it in table}

    assert {it.name for it in pkgutil.iter_modules(features.__path__)} == modules(
        [*NOTIFICATIONS, *REQUESTS, *OWN_METHODS]
    )
    assert {it.name for it in pkgutil.iter_modules(commands.__path__)} == modules(COMMANDS)


def test_a_start_imports_no_feature() -> None:
    code = "import sys, hookwright.lsp.start.run; print(*sys.modules)"
    started = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    packages = (
        "consent",
        "converting",
        "embedding",
        "firing",
        "ide",
        "reports",
        "samples",
        "schemas",
        "testing",
        "wording",
        "workflows",
    )
    upper = tuple(f"hookwright.{it}" for it in packages)
    loaded = [it for it in started.stdout.split() if it.startswith(upper)]
    # The table of the methods that agents call.
    table = ["embedding", "embedding.methods"]
    assert sorted(loaded) == [f"hookwright.{it}" for it in table]
    assert "hookwright.analysis.rules" not in started.stdout.split()

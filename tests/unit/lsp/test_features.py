"""Each method has its handler, and a start imports none of them."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

from hookwright.lsp import commands, features
from hookwright.lsp.capabilities import COMMANDS
from hookwright.lsp.features import NOTIFICATIONS, REQUESTS


@pytest.mark.parametrize("name", [*NOTIFICATIONS.values(), *REQUESTS.values()])
def test_every_feature_is_there(name: str) -> None:
    assert callable(getattr(import_module(f"hookwright.lsp.features.{name}"), name))


def test_every_file_is_registered() -> None:
    assert {it.name for it in pkgutil.iter_modules(features.__path__)} == {*NOTIFICATIONS.values(), *REQUESTS.values()}
    assert {it.name for it in pkgutil.iter_modules(commands.__path__)} == set(COMMANDS.values())


@pytest.mark.parametrize("package", ["hookwright.analysis.rules", "pydantic", "hookwright.lsp.features.hover"])
def test_a_start_imports_no_feature(package: str) -> None:
    code = f"import sys, hookwright.lsp.run; sys.exit({package!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

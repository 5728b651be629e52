"""The `hookwright` command on a Python that is too old for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

_AS_OLD = """
import runpy, sys
sys.version_info = (3, 9, 2, "final", 0)
before = set(sys.modules)
try:
    runpy.run_module("hookwright", run_name="__main__", alter_sys=True)
finally:
    print(sorted(it for it in set(sys.modules) - before if it.startswith("hookwright.")))
"""


@pytest.mark.parametrize("arguments", [["lsp"], ["check"], []])
def test_an_older_python_is_named_before_anything_is_imported(arguments: list[str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _AS_OLD, *arguments], capture_output=True, text=True, timeout=60, check=False
    )

    assert ended.stderr == f"hookwright needs Python 3.11 or newer, and {sys.executable} is Python 3.9.2\n"
    assert ended.returncode == 1
    # Of the package there is only what the interpreter itself imports to run it.
    assert ended.stdout == "[]\n"

"""How regular expressions are written, and when they are compiled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

_SERVER = Path(__file__).parents[2] / "server"


def test_groups_are_repeated_in_atomic_groups_instead() -> None:
    """`(?>(?:…)*)` says the same as `(?:…)*+`, which Python before 3.11.5 sometimes matches wrongly."""
    possessive = re.compile(r"[^\\]\)[*+?]\+")
    lines = [(it.name, line) for it in _SERVER.rglob("*.py") for line in it.read_text(encoding="utf-8").splitlines()]

    assert [it for it in lines if possessive.search(it[1])] == []


_LATE = ("analysis", "config", "consent", "converting", "ide", "matching", "policies", "reach", "readers", "shell")


def test_what_few_runs_need_is_compiled_on_first_use() -> None:
    """By `late_pattern`; to compile all expressions of the rules took an eighth of the time of `check`."""
    folders = [_SERVER / "hookwright" / it for it in _LATE]
    assert [str(path) for it in folders for path in it.rglob("*.py") if any(_compiled_on_import(path))] == []


def _compiled_on_import(path: Path) -> Iterator[ast.AST]:
    left: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile":
            yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            left += ast.iter_child_nodes(node)

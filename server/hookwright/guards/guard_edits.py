"""Adds rules to a `guard.py` that is there, and keeps every other byte."""

from __future__ import annotations

import ast

from hookwright.guards.library import RULES


def with_rules(text: str, names: tuple[str, ...]) -> str | None:
    """The text with the rules imported and in force; None if it has no list of rules as the library writes it."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    imported = next((it for it in ast.walk(tree) if isinstance(it, ast.ImportFrom) and it.module == RULES), None)
    listed = next((it for it in tree.body if isinstance(it, ast.Assign) and _is_list(it)), None)
    if imported is None or listed is None or not isinstance(listed.value, ast.Tuple):
        return None
    lines = text.splitlines(keepends=True)
    known = {it.id for it in listed.value.elts if isinstance(it, ast.Name)}
    missing = [it for it in names if it not in known]
    # The list is behind the import, so its lines are changed first.
    return _imported(_listed(lines, listed, missing), imported, names) if missing else text


def _is_list(node: ast.Assign) -> bool:
    return any(isinstance(it, ast.Name) and it.id == "RULES" for it in node.targets)


def _listed(lines: list[str], node: ast.Assign, names: list[str]) -> list[str] | None:
    """The lines with names at the end of a list whose bracket is closed on a line of its own."""
    end = (node.end_lineno or node.lineno) - 1
    is_apart = lines[end].strip() == ")" and node.lineno - 1 < end
    last = lines[end - 1].partition("#")[0].rstrip()
    if not is_apart or (not last.endswith((",", "(")) and last):
        return None
    return [*lines[:end], *(f"    {it},\n" for it in names), *lines[end:]]


def _imported(lines: list[str] | None, node: ast.ImportFrom, names: tuple[str, ...]) -> str | None:
    if lines is None or any(it.asname for it in node.names):
        return None
    start, end = node.lineno - 1, node.end_lineno or node.lineno
    every = sorted({*(it.name for it in node.names), *names})
    indent = " " * node.col_offset
    flat = f"{indent}from {RULES} import {', '.join(every)}\n"
    return "".join([*lines[:start], flat, *lines[end:]])

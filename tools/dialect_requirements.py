"""The requirements that a dialect's table states in its docstring, for docs/requirements.md.

Each is an item of a list, `- M1 Twelve events.`, whose further lines are indented.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from hookwright.model.dialect import Dialect

_ROOT = Path(__file__).parents[1]
_ITEM = re.compile(r"^- (([A-Z])\d+) (.*(?:\n  .*)*)", re.MULTILINE)


def requirements(dialect: Dialect) -> dict[str, str]:
    """The text of each requirement that the dialect's table states, by its number."""
    return {number: re.sub(r"\s*\n\s*", " ", text) for number, _, text in _ITEM.findall(_docstring(dialect))}


def requirement_sections(dialect: Dialect) -> Iterator[str]:
    """The dialect's section of the page, if its table states requirements."""
    stated = requirements(dialect)
    if not stated:
        return
    head = f"## {next(iter(stated))[0]}. `{dialect.id}`"
    places = ", ".join(dict.fromkeys(f"`{it.path}`" for it in dialect.locations))
    certain = dialect.evidence.basis.is_certain
    known = "" if certain else "\nKnown from documents only: what rests on them is a warning at most."
    items = "\n".join(f"- {number} {text}" for number, text in stated.items())
    yield f"{head}\n\nFrom {dialect.source}; the files are {places}.{known}\n\n{items}"


def requirement_rows(dialect: Dialect) -> Iterator[tuple[str, str, str]]:
    """The number of each requirement, the table that has it, and what holds it: tests, examples and vectors."""
    table = Path(str(_table_of(dialect).__file__))
    tests = _ROOT / "tests" / "unit" / "dialects" / f"test_{_module(dialect)}.py"
    named = _test_names(tests) if tests.is_file() else []
    others = (f"tests/spec/dialects/{dialect.id}.md", f"tests/conformance/dispatch/{dialect.id}.json")
    for number in requirements(dialect):
        held = [_link(it, tests) for it in named if it.startswith(f"test_{number.lower()}_")]
        held += [_link("/".join(Path(it).parts[-2:]), _ROOT / it) for it in others if _names(_ROOT / it, number)]
        yield number, _link(table.relative_to(_ROOT / "server" / "hookwright").as_posix(), table), ", ".join(held)


def _docstring(dialect: Dialect) -> str:
    return inspect.getdoc(_table_of(dialect)) or ""


def _module(dialect: Dialect) -> str:
    return dialect.id.replace("-", "_")


def _table_of(dialect: Dialect) -> ModuleType:
    return import_module(f"hookwright.dialects.{_module(dialect)}")


def _test_names(path: Path) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return [it.name for it in tree.body if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef)]


def _names(path: Path, number: str) -> bool:
    return path.is_file() and re.search(rf"\b{number}\b", path.read_text("utf-8")) is not None


def _link(label: str, path: Path) -> str:
    return f"[{label}](../{path.relative_to(_ROOT).as_posix()})"

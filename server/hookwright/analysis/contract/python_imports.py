"""The statement that imports what a Python script uses without an import, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from hookwright.analysis.rule import Fix
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.patterns import late_pattern
from hookwright.scripts.values import Spot
from hookwright.text import Edit, Span

if TYPE_CHECKING:
    import ast

# Modules whose names few people give to anything else.
_NAMES = """
    argparse ast asyncio base64 collections configparser contextlib csv dataclasses difflib errno fnmatch functools
    getpass glob hashlib io itertools json logging math os pathlib platform random re shlex shutil socket sqlite3
    subprocess sys tempfile textwrap threading time tomllib traceback typing urllib uuid
"""
_MODULES = frozenset(_NAMES.split())
_OF_DATETIME = late_pattern(r"\.(?:datetime|date|timedelta|timezone|UTC)\b")
_MEMBER = late_pattern(r"\s*\.\s*[A-Za-z_]")
_OF_URLLIB = late_pattern(r"\.(?P<part>parse|request|error)\b")
_PATH_USED = late_pattern(r"\s*\(|\.(?:cwd|home)\(")


def import_for(text: str, spot: Spot) -> str:
    """The statement that gives the name at a place what it must mean; empty if that is not sure."""
    name = text[spot.start : spot.end]
    if name in _MODULES and _MEMBER.match(text, spot.end):
        part = _OF_URLLIB.match(text, spot.end) if name == "urllib" else None
        if name != "urllib":
            return f"import {name}"
        return f"import urllib.{part['part']}" if part else ""
    if name == "datetime" and _OF_DATETIME.match(text, spot.end):
        return "import datetime"
    if name == "Path" and _PATH_USED.match(text, spot.end):
        return "from pathlib import Path"
    return ""


def imported_too(subject: ScriptSubject, statement: str) -> Fix:
    """The fix that adds the import; not a safe one, because what stands behind the place has never run."""
    return Fix(f"Add `{statement}`", partial(_added, subject, statement), preferred=True, safe=False)


def _added(subject: ScriptSubject, statement: str) -> Sequence[Edit]:
    from hookwright.scripts.python.parse import parse
    from hookwright.scripts.python.places import Places

    found = parse(subject.text)
    node = _before(found.tree.body, statement)
    if found.fault or node is None:
        return ()
    place = Places(subject.text).spot(node).start
    return (Edit(Span(place, place), f"{statement}\n"),)


def _before(body: Sequence[ast.stmt], statement: str) -> ast.stmt | ast.expr | None:
    """What the import goes before: the first import that sorts behind it, or else the first statement behind them."""
    import ast

    left = [*body]
    while left and (_is_text(left[0]) or (isinstance(left[0], ast.ImportFrom) and left[0].module == "__future__")):
        del left[0]
    while left and isinstance(left[0], ast.Import | ast.ImportFrom) and ast.unparse(left[0]) < statement:
        del left[0]
    if not left:
        return None
    decorators = getattr(left[0], "decorator_list", ())
    return decorators[0] if decorators else left[0]


def _is_text(node: ast.stmt) -> bool:
    import ast

    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)

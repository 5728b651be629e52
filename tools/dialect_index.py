"""What is known of the dialects without their tables: their order, what tells them apart, and names that mean the same.

It finds every module of `hookwright.dialects` with a `DIALECT`, so that a new table is known once this has run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules

import hookwright.dialects
from hookwright.model.dialect import Dialect
from tools.outlines import outlines_text

ROOT = Path(__file__).parents[1]
_SERVER = ROOT / "server" / "hookwright"
_HEAD = '"""{doc}; `make generated` writes it from the tables."""\n\nfrom __future__ import annotations\n'


def tables() -> list[Dialect]:
    """Every table that there is, the first in rank first."""
    # The module `outlines` reads what is written here.
    names = (it.name for it in iter_modules(hookwright.dialects.__path__) if it.name != "outlines")
    modules = (import_module(f"hookwright.dialects.{it}") for it in names)
    return sorted((it.DIALECT for it in modules if hasattr(it, "DIALECT")), key=lambda it: it.rank)


def index(found: list[Dialect]) -> dict[Path, str]:
    """Each generated file, and the text that it must have."""
    ids = "".join(f"    {json.dumps(it.id)},\n" for it in found)
    names = (
        ("MOMENTS", merged(it.moments for it in found)),
        ("ABOUT", merged(it.about for it in found)),
        ("ROLES", merged(it.roles for it in found)),
    )
    own = (field for it in found for field in it.payload)
    fields = sorted({field.name for field in chain(own, *(row.payload for it in found for row in it.events))})
    listed = "".join(f"        {json.dumps(it)},\n" for it in fields)
    head = _HEAD.format(doc="What events and tools of dialects mean, and the fields of payloads")
    return {
        _SERVER / "dialects" / "ids.py": f"{_HEAD.format(doc='The ids of the dialects, in the order of their ranks')}\n"
        f"IDS = (\n{ids})\n",
        _SERVER / "dialects" / "outlines.json": outlines_text(found),
        _SERVER / "model" / "table_names.py": f"{head}\n"
        + "\n".join(f"{name} = {_literal(of)}" for name, of in names)
        + f"\nFIELDS = frozenset(\n    {{\n{listed}    }}\n)\n",
    }


def merged(parts: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """All names of these tables, those with one meaning together, in an order that keeps to that of each table.

    Raises `ValueError` where two tables say different things of one name.
    """
    meanings: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for part in parts:
        for name, meaning in part.items():
            if meanings.setdefault(name, meaning) != meaning:
                raise ValueError(f"`{name}` is {meanings[name]} to one table and {meaning} to another")
        for meaning in dict.fromkeys(part.values()):
            _weave(groups.setdefault(meaning, []), [name for name, its in part.items() if its == meaning])
    return {name: meaning for meaning, group in groups.items() for name in group}


def _weave(group: list[str], own: list[str]) -> None:
    """Adds a table's names to those of the tables before it."""
    at = next((group.index(it) for it in own if it in group), len(group))
    for name in own:
        if name not in group:
            group.insert(at, name)
        at = group.index(name) + 1


def _literal(of: Mapping[str, str]) -> str:
    return "{\n" + "".join(f"    {json.dumps(name)}: {json.dumps(it)},\n" for name, it in of.items()) + "}\n"


if __name__ == "__main__":
    for path, text in index(tables()).items():
        path.write_text(text, encoding="utf-8")

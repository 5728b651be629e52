"""The dialects, in the order in which they are offered."""

from __future__ import annotations

from importlib import import_module

from hookwright.dialects.ids import IDS
from hookwright.errors import UnknownDialect
from hookwright.model.dialect import Dialect


def _table(id: str) -> Dialect:  # noqa: A002
    """The table is in the module of that name, with `_` for `-`."""
    table: Dialect = import_module(f"{__name__}.{id.replace('-', '_')}").DIALECT
    return table


DIALECTS: tuple[Dialect, ...] = tuple(map(_table, IDS))


def by_id(id: str) -> Dialect:  # noqa: A002
    """The dialect of that id; raises `UnknownDialect`, which names the nearest one."""
    found = next((it for it in DIALECTS if it.id == id), None)
    if found is None:
        raise UnknownDialect(id, [it.id for it in DIALECTS])
    return found

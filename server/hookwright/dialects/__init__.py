"""The dialects, in the order in which they are offered; each table is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import overload

from hookwright.dialects.ids import IDS
from hookwright.errors import UnknownDialect
from hookwright.model.dialect import Dialect


class _Dialects(Sequence[Dialect]):
    """All dialects; whoever looks at one has its table loaded, and no other."""

    def __len__(self) -> int:
        return len(IDS)

    @overload
    def __getitem__(self, index: int) -> Dialect: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Dialect]: ...
    def __getitem__(self, index: int | slice) -> Dialect | Sequence[Dialect]:
        return tuple(map(_table, IDS[index])) if isinstance(index, slice) else _table(IDS[index])

    def __iter__(self) -> Iterator[Dialect]:
        return map(_table, IDS)


# Whoever needs an id, a title, places or the names of events alone asks `outlines`, which loads no table.
DIALECTS: Sequence[Dialect] = _Dialects()


def written() -> tuple[Dialect, ...]:
    """The dialects whose hooks are written into files, and are no files of their own."""
    return tuple(it for it in DIALECTS if it.executables is None)


def by_id(id: str) -> Dialect:  # noqa: A002
    """The dialect of that id; raises `UnknownDialect`, which names the nearest one."""
    if id not in IDS:
        raise UnknownDialect(id, IDS)
    return _table(id)


def find(id: object) -> Dialect | None:  # noqa: A002
    """The dialect of that id; None if there is none."""
    return _table(id) if isinstance(id, str) and id in IDS else None


@cache
def _table(id: str) -> Dialect:  # noqa: A002
    """The table is in the module of that name, with `_` for `-`."""
    table: Dialect = import_module(f"{__name__}.{id.replace('-', '_')}").DIALECT
    return table

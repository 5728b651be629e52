"""`hookwright dialects`: what is supported, where its files live, and how each fact about an agent is known."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click
from msgspec import Struct

from hookwright.cli.completing import dialects
from hookwright.cli.options import JSON_OR_TEXT, dialect_named
from hookwright.cli.outputs import print_output
from hookwright.cli.tables import Column, Table, print_table
from hookwright.cli.terminal import say, styled
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.evidence import Basis, Evidence, parts
from hookwright.model.field import Field
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.visible import BOLD

_ABOUT = {Basis.SPECIFIED: "in", Basis.MEASURED: "on", Basis.SOURCE: "of", Basis.DOCUMENTED: "for"}


@click.command("dialects")
@click.argument("dialect", required=False, metavar="[ID]", shell_complete=dialects, callback=dialect_named)
@JSON_OR_TEXT
def command(dialect: str | None, form: str) -> None:
    """List the dialects with the files they read and their events.

    With ID, say for each event and key in which version it came, and the source of that fact: the version and date of a
    measurement, or the documentation.
    """
    from hookwright.dialects import DIALECTS, by_id

    chosen = (by_id(dialect),) if dialect else DIALECTS
    if form == "json":
        listed = [_explained(it) if dialect else _as_json(it) for it in chosen]
        print_output("dialects", {"dialects": listed})
        return
    for one in chosen:
        say(f"{styled(one.id, BOLD)}  {one.doc}")
        if dialect:
            _print_evidence(one)
        else:
            say(f"  files   {', '.join(_places(one))}")
            say(f"  events  {', '.join(row.name for row in one.events)}")


def _print_evidence(dialect: Dialect) -> None:
    say(f"  files   {', '.join(_places(dialect))}")
    for where, taken in groupby(dialect.imports, lambda it: it.where):
        paths = (path for it in taken for path in _paths_of(dialect, it.location))
        say(f"  reads   {', '.join(paths)} too, {where.replace('`', '')}")
    say(f"  known   {_known(dialect.evidence)}")
    say("")
    columns = [Column("Event"), Column("Since"), Column("Known"), Column("What it is", long=True)]
    rows = [(it.name, it.since, _known_briefly(it.evidence or dialect.evidence), it.summary) for it in dialect.events]
    print_table(Table(columns, rows))
    say("")
    columns = [Column("Key"), Column("In"), Column("Since"), Column("Known"), Column("What it is", long=True)]
    print_table(Table(columns, [_key_row(dialect, it) for it in _keys(dialect)]))


class _Key(Struct, frozen=True):
    """A key of the dialect's files, and what it is a key of."""

    place: str
    field: Field
    since: str


def _keys(dialect: Dialect) -> Iterator[_Key]:
    grammar = dialect.grammar
    for place, fields in (("the file", grammar.root), ("`hooks`", grammar.knobs), ("a matcher group", grammar.group)):
        yield from (_Key(place, it, it.since) for it in fields)
    yield from (_Key("a matcher", it, it.since) for it in dialect.matchers.fields)
    for kind in grammar.types:
        yield from (_Key(f"`{kind.name}` hooks", it, max(it.since, kind.since, key=parts)) for it in kind.fields)


def _key_row(dialect: Dialect, it: _Key) -> tuple[str, ...]:
    known = _known_briefly(it.field.evidence or dialect.evidence)
    return it.field.name, it.place.replace("`", ""), it.since, known, it.field.doc


def _known(it: Evidence) -> str:
    """How a fact is known, in full."""
    when = f", {it.date}" if it.date else ""
    return f"{_known_briefly(it)}{when}{f': {it.where}' if it.where else ''}"


def _known_briefly(it: Evidence) -> str:
    return f"{it.basis.value} {_ABOUT[it.basis]} {it.version}" if it.version else it.basis.value


def _explained(dialect: Dialect) -> dict[str, Any]:
    """The dialect with the evidence of each event and key."""
    events = [
        {**entry, "since": row.since or None, "evidence": _evidence(row.evidence or dialect.evidence)}
        for row, entry in zip(dialect.events, _events(dialect.events), strict=True)
    ]
    keys = [
        {
            "name": it.field.name,
            "in": it.place.replace("`", ""),
            "summary": it.field.doc,
            "since": it.since or None,
            "evidence": _evidence(it.field.evidence or dialect.evidence),
        }
        for it in _keys(dialect)
    ]
    return {**_as_json(dialect), "evidence": _evidence(dialect.evidence), "events": events, "keys": keys}


def _evidence(it: Evidence) -> dict[str, str | None]:
    return {
        "basis": it.basis.name.lower(),
        "version": it.version or None,
        "date": it.date or None,
        "where": it.where or None,
    }


def _as_json(dialect: Dialect) -> dict[str, Any]:
    return {
        "id": dialect.id,
        "title": dialect.title,
        "files": [
            {"scope": it.scope.value, "path": path} for it in dialect.locations for path in _paths_of(dialect, it)
        ],
        "imports": [
            {"path": path, "where": it.where, "usual": it.is_usual}
            for it in dialect.imports
            for path in _paths_of(dialect, it.location)
        ],
        "events": _events(dialect.events),
    }


def _events(rows: tuple[EventRow, ...]) -> list[dict[str, Any]]:
    return [{"name": row.name, "summary": row.summary, "canBlock": row.can_block} for row in rows]


def _places(dialect: Dialect) -> list[str]:
    return [path for it in dialect.locations for path in _paths_of(dialect, it)]


def _paths_of(dialect: Dialect, location: Location) -> list[str]:
    """Where the files are, with `~` for the user's home and `*` for every plugin's folder.

    Of plugins that the dialect does not look for, only the place in their folder is known.
    """
    if location.scope is not Scope.PLUGIN:
        return [_below(location.path, below_home=location.below_home)]
    # Of an agent that marks its plugins these are anywhere, not only in the folders that it searches.
    searched = () if dialect.plugins.marks else dialect.plugins.folders
    folders = [_below(it.path, below_home=it.below_home) for it in searched] or ["<plugin>"]
    return [posixpath.normpath(f"{it}/{location.path}") for it in folders]


def _below(path: str, *, below_home: bool) -> str:
    return f"~/{path}" if below_home else path

"""`hookwright schema`: the JSON Schemas of the dialects, of `hookwright.json`, hook tests and JSON output."""

from __future__ import annotations

from pathlib import Path

import click

from hookwright.cli.terminal import print_json, say
from hookwright.errors import UnknownDialect, UsageError, pick_one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.model.dialect import Dialect

# Schemas that are not of a dialect: the id, and the module that has it.
_OWN = {
    "settings": "hookwright.analysis.settings.schema",
    "hooktest": "hookwright.testing.schema",
    "output": "hookwright.cli.output_schema",
}

_PAYLOAD = "payload:"


@click.command("schema")
@click.argument("dialect", required=False, metavar="[ID]")
@click.option("--out", metavar="DIR", help="Write ID.schema.json into the folder DIR instead of printing.")
def command(dialect: str | None, out: str | None) -> None:
    """Print the JSON Schema (2020-12) of hook files, by the id of their dialect.

    Without ID, the schemas of all dialects that have hook files are printed as one object. Other schemas are `settings`
    (hookwright.json), `hooktest` (hook tests), `output` (what commands print with `--format json`) and
    `payload:ID/EVENT` (samples of an event).
    """
    from importlib import import_module

    from hookwright.dialects import written
    from hookwright.schemas.json_schema import file_name, schema_of, schema_text

    if dialect is not None and dialect.startswith(_PAYLOAD):
        _payload(dialect.removeprefix(_PAYLOAD), out)
        return
    if dialect in _OWN:
        name, text = import_module(_OWN[dialect]).own_schema()
        _write(out, {name: text}) if out is not None else say(text, end="")
        return
    chosen = written() if dialect is None else (_named(dialect),)
    if out is not None:
        own = dict(import_module(it).own_schema() for it in _OWN.values()) if dialect is None else {}
        _write(out, {file_name(it): schema_text(it) for it in chosen} | own)
    elif dialect is not None:
        say(schema_text(chosen[0]), end="")
    else:
        print_json({it.id: schema_of(it) for it in chosen})


def _named(dialect: str) -> Dialect:
    """The dialect with this id; raises UsageError that lists every name of a schema."""
    from hookwright.dialects import by_id, written

    try:
        return by_id(dialect)
    except UnknownDialect as unknown:
        known = [*(it.id for it in written()), *_OWN, f"{_PAYLOAD}ID/EVENT"]
        raise UsageError(f"`{dialect}` is not a dialect or another schema", pick_one_of(dialect, known)) from unknown


def _payload(named: str, out: str | None) -> None:
    import json

    from hookwright.analysis.samples.payload import payload_schema
    from hookwright.dialects import by_id
    from hookwright.errors import UnknownEvent

    dialect_id, _, event = named.partition("/")
    dialect = by_id(dialect_id)
    row = dialect.event(event)
    if row is None:
        raise UnknownEvent(event, dialect.title, [it.name for it in dialect.events])
    text = json.dumps(payload_schema(dialect, row), ensure_ascii=False, indent=2) + "\n"
    if out is None:
        say(text, end="")
    else:
        _write(out, {f"payload.{dialect.id}.{row.name}.schema.json": text})


def _write(out: str, texts: dict[str, str]) -> None:
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
            say(str(folder / name))
    except OSError as wrong:
        reason = (wrong.strerror or str(wrong)).lower()
        raise UsageError(f"Cannot write to `{out}` ({reason})", "name another folder with `--out`") from wrong

"""Statements for the table that a guard's own pattern names, in the forms that a known seed has for another table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Danger, Rewording, Seed
from hookwright.attacking.texts.statements import CLIENT, TABLE
from hookwright.patterns import late_pattern

_OF_TABLE = late_pattern(
    r'(?i)(DROP|TRUNCATE|DELETE)(?: TABLE| FROM)?(?: IF EXISTS)? (?!(?:CASCADE|COLUMN)\b)(\w+)(;?)"'
)
_OF_DATABASE = late_pattern(r'(?i)DROP (?:DATABASE|SCHEMA)(?: IF EXISTS)? (\w+);?"')
_CHANGE = late_pattern(
    r'(?i)(?P<verb>UPDATE|ALTER TABLE) (?P<table>\w+) (?P<rest>SET [^;"]+|DROP COLUMN (?P<column>\w+))(?P<end>;?)"'
)
_OF_BOTH = (
    ("{verb} public.{table} {rest}", "It is the same table, with the schema before its name.", "schema"),
    ('{verb} \\"{table}\\" {rest}', "The quotes are around the name of the same table.", "quotes around the name"),
    ("{verb} ONLY {table} {rest}", "`ONLY` leaves out the tables that are made from it.", "words between"),
    ("{verb}  {table}  {rest}", "SQL takes two blanks for one.", "blanks"),
    ("{verb}\n  {table}\n  {rest}", "A line ends no statement.", "lines"),
    ("{verb}/**/{table} {rest}", "A comment separates words as a blank does.", "comment"),
    ("SELECT 1; {verb} {table} {rest}", "It follows another statement.", "statement before"),
)
_OF_UPDATE = (
    ("{verb} {table} AS t {rest}", "It only gives the table another name.", "other name"),
    ("{verb} {table} {rest} WHERE true", "The condition is true for all rows.", "condition"),
    ("{verb} {table} {rest}; SELECT 1 WHERE true", "The condition belongs to the other statement.", "statement behind"),
)
_OF_ALTER = (
    ("{verb} IF EXISTS {table} {rest}", "It is the same if there is the table.", "condition"),
    ("{verb} {table} DROP {column}", "`COLUMN` can be left out.", "shorter"),
    (
        "{verb} {table} DROP COLUMN IF EXISTS {column}",
        "It is the same if there is the column.",
        "condition of the column",
    ),
    ("{verb} {table} ADD COLUMN note text, {rest}", "The second action drops the column.", "second action"),
)
"""Forms of statements that change all rows, or a table."""
_DANGER, _SEEDS = "production", {"DROP": "sql", "TRUNCATE": "rows", "DELETE": "rows"}
_DATABASE = "database"
"""The seed of the same danger that deletes a database."""
_OTHERS = {"DROP": "", "TRUNCATE": "DELETE", "DELETE": "TRUNCATE"}
"""A word with the same effect, of which one form is enough."""
_SERVER = "-h db.production.example.com shop"
"""What stands for the server in the forms of these seeds."""
_TO_END = late_pattern(r"(?<=[\w\"])(?='$)")
"""Where a semicolon can end the statement of a command."""


def in_known_forms(seed: Seed, known: Mapping[str, Danger]) -> tuple[Seed, tuple[Call, ...], tuple[Call, ...]]:
    """The seed, and calls and harmless calls that go with it, as the known seed has for the same kind of statement.

    A guard may only know statements with a semicolon, so all forms but the first end with one where the statement does.
    """
    statement = seed.command.removeprefix(f'{CLIENT} "')
    if change := _CHANGE.fullmatch(statement):
        return replace(seed, same=tuple(_of_change(change))), (), ()
    found = _OF_TABLE.fullmatch(statement)
    danger = known.get(_DANGER)
    if danger is not None and _OF_DATABASE.fullmatch(statement):
        source = next((it for it in danger.seeds if it.name == _DATABASE), None)
        return seed if source is None else replace(seed, same=tuple(it for it in source.same if not it.signs)), (), ()
    if found is None or danger is None:
        return seed, (), ()
    verb, (table, end) = found[1].upper(), found.groups()[1:]
    source = next((it for it in danger.seeds if it.name == _SEEDS[verb]), None)
    if source is None:
        return seed, (), ()
    first = Rewording(_for_table(source.command, table), source.why, "statement")
    forms = [
        replace(it, command=_TO_END.sub(end, _for_table(it.command, table)), signs=())
        for it in _of_verb(verb, source.same)
        if TABLE in it.command and not it.signs
    ]
    calls, harmless = (
        tuple(
            replace(it, command=_for_table(it.command, table), seed=seed.name, unless=_for_table(it.unless, table))
            for it in every
            if it.seed == source.name and TABLE in it.command
        )
        for every in (danger.calls, danger.harmless)
    )
    without_signs = tuple(replace(it, signs=()) for it in calls)
    # It is not known whether the guard lets some rows be deleted.
    return replace(seed, same=(first, *forms)), without_signs, tuple(it for it in harmless if not it.signs)


def _of_change(found: re.Match[str]) -> Iterator[Rewording]:
    """The statement in other words, with the semicolon that it has."""
    parts = {key: value or "" for key, value in found.groupdict().items()}
    for form, why, kind in (*_OF_BOTH, *(_OF_UPDATE if parts["verb"].upper() == "UPDATE" else _OF_ALTER)):
        statement = f"{form.format(**parts)}{parts['end']}"
        yield Rewording(f'{CLIENT} "{statement}"', why, kind)
    whole = found[0].removesuffix('"')
    yield Rewording(
        f"echo '{whole}' | {CLIENT.removesuffix(' -c')}", "`psql` runs what it reads.", "input of the program"
    )
    yield Rewording(
        f"{CLIENT.removesuffix(' -c')} <<'EOF'\n{whole}\nEOF", "`psql` runs what it reads.", "here-document"
    )


def _of_verb(verb: str, forms: tuple[Rewording, ...]) -> tuple[Rewording, ...]:
    """The forms with that word, or with none of the same effect, and the first one with the other."""
    other = _OTHERS[verb]
    by_other = [it for it in forms if other and other in it.command.upper()]
    return tuple(it for it in forms if it not in by_other[1:])


def _for_table(command: str, table: str) -> str:
    return re.sub(rf"\b{TABLE}\b", table, command.replace(_SERVER, CLIENT.split()[1]))

"""Statements that the pattern of a guard names, in commands that run them."""

from __future__ import annotations

from hookwright.patterns import late_pattern

CLIENT = 'psql "$DATABASE_URL" -c'
"""What runs a statement that a guard names without a program."""
TABLE = "orders"
"""What a statement is about, if the pattern names no table."""
_CLIENTS = {
    "psql": CLIENT,
    "mysql": "mysql shop -e",
    "mariadb": "mariadb shop -e",
    "sqlite3": "sqlite3 shop.db",
    "mongo": "mongo shop --eval",
    "mongosh": "mongosh shop --eval",
}
_WHOLE = late_pattern(r"(?i)(DROP|TRUNCATE|DELETE FROM|UPDATE|ALTER|GRANT|REVOKE) [\w .]+;?")
_BEGUN = late_pattern(
    r"(?i)(DROP|TRUNCATE|DELETE)( TABLE| FROM| DATABASE| SCHEMA| VIEW| INDEX| SEQUENCE| FUNCTION| TYPE| ROLE| USER)?"
    r"( IF EXISTS)?;?"
)
"""A statement without what it is about."""
_OPEN_ENDS = (
    (late_pattern(r"(?i)UPDATE [\w.]+ SET"), " active = false"),
    (late_pattern(r"(?i)ALTER TABLE [\w.]+ DROP( COLUMN)?"), " name"),
)
_NO_TABLE = late_pattern(r"(?i)(?<=ALTER TABLE) (?=DROP\b)")
"""Where a pattern has no name of the table that is changed."""
"""What a statement needs that only its pattern begins."""
_OBJECTS = {
    "DATABASE": "shop",
    "FROM": TABLE,
    "FUNCTION": "refund",
    "INDEX": "orders_by_day",
    "ROLE": "clerk",
    "SCHEMA": "shop",
    "SEQUENCE": "order_ids",
    "TABLE": TABLE,
    "TYPE": "state",
    "USER": "clerk",
    "VIEW": "report",
}
_USUAL = {"DROP": "TABLE", "TRUNCATE": "TABLE", "DELETE": "FROM"}
_IN_MONGO = {"DROP": f"db.{TABLE}.drop()", "DELETE": f"db.{TABLE}.deleteMany({{}})"}

_SQL = late_pattern(r"(?i)(?:drop\W{0,6}s?\W{0,6}(?:table|database|schema)|delete\W{0,6}s?\W{0,6}from)\b")
_OF_FILE = late_pattern(
    r"truncate (?:\S*/\S*|\.\S+|\S+\.(?:csv|db|env|json|key|lock|log|pem|pt|sqlite3?|toml|txt|ya?ml))"
)
"""What the program of that name does to a file."""
_DETACHED = late_pattern(r"(?i)DETACH DELETE")
_IN_CYPHER = 'cypher-shell "MATCH (n) {} n"'
_TRUNCATED = late_pattern(
    r"\b(?:rm|mv|cp|tee|dd|touch|shred|unlink|chmod|install)\b\W{1,8}truncate\b"
    r"|\btruncate\b(?:\W{1,8}(?:rm|mv|cp|tee|dd|touch|shred|unlink|chmod|install)\b|[^\n]{0,12}(?:-s\b|--size))"
)
"""Where a guard names the program `truncate`, beside other programs for files or with its option."""


def means_rows(text: str) -> bool:
    """Whether a text that names `truncate` means the statement, as it names other statements, and not the program."""
    return bool(_SQL.search(text)) and not _TRUNCATED.search(text)


def command_of(text: str) -> str | None:
    """The command that runs the statement which a text is, or begins, or has behind the name of a client; else None.

    It is empty if the client has no such statement.
    """
    program, _, rest = text.partition(" ")
    if _OF_FILE.fullmatch(text):
        return None
    if _DETACHED.fullmatch(text):
        return _IN_CYPHER.format(text)
    if program in _CLIENTS and _BEGUN.fullmatch(rest):
        statement = _IN_MONGO.get(rest.upper(), "") if program.startswith("mongo") else _completed(rest)
        return statement and f'{_CLIENTS[program]} "{statement}"'
    text = _NO_TABLE.sub(f" {TABLE} ", text)
    whole = _completed(text) if " " in text else None
    return f'{CLIENT} "{whole or _closed(text)}"' if whole or _WHOLE.fullmatch(text) else None


def _closed(text: str) -> str:
    """The statement with what it needs at its end."""
    return text + next((more for begun, more in _OPEN_ENDS if begun.fullmatch(text)), "")


def _completed(text: str) -> str | None:
    """The statement with what it is about, in the case of the text; None if it is none, or has it."""
    found = _BEGUN.fullmatch(text)
    if found is None:
        return None
    usual = _USUAL[found[1].upper()]
    kind = (found[2] or f" {usual}").strip()
    words = [found[1], kind if found[2] or found[1].isupper() else kind.lower(), (found[3] or "").strip()]
    return " ".join(filter(None, (*words, _OBJECTS[kind.upper()])))

"""Values as `jq` takes them apart, joins them and writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hookwright.scripts.shell.jq.syntax import Attempt, Binary, Call, Constant, Each, Filter, If, Other
from hookwright.scripts.shell.state import one_of, unknown
from hookwright.scripts.values import (
    Items,
    Json,
    Literal,
    OneOf,
    Path,
    Payload,
    PayloadText,
    Record,
    Value,
    joined,
    payload_paths,
)

NULL = Literal(None)


def item(value: Value, inner: Sequence[Filter]) -> Value:
    """An item of a list, or the value of a key."""
    match value:
        case Items(items=items) if items and not value.open:
            match inner:
                case (Constant(value=int(index)),) if 0 <= index < len(items):
                    return items[index]
            return one_of(items)
        case Record(members=members) if members and not value.open:
            return one_of(it.value for it in members)
    return unknown([value])


def is_listed(inner: Filter) -> bool:
    """Whether every output of a filter is one item that is written out."""
    match inner:
        case Binary(operator=",", left=left, right=right):
            return is_listed(left) and is_listed(right)
        case Call() | Each() | If() | Attempt() | Other():
            return False
        case Binary(operator="|", left=left, right=right):
            return is_listed(left) and is_listed(right)
    return True


def added(left: Value, right: Value) -> Value:
    if isinstance(left, Record) and isinstance(right, Record):
        keys = {it.key for it in right.members}
        kept = tuple(it for it in left.members if it.key not in keys)
        return Record((*kept, *right.members), left.open or right.open)
    if isinstance(right, Record):
        return Record(right.members, open=True)
    if isinstance(left, Record):
        return Record(left.members, open=True)
    if isinstance(left, Items) and isinstance(right, Items):
        return Items((*left.items, *right.items), left.open or right.open)
    if left == NULL or right == NULL:
        return right if left == NULL else left
    if any(isinstance(it, Literal) and isinstance(it.value, str) for it in (left, right)):
        return joined(left, right)
    return unknown([left, right])


def formed(value: Value, form: str) -> Value:
    """A value as `@sh`, `@tsv` and so on write it."""
    items = value.items if isinstance(value, Items) and not value.open else (value,)
    match form:
        case "@sh":
            quoted = (joined(Literal("'"), text(it), Literal("'")) for it in items)
            return _with_between(quoted, " ")
        case "@tsv":
            return _with_between(map(text, items), "\t")
        case "@json":
            return Json(value)
        case "@text":
            return text(value)
    return unknown([value])


def _with_between(values: Iterable[Value], sign: str) -> Value:
    parts: list[Value] = []
    for it in values:
        parts += [Literal(sign), it] if parts else [it]
    return joined(*parts)


def text(value: Value) -> Value:
    """A value as a text."""
    return Json(value) if isinstance(value, Record | Items) else value


def leaves(values: Iterable[Value]) -> list[Path]:
    return [path for it in values for path in payload_paths(it) if path]


def parsed(value: Value) -> Value:
    """What a JSON text is the text of."""
    match value:
        case PayloadText():
            return Payload(())
        case Json(value=inner):
            return inner
        case Payload():
            return value
        case OneOf(values=values):
            return one_of(map(parsed, values))
        case Literal(value=str(text)) if text.strip() in ("null", "true", "false", "{}", "[]"):
            known: dict[str, Value] = {
                "null": NULL,
                "true": Literal(value=True),
                "false": Literal(value=False),
                "{}": Record(()),
                "[]": Items(()),
            }
            return known[text.strip()]
        case Literal(value=str(text)) if text.strip().lstrip("-").isdecimal() and len(text) < 16:
            return Literal(int(text))
    return unknown([value])


def printed(value: Value, *, raw: bool) -> Value:
    """What `jq` prints of a value; `raw` texts have no quotes."""
    if raw and not isinstance(value, Record | Items):
        return value
    return Json(value)

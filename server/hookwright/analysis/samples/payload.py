"""What an event's payload consists of at each place, and its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, PayloadField, Source
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, Tree, member
from hookwright.text import Route

_KINDS = {str: Kind.STRING, bool: Kind.BOOLEAN, int: Kind.NUMBER, float: Kind.NUMBER, list: Kind.ARRAY}


class Known(Struct, frozen=True, kw_only=True):
    """A member that is known at a place: `kind` is None if any value can stand, `words` are the only values.

    `offered` are values that are known beside others; one that is `nullable` can be null.
    """

    name: str
    doc: str
    sample: Any
    kind: Kind | None = None
    words: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    required: bool = False
    nullable: bool = False


def known_at(dialect: Dialect, row: EventRow, tree: Tree, route: Route) -> tuple[Known, ...]:
    """What the object at a route of a payload can have."""
    match route:
        case ():
            return tuple(_of_field(dialect, row, it) for it in (*dialect.payload, *row.payload))
        case (str(name),):
            return _inside(dialect, row, tree, name)
    return ()


def called_tool(row: EventRow, tree: Tree) -> str | None:
    """The name of the tool that the payload is about."""
    if row.subject.kind is not MatchSubject.TOOL or row.subject.field is None or tree.root is None:
        return None
    found = member(tree.root, row.subject.field)
    return str(found.value.value) if found is not None and found.value.kind is Kind.STRING else None


def kind_of(sample: object) -> Kind | None:
    """The kind of value that a sample is; None if it does not say."""
    if isinstance(sample, tuple):
        return Kind.ARRAY
    return Kind.OBJECT if isinstance(sample, Mapping) else _KINDS.get(type(sample))


def _of_field(dialect: Dialect, row: EventRow, field: PayloadField) -> Known:
    is_event = field.source is Source.EVENT
    told = row.told_as or row.name
    is_subject = field.name == row.subject.field
    tools = (
        tuple(it.name for it in dialect.tools if not it.replaced_by) if row.subject.kind is MatchSubject.TOOL else ()
    )
    return Known(
        name=field.name,
        doc=field.doc,
        sample=told if is_event else field.sample,
        kind=None if field.name in dialect.calls.responses else kind_of(field.sample),
        words=(told,) if is_event else field.words,
        offered=(tools or row.subject.values) if is_subject else (),
        # All else hookwright adds where the payload lacks it.
        required=field.required and field.source is Source.PAYLOAD and field.default is None,
        nullable=field.nullable,
    )


def _inside(dialect: Dialect, row: EventRow, tree: Tree, name: str) -> tuple[Known, ...]:
    called = called_tool(row, tree)
    tool = dialect.tool(called) if called else None
    names = dialect.calls
    if tool is not None and name in (*names.inputs, *names.responses):
        value = tool.input if name in names.inputs else tool.response
        what = f"{'Input' if name in names.inputs else 'Response'} of `{tool.name}`"
    else:
        field = next((it for it in (*dialect.payload, *row.payload) if it.name == name), None)
        value, what = (
            (field.sample, f"Part of `{name}`") if field and name not in (*names.inputs, *names.responses) else ({}, "")
        )
    if not isinstance(value, Mapping):
        return ()
    return tuple(Known(name=key, doc=what, sample=it, kind=kind_of(it)) for key, it in value.items())


def fits(node: Node, known: Known) -> bool:
    """Whether the value is of the known kind."""
    return known.kind is None or node.kind in (known.kind, Kind.MISSING) or (known.nullable and node.kind is Kind.NULL)


def payload_schema(dialect: Dialect, row: EventRow) -> dict[str, Any]:
    """The schema (JSON Schema 2020-12); payloads are open, so it refuses no member that it does not know."""
    known = known_at(dialect, row, parse("{}"), ())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:hookwright:schema:payload:{dialect.id}:{row.name}",
        "title": f"Payload of {row.name} in {dialect.title}",
        "description": row.summary,
        "type": "object",
        "properties": {it.name: _field(it) for it in known},
        "required": [it.name for it in known if it.required],
    }


def _field(known: Known) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": known.doc}
    if known.words:
        schema["enum"] = list(known.words)
    elif known.offered:
        schema["anyOf"] = [{"enum": list(known.offered)}, {"type": "string"}]
    elif known.kind is not None:
        schema["type"] = [known.kind.value, "null"] if known.nullable else known.kind.value
    if known.sample is not None:
        schema["examples"] = [known.sample]
    return schema

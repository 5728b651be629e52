"""JSON Schemas of the objects in a hook file: the models of their keys, with the text that an editor shows."""

from __future__ import annotations

from typing import Any

from hookwright.analysis.suggest import COMMENT_PREFIXES, COMMENT_WORDS
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.field import Field
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import MATCHER, TYPE
from hookwright.wording.dialect_docs import field_markdown, sentence, subject_markdown, type_markdown

Schema = dict[str, Any]

_PREFIXED = f"^({'|'.join(COMMENT_PREFIXES).replace('$', '[$]')})"
_NOTE = f"^({'|'.join(f'[{it[0].upper()}{it[0]}]{it[1:]}' for it in sorted(COMMENT_WORDS))})$"
_FOR_PEOPLE = "A note for people; it is ignored."
_IGNORED = "Ignored: this event has nothing to match, so the hooks always run."


def described(doc: str, schema: Schema, markdown: str = "") -> Schema:
    """The schema with a description before everything else."""
    words = {"description": sentence(doc), **({"markdownDescription": markdown} if markdown else {})}
    return {**words, **{key: value for key, value in schema.items() if key != "description"}}


def root_leaf(dialect: Dialect) -> Schema:
    """The file itself."""
    from hookwright.config.models import root_model

    root = _object(root_model(dialect), dialect, dialect.grammar.root)
    del root["description"]
    return root


def events_leaf(dialect: Dialect) -> Schema:
    """The object that holds the events, with the keys beside them.

    A key such as `comment` must not hold a list, as that would be hooks under a misspelled event.
    """
    from hookwright.config.models import knobs_model

    beside = dialect.grammar.beside_events
    events = _object(knobs_model(dialect, beside), dialect, beside)
    del events["description"]
    events["patternProperties"][_NOTE] = {"description": _FOR_PEOPLE, "type": ["string", "number", "boolean", "null"]}
    return events


def knobs_leaf(dialect: Dialect) -> Schema:
    """The object at the root that holds the knobs."""
    from hookwright.config.models import knobs_model

    knobs = _object(knobs_model(dialect, dialect.grammar.knobs), dialect, dialect.grammar.knobs)
    del knobs["description"]
    return knobs


def group_leaf(dialect: Dialect) -> Schema:
    """A matcher group."""
    from hookwright.config.models import group_model

    return _with_criteria(_object(group_model(dialect), dialect, dialect.grammar.group), dialect)


def hook_leaf(dialect: Dialect, kind: HookType) -> Schema:
    """A hook of that type, with a matcher of its own if the dialect has no groups."""
    from hookwright.config.models import hook_model

    hook = _object(hook_model(dialect, kind), dialect, (*dialect.grammar.group, *kind.fields))
    if TYPE in hook["properties"]:
        hook["properties"][TYPE] = described(kind.doc, {"const": kind.name}, type_markdown(kind, dialect))
    return _with_criteria(hook, dialect)


def on_event(leaf: Schema, dialect: Dialect, row: EventRow) -> Schema:
    """The group or hook with what its matcher means on the event; unchanged if it has no matcher."""
    matcher = leaf["properties"].get(MATCHER)
    if matcher is None:
        return leaf
    return {**leaf, "properties": {**leaf["properties"], MATCHER: _matcher(dialect, row, matcher)}}


def _object(model: type[Any], dialect: Dialect, fields: tuple[Field, ...]) -> Schema:
    from hookwright.config.models import json_schema

    made = json_schema(model)
    for field in fields:
        if field.name in made.get("properties", {}):
            made["properties"][field.name] = _leaf(field, dialect, made["properties"][field.name])
    leaf: Schema = {"description": made["description"], "type": "object", "properties": made.get("properties", {})}
    leaf |= {key: made[key] for key in ("required", "additionalProperties") if key in made}
    if leaf.get("additionalProperties") is False:
        note = {"description": _FOR_PEOPLE}
        leaf["patternProperties"] = {_PREFIXED: note, _NOTE: note}
    return leaf


def _leaf(field: Field, dialect: Dialect, schema: Schema) -> Schema:
    doc = sentence(field.doc)
    doc += f" In {field.measure.unit.value}." if field.measure else ""
    doc += f" `{field.variable}` in the environment overrides it." if field.variable else ""
    leaf = described(doc, schema, field_markdown(field, dialect))
    return leaf | ({"patternErrorMessage": f"`{field.name}` must not be blank"} if "pattern" in leaf else {})


def _matcher(dialect: Dialect, row: EventRow, schema: Schema) -> Schema:
    if row.subject.kind is None:
        kept = {key: value for key, value in schema.items() if key not in ("markdownDescription", "examples")}
        return {**kept, "description": _IGNORED, "doNotSuggest": True}
    if dialect.matchers.criteria:
        return schema
    markdown = f"{schema['markdownDescription']}\n\n{subject_markdown(dialect, row)}"
    leaf = described(schema["description"], schema, markdown)
    return _suggesting(leaf, dialect, row.subject.kind, row.subject.values)


def _with_criteria(owner: Schema, dialect: Dialect) -> Schema:
    """The object with the criteria of its matcher, if matchers are structured."""
    from hookwright.config.models import criteria_model

    if not dialect.matchers.criteria or MATCHER not in owner["properties"]:
        return owner
    criteria = _object(criteria_model(dialect), dialect, dialect.matchers.fields)
    for name, it in dialect.matchers.criteria.items():
        criteria["properties"][name] = _suggesting(criteria["properties"][name], dialect, it.subject, ())
    del criteria["description"]
    return {**owner, "properties": {**owner["properties"], MATCHER: {**owner["properties"][MATCHER], **criteria}}}


def _suggesting(leaf: Schema, dialect: Dialect, subject: MatchSubject, values: tuple[str, ...]) -> Schema:
    """Any text, with the usual values as suggestions."""
    if subject is MatchSubject.TOOL:
        tools = [it for it in dialect.tools if not it.replaced_by]
        words: Schema = {"enum": [it.name for it in tools], "enumDescriptions": [sentence(it.doc) for it in tools]}
    else:
        words = {"enum": list(values)}
        leaf = {key: value for key, value in leaf.items() if key != "examples"}
    if "anyOf" in leaf:
        # It can be null too.
        leaf = {key: it for key, it in leaf.items() if key != "anyOf"} | {"type": ["string", "null"]}
    return leaf | ({"anyOf": [words, {}]} if words["enum"] else {})

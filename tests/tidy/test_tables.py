"""The dialects' tables are whole: whatever is drawn from them finds what it needs."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from tests.every import every

from hookwright.dialects import DIALECTS, by_id
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import ROLE_NAMES
from hookwright.model.event import GOES_ON, EventRow, MatchSubject, PayloadField, Source
from hookwright.model.field import Field, JsonType
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.reaction import Choice, Effect, Reaction, Status, Words
from hookwright.readers.foreign import FOREIGN_AGENTS

_JSON_TYPES: dict[JsonType, tuple[type, ...]] = {
    JsonType.STRING: (str,),
    JsonType.INTEGER: (int,),
    JsonType.NUMBER: (int, float),
    JsonType.BOOLEAN: (bool,),
    JsonType.OBJECT: (dict,),
    JsonType.ARRAY: (list,),
    JsonType.ANY: (object,),
}
_OUTPUT_KINDS = {it.value for it in JsonType}

DIALECT_CASES = [pytest.param(it, id=it.id) for it in DIALECTS]
EVENT_CASES = [pytest.param(it, row, id=f"{it.id}:{row.name}") for it in DIALECTS for row in it.events]
TYPE_CASES = [pytest.param(it, kind, id=f"{it.id}:{kind.name}") for it in DIALECTS for kind in it.grammar.types]


def _repeated(names: Iterable[object]) -> list[object]:
    return [name for name, count in Counter(names).items() if count > 1]


def _entries(row: EventRow) -> Iterator[tuple[str, Reaction | Choice]]:
    yield from ((f"exit {code}", it) for code, it in row.exits.codes.items())
    yield from (("other", row.exits.other), ("time-out", row.exits.timed_out), ("no start", row.exits.cannot_start))
    special = (("unreadable", row.exits.unreadable), ("silent", row.exits.silent))
    yield from ((how, it) for how, it in special if it is not None)


def _fields(dialect: Dialect) -> Iterator[Field]:
    grammar = dialect.grammar
    yield from (*grammar.root, *grammar.knobs, *grammar.group)
    for kind in grammar.types:
        yield from kind.fields


def _payload(dialect: Dialect, row: EventRow) -> dict[str, PayloadField]:
    return {it.name: it for it in (*dialect.payload, *row.payload)}


def test_ids_and_titles_are_unique() -> None:
    assert not _repeated(it.id for it in DIALECTS)
    assert not _repeated(it.rank for it in DIALECTS)
    assert not _repeated([*(it.title for it in DIALECTS), *(it.title for it in FOREIGN_AGENTS)])


def test_a_foreign_catalogue_is_dropped_once_its_dialect_has_a_table() -> None:
    ours = {name.casefold() for it in DIALECTS for name in (it.id, it.title)}

    assert not ours.intersection(it.title.casefold() for it in FOREIGN_AGENTS), "docs/dialects.md"
    assert all(it.folders for it in FOREIGN_AGENTS)
    assert not [it.title for it in FOREIGN_AGENTS if _repeated(it.events)]
    assert not _repeated(folder for it in FOREIGN_AGENTS for folder in it.folders)


@every("dialect", DIALECT_CASES)
def test_names_are_unique(dialect: Dialect) -> None:
    assert not _repeated(it.name for it in dialect.events)
    assert not _repeated(it.name.casefold() for it in dialect.events if not it.spelling_of)
    assert not _repeated(it.name for it in dialect.tools)
    assert not _repeated(it.name for it in dialect.variables)
    assert not _repeated(it.name for it in dialect.payload)
    assert not _repeated((it.name, it.body) for it in dialect.grammar.types)
    for fields in (dialect.grammar.root, dialect.grammar.group, dialect.grammar.knobs):
        assert not _repeated(it.name for it in fields)


@every("dialect", DIALECT_CASES)
def test_sentences_are_written(dialect: Dialect) -> None:
    documented: list[Any] = [*_fields(dialect), *dialect.grammar.types, *dialect.tools]
    documented += [*dialect.variables, *dialect.payload]
    assert not [it.name for it in documented if not it.doc.strip()]
    assert dialect.title
    assert dialect.doc
    assert dialect.source
    assert all(it.doc for it in (dialect.matchers.language, *dialect.matchers.narrow.values()))


@every("dialect", DIALECT_CASES)
def test_what_a_table_names_is_there(dialect: Dialect) -> None:
    events = {it.name for it in dialect.events}
    tools = {it.name for it in dialect.tools}
    keys = {it.name for it in _fields(dialect)}
    roots = {it.name for it in dialect.grammar.root}

    assert set(dialect.equivalents.values()) <= events
    assert not set(dialect.equivalents) & events
    assert set(dialect.matchers.narrow) <= events
    assert set(dialect.condition.events) <= events
    assert {name for it in dialect.variables for name in it.events or ()} <= events
    assert {it.replaced_by for it in dialect.tools if it.replaced_by} <= tools
    assert {it for it in (dialect.running.arguments_key, dialect.condition.key) if it} <= keys
    assert {it for it in (dialect.switches.off,) if it} <= roots
    knobs = {it.name: it for it in dialect.grammar.knobs}
    assert {it for it in (dialect.switches.on, dialect.running.timeout_knob, dialect.running.limit_knob) if it} <= set(
        knobs
    )
    assert all(it.default is not None for it in knobs.values())
    assert not dialect.grammar.hooks_key or dialect.grammar.hooks_key in roots
    assert all(argv and all(argv) for argv in (dialect.running.shell, *dialect.running.shells.values()))


@every("dialect", DIALECT_CASES)
def test_equivalents_are_events_of_somebody(dialect: Dialect) -> None:
    known = {name for it in FOREIGN_AGENTS for name in it.events}
    known |= {row.name for it in DIALECTS for row in it.events}

    assert set(dialect.equivalents) <= {*known, *dialect.former_events}, "docs/dialects.md"


@every("dialect", DIALECT_CASES)
def test_what_its_names_mean_are_the_usual_names(dialect: Dialect) -> None:
    usual = {row.name for row in by_id("claude-code").events}
    events, tools = {it.name for it in dialect.events}, {it.name for it in dialect.tools}

    assert set(dialect.moments) | set(dialect.about) <= events
    assert set(dialect.roles) <= tools
    assert set(dialect.moments.values()) <= usual
    assert set(dialect.about.values()) <= {*ROLE_NAMES, ""}
    assert set(dialect.roles.values()) <= set(ROLE_NAMES)


@every("dialect", DIALECT_CASES)
def test_a_tool_that_was_replaced_was_replaced_by_a_current_one(dialect: Dialect) -> None:
    legacy = {it.name for it in dialect.tools if it.replaced_by}

    assert not [it.name for it in dialect.tools if it.replaced_by in legacy]


@every("dialect", DIALECT_CASES)
def test_samples_of_tools_are_json(dialect: Dialect) -> None:
    for tool in dialect.tools:
        assert json.loads(json.dumps(dict(tool.input))) == tool.input
        assert json.loads(json.dumps(tool.response)) == tool.response


@every("dialect", DIALECT_CASES)
def test_files_are_found_below_home_and_project(dialect: Dialect) -> None:
    assert not _repeated((it.scope, it.path) for it in dialect.locations)
    scopes = {it.scope for it in dialect.locations}
    whole = ({Scope.USER, Scope.PROJECT}, {Scope.USER, Scope.PLUGIN})
    assert any(scopes >= it for it in whole) or (scopes == {Scope.PLUGIN} and dialect.plugins.folders), (
        "give a user's file and a project's or a plugin's, or only plugins with their folders (docs/dialects.md)"
    )
    below = (it for it in dialect.locations if not it.scope.is_of_machine)
    paths = [*(it.path for it in below), *(it.path for it in dialect.plugins.folders)]
    assert not [it for it in paths if it.startswith(("/", "~"))]


@every("dialect", DIALECT_CASES)
def test_defaults_and_samples_of_keys_fit_their_kind(dialect: Dialect) -> None:
    for field in _fields(dialect):
        for value in (field.default, field.sample):
            assert value is None or isinstance(value, _JSON_TYPES[field.kind]), field.name
            assert value is None or not field.takes.words or value in field.takes.words, field.name
        assert not field.takes.words or field.kind is JsonType.STRING, field.name
        assert field.measure is None or field.kind in (JsonType.NUMBER, JsonType.INTEGER), field.name


@every("dialect", DIALECT_CASES)
def test_groups_have_the_key_that_holds_hooks(dialect: Dialect) -> None:
    grammar = dialect.grammar
    nesting = grammar.nesting
    keys = {it.name: it for it in grammar.group}
    if nesting.event_key:
        assert keys[nesting.event_key].required
    if not nesting.is_flat:
        assert keys[nesting.inner].required
        assert keys[nesting.inner].kind is (JsonType.OBJECT if nesting.single else JsonType.ARRAY)


@every(("dialect", "kind"), TYPE_CASES)
def test_a_hook_type_knows_its_body_and_its_keys(dialect: Dialect, kind: HookType) -> None:
    body, named = kind.field(kind.body), kind.field("type")

    assert body is not None
    assert body.required
    assert body.takes.not_blank
    assert body.kind is JsonType.STRING
    assert not _repeated(it.name for it in kind.fields)
    assert dialect.grammar.default_type or (named is not None and named.required and named.takes.words == (kind.name,))
    assert len({it.measure.unit for it in kind.fields if it.measure}) <= 1


@every("dialect", DIALECT_CASES)
def test_something_can_be_run(dialect: Dialect) -> None:
    running = {it.name for it in dialect.grammar.types if it.runs}

    assert running
    assert all(row.types is None or running & set(row.types) for row in dialect.events)


@every(("dialect", "row"), EVENT_CASES)
def test_an_event_says_what_it_is(dialect: Dialect, row: EventRow) -> None:
    assert row.summary.strip()
    assert not row.summary.endswith(".")
    assert row.types is None or set(row.types) <= {it.name for it in dialect.grammar.types}
    assert row.running.timeout is None or row.running.timeout > 0


@every(("dialect", "row"), EVENT_CASES)
def test_an_event_matches_on_what_it_carries(dialect: Dialect, row: EventRow) -> None:
    carried = _payload(dialect, row)

    assert (row.subject.kind is None) == (row.subject.field is None and row.subject.constant is None)
    if row.subject.constant is not None:
        assert row.subject.field is None
        assert row.subject.values == (() if row.subject.kind is MatchSubject.TOOL else (row.subject.constant,))
        return
    if row.subject.field is None:
        assert not row.subject.values
        return
    field = carried[row.subject.field]
    assert field.required
    assert row.subject.found_in({field.name: field.sample}) is not None
    assert not row.subject.values or field.sample in row.subject.values
    assert not row.subject.values or set(field.words) == set(row.subject.values)
    assert not _repeated(row.subject.values)


@every(("dialect", "row"), EVENT_CASES)
def test_the_sample_of_an_event_is_json_of_its_own_words(dialect: Dialect, row: EventRow) -> None:
    carried = _payload(dialect, row)
    sample: dict[str, Any] = {name: it.sample for name, it in carried.items()}

    assert sample
    assert json.loads(json.dumps(sample)) == sample
    assert not [name for name, it in carried.items() if not it.doc.strip()]
    assert not [name for name, it in carried.items() if it.words and it.sample not in it.words]
    assert not [name for name, it in carried.items() if it.sample is None]
    assert not _repeated(it.name for it in row.payload)
    assert not {it.name for it in row.payload} & {it.name for it in dialect.payload}
    named = {it.spelling_of for it in dialect.events}
    # Where some events have two names, only the second is in the payload.
    assert named != {""} or [it.name for it in carried.values() if it.source is Source.EVENT]


@every(("dialect", "row"), EVENT_CASES)
def test_every_way_to_end_has_a_meaning(dialect: Dialect, row: EventRow) -> None:
    assert 0 in row.exits.codes
    for how, entry in _entries(row):
        reactions = [*entry.cases.values(), entry.otherwise] if isinstance(entry, Choice) else [entry]
        assert reactions, how
        if isinstance(entry, Choice):
            knob = next((it for it in dialect.grammar.knobs if it.name == entry.key), None)
            field = knob or dialect.grammar.types[0].field(entry.key)
            assert field is not None
            assert set(entry.cases) == ({"true", "false"} if field.kind is JsonType.BOOLEAN else set(field.takes.words))
        for it in reactions:
            assert it.status not in (Status.SKIPPED, Status.RUNNING), how
            assert it.reason is not Words.REASON, how
            assert (it.status is Status.SUCCEEDED) == (how == "exit 0"), how
            assert not it.refuses or it.reason is not None, how


@every(("dialect", "row"), EVENT_CASES)
def test_what_a_hook_can_print_is_described(dialect: Dialect, row: EventRow) -> None:
    paths = [it.path for it in row.outputs]

    assert not _repeated(paths)
    assert not [path for path in paths for other in paths if path != other and other[: len(path)] == path]
    for field in row.outputs:
        assert field.doc.strip(), field.path
        assert field.kind in _OUTPUT_KINDS, field.path
        assert (field.effect is Effect.DECIDES) <= bool(field.words), field.path
        assert not field.reason or field.reason in paths, field.path
        assert not [word for word, it in field.words.items() if it.refuses and it.reason is None], field.path


@every(("dialect", "row"), EVENT_CASES)
def test_output_is_read_where_there_is_something_to_read(dialect: Dialect, row: EventRow) -> None:
    success = row.exits.codes[0]

    reactions = [success] if isinstance(success, Reaction) else [success.otherwise, *success.cases.values()]
    assert {it.reads_output for it in reactions} == {bool(row.outputs)}


@every("dialect", DIALECT_CASES)
def test_ids_are_words_with_hyphens(dialect: Dialect) -> None:
    assert re.fullmatch(r"[a-z][a-z-]*[a-z]", dialect.id)


@every(("dialect", "row"), EVENT_CASES)
def test_an_event_that_can_be_blocked_says_what_happens_otherwise(dialect: Dialect, row: EventRow) -> None:
    assert row.undecided != GOES_ON or not row.can_block, f"say in `undecided` what {dialect.title} does then"
    assert row.undecided == row.undecided.strip().rstrip(".")

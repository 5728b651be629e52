from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from pydantic import BaseModel, ValidationError

from hookwright.config.models import criteria_model, group_model, hook_model, json_schema, knobs_model, root_model
from hookwright.dialects import by_id
from hookwright.dialects.fields import one_of, required_text, type_key
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.language import Criterion, Language
from hookwright.model.nesting import FLAT, GROUPED
from hookwright.model.running import Running

_RUN = HookType(
    name="command",
    doc="A command",
    body="command",
    fields=(
        type_key("command", "The type"),
        required_text("command", "What is run"),
        Field(name="timeout", kind=JsonType.NUMBER, doc="How long", default=60, measure=IN_SECONDS, sample=30),
        Field(name="tries", kind=JsonType.INTEGER, doc="How often", default=1, takes=Values(least=1)),
        Field(name="if", kind=JsonType.STRING, doc="When", takes=one_of("always", "never")),
        Field(name="args", kind=JsonType.ARRAY, doc="Arguments"),
        Field(name="tags", kind=JsonType.ARRAY, doc="Anything"),
        Field(name="async", kind=JsonType.BOOLEAN, doc="Whether nobody waits", default=False),
        Field(name="extra", kind=JsonType.ANY, doc="Whatever"),
    ),
)
_GRAMMAR = Grammar(
    nesting=GROUPED,
    root=(
        Field(name="$schema", kind=JsonType.STRING, doc="The schema"),
        Field(name="hooks", kind=JsonType.OBJECT, doc="The hooks"),
    ),
    knobs=(Field(name="limit", kind=JsonType.INTEGER, doc="How many", default=10, takes=Values(least=1)),),
    group=(
        Field(name="matcher", kind=JsonType.STRING, doc="For what", sample="*"),
        Field(name="hooks", kind=JsonType.ARRAY, doc="What is run", required=True),
    ),
    types=(_RUN,),
)
_DIALECT = replace(by_id("ai-agents"), grammar=_GRAMMAR, running=Running(unit=Unit.SECONDS, arguments_key="args"))
_HOOK = {"type": "command", "command": "x"}


def _of(grammar: Grammar) -> Dialect:
    return replace(_DIALECT, grammar=grammar)


def _fault(model: type[BaseModel], value: dict[str, Any]) -> tuple[tuple[str | int, ...], str]:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(value)
    (fault,) = caught.value.errors()
    return fault["loc"], fault["type"]


def test_a_hook_with_every_key() -> None:
    keys = {"timeout": 1.5, "tries": 2, "if": "never", "args": ["a"], "tags": [1, "b"], "async": True, "extra": None}

    hook = hook_model(_DIALECT, _RUN).model_validate(_HOOK | keys)

    assert hook.model_dump(by_alias=True) == _HOOK | keys
    with pytest.raises(ValidationError, match="frozen"):
        hook.key_0 = "prompt"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("changed", "place", "kind"),
    [
        ({"type": "prompt"}, ("type",), "literal_error"),
        ({"command": 5}, ("command",), "string_type"),
        ({"command": " \n"}, ("command",), "string_pattern_mismatch"),
        ({"timeout": "30"}, ("timeout",), "float_type"),
        ({"timeout": 0}, ("timeout",), "greater_than"),
        ({"timeout": float("inf")}, ("timeout",), "finite_number"),
        ({"timeout": True}, ("timeout",), "float_type"),
        ({"tries": 0}, ("tries",), "greater_than_equal"),
        ({"tries": 1.5}, ("tries",), "int_type"),
        ({"if": "sometimes"}, ("if",), "literal_error"),
        ({"args": ["a", 1]}, ("args", 1), "string_type"),
        ({"args": "a"}, ("args",), "list_type"),
        ({"async": "true"}, ("async",), "bool_type"),
        ({"async": None}, ("async",), "bool_type"),
        ({"timout": 3}, ("timout",), "extra_forbidden"),
    ],
)
def test_a_fault_is_told_at_its_key(changed: dict[str, Any], place: tuple[str | int, ...], kind: str) -> None:
    assert _fault(hook_model(_DIALECT, _RUN), _HOOK | changed) == (place, kind)


def test_what_is_required() -> None:
    assert _fault(hook_model(_DIALECT, _RUN), {"type": "command"}) == (("command",), "missing")
    assert _fault(group_model(_DIALECT), {"matcher": "x"}) == (("hooks",), "missing")


def test_a_flat_hook_has_the_keys_of_a_group_but_no_hooks() -> None:
    flat = hook_model(_of(replace(_GRAMMAR, nesting=FLAT)), _RUN)

    flat.model_validate(_HOOK | {"matcher": "x"})
    assert _fault(flat, _HOOK | {"hooks": []}) == (("hooks",), "extra_forbidden")
    assert _fault(hook_model(_DIALECT, _RUN), _HOOK | {"matcher": "x"}) == (("matcher",), "extra_forbidden")


def test_a_root_passes_foreign_keys_only_where_it_is_open() -> None:
    closed = _of(replace(_GRAMMAR, root_open=False))

    root_model(_DIALECT).model_validate({"permissions": {}, "$schema": "x"})
    assert _fault(root_model(_DIALECT), {"hooks": []}) == (("hooks",), "dict_type")
    assert _fault(root_model(closed), {"permissions": {}}) == (("permissions",), "extra_forbidden")


def test_the_keys_beside_the_events() -> None:
    knobs_model(_DIALECT, _GRAMMAR.knobs).model_validate({"limit": 1})
    assert _fault(knobs_model(_DIALECT, _GRAMMAR.knobs), {"limit": 0}) == (("limit",), "greater_than_equal")


def test_a_structured_matcher_has_its_criteria_and_no_other() -> None:
    language = Language(doc="A name")
    matchers = replace(_DIALECT.matchers, criteria={"tools": Criterion(MatchSubject.TOOL, language)})
    model = criteria_model(replace(_DIALECT, matchers=matchers))

    model.model_validate({"tools": "Write"})
    model.model_validate({})
    assert _fault(model, {"tools": ["Write"]}) == (("tools",), "string_type")
    assert _fault(model, {"tool": "Write"}) == (("tool",), "extra_forbidden")


def test_the_schema_has_the_tables_words_and_nothing_made_up() -> None:
    schema = json_schema(hook_model(_DIALECT, _RUN))
    keys = schema["properties"]

    assert list(keys) == [it.name for it in _RUN.fields]
    assert schema["required"] == ["type", "command"]
    assert schema["additionalProperties"] is False
    assert keys["timeout"] == {
        "description": "How long",
        "default": 60,
        "examples": [30],
        "type": "number",
        "exclusiveMinimum": 0,
    }
    assert keys["tries"] == {"description": "How often", "default": 1, "type": "integer", "minimum": 1}
    assert keys["if"] == {"description": "When", "type": "string", "enum": ["always", "never"]}
    assert keys["extra"] == {"description": "Whatever"}

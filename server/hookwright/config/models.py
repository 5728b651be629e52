"""What an object of a hook file may hold, as pydantic models that are made from the dialects' tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, create_model
from pydantic import Field as Constraint
from pydantic.json_schema import GenerateJsonSchema

from hookwright.model.dialect import Dialect
from hookwright.model.field import Field, JsonType
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import HOOKS, GrammarPart

_TYPES: dict[JsonType, Any] = {
    JsonType.STRING: str,
    JsonType.INTEGER: int,
    JsonType.NUMBER: float,
    JsonType.BOOLEAN: bool,
    JsonType.OBJECT: dict[str, Any],
    JsonType.ARRAY: list[Any],
    JsonType.ANY: Any,
}
_NOT_BLANK = r"\S"


def root_model(dialect: Dialect) -> type[BaseModel]:
    """The file itself; keys that it does not know pass where the file has other readers too."""
    grammar = dialect.grammar
    return _model("File", dialect.doc, grammar.root, dialect, is_open=grammar.root_open)


def knobs_model(dialect: Dialect, knobs: tuple[Field, ...]) -> type[BaseModel]:
    """The settings next to the events, or in an object of their own; the events themselves are not its keys."""
    return _model("Knobs", "Event name → hooks", knobs, dialect)


def group_model(dialect: Dialect) -> type[BaseModel]:
    """A matcher group, without its hooks judged."""
    return _model("Group", "Hooks with a matcher in common", dialect.grammar.group, dialect)


def criteria_model(dialect: Dialect) -> type[BaseModel]:
    """A structured matcher."""
    return _model("Matcher", "Criteria that must all match", dialect.matchers.fields, dialect)


def hook_model(dialect: Dialect, kind: HookType) -> type[BaseModel]:
    """A hook of that type; where hooks are not in groups, the keys of a group are its own."""
    outer = dialect.grammar.outer_fields(GrammarPart.HOOK)
    own = {it.name for it in kind.fields} | {HOOKS}
    return _model(kind.name, kind.doc, (*(it for it in outer if it.name not in own), *kind.fields), dialect)


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The model's JSON Schema (2020-12); a default only where the table names one."""
    return model.model_json_schema(by_alias=True, schema_generator=_Generator)


def _model(
    name: str, doc: str, fields: tuple[Field, ...], dialect: Dialect, *, is_open: bool = False
) -> type[BaseModel]:
    config = ConfigDict(frozen=True, strict=True, extra="ignore" if is_open else "forbid")
    # Keys such as `if` and `$schema` are not valid names in Python, so every key is an alias.
    members: dict[str, Any] = {f"key_{n}": _member(it, dialect) for n, it in enumerate(fields)}
    model: type[BaseModel] = create_model(name, __config__=config, __doc__=doc, **members)
    return model


def _member(field: Field, dialect: Dialect) -> Any:  # noqa: ANN401  pydantic's own pair
    constraint: Any = Constraint(
        default=... if field.required else field.default,
        alias=field.name,
        description=field.doc,
        examples=None if field.sample is None else [field.sample],
    )
    return _annotation(field, dialect), constraint


def _annotation(field: Field, dialect: Dialect) -> Any:  # noqa: ANN401  a type that is made while running
    found = _not_null(field, dialect)
    return found | None if field.takes.nullable else found


def _not_null(field: Field, dialect: Dialect) -> Any:  # noqa: ANN401  a type that is made while running
    if field.takes.words:
        return cast("Any", Literal)[field.takes.words]
    if field.kind is JsonType.STRING and field.takes.not_blank:
        return Annotated[str, Constraint(pattern=_NOT_BLANK)]
    if field.kind is JsonType.ARRAY and field.name in (
        dialect.running.arguments_key,
        *_lists_of_names(dialect),
    ):
        return list[str]
    kind = _TYPES[field.kind]
    if field.measure is not None:
        least: dict[str, Any] = {"ge": 0} if field.measure.endless else {"gt": 0}
        least = {} if field.measure.fallback is not None else least
        return Annotated[kind, Constraint(**least, allow_inf_nan=False if field.kind is JsonType.NUMBER else None)]
    return kind if field.takes.least is None else Annotated[kind, Constraint(ge=field.takes.least)]


def _lists_of_names(dialect: Dialect) -> set[str]:
    """The keys of hooks that list the variables which other keys may hold."""
    return {it.inserts.allowed_by for kind in dialect.grammar.types for it in kind.fields if it.inserts.allowed_by}


class _Generator(GenerateJsonSchema):
    """Leaves out the titles that are made of names, and a default of `null`, which stands for none."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401  pydantic's own schema
        return False

    def default_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401  pydantic's own schema
        if schema["default"] is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

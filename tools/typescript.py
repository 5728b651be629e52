"""The types of TypeScript clients, made from the params and answers of the methods that they call.

Without an argument those of the editor extension, `shared/methods.ts`; with `engine` those of `clients/typescript`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from hookwright.dialects import DIALECTS
from hookwright.engine.events import RunEventJson
from hookwright.lsp import methods
from hookwright.lsp.commands import COMMANDS
from hookwright.lsp.features import OWN_METHODS
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.options import Options
from hookwright.model.dialect import Format
from hookwright.model.event import Order
from hookwright.model.reaction import Severity, Status
from hookwright.serve.initialize import InitializedJson, InitializeParams
from hookwright.serve.notifications import NOTIFICATION_PARAMS
from hookwright.serve.protocol import INITIALIZE, SHUTDOWN
from hookwright.workflows.converting.writing import places_for
from hookwright.workflows.embedding import params
from hookwright.workflows.embedding.methods import METHODS
from hookwright.workflows.embedding.params import camel
from hookwright.workflows.first_hook import Starter, starters

_HEAD = "// Made by `npm run methods` from the server's own types: change those, not this file.\n"
_WORDS = {str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown", NoneType: "null"}
_WIDTH = 120
# Words that the extension names, as several answers share them.
_NAMED = (Status, Severity, Order, Format)


def typescript() -> str:
    """The whole file: interfaces, the places of hook files, dialects, what to convert to, first files, and commands."""
    parts = [_HEAD, _list("hookFileGlobs", hook_file_globs(Options())), _list("dialectIds", [it.id for it in DIALECTS])]
    parts.append(_list("serverCommands", [it.name for it in COMMANDS]))
    parts.append(f"export const conversions = [\n{''.join(_conversions())}] as const;\n")
    parts.append(f"export const starters = [\n{''.join(map(_starter, starters()))}] as const;\n")
    parts += [_alias(it) for it in _NAMED]
    parts += [_interface(it) for it in [*vars(params).values(), *vars(methods).values()] if is_dataclass(it)]
    parts += [_interface(it) for it in _objects([*_results(), RunEventJson])]
    return "\n".join(parts)


def engine_typescript() -> str:
    """What agents need: the methods and notifications of `hookwright serve`, and the types that they consist of."""
    methods: dict[str, tuple[Any, Any]] = {INITIALIZE: (InitializeParams, InitializedJson)}
    methods |= {it.name: (it.params, get_type_hints(it.load())["return"]) for it in METHODS}
    params = [kind for kind, _ in methods.values()]
    results = [kind for _, kind in methods.values()]
    rows = [f"{json.dumps(name)}: {_pair(*it)}" for name, it in methods.items()]
    rows.append(f'"{SHUTDOWN}": {{ readonly params: object; readonly result: null }}')
    heard = [f"{json.dumps(name)}: {_name(it)}" for name, it in NOTIFICATION_PARAMS.items()]
    parts = [_HEAD, *(_alias(it) for it in _NAMED if it is Status)]
    parts += [_interface(it) for it in _dataclasses(params)]
    parts += [_interface(it) for it in _objects([*results, *NOTIFICATION_PARAMS.values()])]
    parts += [_table("Methods", "The methods of the server.", rows)]
    parts += [_table("Notifications", "What the server tells while hooks run.", heard)]
    return "\n".join(parts)


def _pair(params: Any, result: Any) -> str:  # noqa: ANN401  types
    return f"{{ readonly params: {_name(params)}; readonly result: {_type(result)} }}"


def _table(name: str, summary: str, rows: Iterable[str]) -> str:
    return f"/** {summary} */\nexport interface {name} {{\n{''.join(f'  readonly {it};{chr(10)}' for it in rows)}}}\n"


def _dataclasses(kinds: Iterable[Any]) -> list[Any]:
    """The params in these types, each once and behind those that it consists of."""
    found: dict[Any, None] = {}
    for kind in kinds:
        inner = get_type_hints(kind).values() if is_dataclass(kind) else get_args(kind)
        found |= dict.fromkeys(_dataclasses(inner))
        if is_dataclass(kind):
            found[kind] = None
    return list(found)


def _results() -> Iterator[Any]:
    """What the handlers of hookwright's own methods and commands give."""
    for package, table in (("features", OWN_METHODS), ("commands", COMMANDS)):
        for it in table:
            module, _, name = it.handler.partition(".")
            handler = getattr(import_module(f"hookwright.lsp.{package}.{module}"), name)
            yield get_type_hints(handler)["return"]
    for method in METHODS:
        yield get_type_hints(method.load())["return"]


def _objects(kinds: Iterable[Any]) -> list[Any]:
    """The objects in these types, each once and behind those that it consists of, unless these hold itself."""
    found: dict[Any, None] = {}
    begun: set[Any] = set()

    def add(kind: Any) -> None:  # noqa: ANN401  a type
        if kind in begun:
            return
        if is_typeddict(kind):
            begun.add(kind)
        for it in get_type_hints(kind).values() if is_typeddict(kind) else get_args(kind):
            add(it)
        if is_typeddict(kind):
            found[kind] = None

    for it in kinds:
        add(it)
    return list(found)


def _list(name: str, words: list[str] | tuple[str, ...]) -> str:
    flat = f"export const {name} = [{', '.join(map(json.dumps, words))}] as const;\n"
    if len(flat) <= _WIDTH + 1:
        return flat
    return "".join([f"export const {name} = [\n", *(f"  {json.dumps(it)},\n" for it in words), "] as const;\n"])


def _conversions() -> Iterator[str]:
    for it in DIALECTS:
        for place in places_for(it):
            members = {"dialect": it.id, "title": it.title, "path": place.path, "format": place.format}
            yield f"  {{ {', '.join(f'{name}: {json.dumps(value)}' for name, value in members.items())} }},\n"


def _starter(starter: Starter) -> str:
    members = "".join(f"    {it.name}: {json.dumps(getattr(starter, it.name))},\n" for it in fields(starter))
    return f"  {{\n{members}  }},\n"


def _alias(words: type[Enum]) -> str:
    flat = f"export type {words.__name__} = {_values(words)};\n"
    if len(flat) <= _WIDTH + 1:
        return flat
    return "".join([f"export type {words.__name__} =", *(f"\n  | {json.dumps(it.value)}" for it in words), ";\n"])


def _interface(model: Any) -> str:  # noqa: ANN401  a dataclass, or the type of a dictionary
    summary = (model.__doc__ or "").strip().splitlines()[0]
    members = "".join(f"  readonly {it};\n" for it in _members(model))
    if not members:
        return f"/** {summary} */\nexport type {_name(model)} = Readonly<Record<string, never>>;\n"
    return f"/** {summary} */\nexport interface {_name(model)} {{\n{members}}}\n"


def _members(model: Any) -> Iterator[str]:  # noqa: ANN401  a dataclass, or the type of a dictionary
    kinds = get_type_hints(model, include_extras=True)
    if is_typeddict(model):
        for name, kind in kinds.items():
            optional = get_origin(kind) is NotRequired
            yield f"{name}?: {_type(get_args(kind)[0])}" if optional else f"{name}: {_type(kind)}"
        return
    for it in fields(model):
        optional = it.default is not MISSING or it.default_factory is not MISSING
        yield f"{camel(it.name)}{'?' if optional else ''}: {_type(kinds[it.name])}"


def _type(kind: Any) -> str:  # noqa: ANN401  a type
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(map(json.dumps, inner))
    if origin in {Union, UnionType}:
        return " | ".join(map(_type, inner))
    if origin is list:
        element = _type(inner[0])
        return f"readonly ({element})[]" if " | " in element else f"readonly {element}[]"
    if origin in {dict, Mapping}:
        return f"Readonly<Record<string, {_type(inner[1])}>>"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind.__name__ if kind in _NAMED else _values(kind)
    return _name(kind) if is_typeddict(kind) or is_dataclass(kind) else _WORDS[kind]


def _values(words: type[Enum]) -> str:
    return " | ".join(json.dumps(it.value) for it in words)


def _name(model: Any) -> str:  # noqa: ANN401  a class
    """Its name there, where everything is JSON."""
    return str(model.__name__).removesuffix("Json")


if __name__ == "__main__":
    sys.stdout.write(engine_typescript() if sys.argv[1:] == ["engine"] else typescript())

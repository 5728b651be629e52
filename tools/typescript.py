"""The types of TypeScript clients, made from the params and answers of the methods that they call.

Without an argument those of the editor extension, `shared/methods.ts`; with `engine` those of `clients/typescript`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from types import NoneType
from typing import Any, get_type_hints

from msgspec.structs import asdict

from hookwright.cli.wire_types import (
    Anything,
    Basic,
    Class,
    ListOf,
    MapOf,
    Object,
    OneOf,
    WireType,
    Words,
    members,
    objects,
    summary_of,
    wire_name,
    wire_type,
)
from hookwright.converting.writing import places_for
from hookwright.dialects import DIALECTS
from hookwright.embedding import params
from hookwright.embedding.methods import METHODS
from hookwright.engine.events import RunEventJson
from hookwright.first_hook import Starter, starters
from hookwright.lsp import methods
from hookwright.lsp.commands import COMMANDS
from hookwright.lsp.features import OWN_METHODS
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.options import Options
from hookwright.model.event import Order
from hookwright.model.location import Format
from hookwright.model.reaction import Severity, Status
from hookwright.serve.initialize import InitializedJson, InitializeParams
from hookwright.serve.notifications import NOTIFICATION_PARAMS
from hookwright.serve.protocol import INITIALIZE, SHUTDOWN

_HEAD = "// Made by `npm run methods` from the server's own types: change those, not this file.\n"
_WORDS = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
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
    parts += [
        _interface(it)
        for it in [*vars(params).values(), *vars(methods).values()]
        if isinstance(it, type) and is_dataclass(it)
    ]
    parts += [_interface(it) for it in objects([*_results(), RunEventJson])]
    return "\n".join(parts)


def engine_typescript() -> str:
    """What agents need: the methods and notifications of `hookwright serve`, and the types that they consist of."""
    methods: dict[str, tuple[Any, Any]] = {INITIALIZE: (InitializeParams, InitializedJson)}
    methods |= {it.name: (it.params, get_type_hints(it.load())["return"]) for it in METHODS}
    params = [kind for kind, _ in methods.values()]
    results = [kind for _, kind in methods.values()]
    rows = [f"{json.dumps(name)}: {_pair(*it)}" for name, it in methods.items()]
    rows.append(f'"{SHUTDOWN}": {{ readonly params: object; readonly result: null }}')
    heard = [f"{json.dumps(name)}: {wire_name(it)}" for name, it in NOTIFICATION_PARAMS.items()]
    parts = [_HEAD, *(_alias(it) for it in _NAMED if it is Status)]
    parts += [_interface(it) for it in objects(params)]
    parts += [_interface(it) for it in objects([*results, *NOTIFICATION_PARAMS.values()])]
    parts += [_table("Methods", "The methods of the server.", rows)]
    parts += [_table("Notifications", "What the server tells while hooks run.", heard)]
    return "\n".join(parts)


def _pair(params: Any, result: Any) -> str:  # noqa: ANN401  types
    return f"{{ readonly params: {wire_name(params)}; readonly result: {_type(wire_type(result))} }}"


def _table(name: str, summary: str, rows: Iterable[str]) -> str:
    return f"/** {summary} */\nexport interface {name} {{\n{''.join(f'  readonly {it};{chr(10)}' for it in rows)}}}\n"


def _results() -> Iterator[Any]:
    """What the handlers of hookwright's own methods and commands give."""
    for package, table in (("features", OWN_METHODS), ("commands", COMMANDS)):
        for it in table:
            module, _, name = it.handler.partition(".")
            handler = getattr(import_module(f"hookwright.lsp.{package}.{module}"), name)
            yield get_type_hints(handler)["return"]
    for method in METHODS:
        yield get_type_hints(method.load())["return"]


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
    members = "".join(f"    {it}: {json.dumps(value)},\n" for it, value in asdict(starter).items())
    return f"  {{\n{members}  }},\n"


def _alias(words: type[Enum]) -> str:
    values = [json.dumps(it.value) for it in words]
    flat = f"export type {words.__name__} = {' | '.join(values)};\n"
    if len(flat) <= _WIDTH + 1:
        return flat
    return "".join([f"export type {words.__name__} =", *(f"\n  | {it}" for it in values), ";\n"])


def _interface(of: Class) -> str:
    found = "".join(f"  readonly {it.name}{'' if it.required else '?'}: {_type(it.type)};\n" for it in members(of))
    if not found:
        return f"/** {summary_of(of)} */\nexport type {wire_name(of)} = Readonly<Record<string, never>>;\n"
    return f"/** {summary_of(of)} */\nexport interface {wire_name(of)} {{\n{found}}}\n"


def _type(kind: WireType) -> str:
    match kind:
        case Anything():
            return "unknown"
        case Words(_, enum) if enum in _NAMED and enum is not None:
            return enum.__name__
        case Words(values):
            return " | ".join(map(json.dumps, values))
        case OneOf(options):
            return " | ".join(map(_type, options))
        case ListOf(item):
            element = _type(item)
            return f"readonly ({element})[]" if " | " in element else f"readonly {element}[]"
        case MapOf(value):
            return f"Readonly<Record<string, {_type(value)}>>"
        case Object(of):
            return wire_name(of)
        case Basic(of):
            return _WORDS[of]


if __name__ == "__main__":
    sys.stdout.write(engine_typescript() if sys.argv[1:] == ["engine"] else typescript())

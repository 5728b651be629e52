"""The editor extension's types, made from the params and answers of hookwright's own methods: `shared/methods.ts`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hookwright.dialects import DIALECTS
from hookwright.lsp import methods
from hookwright.lsp.answers import base, firing, hook_tests, hook_tree, inquiries, outcome, places
from hookwright.lsp.commands import COMMANDS
from hookwright.lsp.file_watcher.watched_files import hook_file_globs
from hookwright.lsp.methods import camel
from hookwright.lsp.options import Options
from hookwright.workflows.first_hook import Starter, starters

_HEAD = "// Made by `npm run methods` from the server's own types: change those, not this file.\n"
_WORDS = {str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown", NoneType: "null"}
_WIDTH = 120
# In the order in which they are written down.
_MODULES = (methods, outcome, inquiries, places, hook_tree, firing, hook_tests)


def typescript() -> str:
    """The whole file: interfaces, the places of hook files, dialects with their first files, and commands."""
    parts = [_HEAD, _list("hookFileGlobs", hook_file_globs(Options())), _list("dialectIds", [it.id for it in DIALECTS])]
    parts.append(_list("serverCommands", [it.name for it in COMMANDS]))
    parts.append(f"export const starters = [\n{''.join(map(_starter, starters()))}] as const;\n")
    parts += [_alias(name, it) for name, it in vars(base).items() if get_origin(it) is Literal]
    parts += [_interface(it) for module in _MODULES for it in _models(module)]
    return "\n".join(parts)


def _models(module: ModuleType) -> Iterator[type]:
    return (it for it in vars(module).values() if is_dataclass(it) and it.__module__ == module.__name__)  # type: ignore[misc]


def _list(name: str, words: list[str] | tuple[str, ...]) -> str:
    flat = f"export const {name} = [{', '.join(map(json.dumps, words))}] as const;\n"
    if len(flat) <= _WIDTH + 1:
        return flat
    return "".join([f"export const {name} = [\n", *(f"  {json.dumps(it)},\n" for it in words), "] as const;\n"])


def _starter(starter: Starter) -> str:
    members = "".join(f"    {it.name}: {json.dumps(getattr(starter, it.name))},\n" for it in fields(starter))
    return f"  {{\n{members}  }},\n"


def _alias(name: str, words: Any) -> str:  # noqa: ANN401  a type
    flat = f"export type {name} = {_type(words)};\n"
    if len(flat) <= _WIDTH + 1:
        return flat
    return "".join([f"export type {name} =", *(f"\n  | {json.dumps(it)}" for it in get_args(words)), ";\n"])


def _interface(model: Any) -> str:  # noqa: ANN401  a dataclass
    kinds = get_type_hints(model)
    summary = (model.__doc__ or "").strip().splitlines()[0]
    members = "".join(f"  readonly {_member(it, kinds[it.name])};\n" for it in fields(model))
    return f"/** {summary} */\nexport interface {model.__name__} {{\n{members}}}\n"


def _member(it: Field[Any], kind: Any) -> str:  # noqa: ANN401  a type
    optional = it.default is not MISSING or it.default_factory is not MISSING
    named = next((name for name, other in vars(base).items() if get_origin(kind) is Literal and other == kind), None)
    return f"{camel(it.name)}{'?' if optional else ''}: {named or _type(kind)}"


def _type(kind: Any) -> str:  # noqa: ANN401  a type
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(map(json.dumps, inner))
    if origin in {Union, UnionType}:
        return " | ".join(map(_type, inner))
    if origin is list:
        return f"readonly {_type(inner[0])}[]"
    if origin is dict:
        return f"Readonly<Record<string, {_type(inner[1])}>>"
    return str(kind.__name__) if isinstance(kind, type) and is_dataclass(kind) else _WORDS[kind]


if __name__ == "__main__":
    sys.stdout.write(typescript())

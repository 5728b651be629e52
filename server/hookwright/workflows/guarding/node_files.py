"""The files of its project that a script for Node.js loads before it does anything else, and that are not there."""

from __future__ import annotations

import os
from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.rule import Disk
from hookwright.analysis.scripts.models import is_built
from hookwright.patterns import late_pattern
from hookwright.scripts.javascript.syntax import Node, parse, unescaped
from hookwright.scripts.trees import tree_of
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.guard import Stop

_LOADERS = late_pattern(r"\s(?:--import|--loader|--require|-r|--experimental-\S+|--conditions|-C)\b")
_REQUIRED = ("", ".js", ".json", ".node", "/package.json", "/index.js", "/index.json", "/index.node")
_ANY = ("", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", "/package.json")
_ANY_IN_FOLDER = tuple(f"/index{it}" for it in (".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs"))
_OF_TYPESCRIPT = {".js": ".ts", ".mjs": ".mts", ".cjs": ".cts", ".jsx": ".tsx"}
_DECLARING = frozenset({"lexical_declaration", "variable_declaration"})
_SIMPLE = _DECLARING | word_set(
    "function_declaration class_declaration empty_statement ambient_declaration interface_declaration"
    " type_alias_declaration enum_declaration"
)


class _Load(Struct, frozen=True):
    """A file as a script names it; `requires` where `require` looks for it, which completes its name."""

    name: str
    requires: bool


def missing_file(path: str, text: str, interpreter: str, command: str, disk: Disk) -> Stop | None:
    """Why a script ends before it does anything, as a file is missing; `command` may say how files are looked for."""
    if _LOADERS.search(command):
        return None
    folder = os.path.dirname(os.path.realpath(path))
    for it in _loads(text):
        named = os.path.normpath(os.path.join(folder, it.name))
        strictly = interpreter in ("node", "nodejs")
        if _is_there(named, it, strictly=strictly):
            continue
        why = f"`{named}`, which the script loads, is missing"
        if strictly and not it.requires and (found := _completed(named)) is not None:
            whole = it.name + found[len(named) :]
            why = f"`{it.name}` is not the whole name of a file, which an import needs"
            return Stop(why, 1, f"write `{whole}` in the import")
        how = "build it" if is_built(disk, named) else "create it"
        return Stop(why, 1, f"{how}, or correct the path in the script")
    return None


def _is_there(path: str, it: _Load, *, strictly: bool) -> bool:
    if not strictly:
        stem, end = os.path.splitext(path)
        written = end in _OF_TYPESCRIPT and os.path.isfile(stem + _OF_TYPESCRIPT[end])
        return written or any(os.path.isfile(path + it) for it in (*_ANY, *_ANY_IN_FOLDER))
    return any(os.path.isfile(path + end) for end in _REQUIRED) if it.requires else os.path.isfile(path)


def is_completed(path: str) -> bool:
    """Whether `require`, or a program that reads TypeScript too, finds a file by a path that may lack its end."""
    return any(os.path.isfile(path + end) for end in _REQUIRED) or _is_there(
        path, _Load(path, requires=True), strictly=False
    )


def _completed(path: str) -> str | None:
    """The file that is meant where the end of its name was left out."""
    ends = (*_ANY[1:], *_ANY_IN_FOLDER)
    return next((path + it for it in ends if it != "/package.json" and os.path.isfile(path + it)), None)


def _loads(text: str) -> Iterator[_Load]:
    """What a script loads by a relative path, up to the first statement that may end it."""
    parsed = tree_of(parse, text, "")
    if parsed is None or not parsed[1]:
        return
    goes_on = True
    for node in parsed[0].children:
        if node.kind in ("import_statement", "export_statement"):
            # Imports are loaded before anything else is done.
            if not node.has("type"):
                yield from _relative(node.field("source"), requires=False)
        elif goes_on:
            for it in node.children if node.kind in _DECLARING else ():
                yield from _required(it.field("value"))
            first = node.children[0] if node.kind == "expression_statement" and node.children else None
            yield from _required(first)
            goes_on = node.kind in _SIMPLE or (first is not None and first.kind == "string")


def _required(node: Node | None) -> Iterator[_Load]:
    """`require("./x")`, also with what is taken of it."""
    while node is not None and node.kind in ("member_expression", "await_expression"):
        node = node.field("object") or (node.children[0] if node.children else None)
    called = node.field("function") if node is not None and node.kind == "call_expression" else None
    arguments = node.field("arguments") if node is not None and called is not None else None
    if called is None or arguments is None:
        return
    if called.text != "require":
        yield from _required(called)
    elif len(arguments.children) == 1:
        yield from _relative(arguments.children[0], requires=True)


def _relative(node: Node | None, *, requires: bool) -> Iterator[_Load]:
    """The path of a string, if it is one of the project."""
    name = unescaped(node.text[1:-1]) if node is not None and node.kind == "string" else ""
    if name.startswith(("./", "../")) and "?" not in name and "#" not in name:
        yield _Load(name, requires)

"""Modules: those that come with the runtime, files beside the script, and packages, which are not read."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import normpath

from hookwright.scripts.javascript.blocks import block
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.members import member
from hookwright.scripts.javascript.patterns import declare
from hookwright.scripts.javascript.questions import PACKAGES
from hookwright.scripts.javascript.setting import set_slot
from hookwright.scripts.javascript.syntax import Node, parse, unescaped
from hookwright.scripts.javascript.things import (
    FOREIGN,
    UNDEFINED,
    Native,
    Record,
    Ref,
    Scope,
    Slot,
    Thing,
)
from hookwright.scripts.trees import tree_of
from hookwright.scripts.values import UNKNOWN, Literal

_MODULES = """
    assert async_hooks buffer child_process crypto dns events fs fs.promises http http2 https module net os
    path  path.posix path.win32 perf_hooks process querystring readline readline.promises stream
    stream.promises  stream.consumers string_decoder timers timers.promises tls tty url util v8 vm
    worker_threads zlib bun sqlite
"""
_GLOBALS = """
    process console JSON Math Object Array String Number Boolean Date RegExp Map Set WeakMap WeakSet Symbol
    BigInt Promise  Error TypeError RangeError SyntaxError Buffer URL URLSearchParams TextDecoder TextEncoder
    AbortController AbortSignal  Intl Reflect Proxy Function parseInt parseFloat isNaN isFinite
    encodeURIComponent decodeURIComponent encodeURI  decodeURI setTimeout setInterval setImmediate
    clearTimeout clearInterval clearImmediate queueMicrotask  structuredClone fetch require module exports
    globalThis global Bun Deno eval performance crypto atob btoa Response  Request Headers Blob FormData
    Uint8Array ArrayBuffer DataView Int32Array Float64Array SharedArrayBuffer Atomics  WebSocket Event
    EventTarget escape unescape
"""
MODULES = frozenset(_MODULES.split())
NATIVE_GLOBALS = frozenset(_GLOBALS.split())
_ALIASES = {"process": "process", "bun": "Bun", "buffer": "buffer"}
_ENDINGS = ("", ".js", ".mjs", ".cjs", ".ts", ".mts", "/index.js", "/index.ts", "/index.mjs")


def import_module(run: Interpreter, name: Thing) -> Thing:
    """What `require(name)` gives, or `import * as it from name`."""
    if not isinstance(name, Literal) or not isinstance(name.value, str):
        run.vague()
        return FOREIGN
    plain = name.value.removeprefix("node:").removeprefix("bun:").replace("/", ".")
    if plain in MODULES:
        return Native(_ALIASES.get(plain, plain))
    if name.value.startswith("."):
        return _beside(run, name.value)
    return Native(name.value) if name.value in PACKAGES else FOREIGN


def _beside(run: Interpreter, name: str) -> Thing:
    """A file of the script's folder, or below it; one that such a file imports is not followed."""
    if name.endswith(".json"):
        return UNKNOWN
    if run.inside_import:
        return FOREIGN
    for path in _candidates(name):
        if path in run.imported:
            return run.imported[path]
        text = run.source.beside(path)
        if text is not None:
            return _load(run, path, text)
    return FOREIGN


def _candidates(name: str) -> Iterator[str]:
    path = normpath(name)
    for ending in _ENDINGS:
        yield path + ending
    for written, other in ((".js", ".ts"), (".mjs", ".mts")):
        if path.endswith(written):
            yield path.removesuffix(written) + other


def _load(run: Interpreter, path: str, text: str) -> Thing:
    """Does what a file does when it is imported, and gives what it exports."""
    run.files.append(path)
    parsed = tree_of(parse, text, path)
    if parsed is None:
        return FOREIGN
    root, understood = parsed
    if not understood:
        run.vague()
    around = run.scope, run.this, run.inside_import, run.exports
    run.scope = Scope({})
    run.scope = Scope(run.scope.names, None, run.scope)
    run.inside_import = True
    exports = Ref(run.new(Record({})))
    run.exports = run.new(exports)
    run.imported[path] = exports
    try:
        block(run, root.children)
        found = run.variable(run.exports)
    finally:
        run.scope, run.this, run.inside_import, run.exports = around
    run.imported[path] = found
    return found


def imports(run: Interpreter, node: Node) -> None:
    """`import … from "…"`."""
    required = next((it for it in node.children if it.kind == "import_require_clause"), None)
    if required is not None:
        _import_required(run, required)
    source = node.field("source")
    if source is None or node.has("type"):
        return
    module = import_module(run, Literal(unescaped(source.text[1:-1])))
    for clause in (it for it in node.children if it.kind == "import_clause"):
        for it in clause.children:
            _import_names(run, it, module)
    if not any(it.kind == "import_clause" for it in node.children) and module is FOREIGN:
        run.vague()


def _import_required(run: Interpreter, clause: Node) -> None:
    """`import name = require("…")` of TypeScript."""
    source = clause.field("source")
    if source is not None and clause.children:
        declare(run, clause.children[0].text, import_module(run, Literal(unescaped(source.text[1:-1]))))


def _import_names(run: Interpreter, node: Node, module: Thing) -> None:
    match node.kind:
        case "identifier":
            declare(run, node.text, default_of(run, module, node))
        case "namespace_import":
            for it in node.children:
                declare(run, it.text, module)
        case "named_imports":
            for it in node.children:
                name, alias = it.field("name"), it.field("alias")
                if name is not None and not it.has("type"):
                    declare(run, (alias or name).text, _imported(run, module, name))


def _imported(run: Interpreter, module: Thing, name: Node) -> Thing:
    if name.text == "default":
        return default_of(run, module, name)
    if module == Native("process") and name.text in ("env", "argv", "stdin", "stdout", "stderr"):
        return Native(f"process.{name.text}")
    if isinstance(module, Native):
        return Native(f"{module.name}.{name.text}")
    found = member(run, module, name.text, name.spot, name.spot)
    return FOREIGN if found is UNDEFINED else found


def default_of(run: Interpreter, module: Thing, node: Node) -> Thing:
    """The default export; of a CommonJS module, that is all of it."""
    content = run.content(module)
    if isinstance(content, Record) and "default" in content.slots:
        return member(run, module, "default", node.spot, node.spot)
    return module


def exports(run: Interpreter, node: Node) -> None:
    """`export …`: does what is declared, and notes its names."""
    declaration, value, source = node.field("declaration"), node.field("value"), node.field("source")
    if node.has("=") and node.children:
        run.write(run.exports, run.evaluate(node.children[-1]))
    elif declaration is not None:
        run.execute(declaration)
        for name in _declared(declaration):
            _export(run, "default" if node.has("default") else name.text, name, run.evaluate(name))
    elif value is not None:
        _export(run, "default", value, run.evaluate(value))
    elif source is not None:
        module = import_module(run, Literal(unescaped(source.text[1:-1])))
        for it in _specifiers(node):
            other = it.field("name")
            if other is not None:
                _export(run, (it.field("alias") or other).text, other, _imported(run, module, other))
    else:
        for it in _specifiers(node):
            own = it.field("name")
            cell = run.scope.find(own.text) if own is not None else None
            if own is not None and cell is not None:
                _export(run, (it.field("alias") or own).text, own, run.variable(cell))


def _specifiers(node: Node) -> Iterator[Node]:
    for clause in (it for it in node.children if it.kind == "export_clause"):
        yield from (it for it in clause.children if it.kind == "export_specifier")


def _declared(node: Node) -> Iterator[Node]:
    name = node.field("name")
    if name is not None and name.kind in ("identifier", "type_identifier"):
        cell_kinds = ("function_declaration", "generator_function_declaration", "class_declaration", "enum_declaration")
        if node.kind in cell_kinds:
            yield name
    for it in node.children:
        name = it.field("name") if it.kind == "variable_declarator" else None
        if name is not None and name.kind == "identifier":
            yield name


def _export(run: Interpreter, key: str, node: Node, value: Thing) -> None:
    exported = run.variable(run.exports)
    if isinstance(exported, Ref):
        set_slot(run, exported, key, Slot(value, node.spot))

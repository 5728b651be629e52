"""JavaScript code as if it could always read its payload: what it does only if it cannot is left out."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.scripts.javascript.syntax import Node, parse
from hookwright.scripts.trees import tree_of
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.made_of import made_of

_KNOWN = word_set("JSON fs process Buffer console undefined readFileSync String Boolean")
_FUNCTIONS = word_set("readFileSync String Boolean")
_NAMES = word_set("identifier shorthand_property_identifier")
_PATTERNS = word_set("object_pattern array_pattern rest_pattern")
_DEFINING = word_set("function_declaration class_declaration")
_CALLED = word_set("call_expression new_expression")


def where_readable(text: str) -> str:
    """The text in which each `try` that does nothing but read has no `catch`."""
    parsed = tree_of(parse, text, "")
    if parsed is None or not parsed[1]:
        return text
    harmless = _harmless(parsed[0])
    found = [it for it in _walk(parsed[0]) if it.kind == "try_statement" and _only_reads(it, harmless)]
    for it in sorted(found, key=lambda one: one.start, reverse=True):
        body = it.field("body")
        # One within another is gone with that.
        if body is not None and not any(one.start < it.start and it.end < one.end for one in found):
            text = text[: it.start] + body.text + text[it.end :]
    return text


def _only_reads(node: Node, harmless: frozenset[str]) -> bool:
    body = node.field("body")
    return body is not None and node.field("finalizer") is None and _is_harmless(body, harmless)


def _harmless(tree: Node) -> frozenset[str]:
    """The names to which the code never gives anything but what it reads."""
    parts = dict[str, frozenset[str] | None]()
    for name, value in _bindings(tree):
        if name not in _KNOWN:
            before, used = parts.get(name, frozenset()), None if value is None else _used(value)
            parts[name] = None if before is None or used is None else before | used
    return made_of(_KNOWN, parts)


def _bindings(tree: Node) -> Iterator[tuple[str, Node | None]]:
    """The names that are bound, each with what it is given; None if that is not plain."""
    pieces = {it.start: stdin for node in _walk(tree) for it, stdin in _pieces_of_stdin(node)}
    for node in _walk(tree):
        match node.kind:
            case "variable_declarator" | "assignment_expression" | "augmented_assignment_expression":
                value = node.field("value") or node.field("right")
                yield from _bound(node.field("name") or node.field("left"), value) if value is not None else ()
            case "for_in_statement":
                yield from _bound(node.field("left"), node.field("right"))
            case "required_parameter" | "catch_clause" | "arrow_function":
                named = node.field("pattern") or node.field("parameter")
                yield from _bound(named, pieces.get(named.start)) if named is not None else ()
            case kind if kind in _DEFINING:
                yield from _bound(node.field("name"), None)
            case "import_clause" | "import_specifier" | "namespace_import":
                yield from ((it.text, None) for it in node.children if it.kind == "identifier")


def _bound(named: Node | None, value: Node | None) -> Iterator[tuple[str, Node | None]]:
    if named is None:
        return
    if named.kind == "identifier":
        yield named.text, value
    elif named.kind in _PATTERNS:
        yield from ((it.text, None) for it in _walk(named) if "identifier" in it.kind)


def _pieces_of_stdin(node: Node) -> Iterator[tuple[Node, Node]]:
    """The parameters in `process.stdin.on("data", piece => …)`, each with the `process.stdin` that it is of."""
    called, arguments = node.field("function"), node.field("arguments")
    if node.kind != "call_expression" or called is None or called.text != "process.stdin.on" or arguments is None:
        return
    for it in arguments.children:
        listed = it.field("parameters")
        named = [it.field("parameter"), *(one.field("pattern") for one in (listed.children if listed else ()))]
        stdin = called.field("object")
        yield from ((one, stdin) for one in named if one is not None and stdin is not None)


def _is_harmless(node: Node, names: frozenset[str]) -> bool:
    """Whether code uses these names only, calls nothing that the script defines, and throws nothing itself."""
    used = _used(node)
    return used is not None and used <= names


def _used(node: Node) -> frozenset[str] | None:
    """The names that code uses; None if it calls what the script defines, or throws something itself."""
    found = set[str]()
    for it in _walk(node):
        called = it.field("function") or it.field("constructor") if it.kind in _CALLED else None
        if it.kind == "throw_statement" or (called and called.kind == "identifier" and called.text not in _FUNCTIONS):
            return None
        if it.kind in _NAMES:
            found.add(it.text)
    return frozenset(found)


def _walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        it = waiting.pop()
        yield it
        waiting += reversed(it.children)

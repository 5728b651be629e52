"""Whether a function that is called with each piece of stdin takes one for all of it, and parses that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.scripts.javascript.syntax import Node

_ONE = 1


def parses_piece(function: Node) -> bool:
    """Whether the function parses its parameter, and gathers nothing."""
    body, name = function.field("body"), _parameter(function)
    if body is None or not name or "JSON.parse" not in body.text:
        return False
    names = {name, *_other_names(body, name)}
    either = "|".join(map(re.escape, names))
    assigned = rf"(?<!const )(?<!let )(?<!var )(?<![\w$.])(?:{either})\s*[-+?|&]*=(?![=>])"
    if re.search(rf"{assigned}|\+=\s*(?:{either})\b|\.(?:push|concat)\(", body.text):
        return False
    return any(_is_of(it.text, names) for it in _parsed(body))


def _parameter(function: Node) -> str:
    """The name of the only parameter; empty if there are several, or if it is taken apart."""
    single = function.field("parameter")
    if single is not None:
        return single.text
    all_of_them = function.field("parameters")
    given = all_of_them.children if all_of_them is not None else []
    named = given[0].field("pattern") or given[0] if len(given) == _ONE else None
    return named.text if named is not None and named.kind == "identifier" else ""


def _other_names(body: Node, name: str) -> Iterator[str]:
    """The names that the function gives to the piece as a text."""
    for it in _within(body):
        variable, value = it.field("name"), it.field("value")
        if it.kind != "variable_declarator" or variable is None or value is None:
            continue
        if variable.kind == "identifier" and _is_of(value.text, {name}):
            yield variable.text


def _parsed(body: Node) -> Iterator[Node]:
    """What the function gives to `JSON.parse`."""
    for it in _within(body):
        callee, given = it.field("function"), it.field("arguments")
        if it.kind == "call_expression" and callee is not None and callee.text == "JSON.parse" and given is not None:
            yield from given.children[:1]


def _within(node: Node) -> Iterator[Node]:
    yield node
    for it in node.children:
        yield from _within(it)


def _is_of(code: str, names: set[str]) -> bool:
    """Whether it is one of the variables, perhaps as a text."""
    either = "|".join(map(re.escape, names))
    return re.fullmatch(rf"(?:String\()?(?:{either})(?:\.(?:toString|trim)\([^()]*\))*\)?", code) is not None

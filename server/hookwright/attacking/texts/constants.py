"""A script of Python in which texts that are put together from constants stand as one text in the place of parts."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from hookwright.patterns import late_pattern

_LONGEST_SCRIPT, _LONGEST = 200_000, 4_000
"""How long a script is that is parsed, and a text that is put together in it."""
_SEARCHES = frozenset({"search", "match", "fullmatch", "compile", "findall", "finditer"})
"""Functions of `re` whose first argument is a pattern."""
_COLLECTIONS = frozenset({"frozenset", "list", "set", "sorted", "tuple"})
_OF_PATTERN = late_pattern(r"\\[bsSwWdD.]|\(\?[:!=<]|\)[?*+]|\][*+]")
"""What shows that a text is a regular expression."""
_QUOTES = ('"', "'", "`")
Value: TypeAlias = "str | tuple[str, ...]"


def with_constants(text: str) -> str:
    """The script with the texts that its constants make; as it is if it is no script of Python."""
    if len(text) > _LONGEST_SCRIPT or "\r" in text or "\f" in text:
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            if not any(isinstance(it, ast.Import | ast.ImportFrom) for it in ast.walk(tree)):
                # Such a script can read no call: it is something else, such as a list of another language.
                return text
            found = list(_replaced(tree, _constants(tree), text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    return _with(text, found)


def _constants(tree: ast.Module) -> dict[str, Value]:
    """The texts, and the lists of texts, that the names of the script stand for, if each is set once."""
    known: dict[str, Value] = {}
    times: dict[str, int] = {}
    patterns = dict[str, Value]()
    for name, value in _assigned(tree):
        times[name] = times.get(name, 0) + 1
        found = _value(value, known)
        if found is not None:
            known[name] = found
        elif isinstance(value, ast.Call) and _is_compile(value) and (it := _value(value.args[0], known)) is not None:
            patterns[f"{name}.pattern"] = it
    return {name: it for name, it in {**known, **patterns}.items() if times[name.partition(".")[0]] == 1}


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for it in ast.walk(tree):
        if isinstance(it, ast.Assign) and len(it.targets) == 1 and isinstance(it.targets[0], ast.Name):
            yield it.targets[0].id, it.value
        elif isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name) and it.value is not None:
            yield it.target.id, it.value


def _is_compile(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "compile" and bool(call.args)


def _value(node: ast.expr, known: Mapping[str, Value]) -> Value | None:
    """What the expression is, if that needs nothing but constants."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return known.get(name)
        case ast.Attribute(value=ast.Name(id=name), attr="pattern"):
            return known.get(f"{name}.pattern")
        case ast.List(elts=every) | ast.Tuple(elts=every) | ast.Set(elts=every):
            return _all_of([_text(it, known) for it in every])
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _sum(_value(left, known), _value(right, known))
        case ast.JoinedStr(values=parts):
            texts = _all_of([_part(it, known) for it in parts])
            return None if texts is None else "".join(texts)
        case ast.Call(func=ast.Name(id=name), args=[one]) if name in _COLLECTIONS:
            found = _value(one, known)
            return found if isinstance(found, tuple) else None
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="escape"), args=[one]):
            plain = _text(one, known)
            return None if plain is None else re.escape(plain)
        case ast.Call(func=ast.Attribute(value=between, attr="join"), args=[several]):
            sign, parts_of = _text(between, known), _several(several, known)
            return None if sign is None or parts_of is None else sign.join(parts_of)
        case _:
            return None


def _several(node: ast.expr, known: Mapping[str, Value]) -> tuple[str, ...] | None:
    """The texts that are joined: those of a list, each as it is or made a pattern by `re.escape`."""
    match node:
        case ast.Call(func=ast.Name(id="map"), args=[ast.Attribute(attr="escape"), of]):
            found = _value(of, known)
            return tuple(map(re.escape, found)) if isinstance(found, tuple) else None
        case ast.GeneratorExp(elt=one, generators=[made]) | ast.ListComp(elt=one, generators=[made]):
            found = _value(made.iter, known)
            if not isinstance(found, tuple) or made.ifs or not isinstance(made.target, ast.Name):
                return None
            name = made.target.id
            return _all_of([_text(one, {**known, name: it}) for it in found])
        case _:
            found = _value(node, known)
            return found if isinstance(found, tuple) else None


def _text(node: ast.expr, known: Mapping[str, Value]) -> str | None:
    found = _value(node, known)
    return found if isinstance(found, str) else None


def _part(node: ast.expr, known: Mapping[str, Value]) -> str | None:
    """The text of a part of a text with `{}`, which has nothing but a name or an expression there."""
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, known) if node.conversion == -1 and node.format_spec is None else None
    return _text(node, known)


def _all_of(texts: Sequence[str | None]) -> tuple[str, ...] | None:
    found = tuple(it for it in texts if it is not None)
    return found if len(found) == len(texts) and sum(map(len, found)) <= _LONGEST else None


def _sum(left: Value | None, right: Value | None) -> Value | None:
    if isinstance(left, str) and isinstance(right, str):
        return left + right if len(left) + len(right) <= _LONGEST else None
    return left + right if isinstance(left, tuple) and isinstance(right, tuple) else None


def _replaced(tree: ast.Module, known: Mapping[str, Value], text: str) -> Iterator[tuple[int, int, str]]:
    """Where an expression begins and ends that is put together, and the text that it makes; none in another one."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = text.split("\n")

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and _is_search(node) and isinstance(node.args[0], ast.Name):
            waiting += [it for it in ast.iter_child_nodes(node) if it is not node.args[0]]
            named: ast.expr | None = node.args[0]
        else:
            named = node if isinstance(node, ast.expr) else None
        if named is not None and named.end_lineno is not None and named.end_col_offset is not None:
            start, end = place(named.lineno, named.col_offset), place(named.end_lineno, named.end_col_offset)
            made = _text(named, known) if named is not node or _is_made(named, text[start:end]) else None
            if made is not None and (quoted := _quoted(made)):
                yield start, end, quoted
                continue
        # The parts of such a text have no places of their own.
        if not isinstance(node, ast.JoinedStr) and (named is node or named is None):
            waiting += ast.iter_child_nodes(node)


def _is_search(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in _SEARCHES and bool(call.args)


def _is_made(node: ast.expr, source: str) -> bool:
    """Whether an expression is put together from several; a message in several parts may stay as it is."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(_OF_PATTERN.search(node.value)) and _has_several(source)
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(it, ast.FormattedValue) for it in node.values)
    is_join = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"
    return is_join or isinstance(node, ast.BinOp)


def _has_several(source: str) -> bool:
    """Whether the source of a text is several texts, one behind the other."""
    if source.count('"') + source.count("'") <= 2 or len(source) > _LONGEST:
        return False
    tokens = tokenize.generate_tokens(io.StringIO(f"({source})").readline)
    return sum(it.type == tokenize.STRING for it in tokens) > 1


def _quoted(text: str) -> str:
    """The text between quotes that it does not have; empty if it has all, or several lines."""
    quote = next((it for it in _QUOTES if it not in text), "")
    return f"{quote}{text}{quote}" if quote and "\n" not in text and not text.endswith("\\") else ""


def _with(text: str, found: Sequence[tuple[int, int, str]]) -> str:
    """The text with what is found in its place, and as many lines as before."""
    for start, end, made in sorted(found, reverse=True):
        lines = "\n" * text.count("\n", start, end)
        text = f"{text[:start]}{made}{lines}{text[end:]}"
    return text

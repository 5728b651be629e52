"""The folders in which a Python script looks for modules first: its own, and those that it adds to `sys.path`."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping

from hookwright.analysis.script_uses import ScriptRun
from hookwright.patterns import late_pattern

_BRINGS_OTHERS = late_pattern(
    r"\bsite\.addsitedir\b|\bPYTHONPATH\b|\b__package__\b|^# /// script|\bfrom\s+sys\s+import\b.*\bpath\b"
    # It installs what it needs, or goes on in another interpreter.
    r"|\bsys\.executable\b|\bos\.exec|\bensurepip\b|[\"']pip3?[\"'],\s*[\"']install\b",
    8,
)
_SAME = frozenset({"abspath", "realpath", "normpath", "fspath", "str", "Path", "resolve", "absolute"})


def searched(it: ScriptRun, text: str) -> tuple[str, ...] | None:
    """The folders, the script's own first; None if only a run can tell which modules it has."""
    if _BRINGS_OTHERS.search(text):
        return None
    # What is named with `-m` is looked for where the hook runs, as is what it imports.
    folder = it.launch.folder if it.is_module else None
    own = os.path.dirname(os.path.realpath(it.path)) if folder is None else folder
    added = _added(it, text) if "sys.path" in text else ()
    return None if added is None else (own, *added)


def _added(it: ScriptRun, text: str) -> tuple[str, ...] | None:
    """The folders that a script adds; None if one of them is not known, or it does something else with the list."""
    # Of a link, it depends on how the path is asked for.
    if os.path.islink(it.path):
        return None
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names = {"__file__": os.path.realpath(it.path)}
    variables = dict(it.launch.variables)
    found, left = list[str](), sum(_is_list(node) for node in ast.walk(tree))
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name):
            value = _path(node.value, names, variables)
            names = {name: path for name, path in names.items() if name != target.id}
            names |= {target.id: value} if value is not None else {}
        for one in addition(node):
            value = _path(one, names, variables)
            if value is None:
                return None
            found.append(value if it.launch.folder is None else os.path.join(it.launch.folder, value))
            left -= 1 + isinstance(node, ast.If)
    return tuple(found) if not left and all(map(os.path.isabs, found)) else None


def addition(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement adds to the list: `sys.path.insert(0, …)`, also behind `if … not in sys.path`."""
    if isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and _asks_for_list(node.test):
        node = node.body[0]
    match node:
        case ast.Expr(ast.Call(ast.Attribute(of, "insert"), [_, added], [])) if _is_list(of):
            yield added
        case ast.Expr(ast.Call(ast.Attribute(of, "append"), [added], [])) if _is_list(of):
            yield added


def _asks_for_list(test: ast.expr) -> bool:
    """`… not in sys.path`."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and _is_list(test.comparators[0])


def _is_list(node: ast.AST) -> bool:
    """`sys.path`."""
    match node:
        case ast.Attribute(ast.Name("sys"), "path"):
            return True
    return False


def _path(node: ast.expr, names: Mapping[str, str], variables: Mapping[str, str]) -> str | None:
    """The path that an expression comes to; None if it is not known."""

    def of(one: ast.expr) -> str | None:
        return _path(one, names, variables)

    match node:
        case ast.Constant(str(text)):
            return text
        case ast.Name(name):
            return names.get(name)
        case ast.Attribute(it, "parent"):
            return _up(of(it))
        case ast.Subscript(ast.Attribute(it, "parents"), ast.Constant(int(count))):
            path = of(it)
            for _ in range(min(count, 50) + 1):
                path = _up(path)
            return path
        case ast.Subscript(ast.Attribute(ast.Name("os"), "environ"), ast.Constant(str(name))):
            return variables.get(name)
        case ast.BinOp(left, ast.Div(), right):
            return _joined(of(left), of(right))
        case ast.Call(function, arguments, []):
            return _called(function, arguments, of)
    return None


def _called(function: ast.expr, arguments: list[ast.expr], of: Callable[[ast.expr], str | None]) -> str | None:
    """What the functions for paths come to."""
    name = getattr(function, "attr", getattr(function, "id", ""))
    if not arguments:
        return of(function.value) if isinstance(function, ast.Attribute) and name in _SAME else None
    first = of(arguments[0])
    if name == "dirname" and len(arguments) == 1:
        return _up(first)
    if name == "joinpath" and isinstance(function, ast.Attribute):
        first, arguments = of(function.value), [function.value, *arguments]
    elif name not in _SAME and name != "join":
        return None
    for it in arguments[1:]:
        first = _joined(first, of(it))
    return first


def _up(path: str | None) -> str | None:
    return os.path.dirname(path) if path else None


def _joined(path: str | None, inside: str | None) -> str | None:
    return None if path is None or inside is None else os.path.normpath(os.path.join(path, inside))

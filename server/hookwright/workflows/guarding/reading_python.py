"""Python code as if it could always read its payload: what it does only if it cannot is left out."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from hookwright.workflows.guarding.made_of import made_of

_MODULES = frozenset({"json", "sys", "os", "io"})
_FUNCTIONS = frozenset({"str", "dict", "list", "len", "isinstance", "print"})
_KNOWN = _MODULES | frozenset(dir(builtins))
_FAILS = (ast.Raise, ast.Assert)


def where_readable(tree: ast.Module) -> ast.Module:
    """A copy of code in which each `try` that does nothing but read has no handlers."""
    copied = ast.parse(ast.unparse(tree))
    _Readable(_harmless(copied)).visit(copied)
    return ast.fix_missing_locations(copied)


class _Readable(ast.NodeTransformer):
    """Takes the handlers away; `harmless` are the names that the code may use for that."""

    def __init__(self, harmless: frozenset[str]) -> None:
        self._harmless = harmless

    def visit_Try(self, node: ast.Try) -> ast.stmt | list[ast.stmt]:
        """`try: data = json.load(sys.stdin)`."""
        self.generic_visit(node)
        if node.finalbody or not node.handlers or not all(map(self._only_reads, node.body)):
            return node
        return [*node.body, *node.orelse]

    def _only_reads(self, node: ast.stmt) -> bool:
        return isinstance(node, ast.Assign | ast.AnnAssign | ast.Expr | ast.If) and _is_harmless(node, self._harmless)


def _harmless(tree: ast.Module) -> frozenset[str]:
    """The names to which the code never gives anything but what it reads."""
    parts = dict[str, frozenset[str] | None]()
    for name, value in _bindings(tree):
        before, used = parts.get(name, frozenset()), None if value is None else _used(value)
        parts[name] = None if before is None or used is None else before | used
    return made_of(_KNOWN - parts.keys(), parts)


def _bindings(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that are bound, each with its value; None if that is not plain."""
    plain = set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name) as target], value) | ast.AnnAssign(ast.Name(name) as target, _, value):
                plain.add(target)
                yield name, value
            case ast.Name(name, ast.Store() | ast.Del()) if node not in plain:
                yield name, None
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name) | ast.arg(name):
                yield name, None
            case ast.alias(name, renamed) if (renamed or name) not in _MODULES:
                yield (renamed or name).partition(".")[0], None


def _is_harmless(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether code uses these names only, calls nothing that the script defines, and raises nothing itself."""
    used = _used(node)
    return used is not None and used <= names


def _used(node: ast.AST) -> frozenset[str] | None:
    """The names that code uses; None if it calls what the script defines, or raises something itself."""
    found = set[str]()
    for it in ast.walk(node):
        if isinstance(it, ast.Call) and isinstance(it.func, ast.Name) and it.func.id not in _FUNCTIONS:
            return None
        if isinstance(it, _FAILS):
            return None
        if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Load):
            found.add(it.id)
    return frozenset(found)

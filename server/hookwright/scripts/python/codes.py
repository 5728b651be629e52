"""Names that hold the exit code: `code = 0`, here and there `code = 2`, and `sys.exit(code)` at the end.

Where every value of such a name is a number that is written out, each of them is the exit code from there on, so that
each end knows what was printed on its way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hookwright.scripts.effects import SetExitCode
from hookwright.scripts.python.walk import Walk


def codes_of(walk: Walk, node: ast.AST, *, carries: bool) -> frozenset[str]:
    """The name in a function or a module that holds the exit code; where it `carries` it, it may return it, too.

    Inside of another that has such a name, only what it returns for an exit may set the code.
    """
    if (not walk.exit_names and not carries) or (walk.coding and not carries):
        return frozenset()
    found = walk.codes_in.get((node, carries))
    if found is None:
        found = walk.codes_in[node, carries] = _codes(walk, node, carries=carries)
    return found


def _codes(walk: Walk, node: ast.AST, *, carries: bool) -> frozenset[str]:
    numbers, others, ends = set[str](), set[str](walk.shared), set[str]()
    targets = set[ast.AST]()
    inner = [*_own(node)]
    for it in inner:
        match it:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.Constant(value=int())):
                numbers.add(name)
                targets.add(target)
            case ast.Return(value=ast.Name(id=name)) if carries:
                ends.add(name)
            case ast.Call(args=[ast.Name(id=name)]) if name in walk.exit_names:
                ends.add(name)
            case ast.arg(arg=name):
                others.add(name)
    stored = (it for it in inner if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store))
    others |= {it.id for it in stored if it not in targets}
    found = (numbers & ends) - others
    return frozenset(found) if len(found) == 1 else frozenset()


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or a module, without those of the functions and classes in it."""
    for it in ast.iter_child_nodes(node):
        yield it
        if not isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _own(it)


def set_by_name(walk: Walk, name: str, node: ast.Assign) -> None:
    """Keeps in mind the number that such a name is given."""
    if name in walk.scope.codes and isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
        walk.emit(SetExitCode(node.value.value & 0xFF, walk.spot(node)))
        walk.sets_code = True


def is_code(walk: Walk, node: ast.expr) -> bool:
    """Whether the exit code that is set now is what the expression comes to."""
    return isinstance(node, ast.Name) and node.id in walk.scope.codes

"""Names that hold the exit code: `code = 0`, here and there `code = 2`, and `sys.exit(code)` at the end.

Where every value of such a name is a number that is written out, each of them is the exit code from there on, so that
each end knows what was printed on its way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hookwright.scripts.effects import SetExitCode
from hookwright.scripts.python.walk import Walk

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_THAT_COUNT = (ast.Call, ast.arg, ast.Name)
_WITH_NAMES_OF_THEIR_OWN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


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
    for it in _statements(node):
        match it:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.Constant(value=int())):
                numbers.add(name)
                targets.add(target)
            case ast.Return(value=ast.Name(id=name)) if carries:
                ends.add(name)
    # Most functions have no such name, and there are far fewer statements than nodes.
    inner = [*_own(node)] if not numbers.isdisjoint(ends | walk.exit_names) else []
    for it in inner:
        match it:
            case ast.Call(args=[ast.Name(id=name)]) if name in walk.exit_names:
                ends.add(name)
            case ast.arg(arg=name):
                others.add(name)
    stored = (it for it in inner if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store))
    others |= {it.id for it in stored if it not in targets}
    found = (numbers & ends) - others
    return frozenset(found) if len(found) == 1 else frozenset()


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements of a function or a module in any order, without those of functions and classes in it."""
    left = [node] if not isinstance(node, ast.Lambda) else []
    while left:
        it = left.pop()
        for name in _BLOCKS:
            inner = getattr(it, name, ())
            yield from inner
            left += (one for one in inner if not isinstance(one, _WITH_NAMES_OF_THEIR_OWN))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or a module that count, in any order, without those of functions and classes in it."""
    left = [node]
    while left:
        for it in ast.iter_child_nodes(left.pop()):
            if isinstance(it, _THAT_COUNT):
                yield it
            if not isinstance(it, _WITH_NAMES_OF_THEIR_OWN):
                left.append(it)


def set_by_name(walk: Walk, name: str, node: ast.Assign) -> None:
    """Keeps in mind the number that such a name is given."""
    if name in walk.scope.codes and isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
        walk.emit(SetExitCode(node.value.value & 0xFF, walk.spot(node)))
        walk.sets_code = True


def is_code(walk: Walk, node: ast.expr) -> bool:
    """Whether the exit code that is set now is what the expression comes to."""
    return isinstance(node, ast.Name) and node.id in walk.scope.codes

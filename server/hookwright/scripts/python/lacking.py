"""The places of a Python script that ask for a name which nothing defines, so that Python fails there.

Python's own compiler says which names a piece of code looks for among those of the module.  A name that the module
binds anywhere counts as defined, so that the order in which a run comes to it makes no difference.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterator
from types import CodeType
from typing import TypeAlias

from hookwright.patterns import late_pattern

At: TypeAlias = tuple[int, int]
"""A line, counted from 1, and a column in bytes of UTF-8: how `ast` counts."""

# A script that uses one of these may give the module names other than by a statement.
_GIVERS = """
    __builtin__ __builtins__ _convert_ builtins exec execfile f_builtins f_globals gettext global_enum globals locals
    runpy vars
"""
_GIVE_NAMES = frozenset(_GIVERS.split())
_GIVES_NAMES = late_pattern(r"\bsys\.modules\[__name__\]|\bimport\s*\(?\s*\*")
_OF_MODULES = (
    "__annotate__ __annotations__ __cached__ __conditional_annotations__ __file__ __path__ __warningregistry__"
)
_OF_WINDOWS = "WindowsError"
_OF_NEWER_PYTHONS = "PythonFinalizationError frozendict"
# A script may ask for these where it has found that it runs on Python 2.
_OF_PYTHON_2 = """
    apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange
    StandardError
"""
_PREDEFINED = frozenset(" ".join((_OF_MODULES, _OF_WINDOWS, _OF_NEWER_PYTHONS, _OF_PYTHON_2)).split())
_LOOKS_IN_MODULE = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_BINDS_IN_MODULE = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
_BINDS = frozenset({"STORE_NAME", "DELETE_NAME"})


def lacking(tree: ast.Module, text: str) -> frozenset[At]:
    """Where the code of the module looks for names that nothing defines; none if names may come by other means."""
    if _GIVES_NAMES.search(text):
        return frozenset()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(tree, "script", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return frozenset()
    looked_for, bound = dict[At, str](), {*dir(builtins), *_PREDEFINED}
    for it in _codes(code):
        if not _GIVE_NAMES.isdisjoint(it.co_names):
            return frozenset()
        _look(it, looked_for, bound, is_module=it is code)
    return frozenset(at for at, name in looked_for.items() if name not in bound)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of the module, and that of every function and class in it."""
    yield code
    for it in code.co_consts:
        if isinstance(it, CodeType):
            yield from _codes(it)


def _look(code: CodeType, looked_for: dict[At, str], bound: set[str], *, is_module: bool) -> None:
    """Notes which names a piece of code looks for in the module, and which it binds there."""
    from dis import get_instructions

    own = set[str]()
    asked = dict[At, str]()
    for it in get_instructions(code):
        if it.opname in _LOOKS_IN_MODULE and it.positions is not None:
            line, column = it.positions.lineno, it.positions.col_offset
            if line is not None and column is not None:
                asked[line, column] = it.argval
        elif it.opname in _BINDS_IN_MODULE:
            bound.add(it.argval)
        elif it.opname in _BINDS:
            own.add(it.argval)
    if is_module:
        bound |= own
    # What a class binds is found in its body alone.
    looked_for.update((at, name) for at, name in asked.items() if name not in own)

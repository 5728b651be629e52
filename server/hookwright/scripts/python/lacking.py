"""The places of a Python script that ask for a name which nothing defines, so that Python fails there.

Python's own compiler says which names a piece of code looks for among those of the module.  A name that the module
binds anywhere counts as defined, so that the order in which a run comes to it makes no difference.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterator
from opcode import opmap
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
_LOAD_GLOBAL, _LOAD_NAME, _LONGER = (opmap[it] for it in ("LOAD_GLOBAL", "LOAD_NAME", "EXTENDED_ARG"))
_BIND_IN_MODULE = frozenset({opmap["STORE_GLOBAL"], opmap["DELETE_GLOBAL"]})
_BIND = frozenset({opmap["STORE_NAME"], opmap["DELETE_NAME"]})


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
    own, asked = set[str](), list[tuple[int, str]]()
    for number, (operation, argument) in enumerate(_operations(code.co_code)):
        if operation == _LOAD_GLOBAL:
            # The last bit tells whether it is called.
            asked.append((number, code.co_names[argument >> 1]))
        elif operation == _LOAD_NAME:
            asked.append((number, code.co_names[argument]))
        elif operation in _BIND_IN_MODULE:
            bound.add(code.co_names[argument])
        elif operation in _BIND:
            own.add(code.co_names[argument])
    if is_module:
        bound |= own
    # What a class binds is found in its body alone.
    lost = [(number, name) for number, name in asked if name not in own]
    places = [*code.co_positions()] if lost else []
    for number, name in lost:
        line, _, column, _ = places[number]
        if line is not None and column is not None:
            looked_for[line, column] = name


def _operations(code: bytes) -> Iterator[tuple[int, int]]:
    """The operations with their arguments, of which one that is longer than a byte stands in several."""
    more = 0
    for operation, argument in zip(code[::2], code[1::2], strict=True):
        whole = more | argument
        more = whole << 8 if operation == _LONGER else 0
        yield operation, whole

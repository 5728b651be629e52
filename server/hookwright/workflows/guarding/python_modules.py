"""The modules that a Python script imports, and those of its folder that are not there."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from hookwright.files import read_text
from hookwright.patterns import late_pattern
from hookwright.workflows.guarding.python_paths import addition

_MOVES_PACKAGE = late_pattern(r"\b__path__\b|\bsys\.modules\b")
_MOST_BYTES = 1 << 16
_GO_ON = (ast.Expr, ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)
_ENDS = (".py", ".pyc", ".so", ".pyd")


class Import(Struct, frozen=True):
    """An import at a line: its module, with `level` dots before that, and the `names` that it takes of it."""

    module: str
    line: int
    level: int = 0
    names: tuple[str, ...] = ()

    @property
    def top(self) -> str:
        """The package or the module that has to be found first."""
        return self.module.partition(".")[0]


def first_imports(text: str) -> tuple[Import, ...]:
    """What a script imports before it does anything else than to say where modules are."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(_top_level(body))


def _top_level(body: Sequence[ast.stmt]) -> Iterator[Import]:
    for it in body:
        if isinstance(it, ast.Import | ast.ImportFrom):
            yield from imports_of(it)
        elif not any(addition(it)) and not isinstance(
            it, ast.Expr | ast.Assign | ast.AnnAssign | ast.FunctionDef | ast.ClassDef
        ):
            # What is behind something else may not be reached.
            return


def imports_of(node: ast.Import | ast.ImportFrom) -> Iterator[Import]:
    """What a statement imports."""
    if isinstance(node, ast.Import):
        yield from (Import(it.name, node.lineno) for it in node.names)
    else:
        yield Import(node.module or "", node.lineno, node.level, tuple(it.name for it in node.names))


def is_standard(module: str) -> bool:
    """Whether a module is of the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


def not_beside(imports: Iterable[Import], folders: Sequence[str]) -> tuple[str, ...]:
    """The packages and modules of neither the standard library nor the folders."""
    tops = dict.fromkeys(it.top for it in imports if not it.level)
    return tuple(it for it in tops if not is_standard(it) and not any(is_beside(it, one) for one in folders))


def is_beside(module: str, folder: str) -> bool:
    """Whether a folder has a module or a package of that name."""
    return os.path.isdir(os.path.join(folder, module)) or _has_file(module, folder)


def lost_of(imports: Iterable[Import], folders: Sequence[str]) -> dict[Import, str]:
    """The imports of which a package of the folders lacks a file, each with the path of that."""
    found = dict[Import, str]()
    for it in imports:
        having = [one for one in folders if not it.level and is_beside(it.top, one)]
        paths = [missing_below(it, one) for one in having]
        if paths and (first := paths[0]) is not None and None not in paths:
            found[it] = first
    return found


def partial(lost: Mapping[Import, str], folders: Sequence[str]) -> tuple[str, ...]:
    """The packages of these imports that are folders only: a whole one that is installed goes before them."""
    return tuple(it.top for it in lost if not any(has_init(os.path.join(one, it.top)) for one in folders))


def missing_below(it: Import, folder: str) -> str | None:
    """The file that must be in a package of the folder for an import, and is not; None if that is not the fault."""
    here = folder
    for index, part in enumerate(it.module.split(".")):
        if not os.path.isdir(os.path.join(here, part)):
            return f"{os.path.join(here, part)}.py" if index and not _has_file(part, here) else None
        here = os.path.join(here, part)
        if _MOVES_PACKAGE.search(_text_of(here) or ""):
            return None
    if not it.module or _text_of(here) is not None:
        return None
    # Without a file that may set it, a name is a module.
    missing = (name for name in it.names if name != "*" and not is_beside(name, here))
    return next((f"{os.path.join(here, name)}.py" for name in missing), None)


def has_init(package: str) -> bool:
    """Whether a folder is a whole package, which goes before any that is installed."""
    return _text_of(package) is not None


def _text_of(package: str) -> str | None:
    """What a package does when it is imported; None for a folder without such a file."""
    path = os.path.join(package, "__init__.py")
    if not os.path.isfile(path):
        return None
    try:
        return read_text(path, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return ""


def _has_file(module: str, folder: str) -> bool:
    try:
        return any(it.startswith(f"{module}.") and it.endswith(_ENDS) for it in os.listdir(folder))
    except OSError:
        return False

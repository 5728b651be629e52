"""The files beside a script that it imports, by the statements that are plain to see in it."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator

_PYTHON_IMPORT = re.compile(r"^\s*(?:from|import)\s+(\.?[\w.]+(?:\s*,\s*[\w.]+)*)", re.MULTILINE)
_JS_IMPORT = re.compile(r"(?:\brequire\(|\bfrom|\bimport\(?)\s*['\"](\.{1,2}/[^'\"\n]+)['\"]")
_JS_SUFFIXES = ("", ".js", ".mjs", ".cjs", ".ts", ".mts", ".json", "/index.js", "/index.ts")


def python_imports(text: str, folder: str) -> Iterator[str]:
    """The modules of that folder, those too that are not there: one that comes wins over an installed one."""
    named = (each.strip().lstrip(".") for it in _PYTHON_IMPORT.findall(text) for each in it.split(","))
    for name in dict.fromkeys(it.partition(".")[0] for it in named if it):
        yield os.path.join(folder, f"{name}.py")
        yield os.path.join(folder, name, "__init__.py")


def module_files(name: str, folder: str) -> Iterator[str]:
    """What `python -m` runs: it looks in the folder that it is started in before everywhere else."""
    base = os.path.join(folder, *name.split("."))
    yield f"{base}.py"
    yield os.path.join(base, "__init__.py")
    yield os.path.join(base, "__main__.py")


def javascript_imports(text: str, folder: str) -> Iterator[str]:
    """The files that are imported by a relative path."""
    for named in _JS_IMPORT.findall(text):
        base = os.path.normpath(os.path.join(folder, named))
        yield next(filter(os.path.isfile, (base + it for it in _JS_SUFFIXES)), base)

"""The files that a script loads or names, by what is plain to see in it: one too many is better than one too few."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from importlib.machinery import BYTECODE_SUFFIXES

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.analysis.scripts.modules import module_paths
from hookwright.files import read_start
from hookwright.patterns import late_pattern
from hookwright.reach.found import Position
from hookwright.reach.javascript import add_javascript, opened_as_data
from hookwright.reach.other_code import add_others
from hookwright.reach.python_code import PythonReading, read_python
from hookwright.reach.python_names import quiet_module
from hookwright.reach.steps import Step
from hookwright.shell.programs import INTERPRETERS

_PYTHON_FROM = late_pattern(
    r"\bfrom(?>\s*)((?>\.*))(?>\s*)(?:(?!import\b)((?>[\w.]+)))?(?>\s*)\bimport\b(?>\s*)(\([^)]{0,5000}\)|[^\n;#]{0,5000})"
)
_PYTHON_IMPORT = late_pattern(r"\bimport(?>\s+)([^\n;#()]{1,5000})")
_SUFFIX_OF_MODULE = late_pattern(r"\.(?:so|pyd|pyc|py)\Z")
_LITERAL = late_pattern(r"(['\"`])((?>(?:\\.|(?!\1)[^\\\n]){1,300}))\1")
_PIECES = late_pattern(r"[\s=:,;|&()<>'\"`]+")
_DOTTED = late_pattern(r"[A-Za-z_]\w*(?:\.\w+)*\Z")


def add_imports(text: str, language: str, own: Sequence[str], at: Position) -> Sequence[Step]:
    """Takes in what code that is no shell's loads, and in a script what it names.

    `own` are the folders that modules may lie in: that of the script, and that of the file which it is a link to; for
    code on a command line it is where the command runs, if that is known.  The result are the programs that it is seen
    to start.
    """
    folders = tuple(dict.fromkeys(it for it in (*own, at.folder, at.found.around.project) if it is not None))
    told: AbstractSet[str] = frozenset()
    steps: Sequence[Step] = ()
    if language == "python" and own:
        reading = read_python(text, at.script, at.folder)
        _add_python(text, reading, own, at)
        if reading is not None:
            told, steps = reading.data | reading.told, reading.steps
    else:
        at.found.is_certain = False
    if language == "node":
        add_javascript(text, own, at)
        told = opened_as_data(text)
    elif language == "other":
        add_others(text, folders, at)
    if at.script is not None:
        at.add_files(_named_in_literals(text, folders, told))
    return steps


def _add_python(text: str, reading: PythonReading | None, own: Sequence[str], at: Position) -> None:
    name = os.path.basename(at.script) if at.script is not None else "python"
    python = INTERPRETERS["python"]
    given = at.found.around.variables.get("PYTHONPATH", "").split(os.pathsep)
    listed = [it for it in map(at.path, filter(None, given)) if it is not None and at.is_of_project(it)]
    around = [it for it in map(_around_package, own) if at.is_of_project(it)]
    folders = dict.fromkeys([*own, *around, *listed, *(reading.folders if reading is not None else ())])
    for it in folders:
        at.add_files(_python_imports(text, it), python)
    if reading is None:
        at.also_loads(f"what `{name}` loads")
        return
    if reading.loads:
        at.also_loads(f"what `{name}` loads or starts with {', '.join(reading.loads)}")
    for it in sorted(reading.modules):
        if not quiet_module(it) and not any(_is_there(it, each) for each in folders):
            at.also_loads(f"the module `{it}`")


def _around_package(folder: str) -> str:
    """The folder around the package that a folder is or is in, where its modules find others; else the folder."""
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _is_there(module: str, folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, f"{module}.py")) or os.path.isdir(os.path.join(folder, module))


def pieces_of(words: Sequence[str | None]) -> Iterator[str]:
    """What in words may be the name of a file."""
    return (piece for word in words if word for piece in _PIECES.split(word) if piece)


def _python_imports(text: str, folder: str) -> Iterator[str]:
    """The modules of that folder, those too that are not there: one that comes wins over an installed one."""
    text = unicodedata.normalize("NFKC", text.replace("\\\n", " "))
    for dots, module, names in _PYTHON_FROM.findall(text):
        base = os.path.normpath(os.path.join(folder, *[".."] * (len(dots) - 1)))
        parts = [it for it in module.split(".") if it]
        yield from _modules(parts, base)
        for name in names.strip("() \n").split(","):
            found = name.split()[:1]
            yield from _modules([*parts, *found], base, only_last=True) if found and found != ["*"] else ()
    for listed in _PYTHON_IMPORT.findall(_PYTHON_FROM.sub("", text)):
        for name in listed.split(","):
            yield from _modules([it for it in "".join(name.split()[:1]).split(".") if it], folder)
    yield from shadows(folder)


def module_files(name: str, folder: str) -> Iterator[str]:
    """What `python -m` runs: it looks in the folder that it is started in before everywhere else."""
    yield from _modules([it for it in name.split(".") if it], folder)
    yield from module_paths(name, folder)
    yield from shadows(folder)


def shadows(folder: str) -> Iterator[str]:
    """The files that are there and named as modules that come with Python, which any of those may import."""
    for name in sorted(_listed(folder)):
        stem = name.partition(".")[0]
        if stem in sys.stdlib_module_names and (stem == name or _SUFFIX_OF_MODULE.search(name)):
            path = os.path.join(folder, name)
            yield os.path.join(path, "__init__.py") if stem == name else path


def _modules(parts: Sequence[str], folder: str, *, only_last: bool = False) -> Iterator[str]:
    """The files of a module and of the packages around it, as long as their folders are there."""
    for index, part in enumerate(parts):
        if index and not os.path.isdir(folder):
            return
        if not only_last or index == len(parts) - 1:
            yield from _one_module(part, folder)
        folder = os.path.join(folder, part)


def _one_module(name: str, folder: str) -> Iterator[str]:
    yield os.path.join(folder, f"{name}.py")
    yield os.path.join(folder, name, "__init__.py")
    # Python prefers what is compiled to the source.
    for it in sorted(_listed(folder)):
        if it.startswith(f"{name}.") and it.endswith((".so", ".pyd", *BYTECODE_SUFFIXES)):
            yield os.path.join(folder, it)
    cache = os.path.join(folder, "__pycache__")
    for it in sorted(_listed(cache)):
        if it.startswith(f"{name}.") and _is_run_unchecked(os.path.join(cache, it)):
            yield os.path.join(cache, it)


def _is_run_unchecked(path: str) -> bool:
    """Whether a compiled module names no time of its source, as those do that Python writes by itself."""
    try:
        return any(read_start(path, 8)[4:8])
    except OSError:
        return False


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def environment_files(python: str) -> Iterator[str]:
    """What an interpreter of a virtual environment loads as it starts."""
    root = os.path.dirname(os.path.dirname(python))
    configuration = os.path.join(root, "pyvenv.cfg")
    if not os.path.lexists(configuration):
        return
    yield configuration
    for version in sorted(it for it in _listed(os.path.join(root, "lib")) if it.startswith("python")):
        packages = os.path.join(root, "lib", version, "site-packages")
        yield from (os.path.join(packages, it) for it in sorted(_listed(packages)) if it.endswith(".pth"))
        yield from (os.path.join(packages, it) for it in ("sitecustomize.py", "usercustomize.py"))


def _named_in_literals(text: str, folders: Sequence[str], told: AbstractSet[str]) -> Iterator[str]:
    """The scripts and programs that are there and that a script names between quotes, in any of these folders.

    `told` are those of which is known what the script does with them.
    """
    seen: set[str] = set(told)
    for _, literal in _LITERAL.findall(text):
        if literal in told:
            continue
        for piece in [literal, *pieces_of([literal])]:
            if piece in seen:
                continue
            seen.add(piece)
            bases = [piece, piece.replace(".", "/") + ".py"] if _DOTTED.match(piece) else [piece]
            if "/" in piece or SCRIPT_SUFFIX.search(piece) or len(bases) > 1:
                yield from (it for base in bases for it in _those_that_run(base, folders))


def _those_that_run(base: str, folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, base))
        if can_be_run(path):
            yield path


def can_be_run(path: str) -> bool:
    """Whether a file is there that looks like a script, or that the system would start."""
    return os.path.isfile(path) and (SCRIPT_SUFFIX.search(path) is not None or os.access(path, os.X_OK))

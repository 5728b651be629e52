"""The files that a script loads or names, by what is plain to see in it: one too many is better than one too few."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from importlib.machinery import BYTECODE_SUFFIXES

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.files import read_start
from hookwright.shell.programs import INTERPRETERS
from hookwright.workflows.consent.reached import Position

_PYTHON_FROM = re.compile(
    r"\bfrom(?>\s*)((?>\.*))(?>\s*)(?:(?!import\b)((?>[\w.]+)))?(?>\s*)\bimport\b(?>\s*)(\([^)]{0,5000}\)|[^\n;#]{0,5000})"
)
_PYTHON_IMPORT = re.compile(r"\bimport(?>\s+)([^\n;#()]{1,5000})")
_SUFFIX_OF_MODULE = re.compile(r"\.(?:so|pyd|pyc|py)\Z")
_JS_IMPORT = re.compile(
    r"\b(?:(?:require|resolve)(?>\s*)\(|from|import(?>\s*)\(?)(?>\s*)['\"`]([^'\"`\n]{1,300})['\"`]"
)
_JS_SUFFIXES = ("", ".js", ".mjs", ".cjs", ".ts", ".mts", ".json", "/index.js", "/index.ts")
_MAIN = re.compile(r'"(?:main|module|import|require|default|node)"(?>\s*):(?>\s*)"([^"\n]{1,300})"')
_LOADED = re.compile(
    r"\b(?:use|require|require_relative|require_once|include|include_once|load|dofile|do|source|autoload)\b"
    r"(?>\s*)\(?(?>\s*)['\"]?([\w:./-]{1,200})"
)
_LOADED_SUFFIXES = ("", ".pm", ".pl", ".rb", ".lua", ".php", ".tcl", ".R")
_LITERAL = re.compile(r"(['\"`])((?>(?:\\.|(?!\1)[^\\\n]){1,300}))\1")
_PIECES = re.compile(r"[\s=:,;|&()<>'\"`]+")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*\Z")
_STARTS = re.compile(
    r"\b(?:subprocess|child_process|popen|proc_open|shell_exec|passthru|posix_spawn|execFile|Open3|IO\.popen)\b"
    r"|\b(?:system|exec[lv]\w*|spawn\w*|eval|exec)(?>\s*)[('\"]|\bqx\b"
)


def add_imports(text: str, language: str, folder: str | None, at: Position) -> None:
    """Takes in what code that is no shell's loads, with `folder` as its own, and in a script what it names."""
    folders = tuple(dict.fromkeys(it for it in (folder, at.folder, at.found.around.project) if it is not None))
    if language == "python" and folder is not None:
        at.add_files(_python_imports(text, folder), INTERPRETERS["python"])
    elif language == "node" and folder is not None:
        at.add_files(_javascript_imports(text, folder), INTERPRETERS["node"])
    elif language == "other":
        at.add_files(_other_imports(text, folders))
    if at.script is not None:
        at.add_files(_named_in_literals(text, folders))


def starts_programs(text: str) -> bool:
    """Whether a script of another language than a shell's starts programs, or runs what it makes up."""
    return _STARTS.search(text) is not None


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
    parts = [it for it in name.split(".") if it]
    yield from _modules(parts, folder)
    yield os.path.join(folder, *parts, "__main__.py")
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


def _javascript_imports(text: str, folder: str) -> Iterator[str]:
    """The files that are imported by a relative path, and what stands for packages beside the script."""
    for named in _JS_IMPORT.findall(text):
        if named.startswith((".", "/")):
            yield _resolved(os.path.normpath(os.path.join(folder, named)))
        elif named.startswith("#"):
            yield os.path.join(folder, "package.json")
        elif not named.startswith("node:"):
            yield from _package(named, folder)


def _package(named: str, folder: str) -> Iterator[str]:
    parts = named.split("/")
    name = "/".join(parts[: 2 if named.startswith("@") else 1])
    above = folder
    while not os.path.isdir(package := os.path.join(above, "node_modules", name)):
        if above == os.path.dirname(above):
            return
        above = os.path.dirname(above)
    manifest = os.path.join(package, "package.json")
    yield manifest
    yield _resolved(os.path.join(package, *parts[name.count("/") + 1 :]))
    try:
        text = read_start(manifest, 65536).decode("utf-8", "replace")
    except OSError:
        return
    for main in _MAIN.findall(text):
        yield _resolved(os.path.normpath(os.path.join(package, main)))


def _resolved(base: str) -> str:
    return next(filter(os.path.isfile, (base + it for it in _JS_SUFFIXES)), base)


def _other_imports(text: str, folders: Sequence[str]) -> Iterator[str]:
    """The files that are there of what a script in another language loads, in these folders or in their `lib`."""
    for named in _LOADED.findall(text):
        name = named.replace("::", "/")
        for folder in folders:
            for base in (os.path.join(folder, name), os.path.join(folder, "lib", name)):
                yield from filter(os.path.isfile, (os.path.normpath(base + it) for it in _LOADED_SUFFIXES))


def _named_in_literals(text: str, folders: Sequence[str]) -> Iterator[str]:
    """The scripts and programs that are there and that a script names between quotes, in any of these folders."""
    seen: set[str] = set()
    for _, literal in _LITERAL.findall(text):
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

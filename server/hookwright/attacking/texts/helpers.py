"""Files that the script of a guard needs: libraries of the shell, modules, and lists of patterns."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hookwright.files import read_text
from hookwright.paths import is_in
from hookwright.patterns import late_pattern

_SOURCED = late_pattern(
    r"(?m)(?:\bsource|(?:^|[\s;&|])\.)[ \t]+[^\n#]{0,80}?((?:\.?[\w-]+/)*[\w-][\w.-]*\.(?:sh|bash))(?![\w.-])"
)
"""A library of the shell; the folder before it is often a variable."""
_VARIABLE = late_pattern(r"\$\w+|\$\{[^}]*\}")
_REQUIRED = late_pattern(r"(?:\brequire\(|\bfrom|\bimport\(?)[ \t]*[\"'](\.{1,2}/[\w./-]+)[\"']")
_IMPORTED = late_pattern(r"(?m)^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+))")
_DATA = late_pattern(r"[\"'/]((?:[\w-]+/)*[\w-]+\.(?:json|ya?ml|toml|txt|conf|list))\b")
_LIST = late_pattern(
    r"(?i)[\"'/]((?:\.?[\w-]+/)*\.?[\w-]*(?:protect|block|den(?:y|ied)|forbid|guard|rules?\b|patterns?\b|paths?\b)[\w-]*"
    r"(?:\.(?:json|ya?ml|toml|txt|conf|list))?)[\"']"
)
"""A list of what the guard is about, by its name, as a path from the project."""
_ENDINGS = ("", ".js", ".cjs", ".mjs", ".ts")
_FOLDERS = ("", "lib", "utils", "..")
"""Where a module of Python may be, seen from the script: many a script adds such a folder to its path."""
_NOT_OF_GUARDS = frozenset(
    {"package.json", "package-lock.json", "tsconfig.json", "settings.json", "settings.local.json"}
)
_MOST, _MOST_BYTES = 8, 200_000


def helpers(scripts: Iterable[str], project: str) -> tuple[str, ...]:
    """The files in the project that the scripts need, and those that these need, at most eight; reads the disk."""
    first = [os.path.realpath(it) for it in scripts]
    waiting, found = list(first), dict[str, None]()
    while waiting and len(found) < _MOST:
        for path in _needed(waiting.pop(0), os.path.realpath(project)):
            if path not in found and path not in first:
                found[path] = None
                waiting.append(path)
    return tuple(found)[:_MOST]


def _needed(script: str, project: str) -> Iterator[str]:
    try:
        text = read_text(script, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return
    folder = os.path.dirname(script)
    others = (*_SOURCED.finditer(_VARIABLE.sub("", text)), *_LIST.finditer(text))
    elsewhere = [os.path.join(at, it[1]) for it in others for at in (project, os.path.dirname(folder))]
    for name in dict.fromkeys((*_names(text, script), *elsewhere)):
        path = os.path.realpath(os.path.join(folder, name))
        if is_in(path, project) and os.path.isfile(path) and path != script:
            yield path


def _names(text: str, script: str) -> Iterator[str]:
    """Paths that the text may mean, seen from the folder of the script."""
    if script.endswith(".py"):
        for it in _IMPORTED.finditer(text):
            module = (it[1] or it[2]).replace(".", "/")
            yield from (os.path.join(folder, f"{module}.py") for folder in _FOLDERS)
    elif script.endswith((".js", ".cjs", ".mjs", ".ts")):
        yield from (f"{it[1]}{ending}" for it in _REQUIRED.finditer(text) for ending in _ENDINGS)
    else:
        yield from (it[1] for it in _SOURCED.finditer(_VARIABLE.sub("", text)))
    names = (it[1] for it in _DATA.finditer(text))
    yield from (it for it in names if os.path.basename(it) not in _NOT_OF_GUARDS)

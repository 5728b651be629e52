"""Which language a script is in: what its interpreter reads, else what its first line says, else what its name does."""

from __future__ import annotations

import os.path
from collections.abc import Mapping

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.shell.programs import INTERPRETERS, known_as, word_set

_STARTS = {
    "sh": late_pattern(r"#!.*\b(?:ba|da|k|z|a)?sh\b"),
    "python": late_pattern(r"#!.*\b(?:python|uv run\b)"),
    "node": late_pattern(r"#!.*\b(?:node|bun|deno|tsx)\b"),
}
_OTHER_START = late_pattern(r"#!.*\b(?:fish|perl|ruby|lua|php|Rscript|osascript|tclsh|wish|groovy|pwsh|powershell)\b")
_SUFFIXES: Mapping[str, str] = {".sh": "sh", ".bash": "sh", ".zsh": "sh", ".py": "python"} | dict.fromkeys(
    (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"), "node"
)
_READ: Mapping[str, Language] = {"sh": Language.SHELL, "python": Language.PYTHON, "node": Language.JAVASCRIPT}
# Their language is not that of the other shells.
_OTHER_SHELLS = word_set("fish")


def told_by_file(path: str, first_line: str) -> str | None:
    """The language of a script as the table of interpreters names it, by its first line, then by its suffix."""
    told = next((name for name, it in _STARTS.items() if it.match(first_line)), None)
    return told or _SUFFIXES.get(os.path.splitext(path)[1])


def language_of(path: str, first_line: str, interpreter: str = "") -> Language | None:
    """The language of a script that has a front end; None for any other.

    `interpreter` is the program that reads it, empty if the script is run by itself.
    """
    if interpreter:
        name = known_as(interpreter)
        kind = INTERPRETERS.get(name)
        return _READ.get(kind.language) if kind is not None and name not in _OTHER_SHELLS else None
    if _OTHER_START.match(first_line):
        return None
    return _READ.get(told_by_file(path, first_line) or "")

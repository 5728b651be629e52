"""What a command runs, as far as reading tells: every file that it would run or load, and what cannot be read.

Where in doubt, a file counts: one too many has the user asked again, one too few would run what nobody agreed to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.files import TooLarge, read_bytes
from hookwright.workflows.consent.commands import read_commands, run_program
from hookwright.workflows.consent.imports import add_imports, starts_programs
from hookwright.workflows.consent.reached import Found, Pending, Position, Reach, Surroundings

_LONGEST_SCRIPT = 256 * 1024
_DEEPEST = 4
_LANGUAGES = {
    "sh": re.compile(r"#!.*\b(?:ba|da|k|z|a)?sh\b"),
    "python": re.compile(r"#!.*\bpython"),
    "node": re.compile(r"#!.*\b(?:node|bun|deno|tsx)\b"),
}
_SUFFIXES = {".sh": "sh", ".bash": "sh", ".zsh": "sh", ".py": "python"} | dict.fromkeys(
    (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"), "node"
)


def reach_of_command(command: str, around: Surroundings) -> Reach:
    """What a shell command reaches."""
    found = Found(around)
    read_commands(command, Position(found, around.folder))
    return _whole(found)


def reach_of_words(words: Sequence[str], around: Surroundings) -> Reach:
    """What a program with its arguments, started without a shell, reaches."""
    found = Found(around)
    run_program(words, Position(found, around.folder))
    return _whole(found)


def _whole(found: Found) -> Reach:
    """With what the files reach.  Those with the fewest scripts around them are first: none is left out as too deep."""
    while found.pending:
        it = found.pending.popleft()
        _read_file(it, Position(found, it.folder, it.depth, it.path))
    return found.reach()


def _read_file(file: Pending, at: Position) -> None:
    name = os.path.basename(file.path)
    try:
        content = read_bytes(file.path, most=_LONGEST_SCRIPT)
    except TooLarge:
        at.cannot_tell(f"what `{name}` runs")
        return
    except OSError:
        return
    # A shell and Python run a script with bytes that are not UTF-8 as well.
    text = content.decode("utf-8", "replace")
    language = file.language or _language(file.path, text.partition("\n")[0])
    if language is None and "\0" in text:
        return
    if at.depth > _DEEPEST:
        at.cannot_tell(f"what `{name}` runs")
    elif language == "sh":
        read_commands(text, at)
    elif language is not None:
        add_imports(text, language, os.path.dirname(file.path), at)
        if starts_programs(text):
            at.cannot_tell(f"what `{name}` starts")


def _language(path: str, first_line: str) -> str | None:
    suffix = os.path.splitext(path)[1]
    found = _SUFFIXES.get(suffix) or next((name for name, it in _LANGUAGES.items() if it.match(first_line)), None)
    return found or ("other" if SCRIPT_SUFFIX.search(path) or first_line.startswith("#!") else None)

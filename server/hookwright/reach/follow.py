"""What a command runs, as far as reading tells: every file that it would run or load, and what cannot be read.

If in doubt, a file counts: with one too many, the user is asked again; with one too few, unseen code would run.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from hookwright.analysis.scripts.interpreters import SCRIPT_SUFFIX
from hookwright.files import TooLarge, read_bytes
from hookwright.patterns import late_pattern
from hookwright.reach.commands import read_commands, run_program, take
from hookwright.reach.found import Found, Pending, Position, Reach, Surroundings
from hookwright.reach.imports import add_imports
from hookwright.reach.programs import CONFIGURED, DATA_ONLY, DATA_UNLESS
from hookwright.scripts.languages import told_by_file
from hookwright.shell.programs import INTERPRETERS, WRAPPERS, known_as

_LONGEST_SCRIPT = 256 * 1024
_DEEPEST = 4
_PLAIN_START = late_pattern(
    r"#!\s*(?:/usr)?(?:/local)?/bin/(?:env(?:\s+-S)?\s+)?(?:(?:ba|da|k|z|a)?sh|python[\d.]*|node|bun|deno|tsx|perl|ruby|lua|php)"
    r"(?:\s+-(?![cmreIMrx]|\w*[cmr])\w+)*\s*\Z"
)
_KNOWN = DATA_ONLY | DATA_UNLESS.keys() | CONFIGURED.keys() | INTERPRETERS.keys() | WRAPPERS.keys()
_STARTS = late_pattern(
    r"\b(?:subprocess|child_process|popen|proc_open|shell_exec|passthru|posix_spawn|execFile|Open3|IO\.popen)\b"
    r"|\b(?:system|exec[lv]\w*|spawn\w*|eval|exec)(?>\s*)[('\"]|\bqx\b"
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
    while found.pending or (found.given and not found.all_is_known):
        if found.pending:
            it = found.pending.popleft()
            _read_file(it, Position(found, it.folder, it.depth, it.path))
        else:
            found.given.pop()()
    return found.reach()


def _read_file(file: Pending, at: Position) -> None:
    name = os.path.basename(file.path)
    try:
        content = read_bytes(file.path, most=min(_LONGEST_SCRIPT, at.found.left))
    except TooLarge:
        at.cannot_tell(f"what `{name}` runs")
        return
    except OSError:
        return
    at.found.left -= len(content)
    # A shell and Python run a script with bytes that are not UTF-8 as well.
    text = content.decode("utf-8", "replace")
    language = file.language or _language(file.path, text.partition("\n")[0])
    if language is None and "\0" in text:
        if known_as(name) not in _KNOWN:
            at.also_loads(f"the program `{name}`")
        return
    if at.depth > _DEEPEST:
        at.cannot_tell(f"what `{name}` runs")
        return
    if file.language is None and _started_by(text, file, at):
        return
    _read_text(text, language, file, at)


def _read_text(text: str, language: str | None, file: Pending, at: Position) -> None:
    if language == "sh":
        read_commands(text, at)
    elif language is not None:
        # Interpreters look for modules beside the file that a link leads to.
        own = dict.fromkeys((os.path.dirname(file.path), os.path.dirname(os.path.realpath(file.path))))
        for it in add_imports(text, language, [*own], at):
            take(it, at)
        if language != "python" and _STARTS.search(text):
            at.cannot_tell(f"what `{os.path.basename(file.path)}` starts")


def _started_by(text: str, file: Pending, at: Position) -> bool:
    """Takes in what the first line of a script starts with it, where that is more than an interpreter with options."""
    line = text.partition("\n")[0]
    if not line.startswith("#!") or _PLAIN_START.match(line):
        return False
    program, _, rest = line[2:].strip().partition(" ")
    try:
        # The system gives all that follows as one word; `env -S` makes several of it.
        words = [
            program,
            *(shlex.split(rest) if rest.startswith(("-S", "--split")) else [rest.strip()] if rest else []),
        ]
    except ValueError:
        at.also_loads(f"what `{line[:80]}` starts")
        return True
    if len(words) > 1 and words[1].startswith(("-S", "--split-string=")):
        words[:2] = [it for it in (words[1].removeprefix("-S").removeprefix("--split-string="),) if it]
    run_program([*words, file.path], at)
    return True


def _language(path: str, first_line: str) -> str | None:
    found = told_by_file(path, first_line)
    return found or ("other" if SCRIPT_SUFFIX.search(path) or first_line.startswith("#!") else None)

"""Code of other languages in a command, such as `python -c`: its texts, and the commands that it hands to a shell.

It knows the names of some functions and the texts in the code, and does not follow the code.
"""

from __future__ import annotations

import re

from .command import Command
from .late import late_pattern
from .tokens import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Interpreters, and the options with which each is given code.
_CODE = {
    "python": "-c",
    "pypy": "-c",
    "node": "-e --eval -p --print",
    "bun": "-e --eval",
    "deno": "eval",
    "perl": "-e -E",
    "ruby": "-e",
    "php": "-r",
    "osascript": "-e",
    "lua": "-e",
    "Rscript": "-e",
    "julia": "-e",
    "awk": "",
    "gawk": "",
    "mawk": "",
}
# Shells with a language of their own, and the options behind which the rest of the words is a text for them.
_OF_WINDOWS = frozenset("pwsh powershell cmd pwsh.exe powershell.exe cmd.exe".split())
_GIVEN = late_pattern(r"(?i)(?:-c|-co\w*|/[ck])\Z")
_CLUSTER = late_pattern(r"-\w*[ceE]\Z")
_RUNS = late_pattern(r"system|popen|spawn|exec|subprocess|Popen|run\(|`|%x|qx|do shell script")
# Names of modules and of streams, which are no words of what is started.
_NO_WORDS = late_pattern(r"""\brequire\((['"])[\w:/@.-]*\1\)|\bstdio\s*:\s*(?:(['"])\w*\2|\[[^]]*\])""")
_JOINS = late_pattern(r"(['\"]) +\1\s*\.\s*join\b|\bjoin\s*\(?\s*(['\"]) +\2")
_JOINED = late_pattern(r"(['\"])([^'\"\\\n]*)\1\s*\+\s*(['\"])([^'\"\\\n]*)\3")
_TEXT = late_pattern(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`([^`]*)`|%x[({\[]([^)}\]]*)|qx[({\[]([^)}\]]*)")


def given_code(command: Command) -> str | None:
    """The code in the arguments or the input of an interpreter; None if there is none, or only a run can tell."""
    name = re.sub(r"[\d.]+\Z", "", command.name)
    flags = _CODE.get(name)
    if flags is None:
        return None
    if not flags:
        return next(iter(command.operands), None)
    for at, word in enumerate(command.arguments[:-1]):
        if word in flags.split() or (name in ("perl", "python", "ruby") and _CLUSTER.match(word)):
            return command.arguments[at + 1]
    stdin = command.stdin
    has_script = any(it != "-" for it in command.operands)
    return stdin if stdin and UNKNOWN not in stdin and not has_script else None


def started_by_code(command: Command) -> list[str]:
    """The texts of code that starts programs: each may be a command, or all of them the words of one."""
    if command.name.lower() in _OF_WINDOWS:
        at = next((at for at, it in enumerate(command.arguments) if _GIVEN.match(it)), None)
        return [" ".join(command.arguments[at + 1 :])] if at is not None else []
    code = given_code(command)
    return list(texts_of(_NO_WORDS.sub("", code))) if code is not None and _RUNS.search(code) else []


def joins_words(command: Command) -> bool:
    """Whether code joins texts by blanks, as `" ".join(words)` does, so that a shell may read them as one."""
    code = given_code(command)
    return code is not None and _JOINS.search(code) is not None


def texts_of(code: str) -> Iterator[str]:
    """The texts between quotes in code of most languages; what a `+` joins is one text."""
    while (joined := _JOINED.sub(r"\1\2\4\1", code)) != code:
        code = joined
    for found in _TEXT.findall(code):
        yield next((it for it in found if it), "").replace("\\'", "'").replace('\\"', '"').replace("\\n", "\n")

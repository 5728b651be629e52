"""The scripts that the command of a hook names anywhere in its text, such as in a variable that it runs later."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from hookwright.paths import is_in
from hookwright.patterns import late_pattern

_ENDINGS = (".py", ".sh", ".bash", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl")
_PATH = late_pattern(r"(?:[\w.-]*/)*[\w.-]+\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|rb|pl|php|cmd)\b")
_WORD = late_pattern(r"(?<![\w./-])[A-Za-z][\w.-]*(?![\w./-])")
_VARIABLE = late_pattern(r"\$\w+|\$\{[^}]*\}|%\w+%")


def scripts_named(command: str, project: str, run: Sequence[str] = ()) -> Iterator[str]:
    """The absolute paths of the files of the project that a text names, besides those that it `run`s; reads the disk.

    A variable before the path, as in `"$root/hooks/guard.py"`, is taken for the project, or for a folder that a script
    which is run is in.  Beside such a script may be one of which the text only has the name, as in
    `hooks/run.sh guard`.
    """
    plain = _VARIABLE.sub("", command)
    above = (folder for it in run for folder in _above(it, project))
    found = dict.fromkeys(_named(plain, dict.fromkeys((project, *above))))
    yield from found
    for folder in dict.fromkeys(map(os.path.dirname, (*run, *found))):
        for word in _WORD.findall(plain):
            beside = (os.path.join(folder, f"{word}{ending}") for ending in ("", *_ENDINGS))
            yield from (it for it in beside if it not in found and os.path.isfile(it))


def _above(script: str, project: str) -> Iterator[str]:
    """The folders of the project that a script is in, the smallest first."""
    folder = os.path.dirname(script)
    while is_in(folder, project) and folder != project:
        yield folder
        folder = os.path.dirname(folder)


def _named(text: str, folders: Iterable[str]) -> Iterator[str]:
    for path in _PATH.findall(text):
        for full in (path, *(os.path.join(it, path.lstrip("/")) for it in folders)):
            if os.path.isabs(full) and os.path.isfile(full):
                yield os.path.normpath(full)
                break

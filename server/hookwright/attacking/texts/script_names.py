"""The scripts that the command of a hook names anywhere in its text, such as in a variable that it runs later."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.patterns import late_pattern

_PATH = late_pattern(r"(?:[\w.-]*/)*[\w.-]+\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|rb|pl|php)\b")
_VARIABLE = late_pattern(r"\$\w+|\$\{[^}]*\}|%\w+%")


def scripts_named(command: str, project: str) -> Iterator[str]:
    """The absolute paths of the files of the project at this path that a text names; reads the disk.

    A variable before the path, as in `"$root/hooks/guard.py"`, is taken for the project.
    """
    for path in _PATH.findall(_VARIABLE.sub("", command)):
        for full in (path, os.path.join(project, path.lstrip("/"))):
            if os.path.isabs(full) and os.path.isfile(full):
                yield os.path.normpath(full)
                break

"""The tools that the scripts of a guard look for by their names, in a comparison, a list or a `case`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

FOR_FILES = frozenset({"Read", "Write", "Edit"})
"""The usual names of the tools for files that guards tell apart."""
_ALSO = {"MultiEdit": "Edit", "NotebookEdit": "Edit"}


def judged(tools: frozenset[str], texts: Iterable[str], names: Mapping[str, str]) -> frozenset[str]:
    """The tools of `tools` (usual names) that the texts judge: of those for files, only the ones that they look for.

    `names` are the usual names by those of the agent.  Texts that look for no tool for files judge all of them.
    """
    for_files = tools & FOR_FILES
    named = {_ALSO.get(usual, usual) for name, usual in names.items() if any(_looks_for(name, it) for it in texts)}
    found = for_files & named
    return (tools - for_files) | found if found else tools


def _looks_for(name: str, text: str) -> bool:
    """Whether a line that is about tools, or a line of a list, has the name as a text or as a part of a pattern."""
    word = rf"(?-i:{re.escape(name)})"
    quoted = rf"""["'`]{word}["'`]|\b\w+\|{word}\b|\b{word}\|\w+|\b{word}\)"""
    about = r"tool\w*\W|\bcase\b|\bincludes\b"
    of_case, of_list = rf"(?:\w+\|)*{word}(?:\|\w+)*\)", rf"""["'`]{word}["'`],?$"""
    pattern = rf"(?im)^(?!\s*(?:#|//|\*)).*(?:{about}).*?(?:{quoted})|^\s*(?:{of_case}|{of_list})"
    return re.search(pattern, text) is not None

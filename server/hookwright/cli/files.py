"""The hook file that a command line names."""

from __future__ import annotations

import os.path
from dataclasses import replace

from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id, for_path, guess
from hookwright.errors import UnreadableInput
from hookwright.model.dialect import Scope


def hook_file(path: str, text: str, dialect: str | None, home: str) -> HookFile:
    """The file, read in the named dialect or in the one that its place or its contents tell.

    Raises UnknownDialect, and UnreadableInput where nothing tells.
    """
    absolute = os.path.abspath(path)
    told = (
        (by_id(dialect), Scope.PROJECT)
        if dialect
        else for_path(absolute, home=home, text=text) or guess(absolute, text)
    )
    if told is None:
        raise UnreadableInput(f"`{path}` does not tell its dialect", "name it with --dialect")
    return replace(read_hook_file(absolute, text, *told), named=bool(dialect))

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
    """The file, read in the named dialect, in that of its place, or in the one that its contents suggest.

    Raises UnknownDialect, and UnreadableInput where nothing suggests one.
    """
    absolute = os.path.abspath(path)
    if dialect:
        return replace(read_hook_file(absolute, text, by_id(dialect), Scope.PROJECT), named=True)
    placed = for_path(absolute, home=home, text=text)
    found = placed or guess(absolute, text)
    if found is None:
        raise UnreadableInput(f"`{path}` has an unknown dialect", "name it with `--dialect`")
    return replace(read_hook_file(absolute, text, *found), guessed=placed is None)

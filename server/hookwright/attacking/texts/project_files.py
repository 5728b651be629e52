"""The files of a project, as paths from its folder."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

NOT_OF_PEOPLE = frozenset({"node_modules", "vendor", "dist", "build", "target", "__pycache__", "venv"})
"""Folders whose files no person has written."""
_DEEPEST, _MOST_LOOKED_AT = 8, 4000
"""How many folders deep files are looked for, and how many are looked at."""


def project_files(
    project: str, below: str = "", *, without: Collection[str] = NOT_OF_PEOPLE, hidden: bool = False
) -> Iterator[str]:
    """The paths of the files in a folder of the project, and then those of the folders in it; at most 4000.

    Folders `without` which it goes are left out, wherever they are, and `hidden` folders unless they are wanted.
    Folders whose names begin with a letter come first.  A folder that cannot be read has no files.
    """
    looked = 0
    for folder, folders, names in os.walk(os.path.join(project, below)):
        place = os.path.relpath(folder, project).replace(os.sep, "/")
        depth = 0 if place == "." else place.count("/") + 1
        kept = (it for it in folders if it not in without and (hidden or not it.startswith(".")))
        folders[:] = sorted(kept, key=in_order) if depth < _DEEPEST else []
        for name in sorted(names):
            looked += 1
            if looked > _MOST_LOOKED_AT:
                return
            yield name if place == "." else f"{place}/{name}"


def in_order(name: str) -> tuple[bool, str]:
    """What sorts names: those that begin with a letter or a digit first."""
    return not name[0].isalnum(), name

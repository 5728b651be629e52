"""Files that git ignores, which a copy of the project lacks: a guard may only stop a call if they are there."""

from __future__ import annotations

import os
from collections.abc import Iterable

from hookwright.attacking.texts.places import is_inside

_TEXT = "X=1\n"
"""What stands in such a file instead of its own text, which may be secret."""


def put_back(copy: str, project: str, paths: Iterable[str]) -> None:
    """Writes a stand-in into the copy for each of the files that the project has and the copy has not."""
    for path in paths:
        place = os.path.join(copy, path)
        if os.path.isfile(os.path.join(project, path)) and not os.path.lexists(place) and is_inside(place, copy):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(_TEXT)

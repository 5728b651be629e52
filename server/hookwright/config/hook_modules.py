"""Where hook modules are: `.pi/hooks/*.py` in the user's home and in a project."""

from __future__ import annotations

import os
from itertools import islice

FOLDER = (".pi", "hooks")
_MOST = 1000


def is_module_path(path: str) -> bool:
    """Whether a hook module is where this path leads, by its names alone; `_` begins those of its helpers."""
    *above, first, second, name = ("", "", "", *path.replace(os.sep, "/").split("/"))
    return (first, second) == FOLDER and name.endswith(".py") and not name.startswith(("_", ".")) and any(above)


def module_files(folder: str) -> tuple[str, ...]:
    """The paths of the modules below a project, or below the user's home, in the order in which they are loaded."""
    place = os.path.join(folder, *FOLDER)
    try:
        with os.scandir(place) as entries:
            names = [it.name for it in islice(entries, _MOST)]
    except OSError:
        return ()
    return tuple(it for name in sorted(names) if is_module_path(it := os.path.join(place, name)) and os.path.isfile(it))

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
    return tuple(it for it in python_files(folder) if is_module_path(it))


def python_files(folder: str) -> tuple[str, ...]:
    """The same with the helpers beside them, whose names begin with `_`."""
    place = os.path.join(folder, *FOLDER)
    try:
        with os.scandir(place) as entries:
            names = [it.name for it in islice(entries, _MOST)]
    except OSError:
        return ()
    paths = (os.path.join(place, it) for it in sorted(names) if it.endswith(".py"))
    return tuple(it for it in paths if os.path.isfile(it))

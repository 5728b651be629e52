"""The files that `python -m` runs: a module of the folder that it is started in, or a package that can be run."""

from __future__ import annotations

import os


def module_paths(name: str, folder: str) -> tuple[str, str]:
    """Where a module of that name is, and where the part of a package of that name is that runs; neither may be."""
    parts = [it for it in name.split(".") if it]
    return f"{os.path.join(folder, *parts)}.py", os.path.join(folder, *parts, "__main__.py")

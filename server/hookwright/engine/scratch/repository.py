"""Brings git's own data along, so that hooks can ask it what changed; its objects are shared and never written."""

from __future__ import annotations

import os

from hookwright.engine.scratch.copying import copy_files

_GIT = ".git"
_OBJECTS = "objects"


def copy_repository(project: str, target: str, objects: str) -> str | None:
    """Copies `.git` without its objects, which are read at `objects`; the sentence to tell where that cannot be."""
    git = os.path.join(project, _GIT)
    if not os.path.exists(git):
        return None
    if not os.path.isdir(git):
        return "the workspace is a linked work tree of another repository, so git finds no repository in the copy"
    copy_files(git, os.path.join(target, _GIT), _own_files(git))
    info = os.path.join(target, _GIT, _OBJECTS, "info")
    os.makedirs(info, exist_ok=True)
    with open(os.path.join(info, "alternates"), "w", encoding="utf-8") as alternates:
        alternates.write(objects + "\n")
    return None


def objects_of(project: str) -> str | None:
    """The folder with the objects of the project's repository."""
    found = os.path.join(project, _GIT, _OBJECTS)
    return found if os.path.isdir(found) else None


def _own_files(git: str) -> list[str]:
    found: list[str] = []
    for folder, folders, files in os.walk(git):
        inside = os.path.relpath(folder, git)
        if inside == ".":
            folders[:] = [it for it in folders if it not in (_OBJECTS, "lfs", "modules")]
        found += (os.path.normpath(os.path.join(inside, it)) for it in files)
    return found

"""Writes what was planned into a project, and nothing outside of it."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from pathlib import Path

from hookwright.errors import UsageError
from hookwright.guards.plan import NewFile, Plan
from hookwright.workflows.file_writing import create_text, is_below, make_executable, write_text

_MOST_NAMED = 4


def require_folder(root: Path, paths: Iterable[str]) -> None:
    """Raises UsageError if the project is not a folder, or a link leads a path out of it."""
    if root.exists() and not root.is_dir():
        raise UsageError(f"`{root}` is not a folder", "name the folder of your project")
    # A folder may come from somebody else, with links to what is the user's own.
    outside = [
        f"`{(root / it).as_posix()}`" for it in paths if root.exists() and not is_below(str(root / it), str(root))
    ]
    if outside:
        raise UsageError(f"{', '.join(outside)} would be outside the project", "replace the link with a real folder")


def create_files(root: Path, files: Iterable[NewFile]) -> list[str]:
    """Creates the files, and gives their paths.  Raises UnreadableInput if one exists by now."""
    created: list[str] = []
    for it in files:
        path = root / it.path
        create_text(str(path), it.text)
        if it.executable:
            make_executable(str(path))
        created.append(path.as_posix())
    return created


def written_lines(paths: Iterable[str], done: str = "wrote") -> list[str]:
    """What to say of files that are written: a line each, and one line for a folder with more than `_MOST_NAMED`."""
    together: dict[str, list[str]] = {}
    for it in paths:
        together.setdefault(os.path.dirname(it), []).append(it)
    lines: list[str] = []
    for folder, names in together.items():
        lines += (
            [f"{done} {folder} ({len(names)} files)"] if len(names) > _MOST_NAMED else [f"{done} {it}" for it in names]
        )
    return lines


def apply_plan(root: Path, plan: Plan) -> list[str]:
    """Creates and changes the files, and says of each what was done, a line each."""
    require_folder(root, [it.path for it in (*plan.new, *plan.change, *plan.update)])
    there = [it.path for it in plan.new if os.path.lexists(root / it.path)]
    if there:
        raise UsageError(f"`{there[0]}` already exists, and cannot be read", "move it away")
    done = written_lines(create_files(root, plan.new))
    for it in plan.update:
        write_text(str(root / it.path), it.text)
    done += written_lines([(root / it.path).as_posix() for it in plan.update], "updated")
    for it in plan.change:
        write_text(str(root / it.path), it.text)
        done.append(f"added to {(root / it.path).as_posix()}")
    return done + [f"kept {(root / it).as_posix()}, which was changed" for it in plan.kept]

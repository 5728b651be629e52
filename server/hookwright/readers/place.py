"""Which of a dialect's places a file is at, and the files that are at a place; the paths of places may be globs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from hookwright.matching.globs import covers_segments, name_matches
from hookwright.model.hook import Scope
from hookwright.model.location import Format, Import, Location
from hookwright.model.outline import Located

# So many files, in so many folders, are looked for at one place.
_MOST_FILES = 500
_MOST_FOLDERS = 500


Closed = Callable[[str], None] | None
"""What gets the path of each folder that cannot be entered."""


class _Glob(NamedTuple):
    """The names of a location's path, and the folder that those before the first with a `*` lead to."""

    names: tuple[str, ...]
    fixed: int
    start: str


def root_at(path: str, location: Location) -> str | None:
    """The folder that a location is relative to where the file is at it, without a slash at its end; None elsewhere.

    Both slashes separate; the folder of a path that is relative is empty.
    """
    slashed, place = "/" + path.replace("\\", "/"), location.path
    if "*" not in place:
        # What was put before the path is the slash before the place where the path is relative.
        return path[: max(0, len(path) - len(place) - 1)] if slashed.endswith(f"/{place}") else None
    names = _glob(place).names
    if "*" not in names[0] and names[0] not in slashed:
        return None
    segments = slashed[1:].split("/")
    # Most files differ in their name already.
    if names[-1] != "**" and not name_matches(names[-1], segments[-1]):
        return None
    # The nearest folder that fits: the place may be inside another one of its kind.
    for start in range(len(segments) - 1, -1, -1):
        if covers_segments(names, segments[start:], name_matches) and _is_seen(location, segments[start:]):
            return "/".join(segments[:start]) if "/" in path else os.sep.join(segments[:start])
    return None


def is_at(path: str, location: Location) -> bool:
    """Whether the file is at the location, wherever that is relative to."""
    return root_at(path, location) is not None


@lru_cache(maxsize=128)
def places_at(dialect: Located, path: str) -> tuple[tuple[Location, str], ...]:
    """The dialect's places that a path is at, each with the folder that it is relative to."""
    found = ((it, root_at(path, it)) for it in dialect.locations)
    return tuple((it, folder) for it, folder in found if folder is not None)


def location_at(dialect: Located, path: str, scope: Scope | None = None) -> Location | None:
    """The first of the dialect's places that the file is at, those of its scope before the others.

    A file of the user or the machine may be where a variable has moved it, so that only its scope and name are known.
    """
    found = places_at(dialect, path)
    for it, _ in found:
        if it.scope is scope:
            return it
    if found or scope is None or not (scope is Scope.USER or scope.is_of_machine):
        return found[0][0] if found else None
    return next((it for it in dialect.locations if it.scope is scope and _is_moved_to(path, dialect, it)), None)


def guess_at(dialect: Located, path: str) -> Location | None:
    """What the file at a path probably is for the dialect, by how it is called; None if that says nothing."""
    return next((it for it in dialect.guesses if root_at(path, it) is not None), None)


def has_place(dialect: Located, path: str) -> bool:
    """Whether a file is where the dialect's agent has its own, so that its project is known."""
    path = os.path.normpath(path)
    # A folder that is called like a plugin's does not make a plugin.
    for it, _ in places_at(dialect, path):
        if it.scope is not Scope.PLUGIN or it.manifest or not dialect.plugins.marks:
            return True
    return not set(os.path.dirname(path).split(os.sep)).isdisjoint(dialect.markers)


def import_at(dialect: Located, path: str) -> Import | None:
    """How the dialect reads a file that is at another agent's place; None if it does not."""
    for it in dialect.imports:
        if root_at(path, it.location) is not None:
            return it
    return None


def _is_moved_to(path: str, dialect: Located, location: Location) -> bool:
    if location.scope.is_of_machine:
        return bool(location.variable)
    home = dialect.home_variable
    return home is not None and is_at(path, replace(location, path=location.path.removeprefix(f"{home.folder}/")))


def is_glob(path: str) -> bool:
    """Whether a location's path stands for many files."""
    return "*" in path


def paths_at(root: str, location: Location, closed: Closed = None) -> Iterator[str]:
    """The files at a location below a folder: its path, whether it is there or not; of a glob those that are there.

    `closed` gets each folder that files of a glob may be in, and that cannot be entered.
    """
    if "*" not in location.path:
        yield os.path.normpath(os.path.join(root, location.path))
        return
    names, first, fixed = _glob(location.path)
    start, rest = os.path.join(root, fixed) if fixed else root, names[first:]
    if not os.path.isdir(start):
        if closed is not None and (folder := closed_above(start)) is not None:
            closed(folder)
        return
    below = _below(start, None if "**" in rest else len(rest) - 1, closed)
    fitting = (it for it in below if covers_segments(rest, it, name_matches))
    seen = (it for it in fitting if _is_seen(location, [*names[:first], *it]))
    found = list(islice(seen, _MOST_FILES))
    if location.backwards:
        found.sort(reverse=True)
        found.sort(key=len)
    yield from (os.path.normpath(os.path.join(start, *it)) for it in found)


def may_be_there(path: str) -> bool:
    """Whether anything is at a path: a folder on the way that cannot be entered may hold it."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return os.path.islink(path)
    except (OSError, ValueError):
        return True
    return True


def closed_above(path: str) -> str | None:
    """The folder that keeps this user from asking whether there is something at the path; None if none does."""
    try:
        os.stat(path)
    except PermissionError:
        while (above := os.path.dirname(path)) != path:
            path = above
            if os.path.lexists(path):
                return path
    except (OSError, ValueError):
        pass
    return None


def _below(start: str, depth: int | None, closed: Closed) -> Iterator[list[str]]:
    """The files from a folder on, sorted, each by the names that lead to it."""
    for folder, folders, names in _walk(start, depth, closed):
        folders.sort()
        inside = [] if folder == start else os.path.relpath(folder, start).split(os.sep)
        yield from ([*inside, name] for name in sorted(names))


def _is_seen(location: Location, names: Sequence[str]) -> bool:
    """Whether the location does not pass over one of the names that fit its glob."""
    return not location.visible or not any(it.startswith(".") for it in names[_glob(location.path).fixed :])


def suffixes(dialects: Iterable[Located]) -> tuple[str, ...]:
    """What the names of files end with that the dialects read, the usual one first."""
    found = (os.path.splitext(it.path)[1] for dialect in dialects for it in dialect.locations)
    return tuple(dict.fromkeys((".json", *(it for it in found if it))))


def format_at(dialect: Located, path: str, scope: Scope | None = None) -> Format:
    """How the file is written: as its place says, elsewhere as its name does."""
    location = location_at(dialect, path, scope)
    if location is not None:
        return location.format
    by_suffix = {".toml": Format.TOML, ".md": Format.FRONT_MATTER}
    return by_suffix.get(os.path.splitext(path)[1].lower(), Format.JSON)


def _walk(start: str, depth: int | None, closed: Closed) -> Iterator[tuple[str, list[str], list[str]]]:
    """The folders from here on, links to folders left out; `depth` says how far below."""

    def note(error: OSError) -> None:
        if closed is not None and isinstance(error, PermissionError):
            closed(str(error.filename))

    for count, (folder, folders, names) in enumerate(os.walk(start, onerror=note)):
        if count >= _MOST_FOLDERS:
            return
        below = 0 if folder == start else os.path.relpath(folder, start).count(os.sep) + 1
        folders[:] = [] if depth is not None and below >= depth else [it for it in folders if it != "node_modules"]
        yield folder, folders, names


@lru_cache(maxsize=256)
def _glob(path: str) -> _Glob:
    names = tuple(path.split("/"))
    fixed = next(index for index, it in enumerate(names) if "*" in it)
    return _Glob(names, fixed, os.path.join("", *(it or os.sep for it in names[:fixed])))

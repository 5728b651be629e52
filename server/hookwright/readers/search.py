"""Where the hook files of an agent are, in a project, below the user's home and on the machine, found or not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from hookwright.dialects import DIALECTS, by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.host import NOBODY, Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.outline import Located
from hookwright.paths import is_in, slashed
from hookwright.readers.folders import repository_of
from hookwright.readers.place import Closed, closed_above, is_glob, may_be_there, paths_at
from hookwright.readers.plugins import (
    is_other_plugin,
    is_own_plugin,
)


class _Place(NamedTuple):
    """A location as it is for one project and user: one `path`, else all that is at the `location` below a folder.

    The folder is the `root`, each plugin's where the scope says so, and those above the project for one that is
    looked for upwards.
    """

    scope: Scope
    path: str
    root: str
    location: Location


def hook_paths(
    dialect: Located, project: str, host: Host = NOBODY, closed: Closed = None
) -> tuple[tuple[Scope, str], ...]:
    """Where the dialect looks, in the order in which files apply; a place that is two scopes' is the first's only.

    Of plugins, every folder that is one applies, in the order of their names (D1).  The user's files are where the
    variables of the `host` say; if it has no user, there are none.  `closed` gets each folder that
    cannot be entered, where files of a glob may be in it.
    """
    found: dict[str, Scope] = {}
    plugins: tuple[str, ...] | None = None
    for scope, path, root, location in _places(dialect, project, host.home, _moved_home(dialect, host)):
        if path:
            found.setdefault(path, scope)
            continue
        roots: tuple[str, ...] = (root,)
        if scope is Scope.PLUGIN:
            plugins = tuple(_plugins(dialect, project, host, closed)) if plugins is None else plugins
            roots = plugins
        elif location.upwards:
            roots = _upwards(project)
        for it in roots:
            for one in paths_at(it, location, closed):
                found.setdefault(one, scope)
    return tuple((scope, path) for path, scope in found.items())


@lru_cache(maxsize=64)
def _places(dialect: Located, project: str, home: str, moved: str) -> tuple[_Place, ...]:
    """The dialect's places but the machine's; the user's are below the `home`, or in the folder that it is `moved` to.

    Nothing here depends on what is there.
    """
    found = []
    for location in dialect.locations:
        if location.scope.is_of_machine or (location.below_home and not home):
            continue
        root, place = project, location
        if location.below_home:
            root, path = _moved(dialect, location.path, moved) or (home, location.path)
            place = location if path == location.path else replace(location, path=path)
        is_one = not (location.scope is Scope.PLUGIN or location.upwards or is_glob(place.path))
        path = os.path.normpath(os.path.join(root, place.path)) if is_one else ""
        found.append(_Place(location.scope, path, root, place))
    return tuple(found)


def is_own_place(dialect: Located, path: str, project: str, host: Host) -> bool:
    """Whether a file, or a folder with files, is not only where other agents have theirs."""
    places = _places(dialect, project, host.home, _moved_home(dialect, host))
    borrowed, own = (
        any(_may_hold(it, path) for it in places if it.location.borrowed is wanted) for wanted in (True, False)
    )
    return own or not borrowed


def _may_hold(place: _Place, path: str) -> bool:
    """Whether a path is on the way to a place, or below it."""
    start = os.path.normpath(os.path.join(place.root, place.location.path.partition("*")[0]))
    return is_in(start, path) or is_in(path, start)


def managed_paths(dialect: Located, host: Host) -> tuple[tuple[Scope, str], ...]:
    """Where the machine's managers have files that apply to every user; variables of the `host` may move them."""
    found: dict[str, Scope] = {}
    for it in _of_machine(dialect) if host.home else ():
        moved = host.environ.get(it.variable) if it.variable else None
        place = replace(it, path=moved) if moved else it
        if os.path.isabs(place.path):
            found.update(dict.fromkeys(paths_at("", place), it.scope))
    return tuple((scope, path) for path, scope in found.items())


@lru_cache(maxsize=64)
def _of_machine(dialect: Located) -> tuple[Location, ...]:
    return tuple(it for it in dialect.locations if it.scope.is_of_machine)


def given_files(project: str, host: Host, dialect_of: Callable[[str], str | None]) -> dict[str, str]:
    """The paths at places of any agent to which `dialect_of` gives a dialect, each with the id of that."""
    found = (path for dialect in OUTLINES for _, path in hook_paths(dialect, project, host))
    return {path: given for path in found if (given := dialect_of(path)) is not None}


def is_in_use(dialect: Located, project: str) -> bool:
    """Whether a project has files of a dialect at places that are its own."""
    own = [it for it in dialect.locations if it.scope in (Scope.PROJECT, Scope.LOCAL) and not it.borrowed]
    return any(os.path.isfile(path) for it in own for path in paths_at(project, it))


def dialect_in_use(project: str, host: Host = NOBODY) -> Dialect:
    """The dialect of the files that are there: the project's first, then the user's; the first of all where none is.

    What cannot be read, or even reached, counts too: it is what the user has to hear of.
    """
    for searched in (NOBODY, host):
        for outline in OUTLINES:
            closed: list[str] = []
            places = hook_paths(outline, project, searched, closed.append)
            if closed or any(may_be_there(path) for _, path in places):
                return by_id(outline.id)
    return DIALECTS[0]


def below_user(dialect: Located, path: str, host: Host) -> tuple[str, str]:
    """A path below the user's home as a folder and the path from there, where a variable may have moved it."""
    return _moved(dialect, path, _moved_home(dialect, host)) or (host.home, path)


def moved_globs(host: Host) -> Mapping[str, str]:
    """The user's files where a variable has moved them, by their globs, each with the id of its dialect."""
    found: dict[str, str] = {}
    for dialect in OUTLINES:
        for location in dialect.locations:
            moved = _moved(dialect, location.path, _moved_home(dialect, host)) if location.below_home else None
            if moved is not None:
                found.setdefault(f"{slashed(moved[0])}/{moved[1]}", dialect.id)
    return found


def _moved_home(dialect: Located, host: Host) -> str:
    """The folder that the dialect's variable names; empty if it names none."""
    folder = host.environ.get(dialect.home_variable.name) if dialect.home_variable is not None else None
    return os.path.abspath(folder) if folder else ""


def _moved(dialect: Located, path: str, folder: str) -> tuple[str, str] | None:
    """A path below the user's home, in the folder that the variable names in place of another."""
    of = dialect.home_variable.folder if dialect.home_variable is not None else ""
    if not folder or not f"{path}/".startswith(f"{of}/" if of else ""):
        return None
    return folder, path[len(of) :].lstrip("/")


def _upwards(project: str) -> tuple[str, ...]:
    """The folders from the repository that the project is in down to the project, which is all if there is none."""
    top, found = repository_of(project), [project]
    while top is not None and found[0] != top:
        found.insert(0, os.path.dirname(found[0]))
    return tuple(found)


def _plugins(dialect: Located, project: str, host: Host, closed: Closed) -> Iterator[str]:
    """The folders that may be plugins, without those that are another agent's."""
    for place in dialect.plugins.folders:
        root, path = below_user(dialect, place.path, host) if place.below_home else (project, place.path)
        if host.home or not place.below_home:
            above, last = os.path.split(os.path.join(root, path))
            folders = _folders(above, closed) if last == "*" else [os.path.join(above, last)]
            own = (it for it in folders if not dialect.plugins.marks or is_own_plugin(dialect, it))
            yield from (it for it in own if not is_other_plugin(dialect, it))


def _folders(path: str, closed: Closed) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(it.path for it in entries if it.is_dir())
    except PermissionError:
        if closed is not None:
            closed(closed_above(path) or path)
    except OSError:
        pass
    return []

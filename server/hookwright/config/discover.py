"""Where hook files are: at the places that a dialect reads, and in any folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.dialects.marks import is_template
from hookwright.dialects.names import in_folder_of_stranger
from hookwright.dialects.places import format_at, location_at, paths_at, root_at, suffixes
from hookwright.dialects.plugins import (
    enclosing_plugin,
    has_hooks,
    is_other_plugin,
    is_own_plugin,
    manifest_at,
    naming_plugin,
    plugin_places,
)
from hookwright.dialects.recognition import owner, place_of, stranger
from hookwright.files import read_text
from hookwright.host import NOBODY, Host
from hookwright.model.dialect import Dialect, Format, Location
from hookwright.model.hook import Scope
from hookwright.paths import is_in, slashed
from hookwright.syntax.front_matter import speaks_of

# Folders that hold other people's code, or none at all.
PASSED_OVER = frozenset({".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "site-packages"})
_MOST_BYTES = 1 << 20


def hook_paths(dialect: Dialect, project: str, host: Host = NOBODY) -> tuple[tuple[Scope, str], ...]:
    """Where the dialect looks, in the order in which files apply; a place that is two scopes' is the first's only.

    Of plugins, every folder that is one applies, in the order of their names (D1).  The user's files are where the
    variables of the `host` say; where it has no user, there are none.
    """
    found: dict[str, Scope] = {}
    for location in dialect.locations:
        if location.scope.is_of_machine:
            continue
        if location.scope is Scope.PLUGIN:
            places = [(it, location) for it in _plugins(dialect, project, host)]
        elif location.upwards:
            places = [(it, location) for it in _upwards(project)]
        elif location.below_home:
            places = [_of_user(dialect, location, host)] if host.home else []
        else:
            places = [(project, location)]
        for root, place in places:
            for path in paths_at(root, place):
                found.setdefault(path, location.scope)
    return tuple((scope, path) for path, scope in found.items())


def managed_paths(dialect: Dialect, host: Host) -> tuple[tuple[Scope, str], ...]:
    """Where the machine's managers have files that apply to every user; variables of the `host` may move them."""
    known = (it for it in dialect.locations if it.scope.is_of_machine and host.home)
    places = (replace(it, path=host.environ.get(it.variable) or it.path) if it.variable else it for it in known)
    found = {path: it.scope for it in places if os.path.isabs(it.path) for path in paths_at("", it)}
    return tuple((scope, path) for path, scope in found.items())


def given_files(project: str, host: Host, dialect_of: Callable[[str], str | None]) -> dict[str, str]:
    """The paths at places of any agent to which `dialect_of` gives a dialect, each with the id of that."""
    found = (path for dialect in DIALECTS for _, path in hook_paths(dialect, project, host))
    return {path: given for path in found if (given := dialect_of(path)) is not None}


def _upwards(project: str) -> tuple[str, ...]:
    """The folders from the repository that the project is in down to the project, which is all where there is none."""
    top, found = repository_of(project), [project]
    while top is not None and found[0] != top:
        found.insert(0, os.path.dirname(found[0]))
    return tuple(found)


def below_user(dialect: Dialect, path: str, host: Host) -> tuple[str, str]:
    """A path below the user's home as a folder and the path from there, where a variable may have moved it."""
    return _moved(dialect, path, host) or (host.home, path)


def _moved(dialect: Dialect, path: str, host: Host) -> tuple[str, str] | None:
    moved = dialect.home_variable
    folder = host.environ.get(moved.name, "") if moved is not None else ""
    if moved is None or not folder or not f"{path}/".startswith(f"{moved.folder}/" if moved.folder else ""):
        return None
    return os.path.abspath(folder), path[len(moved.folder) :].lstrip("/")


def moved_globs(host: Host) -> Mapping[str, str]:
    """The user's files where a variable has moved them, by their globs, each with the id of its dialect."""
    found: dict[str, str] = {}
    for dialect in DIALECTS:
        for location in dialect.locations:
            moved = _moved(dialect, location.path, host) if location.below_home else None
            if moved is not None:
                found.setdefault(f"{slashed(moved[0])}/{moved[1]}", dialect.id)
    return found


def _of_user(dialect: Dialect, location: Location, host: Host) -> tuple[str, Location]:
    root, path = below_user(dialect, location.path, host)
    return root, location if path == location.path else replace(location, path=path)


def _plugins(dialect: Dialect, project: str, host: Host) -> Iterator[str]:
    """The folders that may be plugins, without those that are another agent's."""
    for place in dialect.plugin_folders:
        root, path = below_user(dialect, place.path, host) if place.below_home else (project, place.path)
        if host.home or not place.below_home:
            above, last = os.path.split(os.path.join(root, path))
            folders = _folders(above) if last == "*" else [os.path.join(above, last)]
            own = (it for it in folders if not dialect.own_plugins or is_own_plugin(dialect, it))
            yield from (it for it in own if not is_other_plugin(dialect, it))


def _folders(path: str) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(it.path for it in entries if it.is_dir())
    except OSError:
        return []


def project_of(dialect: Dialect, path: str) -> str:
    """The folder that a hook file's place is relative to: a project or a plugin; its own folder where it is at none."""
    path = os.path.normpath(path)
    for location in dialect.locations:
        folder = _folder_at(path, location)
        marked = location.scope is Scope.PLUGIN and not location.manifest and bool(dialect.own_plugins)
        if folder is not None and (not marked or is_own_plugin(dialect, folder)):
            return folder
    named = naming_plugin(dialect, path)
    if named is not None:
        return named
    folder = os.path.dirname(path)
    above, name = os.path.split(folder)
    while name:
        if name in dialect.markers:
            return above
        above, name = os.path.split(above)
    return _folder_of_plugin(dialect, path) or folder


def run_folder(file: HookFile, folders: Sequence[str] = ()) -> str:
    """The folder that the agent runs a file's hooks in: its project; a plugin's hooks run in the project that uses it.

    That is the innermost of the `folders` that holds the plugin, else the first of them; where there are none, the
    repository that the plugin is part of, or the plugin itself.
    """
    own = project_of(file.dialect, file.path)
    if file.scope is not Scope.PLUGIN:
        return own
    holders = [it for it in folders if is_in(own, it)]
    return max(holders, key=len, default=None) or next(iter(folders), None) or repository_of(own) or own


def repository_of(folder: str) -> str | None:
    """The nearest folder from here upwards that is a Git repository."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def has_place(dialect: Dialect, path: str) -> bool:
    """Whether a file is where the dialect's agent has its own, so that its project is known."""
    path = os.path.normpath(path)
    # A folder that is called like a plugin's does not make a plugin.
    places = (it for it in dialect.locations if it.scope is not Scope.PLUGIN or it.manifest or not dialect.own_plugins)
    if any(_folder_at(path, it) is not None for it in places):
        return True
    return not set(os.path.dirname(path).split(os.sep)).isdisjoint(dialect.markers)


def plugin_of(dialect: Dialect, path: str) -> str | None:
    """The folder of the plugin that a plugin's file belongs to; None where its place does not tell."""
    path = os.path.normpath(path)
    if all(it.scope is Scope.PLUGIN for it in dialect.locations):
        return project_of(dialect, path)
    return _folder_of_plugin(dialect, path) or naming_plugin(dialect, path) or enclosing_plugin(dialect, path)


def _folder_of_plugin(dialect: Dialect, path: str) -> str | None:
    # A dialect that does not look for plugins itself shares the place with those that do.
    places = (place for it in (dialect, *DIALECTS) for place in plugin_places(it))
    return next((folder for it in places if (folder := _folder_at(path, it)) is not None), None)


def _folder_at(path: str, location: Location) -> str | None:
    """The folder that a location is relative to where the file is at it."""
    folder = root_at(path, location)
    return os.path.normpath(folder + os.sep) if folder is not None else None


def is_in_use(dialect: Dialect, project: str) -> bool:
    """Whether a project has files of a dialect at places that are its own."""
    own = [it for it in dialect.locations if it.scope in (Scope.PROJECT, Scope.LOCAL) and not it.borrowed]
    return any(os.path.isfile(path) for it in own for path in paths_at(project, it))


def dialect_in_use(project: str, host: Host = NOBODY) -> Dialect:
    """The dialect of the files that are there: the project's first, then the user's; the first of all where none is."""
    for searched in (NOBODY, host):
        for dialect in DIALECTS:
            if any(os.path.isfile(path) for _, path in hook_paths(dialect, project, searched)):
                return dialect
    return DIALECTS[0]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A hook file in a folder; `stranger` is the agent that it is for where that one has no table."""

    path: str
    stranger: str | None = None


def sightings(folder: str, home: str, dialect_of: Callable[[str], str | None] = lambda _: None) -> Iterator[Sighting]:
    """The hook files below the folder, sorted: those at a place that an agent reads, and those that look like one.

    A file that cannot be read is given too where its place shows what it is; reading it says why.  The manifest of
    a plugin is one only if it says something about hooks.  `dialect_of` gives the id of the dialect that the project
    says a file, by its absolute path, is in.
    """
    read_suffixes = suffixes(DIALECTS)
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        strange = in_folder_of_stranger(directory)
        for name in sorted(names):
            path = os.path.join(directory, name)
            named = dialect_of(os.path.abspath(path))
            if strange or named is not None or name.endswith(read_suffixes):
                ours = named is not None or name.endswith(read_suffixes)
                found = _sighting(path, home, named, may_be_ours=ours)
                if found is not None:
                    yield found


def _sighting(path: str, home: str, named: str | None, *, may_be_ours: bool) -> Sighting | None:
    placed = place_of(path, home, named) if may_be_ours else None
    if placed is not None and not _speaks_of_hooks(*placed, path):
        return None
    if placed is not None and (named is not None or placed[1] is not Scope.PLUGIN):
        return Sighting(path)
    # What is in a plugin's file may tell that it is another agent's.
    text = _text_of(path)
    if placed is not None and (text is None or (placed[0].own_plugins and not is_template(text))):
        return Sighting(path)
    if text is None:
        return None
    if path.endswith(".json") and owner(path, text) is not None:
        return Sighting(path)
    theirs = stranger(path, text)
    return None if theirs is None else Sighting(path, theirs)


def _text_of(path: str) -> str | None:
    try:
        return read_text(path, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return None


def _speaks_of_hooks(dialect: Dialect, scope: Scope, path: str) -> bool:
    if manifest_at(dialect, path) is not None:
        return has_hooks(dialect, path)
    return concerns_hooks(dialect, scope, path)


def concerns_hooks(dialect: Dialect, scope: Scope, path: str) -> bool:
    """Whether a file that is at a place of the dialect is of interest; most Markdown says nothing of hooks."""
    if format_at(dialect, path, scope) is not Format.FRONT_MATTER:
        return True
    location = location_at(dialect, path, scope)
    grammar = (location.grammar if location is not None else None) or dialect.grammar
    text = _text_of(path)
    return text is not None and speaks_of(text, grammar.hooks_key)


def told_by_content(path: str) -> tuple[Dialect, Scope] | None:
    """Whose file it is, by its path and what it holds; None where neither says, or it cannot be read."""
    text = _text_of(path)
    found = None if text is None else owner(path, text)
    return (found.dialect, found.scope) if found is not None else None

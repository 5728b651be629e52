"""Which agents read a file: told by what the user says, its place, its plugin, its path, and what is in it."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from hookwright.dialects import DIALECTS
from hookwright.dialects.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.dialects.marks import (
    Marks,
    best_fit,
    fit,
    foreign_fit,
    has_events,
    has_form,
    is_for_others,
    is_template,
    known_events,
    known_keys,
    lists_hooks,
    marks_of,
    may_have_events,
    names_plugin,
    own_keys,
    roots,
)
from hookwright.dialects.names import (
    NEAR_PARTS,
    folder_owner,
    hidden_folder,
    in_plugins_of_stranger,
    is_foreign_place,
    is_marked,
    manifests_folder_owner,
    mark_of_unknown,
    named_by_path,
    named_by_schema,
    names_hooks,
    plugin_marks,
    plugin_owner,
    unknown_mark,
)
from hookwright.dialects.places import is_at, is_glob, root_at
from hookwright.dialects.plugins import is_other_plugin, is_own_plugin, naming_plugin, plugin_places
from hookwright.matching.globs import path_matches
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.syntax.front_matter import speaks_of

# That a text has a key: a file that is just begun has none.
_KEYS = re.compile(r'"\s*:')


class Ground(StrEnum):
    """What tells that an agent reads a file, the strongest first."""

    NAMED = "the settings say so"
    PLACE = "it is where the agent looks"
    PLUGIN = "it is in a plugin for the agent"
    SHARED = "it is where several agents look"
    PATH = "a part of its path names the agent"
    CONTENT = "what is in it fits the agent best"

    @property
    def is_certain(self) -> bool:
        """Whether the file cannot be another agent's: else nothing in it is changed."""
        return self in (Ground.NAMED, Ground.PLACE, Ground.PLUGIN)

    @property
    def is_placed(self) -> bool:
        """Whether the user or the file's place says so, whatever is in it."""
        return self.is_certain or self is Ground.SHARED


class Reader(Struct, frozen=True):
    """An agent that reads a file, or seems to: whose file it then is, and what tells that.

    Where it is `borrowed`, the file is another agent's first, and this one reads it too.
    """

    dialect: Dialect
    scope: Scope
    ground: Ground
    borrowed: bool = False


def readers(
    path: str,
    text: str,
    project: str | None = None,
    home: str | None = None,
    globs: Mapping[str, str] | None = None,
    named: str | None = None,
) -> tuple[Reader, ...]:
    """The agents that read a file with that text, its owner first; none where nothing points to one with a table.

    `named` is the id of the dialect that the project's settings give to the file, which the user's `globs` outdo.

    The path and the text alone only count where the text looks like a hook file, and no agent without a table is a
    better guess.
    """
    found = placed(path, project, home, globs, named, text=text)
    if (not found or found[0].ground in (Ground.PLUGIN, Ground.SHARED)) and is_template(text):
        return ()
    if found and not _is_unmarked(found[0], text):
        return found
    told = _told(_slashed(path), text)
    if not found:
        return (told,) if told is not None else ()
    if not marks_of(text).like_hooks and lists_hooks(text):
        return ()
    if told is not None and _outdoes(told, found[0].dialect, text):
        return (replace(told, scope=found[0].scope),)
    return found


def _is_unmarked(reader: Reader, text: str) -> bool:
    """Whether only the place of a plugin's file, where several agents look, tells whose it is."""
    if reader.ground is Ground.SHARED:
        return True
    unmarked = reader.ground is Ground.PLUGIN and not reader.dialect.plugins.marks
    return unmarked and roots(reader.dialect).isdisjoint(marks_of(text).variables)


def _outdoes(told: Reader, dialect: Dialect, text: str) -> bool:
    """Whether more speaks for another agent: its name in the path, a key of hooks, or more than a single event."""
    marks, other = marks_of(text), told.dialect
    if fit(other, marks) < fit(dialect, marks):
        return False
    if told.ground is Ground.PATH:
        return True
    events = known_events(other, marks) - known_events(dialect, marks)
    return events > 1 or known_keys(other, marks) > known_keys(dialect, marks)


def owner(path: str, text: str, home: str | None = None, named: str | None = None) -> Reader | None:
    """The agent that a file with that text is for; None where nothing points to one with a table."""
    return next(iter(readers(path, text, home=home, named=named)), None)


def placed(
    path: str,
    project: str | None = None,
    home: str | None = None,
    globs: Mapping[str, str] | None = None,
    named: str | None = None,
    *,
    text: str = "",
) -> tuple[Reader, ...]:
    """The agent that the user's globs (glob → id) or the project (`named`) give a file to, else those that look there.

    A glob that is neither absolute nor begins with `~/` may match the last parts of the path only.  Ids that are no
    dialect's are ignored.  A file is the user's where it is at a place below `home`, not at one of `project`.
    At a place in plugins, what else is in the plugin, or a variable in the `text`, says whose it is; a file that the
    manifest of a plugin names is the plugin's, wherever it is.  Of several agents the one comes first that the text
    fits best.
    """
    path = _slashed(path)
    chosen = _by_globs(path, home, globs) or next((it for it in DIALECTS if it.id == named), None)
    if chosen is not None:
        return (Reader(chosen, _scope(chosen, path, project, home), Ground.NAMED),)
    found = tuple(_at_places(path, project, home, text)) or tuple(_in_plugins(path, text))
    if found:
        return _ranked(found, text)
    listing = (it for it in DIALECTS if path.endswith(".json") and naming_plugin(it, path) is not None)
    return tuple(Reader(it, Scope.PLUGIN, Ground.PLUGIN) for it in listing)


def place_of(
    path: str, home: str | None = None, named: str | None = None, *, text: str = ""
) -> tuple[Dialect, Scope] | None:
    """The first agent that looks for a file at its place, and whose file it then is."""
    found = placed(path, home=home, named=named, text=text)
    return (found[0].dialect, found[0].scope) if found else None


def stranger(path: str, text: str) -> str | None:
    """The title of an agent without a table whose hooks a file seems to hold; None where it is not one's.

    A file in a hidden folder of nobody known is called after the folder.  Markdown has hooks in its front matter only:
    the rest is for people, whatever examples are in it.
    """
    path = _slashed(path)
    if path.endswith(".md") and not speaks_of(text, "hooks"):
        return None
    marks = marks_of(text)
    at = next((it for it in FOREIGN_AGENTS if any(is_foreign_place(path, one) for one in it.places)), None)
    if at is not None and (not path.endswith(".json") or marks.like_hooks):
        return at.title
    if not marks.like_hooks or not has_events(marks):
        return None
    theirs = folder_owner(path) or plugin_owner(path)
    if theirs is None and (mark := mark_of_unknown(path)):
        return f"`{mark}`"
    named = theirs or named_by_schema(text) or named_by_path(path)
    if isinstance(named, Dialect):
        return None
    if named is None and (folder := hidden_folder(path)):
        return f"`{folder}`"
    named = named or foreign_fit(marks)
    return named.title if named is not None else None


def _at_places(path: str, project: str | None, home: str | None, text: str) -> Iterator[Reader]:
    marks = marks_of(text)
    found = {
        dialect: places
        for dialect in DIALECTS
        if (places := [it for it in _places(dialect, path) if not is_data(path, it, text)])
        and not (places[0].unversioned and marks.versioned)
    }
    # A file without a version is for the agent whose files have none, unless its events are another's.
    plain = next((it for it, places in found.items() if places[0].unversioned and known_events(it, marks)), None)
    most = known_events(plain, marks) if plain is not None else -1
    for dialect, places in found.items():
        others = dialect is not plain and known_events(dialect, marks) <= most
        borrowed = others or all(it.borrowed for it in places)
        yield Reader(dialect, _scope(dialect, path, project, home), Ground.PLACE, borrowed)


def _places(dialect: Dialect, path: str) -> Iterator[Location]:
    return (it for it in dialect.locations if it.scope is not Scope.PLUGIN and is_at(path, it))


def is_data(path: str, location: Location, text: str) -> bool:
    """Whether a file at the location holds data of scripts, which lie in a folder below that of the hook files."""
    folder = root_at(path, location)
    if folder is None or not location.visible:
        return False
    inside = path.removeprefix(folder).lstrip("/")
    is_below = inside.count("/") > location.path.replace("**/", "").count("/")
    return is_below and not marks_of(text).like_hooks and _KEYS.search(text) is not None


def _in_plugins(path: str, text: str) -> Iterator[Reader]:
    unmarked = []
    for dialect in DIALECTS:
        for location in plugin_places(dialect):
            folder = root_at(path, location)
            if folder is None:
                continue
            if location.manifest or (dialect.plugins.marks and is_own_plugin(dialect, folder)):
                yield Reader(dialect, Scope.PLUGIN, Ground.PLUGIN)
            elif not dialect.plugins.marks and _may_be_plugin(dialect, folder, text):
                ground = Ground.PLUGIN if _says_so(dialect, text) else Ground.SHARED
                unmarked.append(Reader(dialect, Scope.PLUGIN, ground))
            else:
                continue
            break
    yield from unmarked


def _may_be_plugin(dialect: Dialect, folder: str, text: str) -> bool:
    """Whether a folder without a mark of its own may be a plugin: an agent's folder is none."""
    if os.path.basename(folder).startswith(".") or unknown_mark(folder) is not None:
        return False
    if in_plugins_of_stranger(folder) and not _has_manifest(dialect, folder):
        return False
    return not is_for_others(marks_of(text), dialect) and not is_other_plugin(dialect, folder)


def _has_manifest(dialect: Dialect, folder: str) -> bool:
    return any(os.path.exists(os.path.join(folder, it.path)) for it in plugin_places(dialect) if it.manifest)


def _says_so(dialect: Dialect, text: str) -> bool:
    """Whether a plugin's file itself says whose it is: by a variable for the plugin's folder, else by an event."""
    if not dialect.plugins.foreign_marks:
        return True
    marks = marks_of(text)
    named = {it for it in marks.variables if it in roots(dialect) or it.endswith("_PLUGIN_ROOT")}
    return not roots(dialect).isdisjoint(named) if named else known_events(dialect, marks) > 0


def _ranked(found: tuple[Reader, ...], text: str) -> tuple[Reader, ...]:
    """The owners before those that borrow; of several owners those that the text does not fit borrow it, too."""
    owners = [it for it in found if not it.borrowed]
    if len(owners) > 1 and text:
        events = {it.dialect.id: known_events(it.dialect, marks_of(text)) for it in owners}
        most = max(events.values())
        owners.sort(key=lambda it: fit(it.dialect, marks_of(text)), reverse=True)
        likely = [it for it in owners if events[it.dialect.id] == most]
        first = next((it for it in likely if has_form(it.dialect, marks_of(text))), likely[0])
        owners.sort(key=lambda it: it is not first)
        formed = {it.dialect.id for it in owners if has_form(it.dialect, marks_of(text))}
        owners = [replace(it, borrowed=events[it.dialect.id] < most or _is_unlike(it, formed)) for it in owners]
    known = {it.dialect.id for it in owners}
    both = (*owners, *(it for it in found if it.dialect.id not in known))
    return tuple(sorted(both, key=lambda it: it.borrowed))


def _is_unlike(reader: Reader, formed: set[str]) -> bool:
    """Whether a file says that it is in another owner's form."""
    return bool(formed) and reader.dialect.id not in formed


def _told(path: str, text: str) -> Reader | None:
    """The agent that the path or the text of a file points to, where it looks like a hook file."""
    marks = marks_of(text)
    if not marks.like_hooks or folder_owner(path) is not None or mark_of_unknown(path) is not None:
        return None
    if not names_hooks(path) and not may_have_events(marks):
        return None
    holder = manifests_folder_owner(path)
    if holder is not None:
        return Reader(holder, Scope.PLUGIN, Ground.PATH)
    theirs = plugin_marks(path)
    if theirs:
        dialect = next((it for it in DIALECTS if any(is_marked(mark, it) for mark in theirs)), None)
        return None if dialect is None else Reader(dialect, Scope.PLUGIN, Ground.PLUGIN)
    near = named_by_schema(text) or named_by_path(path, NEAR_PARTS)
    named, best = near or named_by_path(path), best_fit(marks)
    if isinstance(named, ForeignAgent) or (named is None and hidden_folder(path) is not None):
        return None
    least = known_events(best, marks) if best is not None else 0
    if named is not None and known_events(named, marks) >= (min(1, least) if named is near else least):
        dialect, ground = named, Ground.PATH
    else:
        dialect, ground = best, Ground.CONTENT
    if dialect is None:
        return None
    dialect = _of_its_place(dialect, marks) if ground is Ground.PATH else dialect
    scope = Scope.PLUGIN if names_plugin(marks, dialect) else _scope(dialect, path, None, None)
    return Reader(dialect, scope, ground)


def _of_its_place(dialect: Dialect, marks: Marks) -> Dialect:
    """The agent whose own keys most hooks have, of the one that is named and those whose files lie where its lie."""
    own = _own_places(dialect)
    sharing = [it for it in DIALECTS if it is not dialect and not own.isdisjoint(_own_places(it))]
    return max([dialect, *sharing], key=lambda it: own_keys(it, marks))


def _own_places(dialect: Dialect) -> frozenset[str]:
    """Where the dialect's files lie in a project, however deep."""
    own = (it for it in dialect.locations if it.scope is Scope.PROJECT and not it.borrowed)
    return frozenset(it.path.replace("**/", "") for it in own)


def _by_globs(path: str, home: str | None, globs: Mapping[str, str] | None) -> Dialect | None:
    known = {it.id: it for it in DIALECTS}
    named = ((glob, known.get(name)) for glob, name in (globs or {}).items())
    return next((it for glob, it in named if it is not None and _glob_matches(glob, path, home)), None)


def _glob_matches(glob: str, path: str, home: str | None) -> bool:
    if glob.startswith("~/"):
        return home is not None and path_matches(_slashed(home) + glob[1:], path)
    return path_matches(glob if glob.startswith("/") else "**/" + glob, path)


def _slashed(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")


def _scope(dialect: Dialect, path: str, project: str | None, home: str | None) -> Scope:
    """Whose file it is; a file of no known place counts as the project's, or as local by its name."""
    for folder in (root_at(path, it) for it in dialect.locations if it.below_home):
        in_project = project is not None and folder == _slashed(project)
        if home is not None and folder == _slashed(home) and not in_project:
            return Scope.USER
    if dialect.plugins.marks and any(True for it in _in_plugins(path, "") if it.dialect is dialect):
        return Scope.PLUGIN
    others = [it for it in dialect.locations if not it.below_home and not _is_marked_place(dialect, it)]
    at = (it.scope for it in others if is_at(path, it))
    called = (it.scope for it in others if not is_glob(it.path) and path.endswith(it.path.rpartition("/")[2]))
    return next(at, None) or next(called, None) or Scope.PROJECT


def _is_marked_place(dialect: Dialect, location: Location) -> bool:
    return location.scope is Scope.PLUGIN and bool(dialect.plugins.marks)

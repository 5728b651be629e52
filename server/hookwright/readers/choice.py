"""Which agents read a file: told by what the user says, its place, its plugin, its path, and what is in it.

What tells is asked in the order of the rows below, and the first row that has an answer decides.  A `Case` keeps what
does not depend on the text, for whoever asks about one path again and again.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.matching.globs import path_matches
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.outline import Outline
from hookwright.patterns import late_pattern
from hookwright.readers.evidence import (
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
    own_keys,
)
from hookwright.readers.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.readers.naming import (
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
from hookwright.readers.place import root_at
from hookwright.readers.plugins import is_other_plugin, is_own_plugin, naming_plugin, plugin_places
from hookwright.syntax.front_matter import speaks_of

# That a text has a key: a file that is just begun has none.
_KEYS = late_pattern(r'"\s*:')


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


class _Found(Struct, frozen=True):
    """A reader whose table is not loaded yet."""

    outline: Outline
    scope: Scope
    ground: Ground
    borrowed: bool = False


_Answer = tuple[_Found, ...]
_Matches = tuple[tuple[Location, str], ...]


class Case:
    """A path, and what tells who reads the file there whatever is in it: valid until path or workspace change.

    `named` is the id of the dialect that the project's settings give to the file, which the user's `globs` (glob → id)
    outdo.  A glob that is neither absolute nor begins with `~/` may match the last parts of the path only.  Ids that
    are no dialect's are ignored.  A file is the user's where it is at a place below `home`, not at one of `project`.
    What lies in folders is looked at anew for each text.
    """

    def __init__(
        self,
        path: str,
        project: str | None = None,
        home: str | None = None,
        globs: Mapping[str, str] | None = None,
        named: str | None = None,
    ) -> None:
        self.path = _slashed(path)
        self._folders = tuple(_slashed(it) if it is not None else None for it in (home, project))
        self._globs = globs or {}
        self._named = named
        self._last: tuple[_Answer, tuple[Reader, ...]] = ((), ())

    def readers(self, text: str) -> tuple[Reader, ...]:
        """The agents that read the file with that text, its owner first; none where nothing points to one with a table.

        The path and the text alone only count where the text looks like a hook file, and no agent without a table is a
        better guess.
        """
        return self._with_tables(self.certain if self.certain is not None else _first(_ROWS, Asked(self, text)))

    def placed(self, text: str) -> tuple[Reader, ...]:
        """The agent that the user or the project give the file to, else those that look there.

        At a place in plugins, what else is in the plugin, or a variable in the text, says whose it is; a file that the
        manifest of a plugin names is the plugin's, wherever it is.  Of several agents the one comes first that the text
        fits best.
        """
        return self._with_tables(self.certain if self.certain is not None else Asked(self, text).found)

    def _with_tables(self, found: _Answer) -> tuple[Reader, ...]:
        if self._last[0] != found:
            self._last = found, tuple(Reader(by_id(it.outline.id), it.scope, it.ground, it.borrowed) for it in found)
        return self._last[1]

    @cached_property
    def certain(self) -> _Answer | None:
        """Who reads the file whatever is in it; None where that depends on the text, or on what lies in folders."""
        if any(it.scope is Scope.PLUGIN for _, its in self.matches for it, _ in its):
            return None
        asked = Asked(self, "")
        if self.chosen is not None:
            return _given(asked)
        told = any(it.visible or it.unversioned for _, places in self.places for it in places)
        found = () if told else tuple(_at_places(asked))
        return _ranked(found, "") if found and sum(not it.borrowed for it in found) < 2 else None

    @cached_property
    def chosen(self) -> Outline | None:
        """The agent that the user or the project names."""
        known = {it.id: it for it in OUTLINES}
        home, _ = self._folders
        given = (known.get(name) for glob, name in self._globs.items() if _glob_matches(glob, self.path, home))
        return next(filter(None, given), None) or known.get(self._named or "")

    @cached_property
    def matches(self) -> tuple[tuple[Outline, _Matches], ...]:
        """The agents that have places at which the file is, each of these with the folder that it is relative to."""
        found: dict[Outline, list[tuple[Location, str]]] = {}
        for outline, location in _with_its_end(self.path):
            folder = root_at(self.path, location)
            if folder is not None:
                found.setdefault(outline, []).append((location, folder))
        return tuple((outline, tuple(its)) for outline, its in found.items())

    @cached_property
    def places(self) -> tuple[tuple[Outline, tuple[Location, ...]], ...]:
        """The agents that look there, not for plugins, each with its places."""
        of_each = ((it, tuple(one for one, _ in its if one.scope is not Scope.PLUGIN)) for it, its in self.matches)
        return tuple((it, places) for it, places in of_each if places)

    @cached_property
    def named_near(self) -> Outline | ForeignAgent | None:
        """The agent that the last parts of the path name."""
        return named_by_path(self.path, NEAR_PARTS)

    @cached_property
    def named_by_path(self) -> Outline | ForeignAgent | None:
        """The agent that any part of the path names which can."""
        return named_by_path(self.path)

    def scope(self, outline: Outline, *, may_be_users: bool = True) -> Scope:
        """Whose file it is; a file of no known place counts as the project's, or as local by its name."""
        at = next((its for it, its in self.matches if it is outline), ())
        home, project = self._folders
        if may_be_users and any(it.below_home and folder == home != project for it, folder in at):
            return Scope.USER
        marked = bool(outline.plugins.marks)
        if marked and _in_plugin(outline, at, "") is not None:
            return Scope.PLUGIN
        passed_over = (Scope.USER, Scope.PLUGIN) if marked else (Scope.USER,)
        there = (it.scope for it, _ in at if it.scope not in passed_over)
        others = (it for it in outline.locations if it.scope not in passed_over and "*" not in it.path)
        called = (it.scope for it in others if self.path.endswith(it.path.rpartition("/")[2]))
        return next(there, None) or next(called, None) or Scope.PROJECT


class Asked:
    """A case with a text."""

    def __init__(self, case: Case, text: str) -> None:
        self.case, self.text, self.path = case, text, case.path

    @property
    def marks(self) -> Marks:
        """What is in the text that tells."""
        return marks_of(self.text)

    @cached_property
    def found(self) -> _Answer:
        """Who is named, or looks there."""
        return _first(_PLACINGS, self)

    @cached_property
    def guess(self) -> _Found | None:
        """Who the path or the text points to."""
        return next(iter(_first(_GUESSES, self)), None)

    @cached_property
    def named(self) -> Outline | ForeignAgent | None:
        """The agent that the schema or the path names."""
        return named_by_schema(self.text) or self.case.named_near or self.case.named_by_path


class _Row(Struct, frozen=True):
    """Something that tells: who reads the file then, nobody in `()`, and None where the row does not apply."""

    why: str
    says: Callable[[Asked], _Answer | None]


def _first(rows: tuple[_Row, ...], asked: Asked) -> _Answer:
    for row in rows:
        answer = row.says(asked)
        if answer is not None:
            return answer
    return ()


def readers(
    path: str,
    text: str,
    project: str | None = None,
    home: str | None = None,
    globs: Mapping[str, str] | None = None,
    named: str | None = None,
) -> tuple[Reader, ...]:
    """The agents that read a file with that text, as `Case` has it."""
    return Case(path, project, home, globs, named).readers(text)


def placed(
    path: str,
    project: str | None = None,
    home: str | None = None,
    globs: Mapping[str, str] | None = None,
    named: str | None = None,
    *,
    text: str = "",
) -> tuple[Reader, ...]:
    """The agents that look for a file there, or that it is given to, as `Case` has it."""
    return Case(path, project, home, globs, named).placed(text)


def owner(path: str, text: str, home: str | None = None, named: str | None = None) -> Reader | None:
    """The agent that a file with that text is for; None where nothing points to one with a table."""
    return next(iter(readers(path, text, home=home, named=named)), None)


def place_of(
    path: str, home: str | None = None, named: str | None = None, *, text: str = ""
) -> tuple[Dialect, Scope] | None:
    """The first agent that looks for a file at its place, and whose file it then is."""
    found = placed(path, home=home, named=named, text=text)
    return (found[0].dialect, found[0].scope) if found else None


# Who looks for the file.


def _given(asked: Asked) -> _Answer | None:
    chosen = asked.case.chosen
    return None if chosen is None else (_Found(chosen, asked.case.scope(chosen), Ground.NAMED),)


def _at_places(asked: Asked) -> Iterator[_Found]:
    marks = asked.marks
    found = [
        (outline, places)
        for outline, its in asked.case.places
        if (places := [it for it in its if not is_data(asked.path, it, asked.text)])
        and not (places[0].unversioned and marks.versioned)
    ]
    # A file without a version is for the agent whose files have none, unless its events are another's.
    plain = next((it for it, places in found if places[0].unversioned and known_events(it, marks)), None)
    most = known_events(plain, marks) if plain is not None else -1
    for outline, places in found:
        others = outline is not plain and known_events(outline, marks) <= most
        borrowed = others or all(it.borrowed for it in places)
        yield _Found(outline, asked.case.scope(outline), Ground.PLACE, borrowed)


def is_data(path: str, location: Location, text: str) -> bool:
    """Whether a file at the location holds data of scripts, which lie in a folder below that of the hook files."""
    folder = root_at(path, location) if location.visible else None
    if folder is None:
        return False
    inside = path.removeprefix(folder).lstrip("/")
    is_below = inside.count("/") > location.path.replace("**/", "").count("/")
    return is_below and not marks_of(text).like_hooks and _KEYS.search(text) is not None


def _in_plugins(asked: Asked) -> _Answer:
    found = [(it, said) for it, at in asked.case.matches if (said := _in_plugin(it, at, asked.text)) is not None]
    found.sort(key=lambda it: not it[1][1])
    return tuple(_Found(it, Scope.PLUGIN, ground) for it, (ground, _) in found)


def _in_plugin(outline: Outline, at: _Matches, text: str) -> tuple[Ground, bool] | None:
    """What tells that a file is in a plugin for the agent, and whether a mark or a manifest does; None where it is not.

    A file in a folder without a mark is in a plugin, too, where nothing speaks against it.
    """
    for location, folder in at:
        if location.scope is not Scope.PLUGIN:
            continue
        if location.manifest or (outline.plugins.marks and is_own_plugin(outline, folder)):
            return Ground.PLUGIN, True
        if not outline.plugins.marks and _may_be_plugin(outline, folder, text):
            return Ground.PLUGIN if _says_so(outline, text) else Ground.SHARED, False
    return None


def _may_be_plugin(outline: Outline, folder: str, text: str) -> bool:
    """Whether a folder without a mark of its own may be a plugin: an agent's folder is none."""
    if os.path.basename(folder).startswith(".") or unknown_mark(folder) is not None:
        return False
    if in_plugins_of_stranger(folder) and not _has_manifest(outline, folder):
        return False
    return not is_for_others(marks_of(text), outline) and not is_other_plugin(outline, folder)


def _has_manifest(outline: Outline, folder: str) -> bool:
    return any(os.path.exists(os.path.join(folder, it.path)) for it in plugin_places(outline) if it.manifest)


def _says_so(outline: Outline, text: str) -> bool:
    """Whether a plugin's file itself says whose it is: by a variable for the plugin's folder, else by an event."""
    if not outline.plugins.foreign_marks:
        return True
    marks = marks_of(text)
    named = {it for it in marks.variables if it in outline.roots or it.endswith("_PLUGIN_ROOT")}
    return not outline.roots.isdisjoint(named) if named else known_events(outline, marks) > 0


def _by_manifests(asked: Asked) -> _Answer | None:
    if not asked.path.endswith(".json"):
        return None
    naming = (it for it in OUTLINES if naming_plugin(it, asked.path) is not None)
    return tuple(_Found(it, Scope.PLUGIN, Ground.PLUGIN) for it in naming)


def _ranked(found: _Answer, text: str) -> _Answer:
    """The owners before those that borrow; of several owners those that the text does not fit borrow it, too."""
    owners = [it for it in found if not it.borrowed]
    if len(owners) > 1 and text:
        marks = marks_of(text)
        events = {it.outline.id: known_events(it.outline, marks) for it in owners}
        most = max(events.values())
        owners.sort(key=lambda it: fit(it.outline, marks), reverse=True)
        likely = [it for it in owners if events[it.outline.id] == most]
        first = next((it for it in likely if has_form(it.outline, marks)), likely[0])
        owners.sort(key=lambda it: it is not first)
        # A file says in which form it is: whoever has another one is no owner, unless nobody has that form.
        formed = {it.outline.id for it in owners if has_form(it.outline, marks)} or set(events)
        owners = [replace(it, borrowed=events[it.outline.id] < most or it.outline.id not in formed) for it in owners]
    known = {it.outline.id for it in owners}
    both = (*owners, *(it for it in found if it.outline.id not in known))
    return tuple(sorted(both, key=lambda it: it.borrowed))


# The first that finds somebody ends the search.
_PLACINGS = (
    _Row("The user or the project names its agent.", _given),
    _Row("It is where an agent looks.", lambda it: _ranked(tuple(_at_places(it)), it.text) or None),
    _Row("It is in a plugin.", lambda it: _ranked(_in_plugins(it), it.text) or None),
    _Row("The manifest of a plugin names it.", _by_manifests),
)


# Who the path and the text point to.

_NOBODY: _Answer = ()


def _holder(asked: Asked) -> _Answer | None:
    outline = manifests_folder_owner(asked.path)
    return None if outline is None else (_Found(outline, Scope.PLUGIN, Ground.PATH),)


def _marked_plugin(asked: Asked) -> _Answer | None:
    theirs = plugin_marks(asked.path)
    ours = (it for it in OUTLINES if any(is_marked(mark, it) for mark in theirs))
    return tuple(_Found(it, Scope.PLUGIN, Ground.PLUGIN) for it in list(ours)[:1]) if theirs else None


def _by_name(asked: Asked) -> _Answer | None:
    named, marks = asked.named, asked.marks
    if not isinstance(named, Outline):
        return None
    best = best_fit(marks)
    least = known_events(best, marks) if best is not None else 0
    is_near = named is (named_by_schema(asked.text) or asked.case.named_near)
    if known_events(named, marks) < (min(1, least) if is_near else least):
        return None
    return (_guessed(asked, _of_its_place(named, marks), Ground.PATH),)


def _of_its_place(outline: Outline, marks: Marks) -> Outline:
    """The agent whose own keys most hooks have, of the one that is named and those whose files lie where its lie."""
    own = _own_places(outline)
    sharing = [it for it in OUTLINES if it is not outline and not own.isdisjoint(_own_places(it))]
    return max([outline, *sharing], key=lambda it: own_keys(it, marks))


def _own_places(outline: Outline) -> frozenset[str]:
    """Where the dialect's files lie in a project, however deep."""
    own = (it for it in outline.locations if it.scope is Scope.PROJECT and not it.borrowed)
    return frozenset(it.path.replace("**/", "") for it in own)


def _by_content(asked: Asked) -> _Answer | None:
    best = best_fit(asked.marks)
    return None if best is None else (_guessed(asked, best, Ground.CONTENT),)


def _guessed(asked: Asked, outline: Outline, ground: Ground) -> _Found:
    in_plugin = not outline.of_plugins.isdisjoint(asked.marks.variables)
    scope = Scope.PLUGIN if in_plugin else asked.case.scope(outline, may_be_users=False)
    return _Found(outline, scope, ground)


def _nobody(holds: Callable[[Asked], bool]) -> Callable[[Asked], _Answer | None]:
    return lambda asked: _NOBODY if holds(asked) else None


_GUESSES = (
    _Row("It does not look like a hook file.", _nobody(lambda it: not it.marks.like_hooks)),
    _Row("It lies in a folder of an agent without a table.", _nobody(lambda it: folder_owner(it.path) is not None)),
    _Row("A mark of an unknown agent is in its plugin.", _nobody(lambda it: mark_of_unknown(it.path) is not None)),
    _Row(
        "Nothing in it could be an event: that is a mistake only in a file that is called after hooks.",
        _nobody(lambda it: not names_hooks(it.path) and not may_have_events(it.marks)),
    ),
    _Row("It lies where an agent's plugins have their manifests.", _holder),
    _Row("A mark in its plugin is an agent's, or that of one without a table.", _marked_plugin),
    _Row("An agent without a table is named.", _nobody(lambda it: isinstance(it.named, ForeignAgent))),
    _Row(
        "It lies in the hidden folder of an agent that nothing is known of.",
        _nobody(lambda it: it.named is None and hidden_folder(it.path) is not None),
    ),
    _Row("An agent is named that has as many of the events as any, or one where the name is near.", _by_name),
    _Row("It fits an agent best.", _by_content),
)


# Who reads the file.


def _is_marked(found: _Found, text: str) -> bool:
    """Whether more than the place of a plugin's file, where several agents look, tells whose it is."""
    if found.ground is Ground.SHARED:
        return False
    unmarked = found.ground is Ground.PLUGIN and not found.outline.plugins.marks
    return not unmarked or not found.outline.roots.isdisjoint(marks_of(text).variables)


def _outdone(asked: Asked) -> _Answer | None:
    """Another agent's name in the path, a key of its hooks, or more than a single event more."""
    guess, marks = asked.guess, asked.marks
    if not asked.found or guess is None:
        return None
    first, other = asked.found[0], guess.outline
    if fit(other, marks) < fit(first.outline, marks):
        return None
    events = known_events(other, marks) - known_events(first.outline, marks)
    keys = known_keys(other, marks) > known_keys(first.outline, marks)
    return (replace(guess, scope=first.scope),) if guess.ground is Ground.PATH or events > 1 or keys else None


def _if_first(holds: Callable[[_Found, str], bool]) -> Callable[[Asked], _Answer | None]:
    return lambda asked: asked.found if asked.found and holds(asked.found[0], asked.text) else None


_ROWS = (
    _Row(
        "It is named, or where an agent looks: nothing in it can make it another's.",
        _if_first(lambda it, _: it.ground in (Ground.NAMED, Ground.PLACE)),
    ),
    _Row("Another program makes a file of it before an agent reads it.", _nobody(lambda it: is_template(it.text))),
    _Row("What marks its plugin says whose it is, or a variable for the folder of one.", _if_first(_is_marked)),
    _Row(
        "Several agents look there, and it begins with a list of hooks, which are of many kinds.",
        _nobody(lambda it: bool(it.found) and not it.marks.like_hooks and lists_hooks(it.text)),
    ),
    _Row("Several agents look there, and more speaks for another one.", _outdone),
    _Row("Several agents look there, and no other is a better guess.", lambda it: it.found or None),
    _Row("No agent looks there.", lambda it: _first(_GUESSES, it)),
)


# Whose file it is where no agent with a table reads it.


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
    if isinstance(named, Outline):
        return None
    if named is None and (folder := hidden_folder(path)):
        return f"`{folder}`"
    named = named or foreign_fit(marks)
    return named.title if named is not None else None


def _glob_matches(glob: str, path: str, home: str | None) -> bool:
    if glob.startswith("~/"):
        return home is not None and path_matches(home + glob[1:], path)
    return path_matches(glob if glob.startswith("/") else "**/" + glob, path)


def _slashed(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")


def _with_its_end(path: str) -> Iterator[tuple[Outline, Location]]:
    """The places of all agents whose end is the path's: the few at which it may be."""
    slashed = f"/{path}"
    ends = ((outline, it, it.path.rpartition("*")) for outline in OUTLINES for it in outline.locations)
    return ((outline, it) for outline, it, (_, glob, end) in ends if slashed.endswith(end if glob else f"/{end}"))

"""What a path tells of who reads the file there, with any contents."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache

from msgspec import Struct

from hookwright.dialects.outlines import OUTLINES
from hookwright.matching.globs import path_matches
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.outline import Outline
from hookwright.readers.evidence import foreign_root, is_for_others, known_events, marks_of
from hookwright.readers.foreign import ForeignAgent
from hookwright.readers.naming import (
    NEAR_PARTS,
    in_plugins_of_stranger,
    mark_listing,
    mark_naming,
    named_by_path,
    plugin_marks,
    unknown_mark,
)
from hookwright.readers.place import root_at
from hookwright.readers.plugins import is_other_plugin, is_own_plugin, plugin_places


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
        """Whether the user or the file's place says so, for any contents."""
        return self.is_certain or self is Ground.SHARED


_Matches = dict[Outline, list[tuple[Location, str]]]


class Found(Struct, frozen=True):
    """An agent that reads a file, or seems to, as `Reader` has it with its table."""

    outline: Outline
    scope: Scope
    ground: Ground
    borrowed: bool = False


class Facts:
    """What the path tells, with what the user and the project say of it: valid until one of these changes.

    `named` is the id of the dialect that the project's settings give to the file, which the user's `globs` (glob → id)
    outdo.  A glob that is neither absolute nor begins with `~/` may match the last parts of the path only.  Ids that
    are no dialect's are ignored.  A file is the user's where it is at a place below `home`, not at one of `project`.
    Properties are kept; what a method tells depends on what lies in folders, too, and is looked up each time.
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
        self._home, self._project = (None if it is None else _slashed(it) for it in (home, project))
        self._globs, self._named = globs or {}, named

    @cached_property
    def chosen(self) -> Outline | None:
        """The agent that the user or the project names."""
        known = {it.id: it for it in OUTLINES}
        given = (known.get(name) for glob, name in self._globs.items() if self._is_meant(glob))
        return next(filter(None, given), None) or known.get(self._named or "")

    def _is_meant(self, glob: str) -> bool:
        if glob.startswith("~/"):
            return self._home is not None and path_matches(self._home + glob[1:], self.path)
        return path_matches(glob if glob.startswith("/") else f"**/{glob}", self.path)

    @cached_property
    def _matches(self) -> _Matches:
        found: _Matches = {}
        slashed = f"/{self.path}"
        for outline, location, end in _ends(OUTLINES):
            folder = root_at(self.path, location) if slashed.endswith(end) else None
            if folder is not None:
                found.setdefault(outline, []).append((location, folder))
        return found

    @cached_property
    def places(self) -> _Matches:
        """The agents that look there, not for plugins, each with its places and the folders that these are below."""
        return self._of_matches(lambda it: it is not Scope.PLUGIN)

    @cached_property
    def in_plugins(self) -> _Matches:
        """The agents that look there in their plugins, each place with the folder that would be one."""
        return self._of_matches(lambda it: it is Scope.PLUGIN)

    def _of_matches(self, wanted: Callable[[Scope], bool]) -> _Matches:
        of_each = {of: [it for it in its if wanted(it[0].scope)] for of, its in self._matches.items()}
        return {of: its for of, its in of_each.items() if its}

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
        at, plugins = self._matches.get(outline, ()), outline.plugins
        if may_be_users and any(it.below_home and folder == self._home != self._project for it, folder in at):
            return Scope.USER
        if plugins.marks and self.plugin_ground(outline, "") is not None:
            return Scope.PLUGIN
        passed_over = (Scope.USER, Scope.PLUGIN) if plugins.marks else (Scope.USER,)
        there = (it.scope for it, _ in at if it.scope not in passed_over)
        others = (it for it in outline.locations if it.scope not in passed_over and "*" not in it.path)
        called = (it.scope for it in others if self.path.endswith(it.path.rpartition("/")[2]))
        return next(there, None) or next(called, None) or Scope.PROJECT

    def plugin_ground(self, outline: Outline, text: str) -> tuple[Ground, bool] | None:
        """What tells that the file is in a plugin for the agent, and whether a mark or a manifest does; None elsewhere.

        A file in a folder without a mark is in a plugin, too, where nothing speaks against it.
        """
        marks, foreign = outline.plugins.marks, outline.plugins.foreign_marks
        for location, folder in self.in_plugins.get(outline, ()):
            if outline.plugins.nowhere_else and not _lies_with_plugins(outline, folder):
                continue
            if location.manifest or (marks and is_own_plugin(outline, folder)):
                return Ground.PLUGIN, True
            if not marks and _may_be_plugin(outline, folder, text):
                return Ground.PLUGIN if not foreign or _says_so(outline, text) else Ground.SHARED, False
        return None

    def plugin_marks(self) -> frozenset[str]:
        """What is in the plugin of a plugin's file, and shows whose plugin it is."""
        return plugin_marks((outline, folder) for outline, its in self.in_plugins.items() for _, folder in its)

    def mark_of_unknown(self) -> str | None:
        """What marks the plugin of a plugin's file as that of an agent that nothing is known of."""
        folders = {folder for its in self.in_plugins.values() for it, folder in its if folder and not it.manifest}
        marked = (mark for it in sorted(folders) if (mark := unknown_mark(it) or mark_listing(it)) is not None)
        return next(marked, None) or mark_naming(self.path)


def _lies_with_plugins(outline: Outline, folder: str) -> bool:
    """Whether a folder is where the agent has its plugins, wherever its project is."""
    return any(path_matches(f"**/{it.path}", f"/{folder.lstrip('/')}") for it in outline.plugins.folders)


def _may_be_plugin(outline: Outline, folder: str, text: str) -> bool:
    """Whether a folder without a mark of its own may be a plugin: an agent's folder is none."""
    if os.path.basename(folder).startswith(".") or (unknown_mark(folder) or mark_listing(folder)) is not None:
        return False
    if foreign_root(marks_of(text)) is not None:
        return False
    manifests = (os.path.join(folder, it.path) for it in plugin_places(outline) if it.manifest)
    if in_plugins_of_stranger(folder) and not any(map(os.path.exists, manifests)):
        return False
    return not is_for_others(marks_of(text), outline) and not is_other_plugin(outline, folder)


def _says_so(outline: Outline, text: str) -> bool:
    """Whether a plugin's file itself says whose it is: by a variable for the plugin's folder, else by an event."""
    marks = marks_of(text)
    named = {it for it in marks.variables if it in outline.roots or it.endswith("_PLUGIN_ROOT")}
    return not outline.roots.isdisjoint(named) if named else known_events(outline, marks) > 0


def _slashed(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")


@lru_cache(maxsize=1)
def _ends(outlines: Sequence[Outline]) -> tuple[tuple[Outline, Location, str], ...]:
    """All places with what the path of a file there ends with."""
    parts = ((outline, it, it.path.rpartition("*")) for outline in outlines for it in outline.locations)
    return tuple((outline, it, end if glob else f"/{end}") for outline, it, (_, glob, end) in parts)

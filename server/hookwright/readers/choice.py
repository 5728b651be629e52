"""Which agents read a file: told by what the user says, its place, its plugin, its path, and what is in it.

Each table here is a function that yields its rows in their order: why, and the answer, None if the row does not
apply.  The first row with an answer decides, and those behind it are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Import, Location
from hookwright.model.outline import Outline
from hookwright.patterns import late_pattern
from hookwright.readers.case import Facts, Found, Ground
from hookwright.readers.evidence import (
    Marks,
    best_fit,
    fit,
    foreign_fit,
    foreign_root,
    has_events,
    has_events_at_head,
    has_form,
    is_schema,
    is_template,
    known_events,
    known_keys,
    lacks_types,
    lists_hooks,
    marks_of,
    may_have_events,
    own_keys,
)
from hookwright.readers.executables import is_named_as_hook
from hookwright.readers.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.readers.naming import (
    folder_owner,
    hidden_folder,
    is_foreign_place,
    is_marked,
    manifests_folder_owner,
    marked_agent,
    named_by_schema,
    names_hooks,
    plugin_owner,
)
from hookwright.readers.place import guess_at, import_at, root_at
from hookwright.readers.plugins import naming_plugin
from hookwright.syntax.front_matter import speaks_of

# That a text has a key: a file that is just begun has none.
_KEYS = late_pattern(r'"\s*:')
_SPEAKS = late_pattern(r'"hooks"\s*:')

_Answer = tuple[Found, ...]
_Said = TypeVar("_Said")
_Rows = Iterable[tuple[str, _Said | None]]


class Reader(Struct, frozen=True):
    """An agent that reads a file, or seems to: whose file it then is, and what tells that.

    Where it is `borrowed`, the file is another agent's first, and this one reads it too.
    """

    dialect: Dialect
    scope: Scope
    ground: Ground
    borrowed: bool = False


class Case(Facts):
    """The question who reads the file at a path; whoever asks it again, with another text, keeps it."""

    _last: tuple[_Answer, tuple[Reader, ...]] = ((), ())

    def readers(self, text: str) -> tuple[Reader, ...]:
        """The agents that read the file with that text, its owner first; none if nothing points to one with a table.

        The path and the text alone only count where the text looks like a hook file, and no agent without a table is a
        better guess.
        """
        return self._with_tables(self._certain if self._certain is not None else _first(_readers(self, text), ()))

    def placed(self, text: str) -> tuple[Reader, ...]:
        """The agent that the user or the project give the file to, else those that look there.

        At a place in plugins, what else is in the plugin, or a variable in the text, says whose it is; a file that the
        manifest of a plugin names is the plugin's, wherever it is.  Of several agents the one comes first that the text
        fits best.
        """
        return self._with_tables(self._certain if self._certain is not None else _first(_placings(self, text), ()))

    @cached_property
    def _certain(self) -> _Answer | None:
        """Who reads the file with any contents; None if that depends on the text, or on what lies in folders."""
        told = any(it.visible or it.shared or it.unversioned for its in self.places.values() for it, _ in its)
        if self.in_plugins or (self.chosen is None and (told or not self.places)):
            return None
        found = _first(_placings(self, ""), ())
        return found if found and sum(not it.borrowed for it in found) < 2 else None

    def _with_tables(self, found: _Answer) -> tuple[Reader, ...]:
        if self._last[0] != found:
            self._last = found, tuple(Reader(by_id(it.outline.id), it.scope, it.ground, it.borrowed) for it in found)
        return self._last[1]


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


def owner(path: str, text: str, home: str | None = None, named: str | None = None) -> Reader | None:
    """The agent that a file with that text is for; None if nothing points to one with a table."""
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
    """The agents that look for a file there, or that it is given to, as `Case` has it."""
    return Case(path, project, home, globs, named).placed(text)


def place_of(
    path: str, home: str | None = None, named: str | None = None, *, text: str = ""
) -> tuple[Dialect, Scope] | None:
    """The first agent that looks for a file at its place, and whose file it then is."""
    found = placed(path, home=home, named=named, text=text)
    return (found[0].dialect, found[0].scope) if found else None


def stranger(path: str, text: str) -> str | None:
    """The title of an agent without a table whose hooks a file seems to hold; None if it is not one's."""
    return _first(_strangers(Facts(path), text), "") or None


@lru_cache(maxsize=64)
def importers(path: str) -> tuple[tuple[str, Import], ...]:
    """The agents, by id, that read a file at another one's place where a setting says so, each with how."""
    found = ((it.id, import_at(it, path)) for it in OUTLINES)
    return tuple((id, it) for id, it in found if it is not None)  # noqa: A001


def _first(rows: _Rows[_Said], nothing: _Said) -> _Said:
    return next((said for _, said in rows if said is not None), nothing)


def _nobody(holds: bool) -> _Answer | None:
    return () if holds else None


def _if(found: _Answer, holds: bool = True) -> _Answer | None:
    return found if found and holds else None


def _readers(case: Facts, text: str) -> _Rows[_Answer]:
    """Who reads the file."""
    found, marks = _first(_placings(case, text), ()), marks_of(text)
    ground = found[0].ground if found else None
    sure = ground in (Ground.NAMED, Ground.PLACE)
    yield "It is named, or where an agent looks: nothing in it can make it another's.", _if(found, sure)
    yield "Another program makes a file of it before an agent reads it.", _nobody(is_template(text))
    yield "It describes hook files, and is none.", _nobody(is_schema(text))
    told = bool(found) and (
        bool(found[0].outline.plugins.marks) or not found[0].outline.roots.isdisjoint(marks.variables)
    )
    yield "A mark in its plugin says whose it is, or a variable in it.", _if(found, ground is Ground.PLUGIN and told)
    if not found:
        yield "No agent looks there.", _first(_guesses(case, text), ())
    lists = not marks.like_hooks and lists_hooks(text)
    yield "Several agents look there, and it begins with a list of hooks, which are of many kinds.", _nobody(lists)
    for guess in _first(_guesses(case, text), ()):
        more = _outdoes(guess, found[0].outline, marks)
        yield (
            "Several agents look there, and more speaks for another.",
            _if((replace(guess, scope=found[0].scope),), more),
        )
    yield "Several agents look there, and no other is a better guess.", found


def _outdoes(guess: Found, outline: Outline, marks: Marks) -> bool:
    """Whether more speaks for another agent: its name in the path, a key of hooks, or more than a single event."""
    other = guess.outline
    if fit(other, marks) < fit(outline, marks):
        return False
    events = known_events(other, marks) - known_events(outline, marks)
    return guess.ground is Ground.PATH or events > 1 or known_keys(other, marks) > known_keys(outline, marks)


def _placings(case: Facts, text: str) -> _Rows[_Answer]:
    """Who is given the file, or looks for it."""
    given = (case.chosen,) if case.chosen is not None else ()
    yield (
        "The user or the project names the agent.",
        _if(tuple(Found(it, case.scope(it), Ground.NAMED) for it in given)),
    )
    yield "It is where an agent looks.", _if(_ranked(_at_places(case, text), text))
    of_each = [(it, ground) for it in case.in_plugins if (ground := case.plugin_ground(it, text)) is not None]
    of_each.sort(key=lambda it: not it[1][1])
    found = [Found(it, Scope.PLUGIN, ground) for it, (ground, _) in of_each]
    yield "It is in a plugin, those for which a mark or a manifest says so first.", _if(_ranked(found, text))
    naming = (it for it in OUTLINES if case.path.endswith(".json") and naming_plugin(it, case.path) is not None)
    yield "The manifest of a plugin names it.", tuple(Found(it, Scope.PLUGIN, Ground.PLUGIN) for it in naming)


def _at_places(case: Facts, text: str) -> list[Found]:
    marks = marks_of(text)
    of_each = ((it, [one for one, _ in its if _is_hook_file(case, it, one, text)]) for it, its in case.places.items())
    found = [(it, its) for it, its in of_each if its and not (its[0].unversioned and marks.versioned)]
    # A file without a version is for the agent whose files have none, unless its events are another's.
    plain = next((it for it, its in found if its[0].unversioned and known_events(it, marks)), None)
    most = known_events(plain, marks) if plain is not None else -1
    others = {it for it, _ in found if it is not plain and known_events(it, marks) <= most}
    borrowed = {it for it, its in found if it in others or all(one.borrowed for one in its)}
    return [Found(it, case.scope(it), Ground.PLACE, it in borrowed) for it, _ in found]


def _is_hook_file(case: Facts, outline: Outline, location: Location, text: str) -> bool:
    if location.endings:
        return is_named_as_hook(case.path, location, outline.events)
    return not is_data(case.path, location, text)


def is_data(path: str, location: Location, text: str) -> bool:
    """Whether a file at the location holds something else: another program's settings, or data of scripts.

    Such data lies in a folder below that of the hook files.
    """
    if location.shared and text.strip() and _SPEAKS.search(text) is None:
        return True
    folder = root_at(path, location) if location.visible else None
    if folder is None:
        return False
    inside = path.removeprefix(folder).lstrip("/")
    is_below = inside.count("/") > location.path.replace("**/", "").count("/")
    return is_below and not marks_of(text).like_hooks and _KEYS.search(text) is not None


def _ranked(found: list[Found], text: str) -> _Answer:
    """The owners before those that borrow; of several owners those that the text does not fit borrow it, too."""
    owners = [it for it in found if not it.borrowed]
    if len(owners) > 1 and text:
        marks = marks_of(text)
        events = {it.outline: known_events(it.outline, marks) for it in owners}
        most = max(events.values())
        # A file says in which form it is: whoever has another one is no owner, unless nobody has that form.
        formed = {it.outline for it in owners if has_form(it.outline, marks)}
        owners.sort(key=lambda it: (fit(it.outline, marks), not lacks_types(it.outline, marks)), reverse=True)
        likely = [it for it in owners if events[it.outline] == most]
        first = next((it for it in likely if it.outline in formed), likely[0])
        owners.sort(key=lambda it: it is not first)
        unlike = {it for it in events if events[it] < most or (formed and it not in formed)}
        unlike |= {it for it in events if first.outline.id == it.extends or it.id == first.outline.extends}
        owners = [replace(it, borrowed=it.outline in unlike) for it in owners]
    known = {it.outline for it in owners}
    return tuple(sorted((*owners, *(it for it in found if it.outline not in known)), key=lambda it: it.borrowed))


def _guesses(case: Facts, text: str) -> _Rows[_Answer]:
    """Who the path and the text point to."""
    path, marks = case.path, marks_of(text)
    called = next((it for it in OUTLINES if guess_at(it, path) is not None and has_events_at_head(it, text)), None)
    yield "It does not look like a hook file.", _nobody(called is None and not marks.like_hooks)
    yield "It lies in a folder of an agent without a table.", _nobody(folder_owner(path) is not None)
    yield "A mark of an unknown agent is in its plugin.", _nobody(case.mark_of_unknown() is not None)
    yield "It names the folder of plugins of an agent without a table.", _nobody(foreign_root(marks) is not None)
    if called is not None:
        named = case.named_by_path
        others = (named is not None and named is not called) or (named is None and hidden_folder(path, 4) is not None)
        yield "It is called as a skill or an agent of another agent.", _nobody(others)
        yield (
            "It is called as a skill or an agent, with hooks at its head.",
            _guessed(case, called, Ground.CONTENT, marks),
        )
    nameless = not names_hooks(path) and not may_have_events(marks)
    yield "No event is in it, not even a wrong one in a file that is called after hooks.", _nobody(nameless)
    holder = manifests_folder_owner(path)
    if holder is not None:
        yield "It lies where an agent's plugins have their manifests.", (Found(holder, Scope.PLUGIN, Ground.PATH),)
    theirs = case.plugin_marks()
    if theirs:
        ours = [it for it in OUTLINES if any(is_marked(mark, it) for mark in theirs)][:1]
        yield "A mark in its plugin is an agent's.", tuple(Found(it, Scope.PLUGIN, Ground.PLUGIN) for it in ours)
    near = named_by_schema(text) or case.named_near
    named = near or case.named_by_path
    yield "An agent without a table is named.", _nobody(isinstance(named, ForeignAgent))
    hidden = named is None and hidden_folder(path) is not None
    yield "It lies in the hidden folder of an agent that nothing is known of.", _nobody(hidden)
    best = best_fit(marks)
    if isinstance(named, Outline):
        least = known_events(best, marks) if best is not None else 0
        enough = known_events(named, marks) >= (min(1, least) if named is near else least)
        found = _guessed(case, _of_its_place(named, marks), Ground.PATH, marks)
        yield (
            "An agent is named, and has as many of the events as any, or one where the name is near.",
            _if(found, enough),
        )
    if best is not None:
        yield "It fits an agent best.", _guessed(case, best, Ground.CONTENT, marks)


def _guessed(case: Facts, outline: Outline, ground: Ground, marks: Marks) -> _Answer:
    in_plugin = not outline.of_plugins.isdisjoint(marks.variables)
    return (Found(outline, Scope.PLUGIN if in_plugin else case.scope(outline, may_be_users=False), ground),)


def _of_its_place(outline: Outline, marks: Marks) -> Outline:
    """The agent whose own keys most hooks have, of the one that is named and those whose files lie where its lie."""
    own = _own_places(outline)
    sharing = [it for it in OUTLINES if it is not outline and not own.isdisjoint(_own_places(it))]
    return max([outline, *sharing], key=lambda it: own_keys(it, marks))


def _own_places(outline: Outline) -> frozenset[str]:
    """Where the dialect's files lie in a project, however deep."""
    own = (it for it in outline.locations if it.scope is Scope.PROJECT and not it.borrowed)
    return frozenset(it.path.replace("**/", "") for it in own)


def _strangers(case: Facts, text: str) -> _Rows[str]:
    """Whose file it is where no agent with a table reads it: a title, empty if it is no agent's."""
    path, marks = case.path, marks_of(text)
    if path.endswith(".md") and not speaks_of(text, "hooks"):
        yield "Markdown has hooks in its front matter only: the rest is for people, whatever examples are in it.", ""
    at = next((it.title for it in FOREIGN_AGENTS if any(is_foreign_place(path, one) for one in it.places)), None)
    if marks.like_hooks or not path.endswith(".json"):
        yield "It is where such an agent looks; JSON there may be settings without hooks.", at
    if not marks.like_hooks or not has_events(marks):
        yield "It has no hooks on an event of any agent.", ""
    theirs = folder_owner(path) or plugin_owner(case.plugin_marks())
    yield "It lies in the folder of such an agent, or in a plugin for one.", theirs.title if theirs else None
    mark = case.mark_of_unknown()
    yield "A plugin for an agent without a table has its mark.", mark and marked_agent(mark)
    rooted = foreign_root(marks)
    yield "It names the folder of plugins of such an agent.", rooted.title if rooted else None
    named = named_by_schema(text) or case.named_by_path
    if named is not None:
        yield "An agent is named, with a table or without.", named.title if isinstance(named, ForeignAgent) else ""
    folder = hidden_folder(path)
    yield "A hidden folder of nobody known is called after itself.", folder and f"`{folder}`"
    fitting = foreign_fit(marks)
    yield "More of its events are such an agent's than any other's.", fitting.title if fitting else None

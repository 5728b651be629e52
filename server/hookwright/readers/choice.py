"""Which agents read a file: told by what the user says, its place, its plugin, its path, and what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

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
    fit,
    has_form,
    is_schema,
    is_template,
    known_events,
    known_keys,
    lacks_types,
    lists_hooks,
    marks_of,
)
from hookwright.readers.executables import is_named_as_hook
from hookwright.readers.guesses import guesses, strangers
from hookwright.readers.place import import_at, root_at
from hookwright.readers.plugins import naming_plugin
from hookwright.readers.rows import Answer, Rows, answer_if, first, nobody

# That a text has a key: a file that is just begun has none.
_KEYS = late_pattern(r'"\s*:')
_SPEAKS = late_pattern(r'"hooks"\s*:')


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

    _last: tuple[Answer, tuple[Reader, ...]] = ((), ())

    def readers(self, text: str) -> tuple[Reader, ...]:
        """The agents that read the file with that text, its owner first; none if nothing points to one with a table.

        The path and the text alone only count where the text looks like a hook file, and no agent without a table is a
        better guess.
        """
        return self._with_tables(self._certain if self._certain is not None else first(_readers(self, text), ()))

    def placed(self, text: str) -> tuple[Reader, ...]:
        """The agent that the user or the project give the file to, else those that look there.

        At a place in plugins, what else is in the plugin, or a variable in the text, says whose it is; a file that the
        manifest of a plugin names is the plugin's, wherever it is.  Of several agents the one comes first that the text
        fits best.
        """
        return self._with_tables(self._certain if self._certain is not None else first(_placings(self, text), ()))

    @cached_property
    def _certain(self) -> Answer | None:
        """Who reads the file with any contents; None if that depends on the text, or on what lies in folders."""
        told = any(it.visible or it.shared or it.unversioned for its in self.places.values() for it, _ in its)
        if self.in_plugins or (self.chosen is None and (told or not self.places)):
            return None
        found = first(_placings(self, ""), ())
        return found if found and sum(not it.borrowed for it in found) < 2 else None

    def _with_tables(self, found: Answer) -> tuple[Reader, ...]:
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
    return first(strangers(Facts(path), text), "") or None


@lru_cache(maxsize=64)
def importers(path: str) -> tuple[tuple[str, Import], ...]:
    """The agents, by id, that read a file at another one's place where a setting says so, each with how."""
    found = ((it.id, import_at(it, path)) for it in OUTLINES)
    return tuple((id, it) for id, it in found if it is not None)  # noqa: A001


def _readers(case: Facts, text: str) -> Rows[Answer]:
    """Who reads the file."""
    found, marks = first(_placings(case, text), ()), marks_of(text)
    ground = found[0].ground if found else None
    sure = ground in (Ground.NAMED, Ground.PLACE)
    yield "It is named, or where an agent looks: nothing in it can make it another's.", answer_if(found, sure)
    yield "Another program makes a file of it before an agent reads it.", nobody(is_template(text))
    yield "It describes hook files, and is none.", nobody(is_schema(text))
    told = bool(found) and (
        bool(found[0].outline.plugins.marks) or not found[0].outline.roots.isdisjoint(marks.variables)
    )
    yield (
        "A mark in its plugin says whose it is, or a variable in it.",
        answer_if(found, ground is Ground.PLUGIN and told),
    )
    if not found:
        yield "No agent looks there.", first(guesses(case, text), ())
    lists = not marks.like_hooks and lists_hooks(text)
    yield "Several agents look there, and it begins with a list of hooks, which are of many kinds.", nobody(lists)
    for guess in first(guesses(case, text), ()):
        more = _outdoes(guess, found[0].outline, marks)
        yield (
            "Several agents look there, and more speaks for another.",
            answer_if((replace(guess, scope=found[0].scope),), more),
        )
    yield "Several agents look there, and no other is a better guess.", found


def _outdoes(guess: Found, outline: Outline, marks: Marks) -> bool:
    """Whether more speaks for another agent: its name in the path, a key of hooks, or more than a single event."""
    other = guess.outline
    if fit(other, marks) < fit(outline, marks):
        return False
    events = known_events(other, marks) - known_events(outline, marks)
    return guess.ground is Ground.PATH or events > 1 or known_keys(other, marks) > known_keys(outline, marks)


def _placings(case: Facts, text: str) -> Rows[Answer]:
    """Who is given the file, or looks for it."""
    given = (case.chosen,) if case.chosen is not None else ()
    yield (
        "The user or the project names the agent.",
        answer_if(tuple(Found(it, case.scope(it), Ground.NAMED) for it in given)),
    )
    yield "It is where an agent looks.", answer_if(_ranked(_at_places(case, text), text))
    of_each = [(it, ground) for it in case.in_plugins if (ground := case.plugin_ground(it, text)) is not None]
    of_each.sort(key=lambda it: not it[1][1])
    found = [Found(it, Scope.PLUGIN, ground) for it, (ground, _) in of_each]
    yield "It is in a plugin, those for which a mark or a manifest says so first.", answer_if(_ranked(found, text))
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


def _ranked(found: list[Found], text: str) -> Answer:
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

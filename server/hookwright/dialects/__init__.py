"""The dialects, in the order in which they are offered, and how a file's dialect is found."""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping

from hookwright.dialects import agent_spec, ai_agents, claude_code, clawdcode, open_plugin
from hookwright.dialects.foreign import FOREIGN_EVENTS, FOREIGN_FOLDERS
from hookwright.dialects.places import is_glob, root_at
from hookwright.dialects.plugins import is_own_plugin, naming_plugin, plugin_places
from hookwright.errors import UnknownDialect
from hookwright.matching.globs import name_matches, path_matches
from hookwright.model.dialect import Dialect, Location
from hookwright.model.hook import Scope

# The most widespread first: it is what a file is taken for where nothing says otherwise.
DIALECTS: tuple[Dialect, ...] = (
    claude_code.DIALECT,
    ai_agents.DIALECT,
    agent_spec.DIALECT,
    open_plugin.DIALECT,
    clawdcode.DIALECT,
)

_CONTAINER_KEY = re.compile(r'"(\w{1,64})"\s*:\s*[\[{]')
_LIST_KEY = re.compile(r'"(\w{1,64})"\s*:\s*\[')
_LISTED_HOOKS = re.compile(r'\A\s*\{\s*"hooks"\s*:\s*\[')
_STRING_PAIR = re.compile(r'"(\w{1,32})"\s*:\s*"((?:[^"\\]|\\.){1,200})"')
_KEY = re.compile(r'"(\w{1,64})"\s*:')
_EVENTS = frozenset(row.name for dialect in DIALECTS for row in dialect.events)
_VARIABLE = re.compile(r"\$\{?(\w+)")
_NAMED_AFTER = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(FOREIGN_FOLDERS)))})(?![A-Za-z0-9])")
_WORD = re.compile(r"\w+")

_HOOK_KEYS = {it.id: frozenset(field.name for kind in it.grammar.types for field in kind.fields) for it in DIALECTS}
# The keys of hooks that no other dialect has: they tell dialects apart that are as likely otherwise.
_OWN_KEYS = {
    name: keys.difference(*(it for other, it in _HOOK_KEYS.items() if other != name))
    for name, keys in _HOOK_KEYS.items()
}

# Titles in the order in which messages name them; those that are missing come last.
_WIDESPREAD = (
    "Claude Code",
    "Codex",
    "Gemini CLI",
    "GitHub Copilot",
    "Cursor",
    "VS Code",
    "Qwen Code",
    "Windsurf",
    "Factory droid",
    "Kiro",
)

# What one tool in a matcher counts: hook types alone, `command` above all, tell nothing.
_TELLING = 5


def by_id(id: str) -> Dialect:  # noqa: A002
    """The dialect of that id; raises `UnknownDialect`, which names the nearest one."""
    found = _known(id)
    if found is None:
        raise UnknownDialect(id, [it.id for it in DIALECTS])
    return found


def for_path(
    path: str,
    project: str | None = None,
    home: str | None = None,
    globs: Mapping[str, str] | None = None,
    *,
    text: str = "",
) -> tuple[Dialect, Scope] | None:
    """The dialect that the user's globs give to a file (glob → id), else the one that looks for a file at its place.

    A glob that is neither absolute nor begins with `~/` may match the last parts of the path only.  Ids that are no
    dialect's are ignored.  A file is the user's where it is at a place below `home`, not at one of `project`.
    A plugin's file is not the dialect's where the plugin, or a variable in the `text`, shows that it is another one's.
    A file that the manifest of a plugin names is the plugin's, wherever it is.
    """
    path = _slashed(path)
    chosen = _by_globs(path, home, globs)
    if chosen is not None:
        return chosen, _scope(chosen, path, project, home)
    for dialect in DIALECTS:
        if any(_is_at(path, dialect, location, text) for location in dialect.locations):
            return dialect, _scope(dialect, path, project, home)
    named = (it for it in DIALECTS if path.endswith(".json") and naming_plugin(it, path) is not None)
    owner = next(named, None)
    return None if owner is None else (owner, Scope.PLUGIN)


def guess(path: str, text: str) -> tuple[Dialect, Scope] | None:
    """The dialect of a file by its place, else by a telling part of its path, else by what it holds.

    Path and content only count where the text looks like a hook file; None where nothing points to a dialect, or more
    points to one that has no table, such as its own folder.
    """
    placed = for_path(path, text=text)
    if placed is not None:
        return placed
    keys = _container_keys(text)
    path = _slashed(path)
    looks = ("hooks" in keys and not _has_other_hooks(text)) or _has_bare_events(text, keys)
    if _is_foreign(path) or _is_named_after_others(path) or not looks:
        return None
    marks = _plugin_marks(path)
    if marks:
        owner = next((it for it in DIALECTS if any(_is_marked(mark, it) for mark in marks)), None)
        return None if owner is None else (owner, Scope.PLUGIN)
    dialect = next((it for it in DIALECTS if _is_marked(path, it)), None) or _by_content(text, keys)
    if dialect is None:
        return None
    return dialect, Scope.PLUGIN if _names_plugin(text, dialect) else _scope(dialect, path, None, None)


def is_certain(
    dialect: Dialect, path: str, text: str, home: str | None = None, globs: Mapping[str, str] | None = None
) -> bool:
    """Whether a file that `for_path` gives to the dialect cannot be another agent's.

    Plugins of several agents keep their hooks at the same place: where the user's globs and the plugin do not say
    whose the file is, a variable for a plugin's folder in its `text` does, else one of the dialect's events.
    """
    path = _slashed(path)
    if not dialect.other_plugins or _by_globs(path, home, globs) is not None:
        return True
    named = {it for it in _VARIABLE.findall(text) if it in _roots(dialect) or it.endswith("_PLUGIN_ROOT")}
    if named:
        return not _roots(dialect).isdisjoint(named)
    return any(dialect.event(key) is not None for key in _container_keys(text))


def is_other_plugin(dialect: Dialect, folder: str) -> bool:
    """Whether a folder is a plugin for another agent, by what lies in it."""
    return any(os.path.exists(os.path.join(folder, it)) for it in dialect.other_plugins)


def event_owners(name: str, besides: Dialect) -> tuple[str, ...]:
    """The titles of the other dialects that have an event of exactly that name, the most widespread first (HW203)."""
    tabled = [it.title for it in DIALECTS if it is not besides and it.event(name)]
    found = (*tabled, *(title for title, events in FOREIGN_EVENTS.items() if name in events))
    return tuple(sorted(found, key=lambda it: _WIDESPREAD.index(it) if it in _WIDESPREAD else len(_WIDESPREAD)))


def _by_globs(path: str, home: str | None, globs: Mapping[str, str] | None) -> Dialect | None:
    named = ((glob, _known(name)) for glob, name in (globs or {}).items())
    return next((it for glob, it in named if it is not None and _glob_matches(glob, path, home)), None)


def _known(name: str) -> Dialect | None:
    return next((it for it in DIALECTS if it.id == name), None)


def _slashed(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")


def _is_at(path: str, dialect: Dialect, location: Location, text: str) -> bool:
    folder = root_at(path, location)
    if folder is None:
        return False
    if location.scope is not Scope.PLUGIN or location.manifest:
        return True
    if dialect.own_plugins:
        return not _is_foreign(path) and is_own_plugin(dialect, folder)
    if _is_foreign(path) or _is_for_others(text, dialect):
        return False
    return not is_other_plugin(dialect, folder)


def _plugin_marks(path: str) -> frozenset[str]:
    """What is in the plugin of a plugin's file, and shows whose plugin it is."""
    found: set[str] = set()
    for dialect in DIALECTS:
        for folder in (root_at(path, it) for it in plugin_places(dialect)):
            if folder:
                found.update(it for it in dialect.other_plugins if os.path.exists(os.path.join(folder, it)))
    return frozenset(found)


def _is_foreign(path: str) -> bool:
    """Whether the file lies where an agent that has no table keeps its own."""
    return not FOREIGN_FOLDERS.isdisjoint(path.split("/")[-3:-1])


def _is_named_after_others(path: str) -> bool:
    """Whether it is a copy of another agent's file, by its name, such as `settings.gemini.json`."""
    name = path.rpartition("/")[2]
    return _NAMED_AFTER.search(name) is not None and not any(marker in name for it in DIALECTS for marker in it.markers)


def _is_for_others(text: str, dialect: Dialect) -> bool:
    """Whether a text names other dialects' folders through their variables, and none of the dialect's own."""
    used = set(_VARIABLE.findall(text)) if "$" in text else set()
    others = frozenset[str]().union(*(_roots(it) for it in DIALECTS if it is not dialect))
    return bool(used & others) and not used & _roots(dialect)


def _names_plugin(text: str, dialect: Dialect) -> bool:
    """Whether a text uses what only a plugin's hooks get, such as its folder."""
    names = {it.name for it in dialect.variables if it.scopes == (Scope.PLUGIN,)}
    return not names.isdisjoint(_VARIABLE.findall(text))


def _roots(dialect: Dialect) -> frozenset[str]:
    return frozenset(it.name for it in dialect.variables if it.root)


def _scope(dialect: Dialect, path: str, project: str | None, home: str | None) -> Scope:
    """Whose file it is; a file of no known place counts as the project's, or as local by its name."""
    for folder in (root_at(path, it) for it in dialect.locations if it.below_home):
        in_project = project is not None and folder == _slashed(project)
        if home is not None and folder == _slashed(home) and not in_project:
            return Scope.USER
    if dialect.own_plugins and any(_is_at(path, dialect, it, "") for it in plugin_places(dialect)):
        return Scope.PLUGIN
    for location in dialect.locations:
        marked = location.scope is Scope.PLUGIN and bool(dialect.own_plugins)
        if not location.below_home and not marked and _has_name(path, location):
            return location.scope
    return Scope.PROJECT


def _has_name(path: str, location: Location) -> bool:
    name = location.path.rpartition("/")[2]
    return path.endswith(name) if not is_glob(name) else name_matches(name, path.rpartition("/")[2])


def _glob_matches(glob: str, path: str, home: str | None) -> bool:
    if glob.startswith("~/"):
        return home is not None and path_matches(_slashed(home) + glob[1:], path)
    return path_matches(glob if glob.startswith("/") else "**/" + glob, path)


def _container_keys(text: str) -> frozenset[str]:
    """The keys of objects and lists; none where neither `hooks` nor an event is in the text at all."""
    if any(f'"{name}"' in text for name in ("hooks", *_EVENTS)):
        return frozenset(_CONTAINER_KEY.findall(text))
    return frozenset()


def _has_bare_events(text: str, keys: frozenset[str]) -> bool:
    """Whether events with lists of hooks stand there without the key around them; many a name is an event's too."""
    listed = keys & _EVENTS and _EVENTS.intersection(_LIST_KEY.findall(text))
    return bool(listed) and ('"hooks"' in text or '"command"' in text)


def _has_other_hooks(text: str) -> bool:
    """Whether `hooks` is a list, and nothing in the text is an event: there are hooks of many kinds."""
    return _LISTED_HOOKS.search(text) is not None and not any(f'"{it}"' in text for it in _EVENTS)


def _is_marked(path: str, dialect: Dialect) -> bool:
    return any(part == dialect.id or any(marker in part for marker in dialect.markers) for part in path.split("/"))


def _by_content(text: str, keys: frozenset[str]) -> Dialect | None:
    values = [(key, frozenset(_WORD.findall(value))) for key, value in _STRING_PAIR.findall(text)]
    written = frozenset(_KEY.findall(text))
    scores = [((_score(it, keys, values), len(written & _OWN_KEYS[it.id])), it) for it in DIALECTS]
    (best, _), dialect = max(scores, key=lambda it: it[0])
    exact = sum(dialect.event(key) is not None for key in keys)
    foreign = max(len(keys.intersection(events)) for events in FOREIGN_EVENTS.values())
    return dialect if best >= _TELLING and exact >= foreign else None


def _score(dialect: Dialect, keys: frozenset[str], values: list[tuple[str, frozenset[str]]]) -> int:
    """How much speaks for a dialect: its events most, then events in another case, then tools, knobs and hook types."""
    folded = {row.name.casefold() for row in dialect.events}
    exact = sum(dialect.event(key) is not None for key in keys)
    cased = sum(key.casefold() in folded for key in keys) - exact
    names = {tool.name for tool in dialect.tools}
    tools = sum(bool(words & names) for key, words in values if key in {"matcher", "tools"})
    knobs = sum(knob.name in keys or any(knob.name == key for key, _ in values) for knob in dialect.grammar.knobs)
    types = sum(any(dialect.grammar.type_named(word) for word in words) for key, words in values if key == "type")
    return 40 * exact + 20 * cased + 5 * min(tools, 4) + 10 * knobs + min(types, 4)

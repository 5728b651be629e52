"""The agent that a path or a schema names, by a folder of the agent's, a plugin's mark or a word."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable

from hookwright.dialects.outlines import OUTLINES
from hookwright.matching.globs import path_matches
from hookwright.model.outline import Outline
from hookwright.patterns import late_pattern
from hookwright.readers.evidence import name_words
from hookwright.readers.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.readers.plugins import above_file, listed_plugins, named_in, plugin_places

# So many of the last parts of a path may name the agent that a file is for; those before the last two may belong to
# a repository that is about an agent, so they say less than the events.
_NAMING_PARTS = 6
NEAR_PARTS = 2

# So many folders above a file may be an agent's: plugins lie deep in one.
_MOST_ABOVE = 4

_PLUGIN_MARK = late_pattern(r"\.\w+-plugin")
_SCHEMA = late_pattern(r'"\$schema"\s*:\s*"([^"]{1,200})"')
_STRANGE = frozenset(folder for it in FOREIGN_AGENTS for folder in it.folders)
# Without those where agents with a table have their plugins, too.
_STRANGE_ALONE = _STRANGE.difference(*(one.path.split("/") for it in OUTLINES for one in it.plugins.folders))
_KNOWN_MARKS = frozenset(
    mark.partition("/")[0]
    for it in OUTLINES
    for mark in (
        *(one.path for one in plugin_places(it) if one.manifest),
        *it.plugins.marks,
        *it.plugins.foreign_marks,
    )
)


def in_folder_of_stranger(folder: str) -> bool:
    """Whether a folder is that of an agent without a table, or in one: its files may be called anything."""
    parts = os.path.abspath(folder).replace("\\", "/").split("/")[-2:]
    return not _STRANGE.isdisjoint(parts)


def in_plugins_of_stranger(folder: str) -> bool:
    """Whether a plugin lies in the folder of an agent without a table that has no other agents' plugins in it."""
    return not _STRANGE_ALONE.isdisjoint(folder.split("/")[-_MOST_ABOVE:])


def unknown_mark(folder: str) -> str | None:
    """What marks a folder as a plugin of an agent that nothing is known of; None if one that is known is there."""
    try:
        found = sorted(it for it in os.listdir(folder or ".") if _PLUGIN_MARK.fullmatch(it))
    except OSError:
        return None
    return found[0] if found and _KNOWN_MARKS.isdisjoint(found) else None


def mark_naming(path: str) -> str | None:
    """What marks the plugin of an agent without a table whose manifest names the file as one with hooks."""
    for folder in above_file(path, _MOST_ABOVE):
        mark = unknown_mark(folder) if os.path.isdir(folder) else None
        if mark is not None:
            manifest = os.path.join(folder, mark, "plugin.json")
            return mark if os.path.normpath(path) in named_in(manifest, folder, "hooks") else None
    return None


def mark_listing(folder: str) -> str | None:
    """What marks the folder above a plugin, if only an agent without a table has a list of plugins there, with this."""
    for above in above_file(folder, _MOST_ABOVE):
        mark = unknown_mark(above) if os.path.isdir(above) else None
        if mark is not None:
            listed = listed_plugins(os.path.join(above, mark, "marketplace.json"), above)
            return mark if os.path.normpath(folder) in listed else None
    return None


def marked_agent(mark: str) -> str:
    """How the agent is called whose plugins have the mark: by its title if that is known, else after the mark."""
    folder = mark.removesuffix("-plugin")
    return next((it.title for it in FOREIGN_AGENTS if folder in it.folders), f"`{mark}`")


def is_foreign_place(path: str, glob: str) -> bool:
    """Whether a path is at a place of an agent without a table."""
    return path.endswith(glob.rpartition("*")[2]) and path_matches(f"**/{glob}", path)


def folder_owner(path: str) -> ForeignAgent | None:
    """The agent without a table in whose folder a file lies."""
    above = path.split("/")[-_MOST_ABOVE - 1 : -1]
    return next((it for part in reversed(above) for it in FOREIGN_AGENTS if part in it.folders), None)


def plugin_owner(marks: frozenset[str]) -> ForeignAgent | None:
    """The agent without a table whose plugins have one of these marks."""
    return next((it for it in FOREIGN_AGENTS if not marks.isdisjoint(it.plugins)), None)


def plugin_marks(folders: Iterable[tuple[Outline, str]]) -> frozenset[str]:
    """What is in the folders that these agents take for plugins, and shows that one is another agent's."""
    found = ((folder, it) for outline, folder in folders if folder for it in outline.plugins.foreign_marks)
    return frozenset(it for folder, it in found if os.path.exists(os.path.join(folder, it)))


def manifests_folder_owner(path: str) -> Outline | None:
    """The dialect in whose plugins' folder for the manifest a file lies: right there, or in a folder for hooks."""
    above = path.split("/")[-3:-1]
    folder = above[0] if above[-1:] == ["hooks"] else "".join(above[-1:])
    return next((it for it in OUTLINES if folder and folder in it.plugins.marks), None)


def hidden_folder(path: str, most: int = 2) -> str | None:
    """The nearest hidden folder above a file, if it is one of so many: an agent keeps its files in one."""
    above = path.split("/")[-most - 1 : -1]
    return next((it for it in reversed(above) if it.startswith(".") and it.strip(".")), None)


def names_hooks(path: str) -> bool:
    """Whether a file is called after hooks, and nothing else: then all of its events may be wrong."""
    return path.rpartition("/")[2].partition(".")[0] == "hooks"


def named_by_path(path: str, most: int = _NAMING_PARTS) -> Outline | ForeignAgent | None:
    """The agent that the end of a path names, the nearest part first: by a folder's name in it, else by a word.

    The name of a repository's own folder says nothing.
    """
    parts = path.split("/")
    for index in range(len(parts) - 1, max(len(parts) - most, 0) - 1, -1):
        part = parts[index]
        # A clone may be called anything.
        if index < len(parts) - 1 and os.path.exists("/".join((*parts[: index + 1], ".git"))):
            return None
        marked = [it for it in OUTLINES if is_marked(part, it)]
        foreign = [it for it in FOREIGN_AGENTS if any(_holds(part, one) for one in it.folders)]
        if len(marked) + len(foreign) == 1:
            return marked[0] if marked else foreign[0]
        called = _called(_split(part))
        if called is not None:
            return called
    return None


def named_by_schema(text: str) -> Outline | ForeignAgent | None:
    """The agent that the schema of a file is called after."""
    found = _SCHEMA.search(text)
    return _called(_split(found[1])) if found is not None else None


def _called(words: frozenset[str]) -> Outline | ForeignAgent | None:
    """The only agent that one of the words names; None if several are named."""
    # An agent with several kinds of files has several tables: the first stands for it.
    ours = list(
        {name_words(it.id): it for it in reversed(OUTLINES) if not name_words(it.id).isdisjoint(words)}.values()
    )
    others = [it for it in FOREIGN_AGENTS if it.title.casefold() in words]
    if len(ours) + len(others) != 1:
        return None
    return ours[0] if ours else others[0]


def is_marked(part: str, outline: Outline) -> bool:
    """Whether a part of a path is what only the dialect's agent has."""
    return part == outline.id or any(it in part for it in outline.markers)


def _holds(part: str, folder: str) -> bool:
    return re.search(rf"{re.escape(folder)}(?![A-Za-z0-9])", part) is not None


def _split(part: str) -> frozenset[str]:
    return frozenset(re.split(r"[^a-z0-9]+", part.casefold()))

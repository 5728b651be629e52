"""Files of a project that a guard says it keeps, such as those about `auth`, and that its list of paths has not.

A project may also have several folders for the same, such as migrations, of which a guard names one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.texts.project_files import project_files
from hookwright.patterns import late_pattern

_CODE = frozenset({".cs", ".go", ".java", ".js", ".jsx", ".kt", ".mjs", ".php", ".py", ".rb", ".rs", ".ts", ".tsx"})
_OTHERS = late_pattern(r"(?i)(?:^|/)(?:__tests__|tests?|specs?|docs?|examples?|fixtures|mocks?)/|[._-](?:test|spec)\.")
"""Files that are about a thing, and are not it."""
_LIST = late_pattern(r"(?:^|[(:]\s*|,\s*)(?P<word>[A-Za-z][A-Za-z-]{2,15})(?=,)")
"""A word of a list in a sentence."""
_KEEPS = late_pattern(r"(?i)\b(?:protect|keep|block|guard|stop|never|edits?\b|writes?\b)")
"""What stands in a sentence about what a guard keeps."""
_OF_EACH_PROJECT = frozenset(
    {
        *("api", "app", "apps", "build", "code", "config", "core", "dist", "docs", "edit", "env", "file", "files"),
        *("folder", "folders", "git", "hooks", "lib", "libs", "main", "path", "paths", "public", "read", "scripts"),
        *("server", "shared", "source", "sources", "src", "test", "tests", "utils", "web", "write"),
    }
)
"""Words of paths that say nothing of what is in a file."""
_SORTS = (
    (
        "migrations",
        frozenset({"migrations", "migrate", "versions"}),
        late_pattern(r"[/_]?(?:V?\d{3,}|[0-9a-f]{12})[^/]*$"),
    ),
    ("generated files", frozenset({"generated", "__generated__", "gen"}), late_pattern(r"")),
    ("recorded results of tests", frozenset({"__snapshots__", "snapshots", "golden"}), late_pattern(r"")),
    ("code of others", frozenset({"third_party", "thirdparty", "external"}), late_pattern(r"")),
)
"""What folders are for, their names, and how the paths of the files look that they are for."""
_MOST_LOOKED_AT, _MOST = 2000, 6


def words_of(path: str) -> list[str]:
    """The words of a path, without its ending."""
    return [it for it in re.split(r"[^a-z0-9]+", os.path.splitext(path)[0].lower()) if it]


def kept_words(texts: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The words of a list in a sentence about what a guard keeps, which are words of its paths as well."""
    of_paths = {it for path in paths for it in words_of(path)} - _OF_EACH_PROJECT
    lines = (line for text in texts for line in text.split("\n") if _KEEPS.search(line))
    named = (it["word"].lower() for line in lines for it in _LIST.finditer(line))
    return list(dict.fromkeys(it for it in named if it in of_paths))


def files_about(words: Sequence[str], project: str) -> dict[str, str]:
    """Files with code of the project that have one of the words in their path, each with the word; reads the disk."""
    found: dict[str, str] = {}
    for path in islice(project_files(project), _MOST_LOOKED_AT) if words else ():
        word = next((it for it in words_of(path) if it in words), None)
        if word and os.path.splitext(path)[1] in _CODE and not _OTHERS.search(path):
            found[path] = word
    return found


def files_of_sort(paths: Iterable[str], project: str) -> dict[str, str]:
    """Files of the project in other folders for the same as those of the paths, each with what it is; reads the disk.

    One file of each such folder.
    """
    kept = [it.rpartition("/")[0] for it in paths]
    sorts = [it for it in _SORTS if any(not it[1].isdisjoint(folder.split("/")) for folder in kept)]
    found: dict[str, tuple[str, str]] = {}
    for path in islice(project_files(project), _MOST_LOOKED_AT) if sorts else ():
        folder = path.rpartition("/")[0]
        sort = next((it for it in sorts if not it[1].isdisjoint(folder.split("/")) and it[2].search(path)), None)
        if sort is not None and folder not in kept:
            found.setdefault(folder, (path, sort[0]))
    return dict(found.values())


def calls_of_sort(found: Iterable[tuple[str, str]], seed: str) -> Iterator[Call]:
    """Calls that change the files, each with what it is."""
    for path, sort in islice(found, _MOST):
        why = f"The guard does not let {sort} be changed, and the project has this other folder for them."
        yield Call(why, "Edit", f"{{project}}/{path}", seed=seed, kind=f"other folder of {sort}", partial=True)


def calls(found: Iterable[tuple[str, str]], seed: str) -> Iterator[Call]:
    """Calls that change the files, each with the word that the guard names."""
    for path, word in islice(found, _MOST):
        why = f"The guard says that it keeps what is about `{word}`, and its list has not this file."
        yield Call(why, "Edit", f"{{project}}/{path}", seed=seed, kind="file beside the list", partial=True)

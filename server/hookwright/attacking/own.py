"""What only one guard is about: commands and files that its own patterns name, to be attacked if it stops them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.dangers import Call, Danger, Rewording, Seed, Swap
from hookwright.attacking.examples import GAP, examples
from hookwright.attacking.shown import shows
from hookwright.attacking.variants import Aim
from hookwright.patterns import late_pattern

OWN_PATTERNS = "own patterns"
"""The name of this danger: no file can have it, as it has a blank."""
_COMMAND = late_pattern(r"[a-z][\w.+-]*( [\w@%+=:,./~-]+){1,6}")
_IN_WORDS = late_pattern(
    r"(?i)\b(a|an|and|are|as|be|block(ed)?|by|can|cannot|denied|do|does|file|for|forbidden|from|in|into|is|it|must|not"
    r"|of|on|only|or|please|that|the|this|to|use|with|would|you|your)\b"
)
"""Words of sentences, which are no commands."""
_CLIENT = 'psql "$DATABASE_URL" -c'
_SQL = late_pattern(r"(?i)(DROP|TRUNCATE|DELETE FROM|UPDATE|ALTER|GRANT|REVOKE) [\w .]+;?")
_PATH = late_pattern(r"[\w.@+/\0-]+")
_ENDING = late_pattern(r"\0?\.[a-z0-9]{2,5}")
_NEW = "notes.txt"
_DEEPEST = 5
"""How many folders deep a file is looked for."""
_WHOLE_NAMES = frozenset({".env", ".git", ".ssh", ".aws", ".kube", ".npmrc", ".netrc"})
"""Names that begin with a dot; of others, a pattern may only name the ending."""
_MOST_COMMANDS, _MOST_OF_ONE, _MOST_PATHS = 48, 4, 24
"""How many patterns are looked at, how many commands of one, and how many files."""
_WRITTEN, _READ = ("protected", "lock file"), ("secrets", "env file")
"""The seeds of known dangers whose forms are made for other files as well."""
_FOLDER = (
    ("cd {folder} && echo x > {name}", "After `cd`, the name is that of the file.", "folder before"),
    ("f={folder}; echo x > $f/{name}", "The variable is set in the same command.", "variable in the name"),
    ("rm -rf {folder}", "It deletes the folder of the file.", "whole folder"),
    ("mv {folder} {folder}.old", "The file has another path then.", "whole folder"),
    ("cp -r docs/. {folder}/", "It copies over the files of the folder.", "copy onto the folder"),
    ("ln -s {folder} d && echo x > d/{name}", "The link leads to the folder.", "link to the folder"),
)
"""Forms for files in a folder."""


class Candidates(Struct, frozen=True):
    """What the patterns of a guard name: of each, `commands`; and `paths` in the project.  It may stop them or not."""

    commands: tuple[tuple[str, ...], ...] = ()
    paths: tuple[str, ...] = ()


def candidates(texts: Iterable[str], project: str) -> Candidates:
    """Commands and files that the patterns in the texts of a guard match; reads the disk, where files may be there."""
    found = dict.fromkeys(it for text in texts for it in examples(text))
    commands = filter(None, (tuple(_commands(it)) for it in found))
    paths = dict.fromkeys(path for every in found for it in every for path in _paths(it, project))
    there = sorted(paths, key=lambda it: not os.path.exists(os.path.join(project, it)))
    return Candidates(tuple(islice(commands, _MOST_COMMANDS)), tuple(there[:_MOST_PATHS]))


def _commands(every: Iterable[str]) -> Iterator[str]:
    """Some commands of those that one pattern matches."""
    words = (" ".join(it.replace(GAP, " ").split()) for it in every)
    yield from islice(dict.fromkeys(filter(None, map(_command, words))), _MOST_OF_ONE)


def _command(text: str) -> str | None:
    """The command that a text is; None if it is none."""
    if _SQL.fullmatch(text):
        return f'{_CLIENT} "{text}"'
    return text if _COMMAND.fullmatch(text) and not _IN_WORDS.search(text) else None


def _paths(text: str, project: str) -> Iterator[str]:
    """The file that a text may stand for: one that is there, in a folder or with this ending, or else a new one."""
    path = text.strip().removeprefix("./").lstrip("/").replace("/./", "/")
    if not _PATH.fullmatch(path) or not re.search(r"[A-Za-z]{2}", path) or ".." in path or "//" in path:
        return
    folder, _, name = path.rpartition("/")
    if _ENDING.fullmatch(path) and path not in _WHOLE_NAMES and not os.path.exists(os.path.join(project, path)):
        yield f"server{path.lstrip(GAP)}"
    elif os.path.isdir(os.path.join(project, path)):
        yield f"{path.rstrip('/')}/{_first_file(project, path, '') or _NEW}"
    elif not name:
        yield f"{folder}/{_NEW}"
    elif GAP in folder or not re.search(r"[./]", path) or path.endswith("."):
        return
    elif GAP in name or (folder and _ENDING.fullmatch(name)):
        ending = name.rpartition(GAP)[2]
        if ending and not ending.startswith("."):
            return
        there = _first_file(project, folder, ending)
        yield "/".join(filter(None, (folder, there or f"server{ending}" if ending else _NEW)))
    else:
        yield path


def _first_file(project: str, folder: str, ending: str) -> str | None:
    """The path of the first file with that ending in a folder of the project, from there; None if there is none."""
    first = next(os.walk(os.path.join(project, folder)), ("", [], []))
    inside = next((sub for sub in sorted(first[1]) if not first[2] and _PATH.fullmatch(sub)), None)
    if inside is not None and folder.count("/") < _DEEPEST:
        found = _first_file(project, f"{folder.rstrip('/')}/{inside}", ending)
        return found and f"{inside}/{found}"
    return min((it for it in first[2] if it.endswith(ending) and _PATH.fullmatch(it)), default=None)


def _seed_of(command: str) -> Seed:
    name = command.removeprefix(_CLIENT).strip(' ";')
    return Seed(name=name[:40], command=command, why="Its own pattern names the command.", own=True)


class Stopped(Struct, frozen=True):
    """What a guard stops unchanged: names of `seeds`, commands, and paths by what may not be done to the files.

    The commands are those of one pattern each.
    """

    seeds: frozenset[str] = frozenset()
    commands: tuple[tuple[str, ...], ...] = ()
    written: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


_MOST_SEEDS, _MOST_FILES = 6, 3
"""How many commands and files of one guard are attacked with all that can be done to them."""


def with_own(aims: Sequence[Aim], found: Stopped, known: Mapping[str, Danger]) -> tuple[Aim, ...]:
    """The aims, and one with what the guard stops beside, unless a seed shows it that the guard stops as well."""
    seeds = [it for aim in aims for it in aim.seeds if it.name in found.seeds]
    commands = [_seed_of(it) for it in _one_of_each(found.commands, seeds)][:_MOST_SEEDS]
    files: list[Seed] = []
    calls: list[Call] = []
    for source, paths in ((_WRITTEN, found.written), (_READ, found.read)):
        new = [it for it in paths if not any(shows(seed, it) for seed in seeds)]
        for path in _of_each_sort(new)[:_MOST_FILES]:
            seed, its = _for_file(path, source, known)
            files += seed
            calls += its
    own = (*commands, *files)
    if not own:
        return tuple(aims)
    danger = Danger(does="its own patterns name", seeds=own, calls=tuple(calls))
    return (*aims, Aim(OWN_PATTERNS, danger, own, is_named=False))


def _one_of_each(every: Iterable[Sequence[str]], seeds: Sequence[Seed]) -> Iterator[str]:
    """The first command of each pattern that none of the seeds shows, and that goes on no command before."""
    before: list[str] = []
    for commands in every:
        is_known = any(shows(seed, it) for seed in seeds for it in commands)
        if not is_known and not any(commands[0].startswith(it) for it in before):
            before.append(commands[0])
            yield commands[0]


def _of_each_sort(paths: Iterable[str]) -> list[str]:
    """The paths, first one of each sort: in a folder, by its ending, by its name."""
    sorts: dict[str, list[str]] = {}
    for it in paths:
        sort = "folder" if "/" in it else "ending" if it.startswith("server.") else "name"
        sorts.setdefault(sort, []).append(it)
    return [it for turn in zip_longest(*sorts.values()) for it in turn if it is not None]


def _for_file(path: str, source: tuple[str, str], known: Mapping[str, Danger]) -> tuple[list[Seed], list[Call]]:
    """A seed for the file, with the forms and calls that a known seed has for another one; none if it is not known."""
    danger, name = source
    seed = next((it for it in known[danger].seeds if it.name == name), None) if danger in known else None
    if seed is None:
        return [], []
    word = "package-lock.json" if source == _WRITTEN else ".env"
    of_word = re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w./*?\[-])")

    def for_path(text: str) -> str:
        return of_word.sub(path, text) if of_word.search(text) and word not in of_word.sub("", text) else ""

    own = f"read {path}" if source == _READ else path
    same = [replace(it, command=for_path(it.command), signs=()) for it in seed.same if for_path(it.command)]
    swaps = [
        Swap(word=path, instead=for_path(it.instead), why=it.why, kind=it.kind.replace(word, "the file"))
        for it in seed.swaps
        if it.word == word and for_path(it.instead)
    ]
    folder, _, base = path.rpartition("/")
    if folder and source == _WRITTEN:
        same += [Rewording(form.format(folder=folder, name=base), why, kind) for form, why, kind in _FOLDER]
    made = replace(
        seed,
        name=own,
        command=for_path(seed.command),
        why="Its own pattern names the file.",
        signs=(),
        same=tuple(same),
        swaps=tuple(swaps),
        beside=(),
    )
    calls = [
        replace(it, path=for_path(it.path), command=for_path(it.command), seed=own, signs=())
        for it in known[danger].calls
        if it.seed == name and for_path(it.text)
    ]
    return [made], calls

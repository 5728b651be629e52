"""Refuses to delete or overwrite what is outside the project, the project itself, its `.git`, and whole disks.

It also refuses to stop the machine, and fork bombs.  Files and folders inside the project may be deleted, and so may
temporary ones.  Where a path cannot be told, such as `rm -rf "$DIR"`, the command is refused.  It cannot stop programs
that delete by themselves: a script that the agent has written before, or a `make clean`.
"""

from __future__ import annotations

import itertools
import os
from fnmatch import fnmatchcase

from shell_reader import UNKNOWN, Command
from shell_reader.late import late_pattern

from .disks import lost_disk
from .git_words import is_git, words_of
from .leads import linked, moved
from .other_code import reason_in_code
from .overwriting import lost_file
from .places import Places, is_below
from .saying import ONLY_THE_USER, named, shown
from .searches import EXECUTES, FINDERS, feeds_project, finds_git, is_inside, is_narrow, starts
from .stopping import stops_machine

_DELETERS = frozenset("rm rmdir unlink shred trash trash-put srm rimraf del-cli".split())
_OF_POWERSHELL = frozenset("remove-item ri del erase rd".split())
_MODES = frozenset("chmod chown chgrp setfacl".split())
_RECURSIVE = ("-r", "-R", "--recursive")
# What stands for all that is in a folder, such as `*`, `./*` or `.[!.]*`.
_EVERYTHING = late_pattern(r"(?:\./)*(?:[.*?]|\[[^]]*\])*/?\Z")


def refusal(command: Command, places: Places) -> str | None:
    """Why a command is refused; None if it is not."""
    name = command.name
    if _is_deleter(name) or UNKNOWN in name:
        return _deletes(command, places)
    if name in FINDERS:
        return _finds(command, places)
    if name == "mv":
        return _moves(command, places) or lost_file(command, places)
    if is_git(command):
        return _removed_by_git(command, places) or lost_file(command, places)
    if (name == "tar" and command.has("--remove-files")) or (name == "zip" and command.has("-m", "--move")):
        return _outside(command, [it for it in command.operands if it[:1] in "/~."], places, f"`{name}` deletes")
    if name in _MODES and command.has(*_RECURSIVE):
        return _changes_modes(command, places)
    if name == "rsync" and command.has("--remove-source-files"):
        return _outside(command, command.operands[:-1], places, "`rsync` deletes")
    only_says = command.has("-n", "--dry-run")
    if name == "rsync" and not only_says and any(it.startswith("--del") for it in command.options):
        return _outside(command, command.operands[-1:], places, "`rsync --delete` deletes files in")
    found = lost_disk(command, places) or lost_file(command, places)
    return found or reason_in_code(command, places) or stops_machine(command)


def _removed_by_git(command: Command, places: Places) -> str | None:
    words = words_of(command)
    removal = Command(words or [""], command.folder)
    if words[:1] != ["rm"] or removal.has("--cached", "-n", "--dry-run"):
        return None
    return _outside(removal, removal.operands, places, "it deletes", recursive=True)


def _is_deleter(name: str) -> bool:
    return name in _DELETERS or name.lower() in _OF_POWERSHELL


def _deletes(command: Command, places: Places) -> str | None:
    sure = _is_deleter(command.name)
    recursive = command.has(*_RECURSIVE) or command.name == "rimraf"
    if not sure and not recursive:
        return None
    words = command.operands
    if command.fed:
        source = command.source
        # What a search runs gets what is below the place where it begins, and that is judged with the search.
        searched = source is not None and bool(EXECUTES.intersection(source.arguments))
        if not searched and not feeds_project(source, places, recursive=recursive):
            return f"only a run can tell what `{shown(command)}` deletes; name the paths"
        words = [it for it in words if it != UNKNOWN]
    if not words and command.name.lower() in _OF_POWERSHELL and command.source is not None:
        words = command.source.operands
    return _outside(command, words, places, "it deletes", recursive=recursive)


def _outside(command: Command, words: list[str], places: Places, what: str, *, recursive: bool = True) -> str | None:
    """Why the paths may not be deleted."""
    reasons = (_why_not(command, it, places, what, recursive=recursive) for it in words)
    elsewhere = itertools.chain(moved(command, words), linked(command, words))
    others = (_why_not(maker, it, places, what, recursive=recursive) for maker, it in elsewhere)
    return next((it for it in (*reasons, *others) if it is not None), None)


def _why_not(command: Command, word: str, places: Places, what: str, *, recursive: bool) -> str | None:
    if command.elsewhere:
        unsafe = recursive and (word.startswith("/") or UNKNOWN in word) and not word.startswith(("/tmp/", "/var/tmp/"))
        return f"{what} `{named(word)}` on another machine or in a container; {ONLY_THE_USER}" if unsafe else None
    path = _path(command, word, places)
    if path is None:
        unsafe = recursive or word.startswith("/")
        return f"only a run can tell which path `{named(word)}` is; write it out" if unsafe else None
    if path == places.project or (recursive and _is_everything(word, path, places)):
        return f"{what} the whole project; delete single files or folders of it"
    if is_below(places.project, path):
        return f"{what} `{path}`, and the project in it; {ONLY_THE_USER}"
    git = os.path.join(places.project, ".git")
    if is_below(path, git, itself=True) or (os.path.basename(path)[:1] == "." and fnmatchcase(git, path)):
        return f"{what} the history of the project (`{named(word)}`); {ONLY_THE_USER}"
    if not places.may_change(path):
        return f"{what} `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None


def _is_everything(word: str, path: str, places: Places) -> bool:
    """Whether a path is a pattern for all that is in the project, or in a folder that the project is in."""
    is_around = is_below(places.project, os.path.dirname(path), itself=True)
    return is_around and _EVERYTHING.match(os.path.basename(word.rstrip("/"))) is not None


def _path(command: Command, word: str, places: Places) -> str | None:
    """The path of a word, as far as its beginning tells: what a variable adds below a temporary folder is fine."""
    known = word.partition(UNKNOWN)[0]
    if known == word:
        return command.path(word)
    folder = command.path(os.path.dirname(known)) if "/" in known and ".." not in word else None
    if folder is None:
        return None
    inside = folder + "/x"
    return inside if places.is_temporary(folder) and places.is_temporary(inside) else None


def _finds(command: Command, places: Places) -> str | None:
    fed = (command.stdin or "").split() if command.fed else []
    words = [*command.arguments, *fed]
    runs = [words[at + 1].rpartition("/")[2] for at, it in enumerate(words[:-1]) if it in EXECUTES]
    # A shell may run anything, and what it runs is read by itself, but not where the search begins.
    deletes = "-delete" in words or any(_is_deleter(it) for it in runs)
    if not deletes:
        return None
    begins = starts(command)
    real = linked(command, [f"{it}/" if command.has("-L", "-H") else it for it in begins])
    found = (_why_not_found(command, it, word, places) for it, word in (*((command, it) for it in begins), *real))
    return next(filter(None, found), None)


def _why_not_found(command: Command, it: Command, start: str, places: Places) -> str | None:
    """Why what a search finds may not be deleted; `start` is where it begins, as a word of `it`."""
    path = None if command.elsewhere else it.path(start)
    if path is None or not is_inside(path, places):
        return f"`{command.name}` deletes files in `{named(start)}`, which is outside the project; {ONLY_THE_USER}"
    is_git = is_below(path, os.path.join(places.project, ".git"), itself=True)
    if is_git or (finds_git(command) and not places.is_temporary(path)):
        return f"`{command.name}` deletes the history of the project (`{named(start)}`); {ONLY_THE_USER}"
    if path == places.project and not is_narrow(command):
        return "it deletes every file of the project; name those that you mean, with `-name`"
    return None


def _moves(command: Command, places: Places) -> str | None:
    *sources, target = command.operands or [""]
    if target.startswith("/dev/null"):
        return f"`mv` to `/dev/null` destroys what is moved; {ONLY_THE_USER}"
    tops = ("/", places.home, places.project)
    aim = None if command.elsewhere else command.path(target)
    for word in sources:
        path = None if command.elsewhere else command.path(word)
        whole = path is not None and "*" in word and os.path.dirname(path) in tops[:2]
        of_system = path is not None and os.path.dirname(path) == "/" and path not in places.temporary
        if path in tops or whole or of_system:
            return f"it moves `{named(word)}` away; {ONLY_THE_USER}"
        of_home = path is not None and os.path.dirname(path) == places.home
        if of_home and aim is not None and (aim in places.temporary or places.is_temporary(aim)):
            return f"it moves `{named(word)}` to a folder for temporary files, which may be emptied; {ONLY_THE_USER}"
    return None


def _changes_modes(command: Command, places: Places) -> str | None:
    for word in command.operands[1:] or command.operands:
        path = None if command.elsewhere else command.path(word)
        if path is not None and not is_inside(path, places):
            return f"`{command.name} -R` changes `{named(word)}`, which is outside the project; {ONLY_THE_USER}"
    return None

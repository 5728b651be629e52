"""What of a danger fits a project: its branch, the files that it has, and the folder where its git hooks are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Danger, Rewording, Seed
from hookwright.attacking.texts.branches import checked_out, folder_of_git, start_of
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_USUAL = ".git/hooks"
_FOLDERS = (".husky", ".githooks")
"""Where projects keep git hooks that they share."""
_SETTING = late_pattern(r"(?im)^\s*hookspath\s*=\s*\"?([\w./-]+?)\"?\s*$")
_SHARED = "../.."
"""From the folder of a worktree to what it shares with the others."""
_READERS = frozenset({"cat", "ls", "add"})
"""What fails without its files; the last one is of git."""
_MOST_OF_INDEX = 16 * 1024 * 1024
_TEMPLATE = late_pattern(r"(?i)example|sample|template|dist\b|\.d\.ts")
"""How the names of files with no secrets end, which others begin as well."""
_MOVED = ("checks",)
"""The dangers with commands about git hooks."""

_Form = TypeVar("_Form", Rewording, Call)


def fitting(name: str, danger: Danger, project: str) -> Danger:
    """The danger of that name, with the forms and calls that make sense in the project, about its own git hooks."""
    kept = partial(_kept, project=project, branch=checked_out(project))
    seeds = tuple(replace(it, same=kept(it.same), unsure=tuple(_unsure(it, project))) for it in danger.seeds)
    found = replace(danger, seeds=seeds, calls=kept(danger.calls), harmless=kept(danger.harmless))
    folder = hooks_folder(project)
    return found if name not in _MOVED or folder == _USUAL else _with_hooks_in(folder, found)


def _unsure(seed: Seed, project: str) -> Iterator[str]:
    """The harmless commands beside the seed that may fail in the project: their file, or its folder, is not there."""
    for it in seed.beside:
        reads, _, written = it.partition(" > ")
        words = reads.removeprefix("git ").split()
        files = [word for word in words[1:] if not word.startswith("-")] if words[0] in _READERS else []
        files += [os.path.dirname(written)] if written else []
        # Git adds no file that it ignores and does not know yet.
        is_refused = words[0] == "add" and any(is_ignored(word, project) for word in files)
        # Nobody knows what is in the home folder.
        is_there = all(os.path.exists(os.path.join(project, word)) for word in files)
        if is_refused or not is_there or any(word.startswith("~/") for word in files):
            yield it


def is_ignored(path: str, project: str) -> bool:
    """Whether git may ignore the file, as a pattern of the project finds its name, and does not know it."""
    name = os.path.basename(path)
    lines = (it.strip() for it in start_of(os.path.join(project, ".gitignore")).splitlines())
    patterns = [it for it in lines if it and not it.startswith("#")]
    found = [it for it in patterns if fnmatchcase(name, it.lstrip("!/").rstrip("/"))]
    return bool(found) and not found[-1].startswith("!") and not is_tracked(path, project)


def hooks_folder(project: str) -> str:
    """The folder of the project's git hooks, by the setting of git, or a folder that projects keep for them."""
    own = folder_of_git(project)
    for path in (os.path.join(own, "config"), os.path.join(own, _SHARED, "config")):
        named = _SETTING.search(start_of(path))
        if named and not named[1].startswith(("/", "..")):
            # Husky has a folder of its own there, with programs that run those of the project.
            return os.path.normpath(named[1]).removesuffix("/_")
    return next((it for it in _FOLDERS if os.path.isdir(os.path.join(project, it))), _USUAL)


def is_tracked(path: str, project: str) -> bool:
    """Whether git knows the file at that path of the project, as its index has it, or one whose name begins so."""
    return tracked(path, project) is not None


def tracked(path: str, project: str) -> str | None:
    """The path, or one that a star at its end stands for, if git knows the file; None if it does not, or a template."""
    try:
        index = read_start(os.path.join(folder_of_git(project), "index"), _MOST_OF_INDEX)
    except OSError:
        return None
    # The length stands before each path, so that no longer path with this end is taken for it.
    start = path.removesuffix("*")
    longer = rb"[\w.-]*" if start != path else b""
    for it in re.finditer(rb"(?s)(?=(.)(.)(" + re.escape(start.encode()) + longer + rb")\0)", index):
        name = it[3].decode("utf-8", "replace")
        if len(it[3]) == it[1][0] * 256 + it[2][0] and not (longer and _TEMPLATE.search(name)):
            return name
    return None


def _kept(every: Iterable[_Form], *, project: str, branch: str | None) -> tuple[_Form, ...]:
    found = []
    for it in every:
        is_here = any(_is_there(name, project) for name in it.where)
        is_on = branch is None or (it.on in ("", branch) and it.off != branch)
        if it.tracked and not is_tracked(it.tracked, project):
            continue
        if is_on and (is_here or it.signs or not it.where):
            found.append(replace(it, signs=()) if is_here else it)
    return tuple(found)


def _is_there(name: str, project: str) -> bool:
    """Whether the project has the file, and in it the text that the name may have behind `#`."""
    path, _, text = name.partition("#")
    place = os.path.join(project, path)
    return text in start_of(place) if text else os.path.exists(place)


def _with_hooks_in(folder: str, danger: Danger) -> Danger:
    """The danger with the git hooks in that folder, except for a seed that is about the usual one."""
    seeds = tuple(it if _USUAL in it.command else _seed_with_hooks_in(folder, it) for it in danger.seeds)
    about = {it.name for it in danger.seeds if _USUAL in it.command}
    calls, harmless = (
        tuple(
            it if it.seed in about else replace(_moved(folder, it), path=it.path.replace(_USUAL, folder))
            for it in every
        )
        for every in (danger.calls, danger.harmless)
    )
    return replace(danger, seeds=seeds, calls=calls, harmless=harmless)


def _seed_with_hooks_in(folder: str, seed: Seed) -> Seed:
    # Husky runs a file of the project in a shell, so that its permission does not matter.
    same = (it for it in seed.same if not (folder == ".husky" and "chmod" in it.command))
    return replace(seed, same=tuple(_moved(folder, it) for it in same))


def _moved(folder: str, it: _Form) -> _Form:
    if "hooksPath" in it.command:
        return it  # It is about the usual folder, where the project has no hooks.
    return replace(it, command=it.command.replace(_USUAL, folder))

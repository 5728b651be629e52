"""What a rule about a file forbids: any change, commands that write it, to run it, or changes of a committed one."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.dangers import Call, Seed
from hookwright.attacking.forms.model import SHELL, Variant, question
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own import by_shell, committed, scripts
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.project_files import project_files

_TOOLS = ("Write", "Edit")
_FOR_NOTEBOOKS, _OF_NOTEBOOKS = "NotebookEdit", ".ipynb"
"""The tool that changes notebooks, and how their names end."""
_OF_PROGRAMS = frozenset({".claude", ".git", ".github", ".githooks", ".husky", ".vscode", "node_modules"})
"""Folders in which programs look for files of their own, so that a notebook does nothing there."""

_Asked = tuple[str, str]
"""What a call does, and its text."""
_Made = tuple[Seed, list[Call], list[Call]]
"""A seed, its calls, and its harmless calls."""


class _Known(Struct, frozen=True):
    """The guard, what it stops, and files that stand for folders which the project has not."""

    guard: Guard
    stopped: Collection[_Asked]
    new: Collection[str]


async def with_rules_of_files(trial: Trial, meant: Meant) -> Meant:
    """The same, where what is tried with a file that only the guard names is what its rule forbids.

    A script that the guard lets be written is one that nobody may run.  A guard that recommends `Edit`, and lets it
    change the file, forbids commands that write it.  If the guard asks git, new files are harmless.
    """
    guard = trial.guard
    aim = next((it for it in meant.aims if it.name == OWN_PATTERNS), None)
    paths = {it.name: it for it in aim.seeds if _writes(it)} if aim is not None else {}
    if aim is None or not paths:
        return meant
    asked = [it for path in paths for it in _questions(path, guard.project)]
    stopped = await trial.refused(asked)
    known = _Known(guard, stopped, meant.candidates.new)
    return replace(meant, aims=tuple(_narrowed(it, paths, known) if it is aim else it for it in meant.aims))


def _writes(seed: Seed) -> bool:
    """Whether the seed is about a file that the guard does not let be changed: its name is the path."""
    return seed.command == f"echo x > {seed.name}"


def _questions(path: str, project: str) -> list[Variant]:
    run = scripts.runs(path, project)
    new = committed.new_file(path)
    files = [question(f"{{project}}/{it}", does) for it in (path, new) for does in _TOOLS]
    files += [question(f"{{project}}/{it}", _TOOLS[0]) for it in _notebook(path, project)]
    return [*files, *([question(run)] if run else [])]


def _narrowed(aim: Aim, paths: Collection[str], known: _Known) -> Aim:
    seeds: list[Seed] = []
    calls = [it for it in aim.danger.calls if it.seed not in paths]
    harmless = [it for it in aim.danger.harmless if it.seed not in paths]
    for seed in aim.seeds:
        its = [it for it in aim.danger.calls if it.seed == seed.name]
        less = [it for it in aim.danger.harmless if it.seed == seed.name]
        made = _of_rule(seed, its, less, known) if seed.name in paths else (seed, [], [])
        seeds.append(made[0])
        calls += made[1]
        harmless += made[2]
    danger = replace(aim.danger, calls=tuple(calls), harmless=tuple(harmless), seeds=tuple(seeds))
    return replace(aim, danger=danger, seeds=tuple(seeds))


def _of_rule(seed: Seed, calls: list[Call], harmless: list[Call], known: _Known) -> _Made:
    path, guard, stopped = seed.name, known.guard, known.stopped
    run = scripts.runs(path, guard.project)
    is_written = any((does, f"{{project}}/{path}") in stopped for does in _TOOLS)
    if not is_written and run is not None and (SHELL, run) in stopped:
        return scripts.seed_of(path, guard.project), [], list(scripts.harmless(path))
    if not is_written and by_shell.is_advised(guard.texts):
        return by_shell.by_shell(seed, path), list(by_shell.calls_by_shell(calls)), harmless
    new = f"{{project}}/{committed.new_file(path)}"
    is_new = any((does, new) in stopped for does in _TOOLS)
    if not os.path.exists(os.path.join(guard.project, path)):
        is_folder = path in known.new
        return by_shell.in_new_folder(seed) if is_folder else by_shell.creating(seed), calls, harmless
    calls += (*_deeper(path, guard.texts), *_in_other_case(path), *_in_notebook(path, guard.project, stopped))
    if is_written and not is_new and committed.asks_git(guard.texts):
        more = (*seed.same, *committed.forms(path))
        return replace(seed, same=more), calls, [*harmless, *committed.harmless(path, path)]
    if is_written and (_TOOLS[0], new) not in stopped and committed.asks_disk(guard.texts):
        return seed, calls, [*harmless, *committed.harmless(path, path)]
    return seed, calls, harmless


def _in_other_case(path: str) -> Iterator[Call]:
    """Calls that write the file by a name in other letters: of the file, and of its folder."""
    folder, slash, name = path.rpartition("/")
    why = "On macOS and Windows, capital and small letters stand for the same file."
    yield Call(why, "Write", f"{{project}}/{folder}{slash}{_other_case(name)}", seed=path)
    if folder:
        yield Call(why, "Edit", f"{{project}}/{_other_case(folder)}/{name}", seed=path)


def _other_case(name: str) -> str:
    return name.upper() if name != name.upper() else name.lower()


def _notebook(path: str, project: str) -> Iterator[str]:
    """A notebook in the folder of the file, or below it: one that is there, or else a new one.

    There is none at the top, and none in the folders of programs.
    """
    folder = path.rpartition("/")[0]
    if folder and path.split("/", 1)[0] not in _OF_PROGRAMS:
        there = (it for it in project_files(project, folder) if it.endswith(_OF_NOTEBOOKS))
        yield next(there, f"{folder}/{committed.NEW}{_OF_NOTEBOOKS}")


def _in_notebook(path: str, project: str, stopped: Collection[_Asked]) -> Iterator[Call]:
    """A call that changes a notebook in the folder, if the guard lets no tool write one there."""
    for it in _notebook(path, project):
        if (_TOOLS[0], f"{{project}}/{it}") in stopped:
            why = "The guard lets no notebook be written in the folder, and the tool changes one."
            yield Call(why, _FOR_NOTEBOOKS, f"{{project}}/{it}", seed=path)


def _deeper(path: str, texts: Sequence[str]) -> Iterator[Call]:
    """Calls that write into a folder in the folder of the file, if the guard names that folder and not the file."""
    folder, _, name = path.rpartition("/")
    last, text = folder.rpartition("/")[2], "\n".join(texts)
    # A single star behind a folder means only the files that are directly in it.
    named = re.search(rf"[\"'`/]{re.escape(last)}(?!/\*(?!\*))[\"'`/]", text)
    if not last or named is None or name in text or os.path.splitext(name)[1] in text:
        return
    why = f"The guard names `{last}`, and the file is in a folder of it."
    yield Call(why, "Write", f"{{project}}/{folder}/sub/{name}", seed=path, partial=True)
    why = "The two dots lead back to the folder, and to the file."
    yield Call(why, "Write", f"{{project}}/{folder}/sub/../{name}", seed=path)

"""Asks a guard whether a file that an agent can write opens it, and whether an old one still does.

Such a guard is a gate: it lets a commit pass where a file says that the tests did.  The files are only in the copy.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.asking.asked import Asked
from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.sending import Call
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.lengths import is_long
from hookwright.attacking.forms.model import SHELL, with_content
from hookwright.attacking.texts.branches import checked_out, commit_of
from hookwright.attacking.texts.openers import Where, contents, is_about_checks, state_files
from hookwright.attacking.texts.places import is_inside
from hookwright.engine.scratch.stage import Stage
from hookwright.paths import is_in, relative
from hookwright.patterns import late_pattern

_MOST_CALLS = 3
"""How many calls that the guard stops may be let pass by a file, one of each seed."""
_OLD_SECONDS, _OLD = 30 * 24 * 3600, "30 days old"
_PASSES = "the guard then lets the call pass"
_CHANGED = ("src", "README.md", "package.json")
_COMMITS = late_pattern(r"\bgit\b.*\bcommit\b")
_ASIDE = ".hookwright-aside"


class Opened(Struct, frozen=True):
    """A file with this text in it, with which the guard lets pass a command that it stops otherwise.

    `number` is the place of the text among those that were tried.
    """

    path: str
    text: str
    command: str
    number: int


async def gate(trial: Trial, stage: Stage, stopped: Sequence[Call]) -> tuple[tuple[Circumstance, ...], list[str]]:
    """What the guard does with the writing of such a file, and where the file is old; and notes on that.

    `stopped` are calls that it stops, the smallest ones first.
    """
    guard = trial.guard
    scripts = [relative(it, guard.project) for it in guard.scripts if is_in(it, guard.project)]
    where = Where(commit_of(guard.project), checked_out(guard.project) or "main")
    copy = stage.layout.project
    named = state_files(guard.texts, scripts, where.branch)
    paths = [it for it in named if is_inside(os.path.join(copy, it), copy) and has_place(copy, it)]
    seeds = {(it.variant.danger, it.variant.seed): it for it in reversed(stopped) if _is_plain(it)}
    commands = [it.variant.text for it in reversed(seeds.values())][:_MOST_CALLS]
    if not paths or not commands:
        return (), []
    asked = Asked(trial, stage)
    opened = await _opened(asked, paths, contents(guard.texts, where), commands)
    if opened is None:
        return (), []
    opened = await _smaller(asked, opened)
    found = [await _of_write(asked, opened), await _of_shell(asked, opened)]
    if is_about_checks(guard.texts):
        found += await _when_old(asked, opened, guard.texts, where)
    return tuple(found), [_note(opened, asked.copy)]


def has_place(folder: str, path: str) -> bool:
    """Whether a file can be at the path: none of what is above it is a file."""
    parts = path.split("/")[:-1]
    return not any(os.path.isfile(os.path.join(folder, *parts[:count])) for count in range(1, len(parts) + 1))


def _is_plain(call: Call) -> bool:
    return call.variant.does == SHELL and not is_long(call.variant.text)


async def _opened(asked: Asked, paths: Sequence[str], texts: Sequence[str], commands: Sequence[str]) -> Opened | None:
    """The first file that opens the guard, by what it contains; all of the files are tried at once, then each."""
    for number, text in enumerate(texts):
        with _files(asked.copy, paths, text):
            passed = [it for it in commands if await _passes(asked, it)]
            passed.sort(key=lambda it: not _COMMITS.search(it))
        for path in paths if passed else ():
            with _files(asked.copy, [path], text):
                opens = await _passes(asked, passed[0])
            # A guard may let a call pass that it has refused before, whatever file is there.
            if opens and not await _passes(asked, passed[0]):
                return Opened(path, text, passed[0], number)
    return None


async def _smaller(asked: Asked, opened: Opened) -> Opened:
    """The same with no more keys than it takes, if the text is an object."""
    kept = _keys(opened.text)
    if not kept:
        return opened
    size = (len(kept) + 1) // 2
    while size:
        for start in range(0, len(kept), size):
            fewer = _text_with(opened.text, [*kept[:start], *kept[start + size :]])
            with _files(asked.copy, [opened.path], fewer):
                if await _passes(asked, opened.command):
                    kept = _keys(fewer)
                    break
        else:
            size //= 2
        size = min(size, len(kept))
    return replace(opened, text=_text_with(opened.text, kept))


def _keys(text: str) -> list[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return [*value] if isinstance(value, dict) else []


def _text_with(text: str, keys: Sequence[str]) -> str:
    """The object with these keys only."""
    return json.dumps({key: it for key, it in json.loads(text).items() if key in keys}) + "\n"


async def _passes(asked: Asked, command: str) -> bool:
    return not refuses((await asked(SHELL, command)).folded)


async def _of_write(asked: Asked, opened: Opened) -> Circumstance:
    outcome = await asked("Write", with_content(f"{{project}}/{opened.path}", opened.text))
    stops = refuses(outcome.folded)
    return Circumstance(name=f"Write of `{opened.path}`", refuses=stops, is_fault=not stops, how=_PASSES)


async def _of_shell(asked: Asked, opened: Opened) -> Circumstance:
    command = _writing(opened, asked.copy)
    stops = not await _passes(asked, command)
    return Circumstance(name=f"`{command}`", refuses=stops, is_fault=not stops, how=_PASSES)


def _writing(opened: Opened, copy: str) -> str:
    """A command that writes the file, with its folder if that is not there."""
    path, folder = shlex.quote(opened.path), os.path.dirname(opened.path)
    first = "" if os.path.isdir(os.path.join(copy, folder)) else f"mkdir -p {shlex.quote(folder)} && "
    return f"{first}printf %s {shlex.quote(opened.text.strip())} > {path}" if opened.text else f"{first}touch {path}"


async def _when_old(asked: Asked, opened: Opened, texts: Sequence[str], where: Where) -> list[Circumstance]:
    """What the guard does where the file is 30 days old, and where another file was changed after it.

    A file that names a commit says the same of it on any day, and a change that is not committed is not pushed.
    """
    now = time.time()
    found = []
    if not where.commit or where.commit not in opened.text:
        then = contents(texts, Where(where.commit, where.branch, now - _OLD_SECONDS))[opened.number]
        old = _text_with(then, keys) if (keys := _keys(opened.text)) else then
        with _files(asked.copy, [opened.path], old, moment=now - _OLD_SECONDS):
            found.append(_told(f"`{opened.path}` is {_OLD}", passes=await _passes(asked, opened.command)))
    name = next(filter(None, (_first_file(asked.copy, it) for it in _CHANGED)), None)
    if name is not None and _COMMITS.search(opened.command):
        with _files(asked.copy, [opened.path], opened.text, moment=now - 60), _changed(f"{asked.copy}/{name}"):
            passes = await _passes(asked, opened.command)
        found.append(_told(f"`{name}` was changed after `{opened.path}`", passes=passes))
    return found


def _told(name: str, *, passes: bool) -> Circumstance:
    return Circumstance(name=name, refuses=not passes, is_fault=passes, how="the guard still accepts the file")


def _note(opened: Opened, copy: str) -> str:
    by = _writing(opened, copy)
    what = "so anything that can write this file can switch the guard off"
    return f"the guard lets `{opened.command}` pass after `{by}`, {what}"


def _first_file(copy: str, path: str) -> str | None:
    """The file at the path in the copy, or the first one in the folder there; None if it leads out of the copy."""
    at = os.path.join(copy, path)
    _, _, names = next(os.walk(at), (at, [], []))
    found = path if os.path.isfile(at) else next((f"{path}/{it}" for it in sorted(names)), None)
    return found if found and is_inside(os.path.join(copy, found), copy) else None


@contextmanager
def _files(folder: str, paths: Sequence[str], text: str, *, moment: float | None = None) -> Iterator[None]:
    """Has files with this text at the paths for a while, as old as the moment says; those that are there wait aside."""
    aside: list[str] = []
    made: list[str] = []
    folders: list[str] = []
    try:
        for path in (os.path.join(folder, it) for it in paths):
            if os.path.isdir(path):
                continue
            folders += _made_folders(os.path.dirname(path))
            if os.path.lexists(path):
                os.rename(path, f"{path}{_ASIDE}")
                aside.append(path)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            made.append(path)
            if moment is not None:
                os.utime(path, (moment, moment))
        yield
    finally:
        for path in made:
            if os.path.lexists(path):
                os.remove(path)
        for path in aside:
            os.rename(f"{path}{_ASIDE}", path)
        for it in reversed(folders):
            if not os.listdir(it):
                os.rmdir(it)


def _made_folders(path: str) -> list[str]:
    """Makes the folder, and says which were not there before, the outermost first."""
    missing: list[str] = []
    at = path
    while not os.path.isdir(at):
        missing.insert(0, at)
        at = os.path.dirname(at)
    os.makedirs(path, exist_ok=True)
    return missing


@contextmanager
def _changed(path: str) -> Iterator[None]:
    """Has a line more in the file for a while."""
    aside = f"{path}{_ASIDE}"
    shutil.copy2(path, aside)
    try:
        with open(path, "ab") as file:
            file.write(b"\n")
        yield
    finally:
        os.replace(aside, path)

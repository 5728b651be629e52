"""Which scripts the hooks of a file run, and the scripts of several files, each with all hooks that run it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.scripts.homes import behind_home, same_in
from hookwright.analysis.scripts.hook_scripts import HookScript, scripts_and_modules
from hookwright.analysis.scripts.in_git import repository
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.models import is_made
from hookwright.analysis.scripts.modules import module_paths
from hookwright.analysis.scripts.passing import Passing
from hookwright.config.read import read_as
from hookwright.model.hook import Scope
from hookwright.paths import is_in
from hookwright.scripts.effects import Language
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.source import Launch


class ScriptRun(Struct, frozen=True, eq=False):
    """That a hook runs a script: where the script lies, in which folder's settings it counts, and what reads it.

    `interpreter` is empty if the script is run by itself.  Where it `is_changed`, the hook's command may change what
    the script reads, prints or exits with, so that nothing can be said of it.  `launch` is what it is given.
    """

    path: str
    project: str
    interpreter: str
    use: ScriptUse
    is_changed: bool = False
    launch: Launch = Launch()
    is_module: bool = False


def script_runs(subject: Subject) -> Iterator[ScriptRun]:
    """The scripts that the hooks of a file run, for each agent whose file it is, in the order of the file.

    Those are left out that are outside of the project, the plugin or, for the user's own file, the home folder, and
    those that a build or an installation makes.  A script in a home folder may be a copy of one of the project: then it
    is that.  A file that the agent skips runs none.
    """
    yield from _runs(subject)
    for other in subject.file.others:
        if not other.borrowed:
            yield from _runs(replace(subject, file=read_as(subject.file, other)))


def _runs(subject: Subject) -> Iterator[ScriptRun]:
    file = subject.file
    roots = tuple(_own_folders(subject)) if file.hooks and not file.voided else ()
    folders = tuple(map(os.path.realpath, roots))
    for it in scripts_and_modules(subject) if folders else ():
        group, hook = it.of.group, it.of.hook
        if group.row is None or hook.misplaced:
            continue
        path = next((path for path in _paths(subject, it) if _counts(subject.disk, path, folders)), None)
        if path is not None:
            passes_code = it.passes is not Passing.NO_CODE
            fails_with = it.fails_with if it.passes is Passing.ONE_CODE else None
            piece = it.start, it.end
            use = ScriptUse(
                file, group, hook, group.row, it.route, piece, it.arguments, passes_code, fails_with, it.interpreter
            )
            is_changed = it.passes is Passing.PART
            is_module = it.way is Way.MODULE
            yield ScriptRun(path, subject.project, it.interpreter, use, is_changed, _launch(it, roots), is_module)


def _launch(script: HookScript, roots: tuple[str, ...]) -> Launch:
    places = script.places
    repository = None if places.guess else places.repository
    return Launch(script.arguments, tuple(places.variables.items()), script.folder, repository, roots)


def _counts(disk: Disk, path: str, folders: Sequence[str]) -> bool:
    if not disk.is_file(path) or is_made(disk, path):
        return False
    real = os.path.realpath(path)
    return any(is_in(real, it) for it in folders)


def _paths(subject: Subject, script: HookScript) -> Iterator[str]:
    """Where a script or a module may be; of one in a home folder, also the project's file that is copied there."""
    if script.path is not None:
        yield script.path
    if script.way is Way.MODULE and script.folder is not None:
        yield from module_paths(script.text, script.folder)
    if subject.file.scope in (Scope.PROJECT, Scope.LOCAL):
        tail = behind_home(subject, script)
        same = same_in(subject, subject.project, tail) if tail is not None else None
        if same is not None:
            yield os.path.join(subject.project, same)


def _own_folders(subject: Subject) -> Iterator[str]:
    """The folders whose scripts belong to a file: its project with the repository around it, its plugin, the home."""
    file = subject.file
    if file.scope is Scope.USER:
        yield subject.disk.home()
        return
    yield repository(subject.disk, subject.project) or subject.project
    if file.plugin is not None:
        yield file.plugin


def script_subjects(runs: Iterable[ScriptRun], library: ScriptLibrary, disk: Disk) -> tuple[ScriptSubject, ...]:
    """Each script once with all hooks that run it, in the order of the paths; a link is the file that it leads to.

    A script that is run as programs of two languages is two.  One that `is_changed` by a hook is left out.
    """
    found: dict[tuple[str, Language], dict[tuple[object, ...], ScriptRun]] = {}
    for it in sorted(runs, key=lambda it: (it.use.file.path, it.use.dialect.id)):
        language = library.language(it.path, it.interpreter)
        if language is not None:
            use = it.use
            key = os.path.realpath(use.file.path), use.dialect.id, use.route, use.piece
            found.setdefault((os.path.realpath(it.path), language), {}).setdefault(key, it)
    made = (
        _subject(tuple(its.values()), language, library, disk)
        for (_, language), its in found.items()
        if not any(it.is_changed for it in its.values())
    )
    return tuple(sorted((it for it in made if it is not None), key=lambda it: (it.path, it.script.language)))


def _subject(
    runs: tuple[ScriptRun, ...], language: Language, library: ScriptLibrary, disk: Disk
) -> ScriptSubject | None:
    first = min(runs, key=lambda it: it.path)
    known = library.script(first.path, language)
    if known is None:
        return None
    uses, text, script = tuple(it.use for it in runs), known.text, known.script
    return ScriptSubject(
        known.path, text, script, uses, first.project, disk.has_program, known.beside, library.read, disk.home()
    )

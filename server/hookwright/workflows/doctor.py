"""What `hookwright doctor` finds: whether all that hookwright needs is there and sound, and what repairs the rest."""

from __future__ import annotations

import os
import platform
import shlex
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import metadata

from hookwright import __version__
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.analysis.suppression import judge
from hookwright.config.loading import files_beside
from hookwright.config.recorder import recording_words
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.config.workspace import Snapshot
from hookwright.engine import consents
from hookwright.engine.journal.place import is_switched_off, journal_path, state_folder
from hookwright.engine.journal.schema import uri_of
from hookwright.engine.journal.store import why_not_recorded
from hookwright.engine.process import require_processes
from hookwright.engine.telemetry import is_installed, is_wanted
from hookwright.errors import FiringUnsupported
from hookwright.extras import install_command
from hookwright.host import Host
from hookwright.model.codes import Notice
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import ProblemKind
from hookwright.workflows.checks import Check, State
from hookwright.workflows.cost_report import CostJson, cost_checks
from hookwright.workflows.crash_report import FOLDER as CRASHES
from hookwright.workflows.guard_report import guard_checks
from hookwright.workflows.guarding.guard import Guard
from hookwright.workflows.hook_modules.listing import ModuleJson, module_problem
from hookwright.workflows.other_files import NO_OTHER_FILES, OtherFiles

_PROGRAMS = (
    ("sh", "hook commands run in it", "install a POSIX shell"),
    ("bash", "hooks that are written for it need it", "install bash"),
    ("python3", "hooks in Python need it", "install Python 3"),
    ("node", "hooks in JavaScript need it", "install Node.js"),
    ("shellcheck", "with it, `hookwright check` also reports what ShellCheck finds in commands", "install shellcheck"),
    ("bwrap", "with it, `--scratch` keeps hooks from the rest of the disk", "install bubblewrap"),
)
_NEEDED = "sh"
_HOOK_FILES = "Hook files"


def examine(
    host: Host,
    project: str,
    snapshots: Sequence[Snapshot],
    *,
    server: Check | None = None,
    modules: Sequence[ModuleJson] = (),
    guards: Sequence[Guard] = (),
    costs: Sequence[CostJson] = (),
    others: OtherFiles = NO_OTHER_FILES,
) -> tuple[Check, ...]:
    """Every check, in the order to show them; hook files are judged as by `hookwright check`.

    `server` says how a language server answered, where one was asked; `modules` are the hook modules, `guards`
    the guards of the hook files, `costs` what hooks cost, and `others` the hook files that no agent reads there.
    """
    return (
        *_installation(),
        *([server] if server is not None else []),
        *_programs(host),
        *_state(host),
        *_agreements(host, project),
        *_hook_files(snapshots, host),
        *_other_files(others, host),
        *_no_hooks(snapshots, modules, others),
        *guard_checks(guards),
        *cost_checks(costs),
        *map(_module, modules),
    )


def _installation() -> Iterator[Check]:
    area = "hookwright"
    yield Check(area, "version", State.OK, f"{__version__}, in {os.path.dirname(os.path.dirname(__file__))}")
    system = f"{platform.system()} {platform.release()}"
    yield Check(area, "Python", State.OK, f"{platform.python_version()}, {sys.executable}, on {system}")
    missing = [it for it in _required() if not _is_installed(it)]
    if missing:
        again = f"{shlex.quote(sys.executable)} -m pip install {' '.join(missing)}"
        yield Check(area, "packages", State.BROKEN, f"not installed: {', '.join(missing)}", again)
    else:
        yield Check(area, "packages", State.OK, "all are installed")
    try:
        require_processes()
        yield Check(area, "running hooks", State.OK, "this system can run hooks")
    except FiringUnsupported as wrong:
        yield Check(area, "running hooks", State.NOTE, wrong.message, wrong.remedy)


def _required() -> Iterator[str]:
    """The packages that hookwright cannot do without."""
    try:
        wanted = metadata.requires("hookwright") or []
    except metadata.PackageNotFoundError:
        return
    for it in wanted:
        if "extra ==" not in it:
            name = it.split(";")[0]
            yield name[: next((at for at, letter in enumerate(name) if letter in " <>=!~[("), len(name))]


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _programs(host: Host) -> Iterator[Check]:
    for name, use, repair in _PROGRAMS:
        path = host.program(name)
        if path is not None:
            yield Check("Programs", name, State.OK, path)
        else:
            state = State.BROKEN if name == _NEEDED else State.NOTE
            yield Check("Programs", name, state, f"is not on the PATH; {use}", repair)


def _state(host: Host) -> Iterator[Check]:
    area, folder = "State", state_folder(host)
    yield _folder(area, folder)
    if is_switched_off(host):
        yield Check(area, "journal", State.NOTE, "is switched off by HOOKWRIGHT_JOURNAL", "unset HOOKWRIGHT_JOURNAL")
    else:
        yield _journal(area, journal_path(host))
    if is_wanted(host.environ) and not is_installed():
        says = "OTEL_ variables name a collector, and the packages that send to it are missing"
        yield Check(area, "OpenTelemetry", State.NOTE, says, install_command("otel"))
    reports = _names(os.path.join(folder, CRASHES))
    if reports:
        latest = os.path.join(folder, CRASHES, max(reports))
        yield Check(
            area, "crash reports", State.NOTE, f"{len(reports)}, the latest is {latest}", f"cat {_word(latest)}"
        )


def _folder(area: str, folder: str) -> Check:
    what = "folder"
    try:
        status = os.stat(folder)
    except FileNotFoundError:
        return Check(area, what, State.OK, f"{folder} does not exist yet; hookwright creates it when needed")
    except OSError as wrong:
        return Check(area, what, State.BROKEN, f"{folder}: {wrong.strerror}", f"ls -ld {_word(folder)}")
    if sys.platform != "win32" and status.st_uid != os.getuid():
        return Check(area, what, State.BROKEN, f"{folder} is another user's", f"sudo chown -R $(id -u) {_word(folder)}")
    if sys.platform != "win32" and status.st_mode & 0o077:
        return Check(area, what, State.BROKEN, f"other users can enter {folder}", f"chmod 700 {_word(folder)}")
    if not os.path.isdir(folder):
        return Check(area, what, State.BROKEN, f"{folder} is not a folder", f"mv {_word(folder)} {_word(folder)}.old")
    if not os.access(folder, os.W_OK | os.X_OK):
        return Check(area, what, State.BROKEN, f"{folder} cannot be written", f"chmod u+wx {_word(folder)}")
    return Check(area, what, State.OK, folder)


def _journal(area: str, path: str) -> Check:
    """As `_database`, but a row is tried as well: what a newer hookwright has written is sound, and takes none."""
    if os.path.isfile(path) and (wrong := why_not_recorded(path)) is not None:
        says = f"no dispatch is recorded in {path}: {wrong}"
        return Check(area, "journal", State.BROKEN, says, f"mv {_word(path)} {_word(path)}.broken")
    return _database(area, "journal", path)


def _database(area: str, what: str, path: str) -> Check:
    if not os.path.exists(path):
        return Check(area, what, State.OK, f"{path} does not exist yet; hookwright creates it when needed")
    try:
        with closing(_read_only(path)) as connection:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as wrong:
        said = str(wrong)
    if said != "ok":
        return Check(area, what, State.BROKEN, f"{path}: {said}", f"mv {_word(path)} {_word(path)}.broken")
    return Check(area, what, State.OK, f"{path}, {os.path.getsize(path) / (1 << 20):.1f} MiB")


def _agreements(host: Host, project: str) -> Iterator[Check]:
    """What the user has agreed to run; trust itself is given by each client for its session, and not kept."""
    area, path = "Trust", os.path.join(state_folder(host), consents.FILE_NAME)
    where = "your editor says which folders are trusted; on the command line, the command that you type is your consent"
    yield Check(area, "workspaces", State.OK, where)
    database = _database(area, "agreements", path)
    if database.state is State.OK and os.path.exists(path):
        try:
            with closing(_read_only(path)) as connection:
                asked = "SELECT count(*), coalesce(sum(project = ?), 0) FROM consents"
                every, here = connection.execute(asked, (project,)).fetchone()
            yield Check(area, "agreements", State.OK, f"{every} to run a command, {here} of them in this project")
            return
        except sqlite3.Error as wrong:
            database = Check(
                area, "agreements", State.BROKEN, f"{path}: {wrong}", f"mv {_word(path)} {_word(path)}.broken"
            )
    yield database


def _read_only(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{uri_of(path)}?mode=ro", uri=True, timeout=2.0)


def _hook_files(snapshots: Sequence[Snapshot], host: Host) -> Iterator[Check]:
    area = _HOOK_FILES
    for snapshot in snapshots:
        agent = snapshot.dialect.title
        read = {it.path for it in snapshot.files}
        for sentence in snapshot.problems:
            if not any(sentence.startswith(it) for it in read):
                yield Check(area, agent, State.BROKEN, sentence, _repair(sentence))
        for file in snapshot.files:
            count = sum(it.source == file.path for it in snapshot.hooks)
            yield _hook_file(file, f"read by {agent} ({file.scope.value})", count, host)
        if snapshot.switched_off is not None:
            yield Check(area, agent, State.NOTE, f"no hook runs: {snapshot.switched_off}")


def _hook_file(file: HookFile, says: str, count: int, host: Host) -> Check:
    """How a file with that many hooks that run is doing."""
    recording = recording_words(file.tree)
    says = f"{says}, {count} hook{'' if count == 1 else 's'}{f'; {recording}' if recording else ''}"
    wrong = _errors(file, host)
    if any(it.kind is ProblemKind.SYNTAX for it in file.tree.problems):
        says = f"{says}; is not valid {file.tree.notation.value}"
    elif wrong:
        says = f"{says}; {wrong} error{'' if wrong == 1 else 's'}"
    state = State.BROKEN if wrong else State.OK
    return Check(_HOOK_FILES, file.path, state, says, f"hookwright check {_word(file.path)}" if wrong else None)


def _other_files(others: OtherFiles, host: Host) -> Iterator[Check]:
    for file in others.plugins:
        count = len(runnable_hooks(file)[0])
        yield _hook_file(file, f"part of a plugin for {file.dialect.title}", count, host)
    for path, why in others.unread:
        yield Check(_HOOK_FILES, path, State.BROKEN, f"is not read: {why}", f"hookwright check {_word(path)}")
    if others.below:
        says = f"have hook files of their own, which are read where the agent is started: {', '.join(others.below)}"
        yield Check(
            _HOOK_FILES, "folders below", State.NOTE, says, f"hookwright doctor --project {_word(others.below[0])}"
        )


def _no_hooks(snapshots: Sequence[Snapshot], modules: Sequence[ModuleJson], others: OtherFiles) -> Iterator[Check]:
    if not modules and not others.plugins and not any(it.files or it.problems for it in snapshots):
        yield Check(_HOOK_FILES, "none", State.NOTE, "no hooks are configured for this project", "hookwright init")


def _repair(problem: Notice) -> str:
    """What shows more of what keeps a file from being read."""
    path = problem.source
    return f"ls -ld {_word(path)}" if path is not None and os.path.lexists(path) else "hookwright check"


def _module(it: ModuleJson) -> Check:
    """How a hook module fares; one that is lost, or that runs in an earlier version, is broken too."""
    area, path, problem = "Hook modules", it["path"], module_problem(it)
    if problem is not None:
        return Check(area, path, State.BROKEN, problem, f"hookwright check {_word(path)}")
    names = [*it["events"], *(f"/{name}" for name in it["commands"])]
    registers = f"registers {', '.join(names)}" if names else "its text registers no event and no command"
    return Check(area, path, State.OK, f"{registers} ({it['scope']})")


def _errors(file: HookFile, host: Host) -> int:
    """How many findings of the file are errors, in its project's settings."""
    disk = RealDisk(host.home, host.environ.get("PATH", ""))
    project = file.project
    settings = ProjectSettings(host.home).settings(project)
    earlier, later = files_beside(file, host)
    found = judge(Subject(file, project, disk, earlier, later), settings).diagnostics
    return sum(it.severity is Severity.ERROR for it in found)


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _word(path: str) -> str:
    return shlex.quote(path)

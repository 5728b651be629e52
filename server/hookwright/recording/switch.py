"""Switches recording on and off in an agent's file: adds the hooks that record, and takes exactly them out again."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import suppress

from msgspec import Struct

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.scripts.in_git import is_ignored, repository
from hookwright.config.read import read_hook_file
from hookwright.config.recorder import RecorderCommand, recorders
from hookwright.errors import UnreadableInput, UsageError
from hookwright.files import read_text
from hookwright.guards.hook_file import with_hooks
from hookwright.host import Host
from hookwright.matching.ignore_files import ignores, read_ignore_file
from hookwright.model.event import EventRow
from hookwright.paths import relative
from hookwright.recording.changes import change_between, taken_back, without_recording
from hookwright.recording.places import RecordingPlace
from hookwright.recording.recording_hooks import recording_file
from hookwright.recording.records import RecordedFile, record_of, remember
from hookwright.syntax.tree import ProblemKind
from hookwright.workflows.file_writing import create_text, is_below, write_text


class Switched(Struct, frozen=True):
    """What was done: `changed` says whether the file had to be, `removed` that it is no longer there.

    `exposed`: the file is in a repository, and git does not ignore it.
    """

    path: str
    changed: bool
    removed: bool = False
    exposed: bool = False


def switch_on(place: RecordingPlace, rows: Sequence[EventRow], host: Host) -> Switched:
    """Has the file hold a hook that records for each of the events, and for no others.

    Raises UsageError if the agent does not read the file as it is, and UnreadableInput.
    """
    text, record = _text_at(place), record_of(host, place.path)
    old = None if text is None else _without(place, text, record)
    hooks = recording_file(place, rows)
    new = hooks if old is None or not old.strip() else _added(place, old, hooks)
    if new == text:
        return Switched(place.path, changed=False, exposed=is_exposed(place.path, host))
    is_ours = text is None or (record is not None and record.created and old is None)
    folders = _missing_folders(place.path) if text is None else record.folders if is_ours and record else ()
    change = change_between(old or "", new)
    remember(host, place.path, RecordedFile(place.path, place.dialect.id, change, is_ours, tuple(folders)))
    _write(place, new, is_new=text is None)
    return Switched(place.path, changed=True, exposed=is_exposed(place.path, host))


def switch_off(place: RecordingPlace, host: Host) -> Switched:
    """Has the file hold no hooks that record; where nothing else was changed, it is what it was before, to the byte.

    A file that `switch_on` created, and nothing else changed, is removed.  Raises UnreadableInput.
    """
    text, record = _text_at(place), record_of(host, place.path)
    old = None if text is None else _without(place, text, record)
    if text is not None and old is None and record is not None:
        _remove(record)
    elif text is not None and old is not None and old != text:
        _write(place, old, is_new=False)
    if record is not None:
        remember(host, place.path, None)
    return Switched(place.path, changed=text != old, removed=text is not None and old is None)


def recorded_now(place: RecordingPlace) -> tuple[RecorderCommand, ...]:
    """The hooks that record in the file, as it is now.  Raises UnreadableInput."""
    text = _text_at(place)
    if text is None:
        return ()
    file = read_hook_file(place.path, text, place.dialect, place.scope)
    return tuple(it for _, it in recorders(file.tree))[::-1]


def is_exposed(path: str, host: Host) -> bool:
    """Whether the file is in a repository, and neither its `.gitignore` nor the user's own has git ignore it."""
    disk = RealDisk(host.home)
    top = repository(disk, os.path.dirname(path))
    if top is None or is_ignored(disk, path):
        return False
    base = host.environ.get("XDG_CONFIG_HOME") or os.path.join(host.home, ".config")
    text = disk.text(os.path.join(base, "git", "ignore")) or ""
    files, segments = [(0, read_ignore_file(text))], relative(path, top).split("/")
    parts = range(1, len(segments) + 1)
    return not any(ignores(files, segments[:it], is_folder=it < len(segments)) for it in parts)


def _without(place: RecordingPlace, text: str, record: RecordedFile | None) -> str | None:
    """The text as it is without recording; None if there would be no file."""
    old = taken_back(text, record.change) if record is not None else None
    if old is not None:
        return None if record is not None and record.created else old
    empty: Collection[str] = record.change.empty if record is not None else ()
    return without_recording(text, place.shape.grammar.nesting, empty)


def _added(place: RecordingPlace, old: str, hooks: str) -> str:
    file = read_hook_file(place.path, old, place.dialect, place.scope)
    if file.void is not None and file.fault is None:
        raise UsageError(f"Nothing would be recorded: {file.void}", "repair the file first")
    grammar = file.grammar
    allowed = {ProblemKind.COMMENT} if grammar.comments else set()
    allowed |= {ProblemKind.TRAILING_COMMA} if grammar.trailing_commas else set()
    new = with_hooks(old, hooks, allowed=allowed)
    if new is None:
        raise UsageError(
            f"Hooks cannot be added to `{place.path}` as it is, so nothing was changed",
            "`hookwright check` says what is wrong with it",
        )
    return new


def _text_at(place: RecordingPlace) -> str | None:
    """The text of the file; None if there is none.  Raises UnreadableInput."""
    try:
        return read_text(place.path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as wrong:
        raise UnreadableInput(f"`{place.path}` cannot be read", str(wrong)) from wrong


def _write(place: RecordingPlace, text: str, *, is_new: bool) -> None:
    # A folder may come from somebody else, with links to what is the user's own.
    if place.project and not is_below(place.path, place.project):
        raise UsageError(f"`{place.path}` would be outside the project", "replace the link with a real folder")
    (create_text if is_new else write_text)(place.path, text)


def _missing_folders(path: str) -> list[str]:
    found: list[str] = []
    folder = os.path.dirname(path)
    while folder and not os.path.lexists(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found


def _remove(record: RecordedFile) -> None:
    try:
        os.unlink(record.path)
    except OSError as wrong:
        raise UnreadableInput(f"`{record.path}` cannot be removed", (wrong.strerror or str(wrong)).lower()) from wrong
    for folder in record.folders:
        with suppress(OSError):
            os.rmdir(folder)

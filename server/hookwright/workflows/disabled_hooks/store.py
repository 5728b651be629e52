"""Reads and writes `.hookwright/parked.json` in the project's folder, which holds disabled hooks."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import to_builtins

from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.files import read_text
from hookwright.paths import relative
from hookwright.workflows.disabled_hooks.edits import DisabledHook, RemovedText, is_back
from hookwright.workflows.file_writing import create_text, is_below, write_text

_NAME = os.path.join(".hookwright", "parked.json")
_VERSION = 1
_KEYS = frozenset(DisabledHook.__struct_fields__)
# If two threads read, changed and wrote the file at once, one thread's change would be lost.
_WRITING = threading.Lock()


def store_path(file: HookFile) -> str:
    """The path of the file that holds the disabled hooks of the hook file's project."""
    return os.path.join(file.project, _NAME)


def name_in_project(file: HookFile) -> str:
    """The file's path in its project, with slashes."""
    return relative(file.path, file.project)


def read_disabled(path: str) -> tuple[DisabledHook, ...]:
    """The disabled hooks in the file, empty if there is no file.  Raises UnreadableInput."""
    try:
        found = json.loads(read_text(path, follow=False))
    except FileNotFoundError:
        return ()
    except OSError as wrong:
        raise UnreadableInput(f"`{path}` cannot be read", (wrong.strerror or str(wrong)).lower()) from wrong
    except (ValueError, RecursionError) as wrong:
        raise UnreadableInput(f"`{path}` is not JSON", str(wrong)) from wrong
    try:
        return tuple(_disabled(it) for it in found["parked"])
    except (KeyError, TypeError) as wrong:
        raise UnreadableInput(f"`{path}` is not a file of disabled hooks", "move the file away") from wrong


def add_disabled(file: HookFile, disabled: DisabledHook) -> None:
    """Adds a disabled hook, replacing the same one if that is back in `file`.  Raises UnreadableInput."""

    def is_replaced(it: DisabledHook) -> bool:
        same = (it.file, it.event, it.hook) == (disabled.file, disabled.event, disabled.hook)
        return same and is_back(file, it)

    _change(file, lambda every: [*(it for it in every if not is_replaced(it)), disabled])


def drop_disabled(file: HookFile, disabled: DisabledHook) -> None:
    """Removes a disabled hook.  Raises UnreadableInput."""
    _change(file, lambda every: [it for it in every if it != disabled])


def drop_restored(file: HookFile) -> None:
    """Removes those that are back in the file, which must be as it is on disk.  Raises UnreadableInput."""
    name = name_in_project(file)
    _change(file, lambda every: [it for it in every if it.file != name or not is_back(file, it)])


def _change(file: HookFile, change: Callable[[Sequence[DisabledHook]], list[DisabledHook]]) -> None:
    path = store_path(file)
    with _WRITING:
        before = read_disabled(path)
        after = change(before)
        if after != list(before):
            write_disabled(path, after)


def write_disabled(path: str, disabled: Sequence[DisabledHook]) -> None:
    """Replaces the disabled hooks; with none, deletes the file, and its folder if that is empty.

    Raises UnreadableInput.
    """
    folder = os.path.dirname(path)
    if os.path.exists(folder) and not is_below(folder, os.path.dirname(folder)):
        raise UnreadableInput(f"`{folder}` points outside the project", "replace the link with a real folder")
    if not disabled:
        _remove(path)
        return
    text = json.dumps({"version": _VERSION, "parked": to_builtins(disabled)}, indent=2, ensure_ascii=True)
    if os.path.exists(path):
        write_text(path, text + "\n")
    else:
        create_text(path, text + "\n")


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as wrong:
        raise UnreadableInput(f"`{path}` cannot be removed", (wrong.strerror or str(wrong)).lower()) from wrong
    with suppress(OSError):
        os.rmdir(os.path.dirname(path))


def _disabled(found: dict[str, Any]) -> DisabledHook:
    pieces = tuple(RemovedText(**it) for it in found["pieces"])
    return DisabledHook(**{key: it for key, it in found.items() if key in _KEYS and key != "pieces"}, pieces=pieces)

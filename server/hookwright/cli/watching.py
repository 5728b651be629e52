"""Runs a check again whenever something changes in the folders that it looks at."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NoReturn

import click

from hookwright.cli.terminal import clear_terminal, say

# Several changes that come together are checked once.
_REST_SECONDS = 0.2
_PASSED_OVER = frozenset({".git", "node_modules", "__pycache__", ".venv"})
_CHANGES = frozenset({"created", "deleted", "modified", "moved"})


def again_after_changes(paths: Iterable[str], work: Callable[[], object]) -> NoReturn:
    """Does the work now and after every change below the paths, until Ctrl-C ends the command with 130."""
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers import Observer

    changed = threading.Event()

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            parts = os.fsdecode(event.src_path).split(os.sep)
            if event.event_type in _CHANGES and _PASSED_OVER.isdisjoint(parts):
                changed.set()

    observer = Observer()
    folders = {os.path.abspath(it if os.path.isdir(it) else os.path.dirname(it) or ".") for it in paths}
    for it in sorted(folders):
        observer.schedule(Handler(), it, recursive=True)
    observer.start()
    try:
        while True:
            clear_terminal()
            work()
            say(f"checked at {datetime.now().astimezone():%H:%M:%S}; waiting for changes, Ctrl-C ends it", err=True)
            changed.wait()
            while changed.is_set():
                changed.clear()
                changed.wait(_REST_SECONDS)
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        observer.stop()

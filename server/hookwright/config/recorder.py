"""The command of the hooks that record payloads: how it is written, how it is known again, and what it is hidden from.

Such a hook is ours, and no guard: it is no part of what is judged, listed, fired or converted.
"""

from __future__ import annotations

import os.path
import re
import shlex
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.view import EventView, GroupView, HookView
from hookwright.model.hook_type import HookType
from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Kind, Node, Tree, child
from hookwright.text import Route

SCRIPT = "hookwright/recording/recorder.py"
"""How the path of the script ends that records."""

# Ends with 0 where Python or the script is gone by now, as other codes refuse the tool in some agents.
_SILENT = "{python} -I -S {script} {dialect} {event} 2>/dev/null || exit 0"
# For agents that take no output for a failure: an object that says nothing.
_ANSWERING = "{python} -I -S {script} {dialect} {event} >/dev/null 2>&1; echo '{{}}'"
_ON_WINDOWS = '"{python}" -I -S "{script}" {dialect} {event} || exit 0'
_PYTHON = late_pattern(r"pythonw?[0-9.]*(?:\.exe)?", re.IGNORECASE)
_ABSOLUTE = late_pattern(r"/|[A-Za-z]:/")
_WORD = late_pattern(r"[A-Za-z_-]+")
_NOT_IN_QUOTES = frozenset('"$`%!^\\\n')
_LONGEST = 4096


class RecorderCommand(Struct, frozen=True):
    """What the command runs: a Python and the script, by absolute paths with `/`, for an event of a dialect."""

    python: str
    script: str
    dialect: str
    event: str

    @property
    def is_sound(self) -> bool:
        """Whether all of it is what such a command may have."""
        paths = all(_ABSOLUTE.match(it) for it in (self.python, self.script))
        named = _PYTHON.fullmatch(os.path.basename(self.python)) and self.script.endswith(f"/{SCRIPT}")
        return bool(paths and named and _WORD.fullmatch(self.dialect) and _WORD.fullmatch(self.event))

    def written(self, *, answers: bool = False, on_windows: bool = False) -> str:
        """The command line; one that `answers` prints an object that says nothing."""
        if on_windows:
            return _ON_WINDOWS.format(python=self.python, script=self.script, dialect=self.dialect, event=self.event)
        python, script = shlex.quote(self.python), shlex.quote(self.script)
        form = _ANSWERING if answers else _SILENT
        return form.format(python=python, script=script, dialect=self.dialect, event=self.event)


def recorder_in(command: str) -> RecorderCommand | None:
    """What the command records, None if it is anything but such a command, or one with something added to it."""
    if SCRIPT not in command or len(command) > _LONGEST:
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    if len(words) < 6:
        return None
    found = RecorderCommand(words[0], words[3], words[4], words[5])
    if not found.is_sound:
        return None
    if command in (found.written(), found.written(answers=True)):
        return found
    is_plain = _NOT_IN_QUOTES.isdisjoint(found.python + found.script)
    return found if is_plain and command == found.written(on_windows=True) else None


def recorders(tree: Tree) -> Iterator[tuple[Route, RecorderCommand]]:
    """The routes of the objects in a tree that have such a command, with what it is; the last in the text first."""
    found: list[tuple[Route, Node]] = [((), tree.root)] if SCRIPT in tree.text and tree.root is not None else []
    while found:
        route, node = found.pop()
        for index, item in enumerate(node.items):
            found.append(((*route, index), item))
        for it in node.members:
            said = recorder_in(it.value.value) if isinstance(it.value.value, str) else None
            if said is not None:
                yield route, said
            else:
                found.append(((*route, it.name), it.value))


def recorded_in(tree: Tree) -> tuple[str, ...]:
    """The events that a file records, in its order; most files have none."""
    return tuple(dict.fromkeys(it.event for _, it in recorders(tree)))[::-1]


def recording_words(tree: Tree) -> str:
    """`records payloads on 12 events`; empty if a file records nothing."""
    count = len(recorded_in(tree))
    return f"records payloads on {count} event{'' if count == 1 else 's'}" if count else ""


def without_recorders(events: Iterable[EventView], types: tuple[HookType, ...]) -> Iterator[EventView]:
    """The events without hooks that record, and without the groups and events that had no others."""
    bodies = dict.fromkeys(it.body for it in types)

    def is_other(hook: HookView) -> bool:
        said = (child(hook.node, it) for it in bodies) if hook.node.kind is Kind.OBJECT else ()
        return not any(it is not None and isinstance(it.value, str) and recorder_in(it.value) for it in said)

    for event in events:
        groups = [_with(it, tuple(filter(is_other, it.hooks))) for it in event.groups]
        left = tuple(it for it in groups if it is not None)
        if left or not event.groups:
            yield event if left == event.groups else replace(event, groups=left)


def _with(group: GroupView, hooks: tuple[HookView, ...]) -> GroupView | None:
    """The group with these of its hooks; None if that leaves none."""
    if len(hooks) == len(group.hooks):
        return group
    return replace(group, hooks=hooks) if hooks else None

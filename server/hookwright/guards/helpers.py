"""Hooks that refuse no tool: a formatter, tests before the agent stops, notifications, and facts for a session."""

from __future__ import annotations

from textwrap import indent

from msgspec import Struct

from hookwright.analysis.scripts.templates import refusal_in_python, refusing_values
from hookwright.errors import UsageError
from hookwright.first_hook import starter_path
from hookwright.guards.calls import matched_files
from hookwright.guards.hook_file import hook_file, with_hooks
from hookwright.guards.library import text_of
from hookwright.guards.plan import NewFile, Plan, cannot_add, hooks_for, require_hook_file, scripts_folder
from hookwright.guards.renewal import Read
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.reaction import Reaction

_SAME = "\n\n# What is the same for every agent.\n"


class Helper(Struct, frozen=True):
    """A hook with its script, on the event that the first dialect calls so.

    `on_edits`: where it runs only for tools that write files.
    """

    name: str
    does: str
    does_not: str
    event: str
    script: str
    on_edits: bool = False


HELPERS = (
    Helper(
        "format",
        "formats each file that the agent has changed, if its formatter is installed",
        "files that a shell command changes",
        "PostToolUse",
        "format_files.py",
        on_edits=True,
    ),
    Helper(
        "tests-before-stop",
        "runs the tests when the agent wants to stop, and makes it go on once if they fail",
        "tests that still fail after that",
        "Stop",
        "tests_before_stop.py",
    ),
    Helper(
        "notify",
        "shows a notification when the agent waits for you",
        "systems without `notify-send` and `osascript`",
        "Notification",
        "notify.py",
    ),
    Helper(
        "context",
        "tells the agent at the start of a session its branch, what has changed and the last commits",
        "what changes later in the session",
        "SessionStart",
        "session_context.py",
    ),
)


def helper_row(dialect: Dialect, helper: Helper) -> EventRow | None:
    """The event that the helper runs on; None if the agent has none, or cannot do what the helper is for."""
    row = dialect.event(helper.event) or dialect.event(dialect.equivalents.get(helper.event, ""))
    if row is None or dialect.executables is not None:
        return None
    if helper.event == "Stop":
        # Without this field, a hook cannot tell that it keeps the agent from stopping for ever.
        return row if row.can_block and row.loop_guard else None
    if helper.event == "SessionStart":
        read = row.exits.unreadable or row.exits.codes.get(0)
        return row if isinstance(read, Reaction) and read.adds_context else None
    return row


def plan_helper(dialect: Dialect, helper: Helper, read: Read) -> Plan:
    """What a project lacks so that the helper runs there.

    Raises UsageError if the agent cannot run it, or a file is there to which nothing can be added.
    """
    require_hook_file(dialect)
    row = helper_row(dialect, helper)
    if row is None:
        raise UsageError(
            f"{dialect.title} has no event that `{helper.name}` could run on",
            "`hookwright add --agent " + dialect.id + "` lists what it can run",
        )
    path = starter_path(dialect)
    folder, values = scripts_folder(path), refusing_values(row)
    files = [NewFile(f"{folder}/{helper.script}", _script(helper, row), executable=True)]
    script = f"{folder}/{helper.script}"
    if helper.on_edits:
        hooks = hooks_for(dialect, path, script, helper.event, [matched_files(dialect, reads=False)], values)
    else:
        hooks = hook_file(dialect, path, script, {helper.event: {}}, values)
    there = read(path)
    text = hooks if there is None else with_hooks(there, hooks)
    if text is None:
        raise cannot_add(path)
    hooks_file = NewFile(path, text)
    return Plan(
        tuple(it for it in (*([hooks_file] if there is None else []), *files) if read(it.path) is None),
        (hooks_file,) if there not in (None, text) else (),
        tuple(it.path for it in files if read(it.path) not in (None, it.text)),
    )


def _script(helper: Helper, row: EventRow) -> str:
    copy = text_of(helper.script)
    if helper.event != "Stop":
        return copy
    before, _, behind = copy.partition(_SAME)
    start = before.rpartition("    print(reason")[0].replace('"stop_hook_active"', f'"{row.loop_guard}"')
    refuse = indent(refusal_in_python(row, refusing_values(row), "reason"), "    ")
    return start + refuse + "\n" + _SAME + behind

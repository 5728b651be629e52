"""Writes `hook_event.py` and `guard.py` for an agent: how its events are read, and how it is refused."""

from __future__ import annotations

import os.path
from textwrap import indent

from hookwright.analysis.scripts.templates import passing_object, refusal_in_python, ways_to_answer
from hookwright.guards.calls import (
    file_tools,
    guarded_event,
    name_keys,
    other_tools,
    reading_tools,
    server_tools,
    shell_call,
    shell_tools,
    values_of,
)
from hookwright.guards.library import text_of
from hookwright.model.dialect import Dialect
from hookwright.paths import slashed

_SAME = "# What is the same for every agent.\n"
_WIDTH = 120
_HEAD = '''\
"""The event that a hook gets on standard input, and how the hook answers it.

How {title} reads what a hook answers:
{ways}
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

# What differs between agents.
{constants}


def refuse(reason: str) -> NoReturn:
    """Refuses what the event announces, and ends the hook."""
{refuse}


def allow() -> NoReturn:
    """Lets the agent go on, and ends the hook."""
{allow}


'''


def event_text(dialect: Dialect, folder: str, *, in_plugin: bool) -> str:
    """The file for an agent; its scripts are in a `folder`, relative to the project or, `in_plugin`, to the plugin."""
    row, values = guarded_event(dialect), values_of(dialect)
    call = shell_call(dialect, row)
    constants = {
        "TOOL_NAMES": name_keys(dialect, call, row),
        "INPUTS": dialect.calls.inputs,
        "COMMANDS": dialect.calls.commands,
        "PATHS": dialect.calls.paths,
        "SHELLS": shell_tools(dialect),
        "OTHERS": other_tools(dialect),
        "READERS": reading_tools(dialect),
        "FILE_TOOLS": file_tools(dialect),
        "SERVERS": server_tools(dialect),
    }
    passing = passing_object(row)
    every = tuple(ways_to_answer(row, values))
    # Exit codes are enough to begin with; JSON output is in the dialect's documentation.
    plain = [it for it in every if it.startswith((passing or "exit", "exit"))]
    top = "" if in_plugin else slashed(os.path.relpath(".", folder))
    head = _HEAD.format(
        title=dialect.title,
        ways=indent("\n".join(plain or every), "  "),
        constants="\n".join([*(_constant(name, it) for name, it in constants.items()), f'TOP = "{top}"']),
        refuse=indent(refusal_in_python(row, values, "reason"), "    "),
        allow=indent(f"print({passing!r})\nsys.exit(0)" if passing else "sys.exit(0)", "    "),
    )
    return head + _SAME + text_of("hook_event.py").partition(_SAME)[2]


def guard_text(dialect: Dialect, names: tuple[str, ...]) -> str:
    """`guard.py` with the named rules, for an agent."""
    refuse = refusal_in_python(guarded_event(dialect), values_of(dialect), "said")
    copy = text_of("guard.py")
    _, _, behind = copy.partition("    print(said, file=sys.stderr)\n    sys.exit(2)\n")
    before = copy[: len(copy) - len(behind)].rpartition("    print(said")[0]
    if "json." in refuse:
        before = before.replace("\nimport sys\n", "\nimport json\nimport sys\n")
    whole = before + indent(refuse, "    ") + "\n" + behind
    rules = "".join(f"    {it},\n" for it in names)
    start, _, rest = whole.partition("RULES = (\n")
    imported = start.replace("import deletion, downloads, history\n", f"import {', '.join(sorted(names))}\n")
    return f"{imported}RULES = (\n{rules}){rest.partition(')')[2]}"


def _constant(name: str, words: tuple[str, ...]) -> str:
    start = f"{name}: tuple[str, ...] = "
    inside = ", ".join(f'"{it}"' for it in words)
    flat = f"{start}({inside}{',' if len(words) == 1 else ''})"
    if len(flat) <= _WIDTH:
        return flat
    return start + "(\n" + "".join(f'    "{it}",\n' for it in words) + ")"

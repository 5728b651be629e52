"""A guard as people write them: one script with regular expressions, which reads two keys of the event."""

from __future__ import annotations

from textwrap import indent

from hookwright.analysis.scripts.templates import passing_object, refusal_in_python
from hookwright.first_hook import EVENT, starter_path
from hookwright.guards.calls import guarded_event, matched_shells, shell_call, values_of
from hookwright.guards.hook_file import hook_file
from hookwright.guards.hook_tests import sample_file
from hookwright.guards.plan import NewFile
from hookwright.model.dialect import Dialect
from hookwright.workflows.script_paths import script_folder

_GUARD = """\
#!/usr/bin/env python3
import json
import re
import sys

REFUSED = {{
    r"\\brm\\s+(-\\w+\\s+)*-\\w*[rR]": "Only the user may delete folders",
    r"\\bgit\\s+push\\b.*\\s(-f|--force)\\b": "Only the user may force a push",
}}

payload = json.load(sys.stdin)
command = str(payload.get("{input}", {{}}).get("{key}", ""))
for pattern, reason in REFUSED.items():
    if re.search(pattern, command):
{refuse}

{passes}sys.exit(0)
"""


def plain_guard(dialect: Dialect) -> tuple[NewFile, ...]:
    """The hook file, the script, and a sample that it refuses; paths are relative to the project."""
    row, values, path = guarded_event(dialect), values_of(dialect), starter_path(dialect)
    call, script = shell_call(dialect, row), f"{script_folder(path)}/guard.py"
    passing = passing_object(row)
    text = _GUARD.format(
        input=dialect.calls.input_in(call.payload),
        key=call.key,
        refuse=indent(refusal_in_python(row, values, "reason"), " " * 8),
        passes=f"print({passing!r})\n" if passing else "",
    )
    matcher = matched_shells(dialect)[0]
    return (
        NewFile(path, hook_file(dialect, path, script, {EVENT: {"matcher": matcher}}, values)),
        NewFile(script, text, executable=True),
        NewFile(*sample_file(dialect, call)),
    )

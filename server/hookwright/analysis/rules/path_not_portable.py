"""A plugin's hook names a script of the plugin without the plugin's root.

## What it does

Reports scripts inside a plugin that its commands name by a relative path, or by the absolute one of this machine.
Paths to which there is no script in the plugin are left alone: hooks run in the user's project, and may use its own.

## Why

A plugin is installed into a folder that its author does not know, and its hooks run in another one.
A relative path is looked for there, and an absolute one exists on the author's machine only.

## Example

```json
{"type": "command", "command": "./scripts/lint.sh"}
```

## Fix

Names the script through the dialect's variable, such as `${PLUGIN_ROOT}/scripts/lint.sh`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from hookwright.analysis.hook_scripts import HookScript, hook_scripts, plugin_root
from hookwright.analysis.rule import Finding, Fix, Reach, Rule, Subject
from hookwright.matching.verdict import quoted
from hookwright.model.reaction import Severity
from hookwright.syntax.edit import replace_piece

_PLAIN = re.compile(r"[\w@%+=:,./-]+")
_OWN_START = re.compile(r"[\"']?[~$]")


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    root = plugin_root(file)
    if root is None:
        return
    told = {(it.route, it.start) for it in hook_scripts(subject) if it.path is not None and not _is_absolute(it)}
    for script in hook_scripts(subject, folder=root.folder):
        name = root.variable(script.event)
        # A command that first goes into the plugin may name what lies in it by a relative path.
        inside = None if (script.route, script.start) in told else _inside(root.folder, script)
        if name is None or inside is None or not subject.disk.is_file(posixpath.join(root.folder, inside)):
            continue
        better = _written(name, inside, script)
        edits = tuple(replace_piece(file.tree, script.route, script.start, script.end, better))
        message = f"{quoted(script.text)} is looked for in the user's project or on this machine only; write `{better}`"
        yield Finding(script.place, message, (Fix(f"Change to `{better}`", edits, preferred=True),))


def _is_absolute(script: HookScript) -> bool:
    return script.text.lstrip("\"'").startswith("/")


def _inside(root: str, script: HookScript) -> str | None:
    """The path of a script from the plugin's root, None where it lies elsewhere or is named through a variable."""
    if script.path is None or _OWN_START.match(script.text):
        return None
    found = posixpath.relpath(script.path, root)
    return None if found.startswith("..") else found


def _written(name: str, inside: str, script: HookScript) -> str:
    path = f"${{{name}}}/{inside}"
    if not script.by_shell or _PLAIN.fullmatch(inside):
        return path
    return '"' + re.sub(r'([\\"`])|\$(?!\{' + name + r"\}/)", r"\\\g<0>", path) + '"'


RULE = Rule("HW505", "path-not-portable", Severity.WARNING, __doc__, _check, has_fix=True, reach=Reach.GROUP)

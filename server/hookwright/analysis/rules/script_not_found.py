"""A hook runs a script that does not exist.

## What it does

Reports paths of scripts in commands, run by themselves or through an interpreter, where there is no file.
Paths are followed through the dialect's variables, `~`, `$HOME` and `cd`; what only a shell can tell is left alone.
So are scripts that the command looks for first (`[ -f x.sh ] && ./x.sh`), makes, or can do without (`|| true`), and
those that a build makes: the ones that `.gitignore` names, unless it names the hook file too.
Hook files below a folder `templates`, and those that are at no place of the agent's, are templates for another project.

## Why

The hook fails every time; where a failed hook does not block, a guard that is missing lets everything through.

## Example

```json
{"type": "command", "command": "python3 .hooks/gard.py"}
```

## Fix

Creates the script from a template for the event, in Python for `.py`, for the shell for `.sh`, `.bash` and names
without an extension: it reads the event, and shows how to let it go on and how to refuse.
A script that is run by itself is made executable; a file that is there is never overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.analysis.rule import Disk, Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.templates import script_template
from hookwright.matching.ignore_files import IgnoreFile, ignores, read_ignore_file
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.paths import relative, slashed
from hookwright.patterns import late_pattern
from hookwright.readers.place import has_place
from hookwright.syntax.tree import find, plain

_TEMPLATES = frozenset({"template", "templates"})
_MOST_FOLDERS = 64
# What a shell replaces outside of quotes; as the name of a folder it is a mistake.
_LITERAL = late_pattern(r"/(~)/|(?<=/)(\$\w+|\$\{\w+\})/")
_INSTEAD = "write `$HOME` for `~`, and use double quotes"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if is_template(file.path) or (file.scope is not Scope.PLUGIN and not has_place(file.dialect, file.path)):
        return
    for script in hook_scripts(subject):
        path = script.path
        if path is None or script.optional or subject.disk.is_file(path):
            continue
        literal = _LITERAL.search(slashed(path))
        if literal is not None:
            why = f"because `{literal[1] or literal[2]}` is not expanded there"
            yield Finding(script.place, f"`{script.text}` is taken literally, {why}; {_INSTEAD}")
        elif not _is_built(subject, path):
            message = f"`{script.text}` does not exist; create the script or correct the path"
            yield Finding(script.place, message, tuple(_creation(subject, script, path)))


def _is_built(subject: Subject, path: str) -> bool:
    # Where all that is the agent's is ignored, that says nothing of one script.
    return is_template(path) or (is_ignored(subject.disk, path) and not is_ignored(subject.disk, subject.file.path))


def _creation(subject: Subject, script: HookScript, path: str) -> Iterator[Fix]:
    row, inside = subject.file.dialect.event(script.event), script.route[:-1]
    # A script among the arguments of a program is in a list.
    hook = find(subject.file.tree, inside[:-1] if isinstance(script.route[-1], int) else inside)
    values = plain(hook) if hook is not None else None
    text = script_template(path, row, values) if row is not None and isinstance(values, dict) else None
    if text is not None:
        change = ScriptChange(path, create=text, executable=script.way is Way.DIRECT)
        yield Fix(f"Create `{script.name}` from a template", given(), preferred=True, safe=False, script=change)


def is_template(path: str) -> bool:
    """Whether a file is one of a template: its scripts come to be where the template is used."""
    return not _TEMPLATES.isdisjoint(path.split(os.sep)[:-1])


def is_ignored(disk: Disk, path: str) -> bool:
    """Whether the `.gitignore` files of a repository name the file or a folder that it is in, so that it is made."""
    folders = list(_folders(disk, path))
    if not folders:
        return False
    segments = relative(path, folders[0]).split("/")
    files: list[tuple[int, IgnoreFile]] = []
    for depth, folder in enumerate(folders):
        text = disk.text(os.path.join(folder, ".gitignore"))
        if text:
            files.append((depth, read_ignore_file(text)))
        if ignores(files, segments[: depth + 1], is_folder=depth + 1 < len(segments)):
            return True
    return False


def _folders(disk: Disk, path: str) -> Iterator[str]:
    """The folders from the root of the repository down to the file's; none where it is in no repository."""
    found: list[str] = []
    folder = os.path.dirname(path)
    while len(found) < _MOST_FOLDERS:
        found.append(folder)
        if disk.is_file(os.path.join(folder, ".git", "HEAD")) or disk.is_file(os.path.join(folder, ".git")):
            yield from reversed(found)
            return
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


RULE = Rule("HW501", "script-not-found", Severity.WARNING, __doc__, _check, has_fix=True)

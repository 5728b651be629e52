"""A hook runs a script that does not exist.

## What it does

Reports paths of scripts in commands, run by themselves or through an interpreter, where there is no file.
Paths are followed through the dialect's variables, `~`, `$HOME` and `cd`; what only a shell can tell is left alone.
So are scripts that the command looks for first (`[ -f x.sh ] && ./x.sh`), makes, or can do without (`|| true`).

## Why

The hook fails every time; where a failed hook does not block, a guard that is missing lets everything through.

## Example

```json
{"type": "command", "command": "python3 .hooks/gard.py"}
```

## Fix

None: create the script, or correct the path.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Place, Rule, Subject
from hookwright.analysis.scripts import Places, argument_script, scripts
from hookwright.config.view import GroupView, HookView
from hookwright.model.dialect import Dialect, Scope
from hookwright.model.event import Source
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, child, plain

_ELSEWHERE = (Scope.USER, Scope.PLUGIN)
_SHELL = "shell"
_POSIX_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh"})


def _check(subject: Subject) -> Iterator[Finding]:
    dialect = subject.file.dialect
    for group, hook in subject.file.hooks():
        body = child(hook.node, hook.type.body) if hook.type and hook.type.runs else None
        if hook.type is None or body is None or body.kind is not Kind.STRING or not _is_posix(dialect, hook):
            continue
        places = _places(subject, group)
        arguments = child(hook.node, dialect.arguments_key) if dialect.arguments_key else None
        if arguments is not None:
            yield from _in_arguments(subject, hook, str(body.value), plain(arguments), places)
            continue
        for ref in scripts(str(body.value), places):
            if ref.path is not None and not ref.optional and not subject.disk.is_file(ref.path):
                place = Place((*hook.route, hook.type.body), piece=(ref.start, ref.end))
                yield Finding(place, _message(ref.text))


def _in_arguments(
    subject: Subject, hook: HookView, program: str, arguments: object, places: Places
) -> Iterator[Finding]:
    """The finding for a program that is run without a shell; `arguments` are as the file has them."""
    if hook.type is None or not isinstance(arguments, list) or not all(isinstance(it, str) for it in arguments):
        return
    words = [program, *arguments]
    found = argument_script(words, places)
    if found is not None and found[1] is not None and not subject.disk.is_file(found[1]):
        index = found[0]
        key = (hook.type.body,) if index == 0 else (subject.file.dialect.arguments_key or "", index - 1)
        yield Finding(Place((*hook.route, *key), piece=(0, len(words[index]))), _message(words[index]))


def _message(text: str) -> str:
    return f"`{text}` does not exist; create the script or correct the path"


def _places(subject: Subject, group: GroupView) -> Places:
    """What the paths of a hook start from; a file that serves many projects knows none of them."""
    project = None if subject.file.scope in _ELSEWHERE else subject.project
    variables = {"HOME": subject.disk.home()}
    for it in subject.file.dialect.variables:
        if it.root and it.source is Source.PROJECT_DIR and it.on(group.event) and project is not None:
            variables[it.name] = project
    return Places(project, variables)


def _is_posix(dialect: Dialect, hook: HookView) -> bool:
    named = child(hook.node, _SHELL)
    argv = dialect.shells.get(str(named.value), dialect.shell) if named else dialect.shell
    return argv[0].rpartition("/")[2] in _POSIX_SHELLS


RULE = Rule("HW501", "script-not-found", Severity.WARNING, __doc__, _check)

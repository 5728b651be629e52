"""A hook destroys something that cannot be recovered.

## What it does

Reports commands that cannot be undone, in every agent:

- files: `rm -r` and `find … -delete` of the root, the home folder, the system's folders or the whole project
- disks: `mkfs`, `dd of=/dev/…`, `wipefs` and similar programs
- work in git: `git reset --hard`, `git clean -fd`, `git checkout .`, `git stash clear`, and `git push --force` (but not
  `--force-with-lease`)
- data: `DROP`, `TRUNCATE`, and `DELETE` without `WHERE`, for `psql`, `mysql`, `sqlite3` and other clients
- systems: `terraform destroy`, `kubectl delete namespace`, `docker volume prune`, `gh repo delete`
- permissions: `chmod 777`, and anything else that lets everyone write

Does not report changes to what belongs to the hook: temporary files, single files and folders of a project, and a
repository in another folder (`git -C ~/.cache/tool reset --hard`).

## Why

Agents run hooks without asking, each time that the event fires, with all of the user's rights.

## Example

In `.claude/settings.json`, on `SessionEnd` of Claude Code:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "git reset --hard HEAD"}]}
    ]
  }
}
```

Keep the changes:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "git stash push --include-untracked"}]}
    ]
  }
}
```

## Fix

None: run the command by hand, or limit it to a folder that belongs to the hook.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hookwright.analysis.commands.destruction import destroyed, overwritten
from hookwright.analysis.commands.shells import HookShell, understood_whole
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.model.dialect import Dialect
from hookwright.model.event import Source
from hookwright.model.reaction import Severity
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import SHELLS
from hookwright.shell.tree import Shell, ShellCommand

_INSTEAD = "hooks run without asking, so do it by hand"
_DEEPEST = 2
# While a long command is typed, each keystroke makes another.
_LONG = 1000


def _check(subject: Subject) -> Iterator[Finding]:
    roots = _roots(subject.file.dialect)
    for hook in understood_whole(subject.file):
        found = _remembered if len(hook.text) <= _LONG else _found
        for command, what in found(hook.text, roots):
            yield _finding(hook, command, what)


def _found(text: str, roots: frozenset[str]) -> tuple[tuple[ShellCommand, str], ...]:
    return tuple(_destructive(read_shell(text), roots))


_remembered = lru_cache(maxsize=1024)(_found)


def _finding(hook: HookShell, command: ShellCommand, what: str) -> Finding:
    return Finding(hook.place(command.start, command.end), f"this {what}; {_INSTEAD}")


def _destructive(shell: Shell, roots: frozenset[str], depth: int = 0) -> Iterator[tuple[ShellCommand, str]]:
    """The commands that cannot be undone, with what they do; what a shell is given to run counts as its own."""
    here = True
    for command in shell.commands:
        name, arguments = command.program
        if name in ("cd", "pushd"):
            here = bool(arguments) and arguments[-1].strip('"') in roots
        writes = (overwritten(it.text) for it in command.redirections if it.operator in (">", ">>", ">|"))
        what = destroyed(name, arguments, _said(shell, command), roots=roots, here=here) or next(
            filter(None, writes), None
        )
        if what is None and depth < _DEEPEST:
            inner = (
                it for text in _programs(name, arguments) for it in _destructive(read_shell(text), roots, depth + 1)
            )
            what = next((it for _, it in inner), None)
        if what is not None:
            yield command, what


def _programs(name: str, arguments: tuple[str, ...]) -> Iterator[str]:
    """The texts that a shell is given to run."""
    if name in SHELLS:
        flags = [index for index, it in enumerate(arguments) if it.startswith("-") and it.endswith("c")]
        yield from (arguments[index + 1] for index in flags[:1] if index + 1 < len(arguments))
    elif name == "eval":
        yield " ".join(arguments)


def _said(shell: Shell, command: ShellCommand) -> str:
    """The words of a command, and what is written to its standard input."""
    texts = [*command.arguments, *(it.text for it in command.redirections if it.operator.startswith("<<"))]
    before = shell.feeding(command)
    last = [it for it in before if it.flow.stage == before[-1].flow.stage]
    texts += [word for it in last if it.name in ("echo", "printf") for word in it.arguments]
    return "\n".join(texts)


def _roots(dialect: Dialect) -> frozenset[str]:
    """The ways to write the project's folder."""
    named = [it.name for it in dialect.variables if it.root and it.source is Source.PROJECT_DIR]
    return frozenset(form for it in (*named, "PWD") for form in (f"${it}", f"${{{it}}}"))


RULE = Rule("HW602", "destructive-command", Severity.WARNING, __doc__, _check)

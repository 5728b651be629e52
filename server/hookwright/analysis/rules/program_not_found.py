"""A command runs a program that is not on the PATH.

## What it does

Reports the first word of a command if it is not a builtin, a function of the command, or a program on the PATH. This is
the PATH with which hookwright was started, or the PATH in the agent's settings. Behind programs that run others, such
as `timeout 5` and `env`, it reports these, too. It applies to every agent.

Does not report:

- programs that the command looks for first (`command -v`, `which`, `type`)
- programs without which the command goes on (`… || true`, `2>/dev/null`), or that it runs only on another system
  (`uname`)
- commands that set the PATH

## Why

The shell ends with exit code 127, every time. For most agents, that is a failure that does not block, and they do not
show it. Gemini CLI refuses the call.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "prettierd --check ."}]}
    ]
  }
}
```

Install the program, or run one that is installed:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "npx prettier --check ."}]}
    ]
  }
}
```

## Fix

None: install the program, or name it by its path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache

from hookwright.analysis.commands.shells import exec_programs, understood
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.analysis.scripts.interpreters import program_indices
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, Shell, ShellCommand, Word

_PROGRAM = late_pattern(r"[A-Za-z0-9_][\w.+-]*")
_BUILTINS = frozenset(
    {":", ".", "[", "[[", "alias", "bg", "bind", "break", "builtin", "caller", "case", "cd", "command"}
    | {"compgen", "complete", "compopt", "continue", "coproc", "declare", "dirs", "disown", "do", "done"}
    | {"echo", "elif", "else", "enable", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg", "fi"}
    | {"for", "function", "getopts", "hash", "help", "history", "if", "in", "jobs", "kill", "let", "local"}
    | {"logout", "mapfile", "popd", "print", "printf", "pushd", "pwd", "read", "readarray", "readonly"}
    | {"return", "select", "set", "setopt", "shift", "shopt", "source", "suspend", "test", "then", "time"}
    | {"times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "until", "wait"}
    | {"while"}
)
# After these, there may be functions and folders of programs that nothing here tells of.
_BRINGS_MORE = frozenset({".", "source", "eval", "alias"})
_ASKS = frozenset({"command", "which", "type", "hash", "whence"})
_OF_A_SYSTEM = late_pattern(r"\buname\b|\$\{?(?:OSTYPE|OS)\b")
_GOES_ON = late_pattern(r"[^;\n]*\|\||.*\|\|\s*(?:true|:|exit\s+0)\b", re.DOTALL)

# While a long command is typed, each keystroke makes another.
_LONG = 1000


def _check(subject: Subject) -> Iterator[Finding]:
    known: dict[str, bool] = {}
    path = subject.environment.get("PATH")
    for hook in understood(subject.file):
        for word in needed_programs(hook.text):
            name = word.bare or ""
            if name not in known:
                known[name] = _has_program(subject, name, path)
            if not known[name]:
                yield Finding(hook.place(word.start, word.end), _message(name))
    for place, name in exec_programs(subject.file):
        if _PROGRAM.fullmatch(name) and not _has_program(subject, name, path):
            yield Finding(place, _message(name))


def _has_program(subject: Subject, name: str, path: str | None) -> bool:
    """Whether the shell finds it on the PATH that the settings set, or else on that of the machine."""
    if path is None:
        return subject.disk.has_program(name)
    folders = (os.path.join(subject.project, it) for it in path.split(os.pathsep))
    return any(subject.disk.is_file(os.path.join(it, name)) for it in folders)


def _message(name: str) -> str:
    return f"`{name}` is not on the PATH; install it, or give its full path"


def needed_programs(text: str) -> tuple[Word, ...]:
    """The words that name a program from the PATH with which a command of a text stands or falls."""
    return _remembered(text) if len(text) <= _LONG else _found(text)


def hushed_programs(text: str) -> tuple[Word, ...]:
    """The same of commands whose errors nobody sees: `python3 guard.py 2>/dev/null`."""
    return tuple(_programs(text, read_shell(text), hushed=True))


def _found(text: str) -> tuple[Word, ...]:
    return tuple(_programs(text, read_shell(text), hushed=False))


_remembered = lru_cache(maxsize=4096)(_found)


def _programs(text: str, shell: Shell, *, hushed: bool) -> Iterator[Word]:
    if "PATH" in shell.assigned or _OF_A_SYSTEM.search(text) or any(it.name in _BRINGS_MORE for it in shell.commands):
        return
    asked = {argument for it in shell.commands if it.name in _ASKS for argument in it.arguments}
    for it in shell.commands:
        # What begins a choice lists patterns.
        if it.kind is CommandKind.HEAD or _has_another(text, it) or _is_hushed(it) is not hushed:
            continue
        for word in program_words(it):
            name = word.bare or ""
            if _PROGRAM.fullmatch(name) and not (name in _BUILTINS or name in shell.functions or name in asked):
                yield word


def program_words(command: ShellCommand) -> tuple[Word, ...]:
    """The words that name programs: the first one, and those behind wrappers such as `exec` and `timeout`."""
    words = [it.text if it.bare is None else it.bare for it in command.words]
    return tuple(command.words[it] for it in program_indices(words))


def _has_another(text: str, command: ShellCommand) -> bool:
    """Whether the hook goes on without the program."""
    return text[: command.start].rstrip().endswith("||") or _GOES_ON.match(text, command.end) is not None


def _is_hushed(command: ShellCommand) -> bool:
    """Whether nobody sees its errors."""
    return any(
        it.text == "/dev/null" and (it.number == "2" or it.operator.startswith("&>")) for it in command.redirections
    )


RULE = Rule("HW510", "program-not-found", Severity.HINT, __doc__, _check)

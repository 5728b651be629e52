"""A command runs what the payload says as code.

## What it does

Reports `eval` and `sh -c` on a variable that comes from the payload, whether the dialect sets it or the command reads
it from stdin, and such a variable in the place of a program, by itself or in backquotes.
A value that is quoted for the shell first (`@sh`, `%q`, `${name@Q}`) is left alone.

## Why

The model writes the payload, and whatever it has read has a say in it: a file name such as `; rm -rf ~` is then run.

## Example

```json
{"command": "eval \"$INPUT\""}
```

## Fix

None: hand the value to a program as an argument or on stdin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.hook_shells import payload_names, understood
from hookwright.analysis.rule import Finding, Reach, Rule, Subject
from hookwright.analysis.shell.values import Command, Shell, Use
from hookwright.model.reaction import Severity

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh"})
_QUOTED_FOR_SHELL = re.compile(r"@sh\b|%q|@Q\}")
# What reads stdin with no more operands than these, a filter among them.
_OPERANDS_ON_STDIN = {"cat": 0, "jq": 1}
# What prints its words, and what prints a piece of what it reads.
_PRINTS = frozenset({"echo", "printf"})
_FILTERS = frozenset({"awk", "cat", "cut", "grep", "head", "jq", "sed", "sort", "tail", "tr", "uniq"})
_CODE_FLAG = re.compile(r"-[a-z]*c[a-z]*")


def _check(subject: Subject) -> Iterator[Finding]:
    given = payload_names(subject.file.dialect)
    for hook in understood(subject.file):
        if _QUOTED_FOR_SHELL.search(hook.text):
            continue
        tainted = _tainted(hook.shell, given)
        for use in hook.shell.uses:
            if use.name in tainted and use.command is not None:
                how = _run_by(hook.shell.commands[use.command], use)
                if how is not None:
                    message = f"{how} `{hook.text[use.start : use.end]}`, which comes from the payload, as code"
                    yield Finding(hook.place(use.start, use.end), message)


def _tainted(shell: Shell, given: frozenset[str]) -> set[str]:
    """The variables whose values are the payload's, or pieces of it."""
    tainted = set(given - shell.assigned)
    for index, it in enumerate(shell.commands):
        if it.target is None or it.redirections or (it.pipeline is not None and it.pipeline[1] > 0):
            continue
        printed = it.name in _PRINTS and any(use.command == index and use.name in tainted for use in shell.uses)
        if (printed or _reads_payload(it)) and all(piece.name in _FILTERS for piece in _behind(shell, it)):
            tainted.add(it.target)
    return tainted


def _reads_payload(command: Command) -> bool:
    """Whether a command prints what is on the hook's stdin, or a piece of it."""
    operands = [it for it in command.arguments if not it.startswith("-")]
    return len(operands) <= _OPERANDS_ON_STDIN.get(command.name, -1)


def _behind(shell: Shell, first: Command) -> list[Command]:
    """The rest of the pipeline that a command begins."""
    if first.pipeline is None:
        return []
    return [it for it in shell.commands if it.pipeline is not None and it.pipeline[0] == first.pipeline[0]][1:]


def _run_by(command: Command, use: Use) -> str | None:
    words = command.words
    if words and words[0].start <= use.start < words[0].end and words[0].text.strip('"') in _forms(use.name):
        return "the shell runs"
    if command.name == "eval":
        return "`eval` runs"
    if command.name in _SHELLS:
        flag = next((at for at, it in enumerate(words[1:], 1) if _CODE_FLAG.fullmatch(it.text)), None)
        if flag is not None and flag + 1 < len(words) and words[flag + 1].start <= use.start < words[flag + 1].end:
            return f"`{command.name} -c` runs"
    return None


def _forms(name: str) -> tuple[str, str]:
    return f"${name}", f"${{{name}}}"


RULE = Rule("HW606", "input-as-code", Severity.ERROR, __doc__, _check, reach=Reach.GROUP)

r"""A command runs text of the payload as code.

## What it does

Reports `eval` and `sh -c` on a variable that comes from the payload, and such a variable used as a program, by itself
or in backquotes. The agent sets the variable, or the command reads it from stdin.
Also reports text of the payload that is piped into a shell, and `eval "$(…)"` on what comes from stdin.
In the scripts that commands run, follows the payload through variables and the script's own functions to `eval`,
`sh -c`, `os.system`, `shell=True`, `execSync` and so on. Silent about a script that quotes any text for the shell.
It applies to every agent. Does not report a value that is quoted for the shell first (`@sh`, `%q`, `${name@Q}`).

## Why

The model writes the payload, and the texts that the model reads influence it. A file name such as `; rm -rf ~` then
runs as a command.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [
          {"type": "command", "command": "FILE=$(jq -r .tool_input.file_path); eval \"prettier --write $FILE\""}
        ]
      }
    ]
  }
}
```

Pass the value as an argument:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [
          {"type": "command", "command": "FILE=$(jq -r .tool_input.file_path); prettier --write \"$FILE\""}
        ]
      }
    ]
  }
}
```

## Fix

None: pass the value to a program as an argument or on stdin. In Python, give `subprocess.run` a list; in JavaScript,
call `execFileSync` or `spawnSync` with a list of arguments in place of `execSync`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from hookwright.analysis.commands.shells import payload_names, understood_whole
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import uses_with
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.event import Source
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Evaluate, Language
from hookwright.scripts.values import Spot, Value, Variable, payload_paths, within
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import SHELLS
from hookwright.shell.tree import Shell, ShellCommand, Use

_QUOTED_FOR_SHELL = late_pattern(r"@sh\b|%q|@Q\}")
_QUOTES = late_pattern(
    r"(?:shlex|pipes)\.(?:quote|join)|import quote\b|shell-?(?:quote|escape)|escapeShell", re.IGNORECASE
)
# What reads stdin with no more operands than these, a filter among them.
_OPERANDS_ON_STDIN = {"cat": 0, "jq": 1}
# What prints its words, and what prints a piece of what it reads.
_PRINTS = frozenset({"echo", "printf"})
_FILTERS = frozenset({"awk", "cat", "cut", "grep", "head", "jq", "sed", "sort", "tail", "tee", "tr", "uniq"})
# What lets only certain characters through.
_SIEVES = {"grep": late_pattern(r"-[a-zA-Z]*o[a-zA-Z]*"), "tr": late_pattern(r"-[a-zA-Z]*[cC][a-zA-Z]*")}
_NULL_INPUT = late_pattern(r"-[a-zA-Z]*n[a-zA-Z]*|--null-input")
_NO_PROGRAM_ON_STDIN = late_pattern(r"-[a-z]*[cn][a-z]*|--version|--help")
_INSTEAD = "pass it as a quoted argument"
_LISTS = {"execSync": "`execFileSync` or `spawnSync`", "exec": "`execFile` or `spawn`"}
_LISTS |= dict.fromkeys(("spawn", "spawnSync", "execFile", "execFileSync"), "this function, without its option `shell`")
_CODE_FLAG = late_pattern(r"-[a-z]*c[a-z]*")

# While a long command is typed, each keystroke makes another.
_LONG = 1000
# From where to where in the command, and what is wrong there.
_Fault: TypeAlias = tuple[int, int, str]


def _check(subject: Subject) -> Iterator[Finding]:
    given = payload_names(subject.file.dialect)
    for hook in understood_whole(subject.file):
        found = _remembered if len(hook.text) <= _LONG else _found
        for start, end, message in found(hook.text, given):
            yield Finding(hook.place(start, end), f"{message}; {_INSTEAD}")


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told, found = set[Spot](), [it for it in subject.script.effects if isinstance(it, Evaluate)]
    if not found or _QUOTED_FOR_SHELL.search(subject.text) or _QUOTES.search(subject.text):
        return
    for it in found:
        if it.spot in told:
            continue
        uses = uses_with(subject, partial(_comes_from_outside, it.value))
        if uses:
            told.add(it.spot)
            message = f"`{it.how}` runs text from the payload as code; {_instead_of(it.how, subject.script.language)}"
            yield finding_at(it.spot, message, uses=uses)


def _instead_of(how: str, language: Language) -> str:
    """What a script calls in place of a function that starts a shell."""
    if language is Language.JAVASCRIPT and how in _LISTS:
        return f"pass it in the argument list of {_LISTS[how]}"
    if how.startswith(("subprocess.", "os.")):
        return "pass a list of arguments to `subprocess.run`, without a shell"
    return _INSTEAD


def _comes_from_outside(value: Value, use: ScriptUse) -> bool:
    """Whether a part of the value is a text that the model, or what it reads, has a say in."""
    known = {it.name: it for it in (*use.dialect.payload, *use.row.payload)}
    for path in payload_paths(value):
        field = known.get(path[0]) if path else None
        if not path or (field is not None and field.source is Source.PAYLOAD and not field.words):
            return True
    given = payload_names(use.dialect)
    return any(isinstance(it, Variable) and it.name in given for it in within(value))


def _found(text: str, given: frozenset[str]) -> tuple[_Fault, ...]:
    return tuple(_faults(text, read_shell(text), given)) if not _QUOTED_FOR_SHELL.search(text) else ()


_remembered = lru_cache(maxsize=1024)(_found)


def _faults(text: str, shell: Shell, given: frozenset[str]) -> Iterator[_Fault]:
    tainted = _tainted(shell, given)
    yield from _outputs(shell, tainted)
    for use in shell.uses:
        if use.name in tainted and use.command is not None:
            how = _run_by(shell.commands[use.command], use)
            if how is not None:
                yield use.start, use.end, f"{how} `{text[use.start : use.end]}`, which comes from the payload, as code"


def _outputs(shell: Shell, tainted: set[str]) -> Iterator[_Fault]:
    """What is run of the output of commands, without a variable between."""
    commands = shell.commands
    for index, it in enumerate(commands):
        if not _prints_payload(shell, index, tainted):
            continue
        behind = shell.pipeline(it)[1:]
        outer = _around(shell, it)
        how = _runs_at(outer, it.start) if outer is not None else None
        if how is not None and _are_filters(behind):
            end = behind[-1].end if behind else it.end
            yield it.start, end, f"{how} what this reads from the payload as code"
        for at, runner in enumerate(behind):
            if _takes_program(runner) and _are_filters(behind[:at]):
                yield runner.start, runner.end, f"`{runner.program[0]}` runs text from the payload as code"


def _around(shell: Shell, command: ShellCommand) -> ShellCommand | None:
    """The command in whose words another one is substituted."""
    index = command.substitution.command if command.substitution is not None else None
    return shell.commands[index] if index is not None else None


def _takes_program(command: ShellCommand) -> bool:
    """Whether a command runs what is on its stdin; `-n` only reads it."""
    name, arguments = command.program
    flags = [it for it in arguments if it.startswith("-")]
    reads = len(flags) == len(arguments) or "-s" in flags
    return name in SHELLS and reads and not any(_NO_PROGRAM_ON_STDIN.fullmatch(it) for it in flags)


def _are_filters(commands: Sequence[ShellCommand]) -> bool:
    return all(it.name in _FILTERS and not _is_sieve(it) for it in commands)


def _is_sieve(command: ShellCommand) -> bool:
    flag = _SIEVES.get(command.name)
    return flag is not None and any(flag.fullmatch(it) for it in command.arguments)


def _tainted(shell: Shell, given: frozenset[str]) -> set[str]:
    """The variables whose values are the payload's, or pieces of it."""
    tainted = set(given - shell.assigned)
    for index, it in enumerate(shell.commands):
        variable = it.substitution.variable if it.substitution is not None else None
        if variable and _prints_payload(shell, index, tainted) and _are_filters(shell.pipeline(it)[1:]):
            tainted.add(variable)
    return tainted


def _prints_payload(shell: Shell, index: int, tainted: set[str]) -> bool:
    """Whether a command, the first of its pipeline, prints the payload or a piece of it."""
    command = shell.commands[index]
    if command.redirections or shell.feeding(command):
        return False
    if command.name in _PRINTS:
        return any(name in tainted for name in shell.names_used.get(index, ()))
    operands = [it for it in command.arguments if not it.startswith("-")]
    reads = not (command.name == "jq" and any(_NULL_INPUT.fullmatch(it) for it in command.arguments))
    return reads and len(operands) <= _OPERANDS_ON_STDIN.get(command.name, -1)


def _run_by(command: ShellCommand, use: Use) -> str | None:
    words = command.words
    if words and words[0].start <= use.start < words[0].end and words[0].text.strip('"') in _forms(use.name):
        return "the shell runs"
    return _runs_at(command, use.start)


def _runs_at(command: ShellCommand, start: int) -> str | None:
    """How a command runs what stands at a place in it, if it does."""
    words = command.words
    if command.name == "eval":
        return "`eval` runs"
    if command.name in SHELLS:
        flag = next((at for at, it in enumerate(words[1:], 1) if _CODE_FLAG.fullmatch(it.text)), None)
        if flag is not None and flag + 1 < len(words) and words[flag + 1].start <= start < words[flag + 1].end:
            return f"`{command.name} -c` runs"
    return None


def _forms(name: str) -> tuple[str, str]:
    return f"${name}", f"${{{name}}}"


RULE = Rule("HW606", "input-as-code", Severity.ERROR, __doc__, _check, check_script=_check_script)

"""The shell cannot parse a hook's command, or an interpreter cannot parse a script.

## What it does

Reports what bash refuses, in every agent:

- quotes, parentheses, braces and `if`, `for`, `while` or `case` that are not closed
- words such as `fi` that close nothing, and anything else that is out of place
- operators without a command, and redirections without a file
Also reports fields of the payload such as `${tool_input.command}`: the name of a variable cannot have a dot.

If hookwright finds none of these, it asks the shell that runs the command, with `-n`, which runs nothing. It does so
after all other rules, and in the editor only in trusted workspaces. If only `sh` refuses the command, the finding is a
warning, because `sh` is another shell on other machines.

In scripts of bash, `sh` and Python, reports the same, and what Python does not parse. Does not report what may be the
syntax of another version of Python, and scripts for other shells.

Does not report templates, which something fills in before a shell reads them, and very long commands. In files with
more than 200 hooks, no shell is asked.

## Why

The shell stops with an error before it runs anything, every time. Depending on the agent, every tool call then goes
through unchecked, or is refused. A script of bash ends with exit code 2, which refuses in Claude Code; one of Python
ends with 1, which does not.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "if [ -f Makefile ]; then make lint"}]}
    ]
  }
}
```

Close the `if`:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "if [ -f Makefile ]; then make lint; fi"}]}
    ]
  }
}
```

## Fix

None: close what is open, and read fields of the payload from stdin.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.bash_syntax import bash_syntax
from hookwright.analysis.commands.shell_lint import Linter, can_judge
from hookwright.analysis.commands.shells import HookShell, asked_about, hook_shells
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import is_read
from hookwright.analysis.rule import Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.config.view import HookFile
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell

_FIELD = late_pattern(r"\$\{(?P<name>[A-Za-z_]\w*)\.[\w.]+\}")
_DOTNET = late_pattern(r"\s*\[[A-Za-z][\w.]*\]::\w")
_SOME_SHELL = "sh"
_SHELLS = late_pattern(r"(?:\S*/)?(?:ba|da)?sh\Z")
_FIRST_LINE = late_pattern(r"#!\s*(?:/\S*/)?(?:env\s+(?:-S\s+)?)?(?P<program>\S+)")
_PYTHON_3 = late_pattern(r"(?:\S*/)?python3?(?:\.\d+)?\Z")
_LINE = late_pattern(r" \(line (?P<number>\d+)\)\Z")
# What versions of Python differ in: f-strings, types, and `except` without parentheses.
_OF_SOME_VERSION = late_pattern(r"\b[fFtT][rR]?['\"]|\btype\s|\b(?:def|class)\s+\w+\[|\bexcept\b|\blazy\b")


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_shells(subject.file):
        fault = command.shell.fault
        if fault is not None and _may_be_powershells(subject.file, command):
            continue
        if fault is not None:
            yield Finding(command.place(fault.start, fault.end), f"the shell cannot read this: {fault.message}")
        else:
            yield from _fields(command)
    if subject.linter is not None:
        yield from _refusals(subject.file, subject.linter)


def _may_be_powershells(file: HookFile, command: HookShell) -> bool:
    """Whether it calls .NET, and it is unknown which shell the agent uses on Windows."""
    return not file.dialect.evidence.basis.is_certain and _DOTNET.match(command.command.text) is not None


def _refusals(file: HookFile, linter: Linter) -> Iterator[Finding]:
    for command in asked_about(file):
        if command.shell.fault is None and not any(_fields(command)):
            refusal = _refusal(command, linter)
            if refusal is not None:
                yield refusal


def _refusal(command: HookShell, linter: Linter) -> Finding | None:
    """What the shell of this machine says where nothing was found; another machine's `sh` may be another shell."""
    text = command.command
    fault = linter.refusal(text) if can_judge(text) else None
    if fault is None or _is_told_of(command):
        return None
    severity = Severity.WARNING if text.shell == _SOME_SHELL else Severity.ERROR
    message = f"`{text.shell}` cannot read this: {fault.message}"
    if text.shell == _SOME_SHELL:
        message = f"{message}; write it as every `{_SOME_SHELL}` reads it, or put it into a script for `bash`"
    return Finding(command.place(fault.start, fault.end), message, severity=severity)


def _is_told_of(command: HookShell) -> bool:
    """Whether it is what only bash reads, of which `bash-in-sh` tells."""
    is_for_sh = command.command.shell == _SOME_SHELL
    return is_for_sh and any(it.ends for it in bash_syntax(command.text, command.shell))


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if not subject.script.fault:
        return
    first = _FIRST_LINE.match(subject.text)
    reader = subject.uses[0].interpreter or (first["program"] if first is not None else "")
    if subject.script.language is Language.SHELL and (not reader or _SHELLS.match(reader)):
        fault = read_shell(subject.text).fault
        if fault is not None:
            message = f"the shell cannot read this: {fault.message}; it ends here with exit code 2"
            yield finding_at(Spot(fault.start, fault.end), message + _effect(subject, 2))
    elif subject.script.language is Language.PYTHON and (not reader or _PYTHON_3.match(reader)):
        yield from _python_fault(subject)


def _python_fault(subject: ScriptSubject) -> Iterator[Finding]:
    found = _LINE.search(subject.script.fault)
    lines = subject.text.splitlines(keepends=True)
    number = int(found["number"]) if found is not None else 0
    if found is None or not 1 <= number <= len(lines):
        return
    line = lines[number - 1]
    if not line.strip() or _OF_SOME_VERSION.search(line):
        return
    start = sum(map(len, lines[: number - 1])) + len(line) - len(line.lstrip())
    message = f"Python cannot read this: {subject.script.fault[: found.start()]}; it runs nothing, and ends with 1"
    yield finding_at(Spot(start, start + len(line.strip())), message + _effect(subject, 1))


def _effect(subject: ScriptSubject, code: int) -> str:
    """What that exit code does on the first of the events on which it matters."""
    for use in subject.uses:
        if is_read(use) and use.reaction(code).refuses:
            return f", which refuses every `{use.row.name}`"
        if is_read(use) and use.row.can_block:
            return f", so `{use.row.name}` goes on as if there were no hook"
    return ""


def _fields(command: HookShell) -> Iterator[Finding]:
    """The fields of the payload that are written as if they were variables."""
    row = command.group.row
    known = {it.name for it in (*command.file.dialect.payload, *row.payload)} if row is not None else set()
    for it in command.shell.fields:
        found = _FIELD.fullmatch(it.text)
        if found is not None and found["name"] in known:
            message = f"the shell refuses `{it.text}` as a bad substitution; read the field from stdin"
            yield Finding(command.place(it.start, it.end), message)


RULE = Rule("HW508", "shell-syntax", Severity.ERROR, __doc__, _check, check_script=_check_script)

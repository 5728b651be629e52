"""A command prints its reason to refuse where the agent does not read it.

## What it does

Reports texts that a command prints to stdout right before it exits with a code that refuses. It applies to agents that
read the reason only from stderr, such as Claude Code.
In the scripts that commands run, reports what is printed right before such an end, with no decision between, if nothing
goes to stderr on the whole way there.
Does not report objects, which the agent reads from stdout, and commands that also print something to stderr.

## Why

The tool call is refused, but neither the model nor the user learns why.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Use pnpm, not npm'; exit 2"}]}
    ]
  }
}
```

Send the text to stderr:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Use pnpm, not npm' >&2; exit 2"}]}
    ]
  }
}
```

## Fix

Sends the text to stderr.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import to_stderr
from hookwright.analysis.contract.objects import texts_of
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Reaction, Severity, Status, Words
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Print, Stream
from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import UNKNOWN, Printed, before, is_last, printed_in
from hookwright.shell.tree import ShellCommand

# A word in brackets, such as `[guard]`, begins no array.
_JSON = late_pattern(r"\{|\[\s*(?:[\[{\"\d\]-]|$)")


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        if "exit" not in command.text:
            continue
        commands = read_shell(command.text).sequence
        for index, it in enumerate(commands):
            code = _code(it, last=is_last(commands, index))
            if code is not None and _tells_stderr(command.reaction(code)):
                yield from _unread(command, printed_in(command.text, before(commands, index)), code)


def _code(command: ShellCommand, *, last: bool) -> int | None:
    """The literal code with which the command ends all of the text, if it does."""
    words = [it.text for it in command.words]
    if len(words) != 2 or words[0] != "exit" or not (words[1].isascii() and words[1].isdigit()):
        return None
    return int(words[1]) if last or not command.flow.subshells else None


def _tells_stderr(reaction: Reaction) -> bool:
    return reaction.status is Status.BLOCKED and reaction.reason in (Words.STDERR, Words.STDERR_ALONE)


def _unread(command: HookCommand, texts: list[Printed], code: int) -> Iterator[Finding]:
    if any(it.to_stderr or it.text.lstrip().startswith(("{", "[")) for it in texts):
        return
    for it in texts:
        if it.text.strip():
            fix = command.change(it.end, it.end, " >&2")
            title = "Send it to stderr"
            message = f"with `exit {code}` only stderr is read, and this goes to stdout; add `>&2`"
            yield Finding(command.place(it.start, it.end), message, (Fix(title, fix.recipe, preferred=True),))


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told, reading = set[Print](), dict[int, tuple[ScriptUse, ...]]()
    for ending in subject.endings.all:
        code, said = ending.code, ending.state.said
        if code is None or not said or any(it.stream is Stream.STDERR for it in ending.prints):
            continue
        if code not in reading:
            reading[code] = uses_with(subject, partial(_reads_stderr_alone, code))
        uses = reading[code]
        for it in said if uses else ():
            if it not in told and all(map(_is_text, texts_of(it.value))):
                told.add(it)
                message = f"with `exit {code}` only stderr is read, and this goes to stdout; send it to stderr"
                yield finding_at(it.spot, message, to_stderr(subject, it), uses=uses)


def _is_text(printed: str) -> bool:
    text = printed.strip()
    return bool(text.strip(UNKNOWN)) and _JSON.match(text) is None


def _reads_stderr_alone(code: int, use: ScriptUse) -> bool:
    return is_read(use) and _tells_stderr(use.reaction(code))


RULE = Rule(
    "HW418",
    "reason-on-stdout",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
)

r"""A hook keeps the agent from stopping every time.

## What it does

Reports commands on events where a hook can make the agent go on, such as `Stop` in Claude Code, if they always do so.
A field of the payload says that a hook has already made the agent go on. These commands never read it.
In the scripts that commands run, follows every path. Reports a script that blocks on every path. A script that blocks
on some paths and never reads that field is information.
Does not report scripts that it cannot understand completely, commands that contain any condition, and hooks that run in
the background.

## Why

The agent goes on, tries to stop, and has to go on again. Claude Code ends this only after a limit.

## Example

In `.claude/settings.json`, on `Stop` of Claude Code:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "echo 'Run the tests' >&2; exit 2"}]}
    ]
  }
}
```

Let the second attempt pass:

```json
{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "grep -q '\"stop_hook_active\": *true' && exit 0; echo 'Run the tests' >&2; exit 2"
          }
        ]
      }
    ]
  }
}
```

## Fix

None: let the command exit with 0 when the field is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.refusals import exits, keeps_going, printed_objects, refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.objects import objects_in
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import refuses_by_object
from hookwright.analysis.contract.uses import faults, is_read
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Cause
from hookwright.scripts.endings import Ending
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import UNKNOWN
from hookwright.shell.tree import ShellCommand

# Programs that always come to their end, and that ask nothing.
_UNCONDITIONAL = frozenset({"cat", "echo", "printf", "exit", "true", ":", "sleep", "date", "touch", "mkdir", "read"})


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        guard = command.row.loop_guard
        if guard and guard not in command.text and command.background is None:
            found = _always(command)
            if found is not None:
                message = f"this blocks every `{command.row.name}`, so the agent has to go on each time"
                yield Finding(command.place(*found), f"{message}; let it pass when `{guard}` is true")


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """Whether the script never lets the agent stop, or does so again and again without asking for the guard."""
    found = [it for it in subject.endings.all if it.cause is not Cause.UNCAUGHT and not it.state.failed]
    sure = subject.script.whole and subject.endings.complete
    for (guard, always), uses in faults(subject, partial(_blocking_by, subject, found, sure=sure)):
        ending = next(it for it in found if _goes_on(subject, uses[0], it))
        said = ending.state.said
        spot = ending.spot or (said[-1].spot if said else Spot(0, 0))
        if always:
            message = f"the script blocks every {subject.named(uses)}, so the agent has to go on each time"
            yield finding_at(spot, f"{message}; let it pass when `{guard}` is true", uses=uses)
        else:
            message = (
                f"the script never asks whether it has blocked {subject.named(uses)} before, so it may do so again"
            )
            advice = f"{message} and again; let it pass when `{guard}` is true"
            yield finding_at(spot, advice, severity=Severity.INFORMATION, uses=uses)


def _blocking_by(subject: ScriptSubject, found: list[Ending], use: ScriptUse, *, sure: bool) -> tuple[str, bool] | None:
    """The payload's field that the script should look at, and whether it blocks by every end."""
    guard = use.row.loop_guard
    if not guard or not sure or guard in subject.text or not is_read(use):
        return None
    blocks = [it for it in found if _goes_on(subject, use, it)]
    return (guard, len(blocks) == len(found)) if blocks else None


def _goes_on(subject: ScriptSubject, use: ScriptUse, ending: Ending) -> bool:
    """Whether the end keeps the agent from stopping for certain."""
    if ending.code is None:
        return False
    reaction = use.reaction(ending.code)
    if reaction.must_continue:
        return True
    objects = [one for it in ending.state.said for one in objects_in(subject.text, it)]
    return reaction.reads_output and len(objects) == 1 and refuses_by_object(use, objects[0])


def _always(command: HookCommand) -> tuple[int, int] | None:
    """Where a command says that the agent has to go on, if it always says so."""
    if "exit" not in command.text and "{" not in command.text:
        return None
    commands = read_shell(command.text).sequence
    if not all(_is_unconditional(it) for it in commands):
        return None
    ends = exits(command.text)
    if len(ends) > 1 or (ends and commands[-1].start != ends[0].start):
        return None
    if ends and command.reaction(ends[0].code).must_continue:
        return ends[0].start, ends[0].end
    if not command.reaction(ends[0].code if ends else 0).reads_output or (not ends and "exit" in command.text):
        return None
    for it in printed_objects(command.text):
        decides = any(reaction.must_continue for _, reaction in refusing_words(command.row, it.value))
        if decides or keeps_going(command.row, it.value):
            return None if UNKNOWN in it.text.text else (it.text.start, it.text.end)
    return None


def _is_unconditional(command: ShellCommand) -> bool:
    flow, joined = command.flow, ("&&", "||", "&")
    if flow.keywords or flow.subshells or flow.before in joined or flow.after in joined:
        return False
    return not command.words or command.words[0].text in _UNCONDITIONAL


RULE = Rule(
    "HW516",
    "stop-always-blocks",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    stands_on=Fact.EVENT,
)

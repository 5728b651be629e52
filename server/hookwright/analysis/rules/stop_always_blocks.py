r"""A hook keeps the agent from stopping every time.

## What it does

Reports commands on events where a hook can make the agent go on, such as `Stop` in Claude Code, if they always end with
the exit code, or print the object, that does so, and never read the field of the payload that says that this has
already happened.
Does not report commands that contain any condition, and hooks that run in the background.

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

from hookwright.analysis.commands.refusals import exits, keeps_going, printed_objects, refusing_words
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity
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


def _always(command: HookCommand) -> tuple[int, int] | None:
    """Where a command says that the agent has to go on, if it says so whatever happens."""
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


RULE = Rule("HW516", "stop-always-blocks", Severity.WARNING, __doc__, _check, stands_on=Fact.EVENT)

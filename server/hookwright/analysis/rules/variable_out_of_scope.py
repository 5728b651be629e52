r"""A command uses a variable that hooks in this kind of file do not get.

## What it does

Reports variables that the agent sets only for the hooks of other files, such as the folder of a plugin in a file that
is not part of a plugin. It applies to agents with such variables, such as Claude Code.
Does not report variables that the command or the agent's settings set, or that have a default (`${NAME:-…}`).

## Why

The variable is empty, so the path begins at the root of the disk, and the hook fails every time.
Claude Code refuses to start a command with `${CLAUDE_PLUGIN_ROOT}` outside a plugin.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}\"/.claude/hooks/guard.sh"}
        ]
      }
    ]
  }
}
```

Use the variable for the project:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "\"${CLAUDE_PROJECT_DIR}\"/.claude/hooks/guard.sh"}
        ]
      }
    ]
  }
}
```

## Fix

None: begin the path with a variable that these hooks get, or move the hook into the plugin.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookShell, understood, variable_of
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.event import Source
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.shell.tree import Use


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if file.scope is Scope.OVERRIDE or all(it.scopes is None for it in file.dialect.variables):
        return
    environment = subject.environment
    for hook in understood(file):
        for use in hook.shell.uses:
            # A placeholder is not replaced by what the settings set.
            is_set = use.name in environment and not use.braces
            if use.plain and use.name not in hook.shell.assigned and not is_set:
                yield from _judge(hook, use)


def _judge(hook: HookShell, use: Use) -> Iterator[Finding]:
    variable = variable_of(hook.file.dialect, use.name)
    if variable is None or variable.scopes is None or hook.file.scope in variable.scopes:
        return
    known = next((it for it in hook.file.dialect.variables if it.root and it.source is Source.PROJECT_DIR), None)
    owners = " and ".join(f"{it.value} files" for it in variable.scopes)
    advice = f"; start the path with `${known.name}`" if known is not None else ""
    # The agent replaces it before a shell reads the command, and does not start one if it cannot.
    if use.braces and use.name in hook.file.dialect.placeholders:
        written, effect = f"${{{use.name}}}", f"{hook.file.dialect.title} refuses to run the hook"
    else:
        written, effect = f"${use.name}", "it is empty here"
    message = f"`{written}` is only set for hooks in {owners}, so {effect}{advice}"
    yield Finding(hook.place(use.start, use.end), message)


RULE = Rule(
    "HW416", "variable-out-of-scope", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE, specified=Severity.WARNING
)

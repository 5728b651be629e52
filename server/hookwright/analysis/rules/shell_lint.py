"""ShellCheck reports a problem in a hook's command.

## What it does

Shows the remarks of [ShellCheck](https://github.com/koalaman/shellcheck) on commands, each at its own piece of the
command, with its code and its fix. It applies to every agent.
ShellCheck has to be installed. It runs on files with up to 200 hooks, after all other rules: in the editor when you
stop typing, and only in trusted workspaces.
It gets only the text of the command: no settings of its own (`.shellcheckrc`), and no files that the command names. It
does not run the command.
The program is taken from the folders that `PATH` names in full, never from inside the project.
Remarks that do not apply to the command of a hook (SC2148, SC1090, SC1091, SC2154), and those that other rules make,
are left out.

## Why

Commands in hook files are shell scripts, but tools for shell scripts do not look into these files.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "cd build; rm -f ./*.log"}]}
    ]
  }
}
```

If there is no folder `build`, `rm` runs in the wrong folder. Stop there:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "cd build || exit; rm -f ./*.log"}]}
    ]
  }
}
```

## Fix

ShellCheck's own, if it has one. The fix may change what the command does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.shell_lint import Linter, Remark, can_ask, can_judge
from hookwright.analysis.commands.shells import HookShell, asked_about, variable_of
from hookwright.analysis.rule import Finding, Fix, Rule, Subject, together
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_piece

_UNQUOTED = 2086
# Those below are about what ShellCheck cannot parse.
_FIRST_UNDERSTOOD = 2000


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.linter is None:
        return
    for hook in asked_about(subject.file):
        if hook.shell.fault is None:
            yield from (_finding(hook, it) for it in _remarks(hook, subject.linter) if not _is_said(hook, it))


def _remarks(hook: HookShell, linter: Linter) -> tuple[Remark, ...]:
    """What ShellCheck says; nothing of what the shell itself refuses."""
    command = hook.command
    if not can_ask(command) or (can_judge(command) and linter.refusal(command) is not None):
        return ()
    return linter.remarks(command)


def _is_said(hook: HookShell, remark: Remark) -> bool:
    """Whether another rule says it, or it is only that this is no shell command as it is."""
    if remark.code < _FIRST_UNDERSTOOD:
        return not hook.shell.readable
    return remark.code == _UNQUOTED and any(
        use.start < remark.end and remark.start < use.end and variable_of(hook.file.dialect, use.name)
        for use in hook.shell.uses
    )


def _finding(hook: HookShell, remark: Remark) -> Finding:
    tree = hook.file.tree
    edits = together(*(partial(replace_piece, tree, hook.route, *it) for it in remark.changes))
    title = f"Apply ShellCheck's fix (SC{remark.code})"
    fixes = (Fix(title, edits, preferred=True, safe=False),) if remark.changes else ()
    message = f"{remark.message} (SC{remark.code})"
    return Finding(hook.place(remark.start, remark.end), message, fixes, remark.severity)


RULE = Rule("HW509", "shell-lint", Severity.INFORMATION, __doc__, _check, has_fix=True)

r"""A command sets `pipefail`, which `sh` may not know.

## What it does

Reports `set -o pipefail`, also as in `set -euo pipefail`, in commands that the agent runs with `sh`, as Claude Code
does.
Does not report it inside `bash -c '…'`, for agents that run commands with bash, such as Codex, in a branch, and after a
subshell that tries it first: `(set -o pipefail) 2>/dev/null && set -o pipefail`.

## Why

On Debian, Ubuntu and many containers, `sh` is dash, which may not know the option. It then ends with exit code 2, even
before `|| true`, and runs nothing after it.
In Claude Code, exit code 2 refuses: with such a hook on `PreToolUse`, every tool call is refused on these systems.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "set -euo pipefail; jq -r .tool_input.command | \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"
          }
        ]
      }
    ]
  }
}
```

Run it with bash, or in a script that begins with `#!/usr/bin/env bash`:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "bash -c 'set -euo pipefail; jq -r .tool_input.command | \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh'"
}]}]}}
```

## Fix

None: run the command with bash, or remove the option.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.tree import CommandKind, Word

# The shells that may be dash.
_MAY_BE_DASH = frozenset({"sh", "dash"})
_ENDS_WITH = 2
_OPTION = "pipefail"
_TAKES_OPTION = late_pattern(r"[-+][A-Za-z]*o\Z")


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in hook_commands(subject.file):
        if _OPTION in hook.text and hook.command.shell in _MAY_BE_DASH and hook.shell.readable:
            word = _set_for_all(hook)
            if word is not None:
                message = f"where `sh` is dash, it does not know `{_OPTION}` and {_effect(hook)}"
                yield Finding(hook.place(word.start, word.end), f"{message}; run the command with `bash -c '…'`")


def _set_for_all(hook: HookCommand) -> Word | None:
    """The word with the option, where the shell itself always sets it."""
    for it in hook.shell.sequence:
        if (
            it.kind is not CommandKind.SIMPLE
            or it.flow.keywords
            or it.flow.subshells
            or it.flow.before in ("|", "&&", "||")
        ):
            return None
        if it.words and it.words[0].text == "set" and len(hook.shell.pipeline(it)) < 2:
            found = [word for flag, word in zip(it.words[1:], it.words[2:], strict=False) if _is_set(flag, word)]
            if found:
                return found[0]
    return None


def _is_set(flag: Word, word: Word) -> bool:
    return word.bare == _OPTION and _TAKES_OPTION.match(flag.bare or "") is not None


def _effect(hook: HookCommand) -> str:
    """What its end with that exit code does."""
    reaction = hook.reaction(_ENDS_WITH)
    if hook.background is None and reaction.refuses:
        return f"ends with exit code {_ENDS_WITH}, which refuses every `{hook.row.name}`"
    if hook.background is None and reaction.must_continue:
        return f"ends with exit code {_ENDS_WITH}, which keeps the agent from stopping every time"
    return f"ends with exit code {_ENDS_WITH}, so nothing after it runs"


RULE = Rule("HW518", "pipefail-in-sh", Severity.ERROR, __doc__, _check, stands_on=Fact.EVENT)

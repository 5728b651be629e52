r"""A pattern is written in a way that makes plain characters of it.

## What it does

Reports, in commands and in shell scripts:

- `[[ $x =~ "rm +-rf" ]]`: in quotes, `=~` looks for exactly these characters
- `[[ $x == "*rm*" ]]`, and `"*rm*")` in `case`: in quotes, `*` is a character
- `[ "$x" = *rm* ]`: `[` knows no patterns, and the shell replaces the word by names of files
- `grep 'rm|mv'` and `grep 'rm\s+-rf'`: without `-E`, `grep` takes `|` and `+` for these characters
- `grep -E '\d'` and `[[ $x =~ \d ]]`: on Linux, `\d` is the letter `d`
- `grep -F 'rm.*'`: with `-F`, `grep` takes every character as it is

It applies to every agent. Does not report quoted texts that may be meant as they are, such as `"[ERROR]"`, `"*"`, and
the `"* main"` of `git branch`, and patterns with variables in them.

## Why

The condition is never true. A guard that asks in this way lets everything pass.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "bash \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"}]
      }
    ]
  }
}
```

In `.claude/hooks/guard.sh`, on `PreToolUse` of Claude Code:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
command=$(jq -r .tool_input.command)
if [[ $command =~ "git +push" ]]; then
  echo "Blocked: ask before you push" >&2
  exit 2
fi
```

Write the pattern without quotes:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
command=$(jq -r .tool_input.command)
pushes='git +push'
if [[ $command =~ $pushes ]]; then
  echo "Blocked: ask before you push" >&2
  exit 2
fi
```

## Fix

Moves `*` out of the quotes, and writes `[0-9]` for `\d`. The others have no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.grep_patterns import LiteralPattern
from hookwright.analysis.commands.literal_patterns import literal_patterns
from hookwright.analysis.commands.shells import understood
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.rule import Finding, Fix, Rule, Subject, given
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell
from hookwright.text import Edit, Span

_MAY_HAVE_ONE = late_pattern(r"=~|[=*]|grep")
_TITLE = "Change to `{}`"


def _check(subject: Subject) -> Iterator[Finding]:
    for command in understood(subject.file):
        if _MAY_HAVE_ONE.search(command.text):
            for it in literal_patterns(command.shell):
                fixes = (command.change(it.start, it.end, it.instead, safe=False),) if it.instead else ()
                yield Finding(command.place(it.start, it.end), it.message, fixes)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if subject.script.language is not Language.SHELL or "\r" in subject.text or subject.script.fault:
        return
    for it in literal_patterns(read_shell(subject.text)):
        yield finding_at(Spot(it.start, it.end), it.message, tuple(_fixes(it)))


def _fixes(it: LiteralPattern) -> Iterator[Fix]:
    if it.instead:
        edit = Edit(Span(it.start, it.end), it.instead)
        yield Fix(_TITLE.format(it.instead), given(edit), preferred=True, safe=False)


RULE = Rule(
    "HW525", "pattern-taken-literally", Severity.WARNING, __doc__, _check, check_script=_check_script, has_fix=True
)

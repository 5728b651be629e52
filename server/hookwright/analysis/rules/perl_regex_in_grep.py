r"""A guard asks with `grep -P`, which the `grep` of macOS does not have.

## What it does

Reports `grep -P` and `grep --perl-regexp`, the first in each command or script, if that is a guard: if it can refuse,
on an event that can be refused. It applies to every agent, and is information.

Does not report scripts that ask for the system (`uname`, `Darwin`) or name `ggrep`.

## Why

On macOS, `grep` does not know `-P`: it prints an error, and exits with 2. To the guard, that is as if nothing was
found, so it lets everything pass for everybody who has a Mac.

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
if jq -r .tool_input.command | grep -qP '\brm\s+-rf\b'; then
  echo "Blocked: no rm -rf" >&2
  exit 2
fi
```

Write an extended regular expression, which every `grep` has:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
if jq -r .tool_input.command | grep -qE '(^|[^[:alnum:]])rm[[:space:]]+-rf($|[^[:alnum:]])'; then
  echo "Blocked: no rm -rf" >&2
  exit 2
fi
```

## Fix

None: the expression has to be written in another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import can_refuse
from hookwright.analysis.contract.uses import is_guarding, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import Shell, Word

_PERL = late_pattern(r"-[A-Za-z]*P[A-Za-z]*|--perl-regexp")
_KNOWS_MACS = late_pattern(r"\buname\b|\bggrep\b|(?i:\bdarwin\b|\bmacos\b|OSTYPE)")


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if subject.script.language is not Language.SHELL or subject.script.fault or _KNOWS_MACS.search(subject.text):
        return
    option = next(_options(read_shell(subject.text)), None)
    uses = uses_with(subject, partial(_is_guard, subject)) if option is not None else ()
    if option is not None and uses:
        message = "on macOS, `grep` has no `-P` and fails, so this guard does not refuse; use `grep -E`"
        yield finding_at(Spot(option.start, option.end), message, severity=Severity.INFORMATION, uses=uses)


def _options(shell: Shell) -> Iterator[Word]:
    """The options by which `grep` reads Perl's expressions."""
    for it in shell.commands:
        if it.runs and it.name == "grep":
            yield from (word for word in it.words[1:] if _PERL.fullmatch(word.text))


def _is_guard(subject: ScriptSubject, use: ScriptUse) -> bool:
    return is_guarding(use) and can_refuse(subject, use)


RULE = Rule(
    "HW529",
    "perl-regex-in-grep",
    Severity.INFORMATION,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.INFORMATION,
)

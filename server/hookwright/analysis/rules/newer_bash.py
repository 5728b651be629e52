r"""A script is written for a newer bash than that of macOS, which is version 3.2.

## What it does

Reports what bash 3.2 does not know, each once in a script: `${a,,}`, `${a^^}`, `${a@Q}`, `declare` with `-A`, `-g` or
`-n`, `mapfile`, `readarray`, `[[ -v a ]]`, `|&` and `&>>`. It applies to every agent. It is information if the script
can refuse, on an event that can be refused, and a hint otherwise.

Does not report scripts that another shell reads, that ask for the system or for the version of bash, or that speak of
either in a comment.

## Why

macOS comes with bash 3.2. It skips a command with `${a,,}` in it, does not find `mapfile`, and ends with exit code 2 at
`[[ -v a ]]`. For everybody who has a Mac, a guard then lets calls pass, or refuses all of them.

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
if [[ ${command,,} == *"drop table"* ]]; then
  echo "Blocked: no drop table" >&2
  exit 2
fi
```

Have another program change the case:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
command=$(jq -r .tool_input.command | tr '[:upper:]' '[:lower:]')
if [[ $command == *"drop table"* ]]; then
  echo "Blocked: no drop table" >&2
  exit 2
fi
```

## Fix

None: what does the same in bash 3.2 is written in another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.newer_bash import NewerBash, newer_bash
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import is_guard
from hookwright.analysis.contract.uses import uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell

_KNOWS = late_pattern(
    r"\buname\b|OSTYPE|BASH_VERSI|(?i:\bdarwin\b|\bmac ?os|homebrew|\bbrew (?:install|--prefix)"
    r"|\bbash ?(?:v|version |>=? ?)?[345])|\b(?:command -v|type|type -t) (?:mapfile|readarray)\b"
    r"|\b(?:mapfile|readarray) ?\(\)"
)
_MAY_HAVE_SOME = late_pattern(r",\}|\^\}|@[A-Za-z]\}|\s-[A-Za-z]*[Agn]|mapfile|readarray|-v|\|&|&>>")
_BASH = late_pattern(r"#!.*\bbash\b")
_SYNTAX_ERROR = 2


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    text, script = subject.text, subject.script
    if script.language is not Language.SHELL or script.fault or not _MAY_HAVE_SOME.search(text) or _KNOWS.search(text):
        return
    uses = uses_with(subject, partial(_is_read_by_bash, subject))
    if not uses:
        return
    guards = uses_with(subject, partial(_is_guard, subject))
    severity = Severity.INFORMATION if guards else Severity.HINT
    for it in newer_bash(text, read_shell(text)):
        effect = f"it {it.effect or f'ends here with {_SYNTAX_ERROR}'}{_behind(it, subject, guards)}"
        message = f"the bash of macOS is 3.2 and does not know `{it.what}`: {effect}"
        message = f"{message}; {it.instead or 'write it in another way'}"
        yield finding_at(Spot(it.start, it.end), message, severity=severity, uses=guards or uses)


def _is_read_by_bash(subject: ScriptSubject, use: ScriptUse) -> bool:
    reader = use.interpreter.rpartition("/")[2]
    return reader == "bash" if reader else _BASH.match(subject.text) is not None


def _is_guard(subject: ScriptSubject, use: ScriptUse) -> bool:
    return _is_read_by_bash(subject, use) and is_guard(subject, use)


def _behind(it: NewerBash, subject: ScriptSubject, guards: tuple[ScriptUse, ...]) -> str:
    """What a guard does then."""
    if not guards:
        return ""
    if it.effect:
        return ", and the guard may not refuse"
    refused = all(use.blocks(_SYNTAX_ERROR) for use in guards)
    return f", and the guard refuses each {subject.named(guards)} that comes here" if refused else ", without a refusal"


RULE = Rule(
    "HW532",
    "newer-bash",
    Severity.INFORMATION,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.INFORMATION,
)

r"""Something is written for bash, but `sh` reads it.

## What it does

Reports what dash does not understand: `[[`, `==` between single brackets, `source`, `<<<`, `<(…)`, `&>`, lists such as
`a=(x y)`, `${a,,}`, `${a/b/c}`, `${a:0:2}`, `${!a}` and `function`. It looks at commands that the agent runs with `sh`,
as Claude Code does, and at scripts that begin with `#!/bin/sh` or that the command runs with `sh`.
Each of them is reported once in a command or script, at its first place.

Does not report texts inside `bash -c '…'`, scripts that ask for `BASH_VERSION`, and commands of agents that run them
with bash, such as Codex. The option `pipefail` in commands has its own rule, [pipefail-in-sh](pipefail-in-sh.md).

## Why

On Debian, Ubuntu and many containers, `sh` is dash; on macOS, it is bash. A guard that works on one machine
does nothing on another: dash does not find `[[`, so the condition is never true, and everything passes.
With other words, dash ends with exit code 2. On `PreToolUse` of Claude Code, that refuses every call.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "[[ $(jq -r .tool_input.command) == *'rm -rf'* ]] && exit 2; exit 0"}
        ]
      }
    ]
  }
}
```

Use `case`, which every shell has, or run the command with bash:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "case $(jq -r .tool_input.command) in *'rm -rf'*) exit 2 ;; esac; exit 0"
}]}]}}
```

## Fix

In a script, names bash in the first line. Writes `=` for `==`, and `.` for `source`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.bash_syntax import BashSyntax, bash_syntax
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import is_read
from hookwright.analysis.rule import Finding, Fix, Rule, Subject, given
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Spot
from hookwright.shell.parse import read_shell
from hookwright.text import Edit, Span

_MAY_BE_DASH = frozenset({"sh", "dash"})
_ENDS_WITH = 2
_FIRST_LINE = late_pattern(r"#!\s*(?:/\S*/)?(?:env\s+)?(?P<shell>sh|dash)(?=\s|\Z)")
_BASH = "#!/usr/bin/env bash"
_IN_COMMAND = "run the command with `bash -c '…'`"
_WHERE = "where `sh` is dash, as on Debian and Ubuntu,"


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in hook_commands(subject.file):
        if hook.command.shell in _MAY_BE_DASH and hook.shell.readable:
            for it in bash_syntax(hook.text, hook.shell):
                fixes = (hook.change(it.start, it.end, it.instead),) if it.instead else ()
                message = f"{_WHERE} {_effect(it, _refused(hook))}; {_advice(it, _IN_COMMAND)}"
                yield Finding(hook.place(it.start, it.end), message, fixes)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if subject.script.language is not Language.SHELL or subject.script.fault:
        return
    first = _FIRST_LINE.match(subject.text)
    uses = tuple(it for it in subject.uses if _is_read_by_sh(it, first is not None))
    if not uses:
        return
    refused = next((f"`{it.row.name}`" for it in uses if is_read(it) and it.reaction(_ENDS_WITH).refuses), "")
    for it in bash_syntax(subject.text, read_shell(subject.text)):
        named = first is not None and all(not use.interpreter for use in uses)
        advice = "begin the script with `#!/usr/bin/env bash`" if named else "run the script with `bash`"
        message = f"{_WHERE} {_effect(it, refused)}; {_advice(it, advice)}"
        fixes = _fixes(it, first.end() if named and first is not None else 0)
        yield finding_at(Spot(it.start, it.end), message, tuple(fixes), uses=uses)


def _is_read_by_sh(use: ScriptUse, by_first_line: bool) -> bool:
    reader = use.interpreter.rpartition("/")[2]
    return reader in _MAY_BE_DASH if reader else by_first_line


def _fixes(it: BashSyntax, first_line: int) -> Iterator[Fix]:
    if it.instead:
        yield Fix(f"Change to `{it.instead}`", given(Edit(Span(it.start, it.end), it.instead)), preferred=True)
    elif first_line:
        yield Fix("Have bash read the script", given(Edit(Span(0, first_line), _BASH)), preferred=True, safe=False)


def _effect(it: BashSyntax, refused: str) -> str:
    what = it.what if it.what.startswith("a ") else f"`{it.what}`"
    if not it.ends:
        return f"{what} is not understood: {it.effect}"
    behind = f", which refuses every {refused}" if refused else ", so nothing behind it runs"
    return f"{what} ends the shell with exit code {_ENDS_WITH}{behind}"


def _advice(it: BashSyntax, otherwise: str) -> str:
    return f"write `{it.instead}`" if it.instead else otherwise


def _refused(hook: HookCommand) -> str:
    reaction = hook.reaction(_ENDS_WITH)
    return f"`{hook.row.name}`" if hook.background is None and reaction.refuses else ""


RULE = Rule("HW526", "bash-in-sh", Severity.WARNING, __doc__, _check, check_script=_check_script, has_fix=True)

r"""A command expands a variable that hooks of the event do not get.

## What it does

Reports variables that the agent sets on other events only, variables whose names are nearly one of the agent's, and
variables that people expect although the agent does not set them, such as `$CLAUDE_TOOL_INPUT` in Claude Code.
Also reads the Python and JavaScript code in commands: `os.environ["NAME"]` behind `python3 -c`, and
`process.env.NAME` behind `node -e`.
Also reports, in commands for PowerShell, environment variables that are written as in a POSIX shell.

Does not report variables that the command itself or the agent's settings set, that a usual environment has, or that
have a default: `${NAME:-…}`, `os.environ.get("NAME", "…")`, or code that reads the payload if the variable is missing.

## Why

The variable is empty. A guard looks at an empty text, and lets every call through.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "prettier --write \"$CLAUDE_FILE_PATHS\""}]}
    ]
  }
}
```

No hook gets `$CLAUDE_FILE_PATHS`. Read the path from the payload:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          {"type": "command", "command": "jq -r .tool_input.file_path | xargs prettier --write"}
        ]
      }
    ]
  }
}
```

## Fix

Changes a misspelled name to the variable that you probably meant. For a value in the payload, there is no fix: read it
from stdin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.environment_reads import variables_read
from hookwright.analysis.commands.inline_code import JAVASCRIPT, InlineCode, inline_codes
from hookwright.analysis.commands.shells import HookShell, understood, variable_of
from hookwright.analysis.rule import Fact, Finding, Fix, Place, Recipe, Rule, Subject, together
from hookwright.analysis.scripts.hook_scripts import POWERSHELLS, command_hooks
from hookwright.analysis.suggest import folded, slips
from hookwright.config.view import GroupView, HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import Variable
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.tree import Use
from hookwright.syntax.drafts import replace_piece

# What may well be in the environment of a hook, though it looks like a variable of a dialect.
_USUAL = frozenset(
    {"HOME", "HOSTNAME", "LANG", "LOGNAME", "NAME", "OLDPWD", "PATH", "PWD", "SHELL", "TERM", "TMPDIR", "USER"}
    | {"USERNAME", "PROJECT", "PROJECT_NAME", "SESSION", "SESSION_NAME", "TIME", "TOOL", "FILE", "INPUTS", "OUTPUTS"}
)
# After these, variables may come from anywhere.
_READS_MORE = frozenset({".", "source", "eval"})
_SHORT = 5
# Its length, or the value cut, replaced or in another case: of nothing, all of them make nothing.
_CHANGES_ONLY = late_pattern(r"\$\{(?:#|\w+(?:[#%/^,@]|:(?![-=+?])))")


def _check(subject: Subject) -> Iterator[Finding]:
    yield from _in_powershell(subject.file)
    set_elsewhere = subject.environment
    for hook in understood(subject.file):
        if hook.group.row is None or any(it.name in _READS_MORE for it in hook.shell.commands):
            continue
        told: dict[str, list[Use]] = {}
        for use in hook.shell.uses:
            is_set = use.name in hook.shell.assigned or use.name in set_elsewhere
            if not is_set and use.name not in _USUAL and not _has_default(hook, use):
                told.setdefault(use.name, []).append(use)
        for uses in told.values():
            yield from _judge(hook, uses)
        is_known = {*hook.shell.assigned, *set_elsewhere, *_USUAL, *told}
        for code in inline_codes(hook.shell):
            for name in variables_read(code):
                if name not in is_known:
                    yield from _judge_in_code(hook, code, name)


def _in_powershell(file: HookFile) -> Iterator[Finding]:
    """The dialect's variables that a PowerShell takes for its own, which nothing has set."""
    dialect = file.dialect
    hooks = [it for it in command_hooks(file) if it.shell in POWERSHELLS]
    if not hooks or not dialect.variables:
        return
    names = "|".join(re.escape(it.name) for it in dialect.variables)
    form = re.compile(rf"(?<!`)\$(?:(?P<bare>{names})\b|\{{(?P<braced>{names})\}})", re.IGNORECASE)
    for hook in hooks:
        text = hook.text
        for found in form.finditer(text):
            replaced = found["braced"] in dialect.placeholders
            if replaced or text[: found.start()].count("'") % 2 or _sets(text, found[0]):
                continue
            written = f"$env:{found['bare']}" if found["bare"] else f"${{env:{found['braced']}}}"
            edits = partial(replace_piece, file.tree, hook.route, *found.span(), written)
            message = f"`{found[0]}` is empty in PowerShell; use `{written}`"
            fix = Fix(f"Change to `{written}`", edits, preferred=True)
            yield Finding(Place(hook.route, piece=found.span()), message, (fix,))


def _sets(text: str, variable: str) -> bool:
    """Whether the command gives the variable a value itself."""
    return re.search(rf"{re.escape(variable)}\s*=(?!=)", text) is not None


def _has_default(hook: HookShell, use: Use) -> bool:
    """Whether the expansion says what to do where there is no value, or is one of names rather than of this value."""
    return use.braces and not use.plain and _CHANGES_ONLY.match(hook.text, use.start) is None


def _judge(hook: HookShell, uses: list[Use]) -> Iterator[Finding]:
    """What is wrong with a variable, said where a command has it first."""
    use = uses[0]
    fault = _fault(hook.file.dialect, hook.group, use.name, "")
    if fault is not None:
        message, meant = fault
        written = hook.text[use.start : use.end].replace(use.name, meant, 1)
        edits = together(*(_correction(hook, it, meant) for it in uses))
        fixes = (Fix(f"Change to `{written}`", edits, preferred=True),) if meant else ()
        yield Finding(hook.place(use.start, use.end), message, fixes)


def _judge_in_code(hook: HookShell, code: InlineCode, name: str) -> Iterator[Finding]:
    place = code.place_in(hook.text, name)
    fault = _fault(hook.file.dialect, hook.group, name, code.language) if place is not None else None
    if place is not None and fault is not None:
        message, meant = fault
        edits = partial(replace_piece, hook.file.tree, hook.route, *place, meant)
        yield Finding(
            hook.place(*place), message, (Fix(f"Change to `{meant}`", edits, preferred=True),) if meant else ()
        )


def _fault(dialect: Dialect, group: GroupView, name: str, language: str) -> tuple[str, str] | None:
    """What is wrong with a variable in code of a language, or in the shell's, and the name that was meant, if any."""
    event, shown = group.event, f"`{name}`" if language else f"`${name}`"
    files = {it.file_variable: it for it in dialect.variables if it.spills}
    variable = variable_of(dialect, name) or files.get(name)
    if variable is not None:
        owners = ", ".join(variable.events or ())
        found = f"{shown} is not set on {event}, only on {owners}; move the hook there"
        return None if variable.on(event) else (found, "")
    believed = dialect.believes(name)
    if believed.startswith("."):
        return f"no hook gets {shown}{_in_payload(dialect, group, believed, language)}", ""
    if believed and not believed.isidentifier():
        return f"no hook gets {shown}; {believed}", ""
    meant = believed or _meant(name, dialect.variables, event)
    return (f"no hook gets {shown}; did you mean `{'' if language else '$'}{meant}`?", meant) if meant else None


def _in_payload(dialect: Dialect, group: GroupView, path: str, language: str) -> str:
    """Where to read what the variable was to hold, if the event's payload has it."""
    row, first = group.row, path[1:].partition(".")[0]
    if row is not None and all(it.name != first for it in (*dialect.payload, *row.payload)):
        return f", and the payload of `{row.name}` has no `{first}`; remove it, or move the hook to another event"
    program = f"jq -r {path}"
    if language == JAVASCRIPT:
        program = f"JSON.parse(require('fs').readFileSync(0)){path}"
    elif language:
        program = "json.load(sys.stdin)" + "".join(f"['{it}']" for it in path[1:].split("."))
    return f"; the payload is on stdin: read it there, for example with `{program}`"


def _correction(hook: HookShell, use: Use, meant: str) -> Recipe:
    text = hook.text[use.start : use.end].replace(use.name, meant, 1)
    return partial(replace_piece, hook.file.tree, hook.route, use.start, use.end, text)


def _meant(name: str, variables: tuple[Variable, ...], event: str) -> str | None:
    known = [it.name for it in variables if it.on(event)]
    for it in known:
        if folded(it) == folded(name) and name.upper() == name:
            return it
    near = [(slips(name, it, 2 if len(name) <= _SHORT + 3 else 3), it) for it in known if len(it) > _SHORT]
    close = [(count, it) for count, it in near if count < (2 if len(name) <= _SHORT + 3 else 3)]
    return min(close)[1] if close and len(name) >= _SHORT else None


RULE = Rule(
    "HW506",
    "unknown-variable",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

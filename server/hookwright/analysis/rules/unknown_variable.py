r"""A command expands a variable that hooks of the event do not get.

## What it does

Reports, in commands for a PowerShell, variables of the environment that are written as a POSIX shell has them.

Reports variables that the dialect sets on other events only, that are nearly one of the dialect's, and those that
people expect although the agent does not set them.
What the command itself or the agent's settings set, what a usual environment has, and what has a default
(`${NAME:-…}`) is left alone.

## Why

The shell puts nothing in its place: a guard looks at an empty text, and lets everything through.

## Example

```json
{"type": "command", "command": "prettier --write \"$CLAUDE_FILE_PATHS\""}
```

## Fix

Changes a slip to the variable that was probably meant; what is on stdin has to be read from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.commands.shells import HookShell, understood, variable_of
from hookwright.analysis.rule import Fact, Finding, Fix, Place, Recipe, Rule, Subject, together
from hookwright.analysis.scripts.hook_scripts import POWERSHELLS, command_hooks
from hookwright.analysis.suggest import folded, slips
from hookwright.config.view import HookFile
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
    dialect, event, place = hook.file.dialect, hook.group.event, hook.place(use.start, use.end)
    files = {it.file_variable: it for it in dialect.variables if it.spills}
    variable = variable_of(dialect, use.name) or files.get(use.name)
    if variable is not None:
        if not variable.on(event):
            owners = ", ".join(variable.events or ())
            yield Finding(place, f"`${use.name}` is not set on {event}, only on {owners}; move the hook there")
        return
    believed = dialect.believed.get(use.name)
    if believed is not None:
        yield Finding(place, f"no hook gets `${use.name}`; {believed}")
        return
    meant = _meant(use.name, dialect.variables, event)
    if meant is not None:
        written = hook.text[use.start : use.end].replace(use.name, meant, 1)
        edits = together(*(_correction(hook, it, meant) for it in uses))
        message = f"no hook gets `${use.name}`; did you mean `${meant}`?"
        yield Finding(place, message, (Fix(f"Change to `{written}`", edits, preferred=True),))


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


RULE = Rule("HW506", "unknown-variable", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

r"""A command expands a variable that hooks of the event do not get.

## What it does

Reports variables that the agent sets on other events only, and variables whose names are close to one of the agent's.
Also reports variables that people expect, but that the agent does not set, such as `$CLAUDE_TOOL_INPUT` in Claude Code.
Also reads the Python and JavaScript code in commands: `os.environ["NAME"]` behind `python3 -c`, and
`process.env.NAME` behind `node -e`. In the scripts that commands run, reads shell, Python and JavaScript.
Also reports, in commands for PowerShell, environment variables that are written as in a POSIX shell.

Does not report variables that the command itself or the agent's settings set, that a usual environment has, or that
have a default: `${NAME:-…}`, `os.environ.get("NAME", "…")`, or code that reads the payload if the variable is missing.
In a script, does not report a variable if the script takes the value from elsewhere when the variable is empty.
Reports an empty default for a variable that people expect, if the script never reads stdin. A fixed default, such as
`${CLAUDE_TOOL_NAME:-Bash}`, is what the script always uses. This is a warning, unless the script also reads that part
of the payload.

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
from hookwright.analysis.commands.inline_code import InlineCode, inline_codes
from hookwright.analysis.commands.shells import HookShell, understood
from hookwright.analysis.contract.changes import word
from hookwright.analysis.contract.defaults import goes_without, has_own_default
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import faults
from hookwright.analysis.rule import Fact, Finding, Fix, Place, Recipe, Rule, Subject, together
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.scripts.hook_scripts import POWERSHELLS, command_hooks
from hookwright.analysis.variable_faults import USUAL, fault_of_variable
from hookwright.config.environment import settings_environment
from hookwright.config.view import HookFile
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadKey, ReadVariable
from hookwright.shell.code_words import JAVASCRIPT, PYTHON
from hookwright.shell.tree import Use
from hookwright.syntax.drafts import replace_piece

# After these, variables may come from anywhere.
_READS_MORE = frozenset({".", "source", "eval"})
_LANGUAGES = {Language.PYTHON: PYTHON, Language.JAVASCRIPT: JAVASCRIPT}
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
            if not is_set and use.name not in USUAL and not _has_default(hook, use):
                told.setdefault(use.name, []).append(use)
        for uses in told.values():
            yield from _judge(hook, uses)
        is_known = {*hook.shell.assigned, *set_elsewhere, *USUAL, *told}
        for code in inline_codes(hook.shell):
            for name in variables_read(code):
                if name not in is_known:
                    yield from _judge_in_code(hook, code, name)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """The variables that a script reads, each at its first read."""
    read = dict[str, list[ReadVariable]]()
    for it in subject.script.effects:
        if isinstance(it, ReadVariable) and it.name not in USUAL:
            read.setdefault(it.name, []).append(it)
    language = _LANGUAGES.get(subject.script.language, "")
    for name, reads in read.items():
        spots = [it.spot for it in reads]
        for (message, meant, is_mild), uses in faults(subject, partial(_fault_for, subject, reads, language)):
            fixes = word(subject, spots, name, meant) if meant else ()
            yield finding_at(spots[0], message, fixes, Severity.WARNING if is_mild else None, uses=uses)
            break


def _fault_for(
    subject: ScriptSubject, reads: list[ReadVariable], language: str, use: ScriptUse
) -> tuple[str, str, bool] | None:
    """What is wrong with a variable for a hook that does not set it itself, what was meant, and whether that is mild.

    One with a default may be missing, unless the script has no other way to get what people expect in it.  Where
    another variable has that, the script always takes the default, which is mild.
    """
    name = reads[0].name
    believed = use.dialect.believes(name)
    is_mild = goes_without(subject, reads, believed)
    if is_mild and not (believed and has_own_default(subject, reads, believed) and not _reads(subject, believed)):
        return None
    if name in repr(use.values) or name in settings_environment(use.dialect, (use.file,)):
        return None
    fault = fault_of_variable(use.dialect, use.row, use.row.name, name, language)
    return None if fault is None else (*fault, is_mild)


def _reads(subject: ScriptSubject, believed: str) -> bool:
    """Whether the script also reads the part of the payload that people think is in a variable."""
    if not believed.startswith("."):
        return False
    first = believed[1:].partition(".")[0]
    return any(
        isinstance(it, ReadKey) and first in ("", it.path[0] if it.path else "") for it in subject.script.effects
    )


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
    """Whether the expansion says what to do if there is no value, or is one of names rather than of this value."""
    return use.braces and not use.plain and _CHANGES_ONLY.match(hook.text, use.start) is None


def _judge(hook: HookShell, uses: list[Use]) -> Iterator[Finding]:
    """What is wrong with a variable, said where a command has it first."""
    use = uses[0]
    fault = fault_of_variable(hook.file.dialect, hook.group.row, hook.group.event, use.name)
    if fault is not None:
        message, meant = fault
        written = hook.text[use.start : use.end].replace(use.name, meant, 1)
        edits = together(*(_correction(hook, it, meant) for it in uses))
        fixes = (Fix(f"Change to `{written}`", edits, preferred=True),) if meant else ()
        yield Finding(hook.place(use.start, use.end), message, fixes)


def _judge_in_code(hook: HookShell, code: InlineCode, name: str) -> Iterator[Finding]:
    place = code.place_in(hook.text, name)
    group = hook.group
    fault = fault_of_variable(hook.file.dialect, group.row, group.event, name, code.language)
    if place is not None and fault is not None:
        message, meant = fault
        edits = partial(replace_piece, hook.file.tree, hook.route, *place, meant)
        yield Finding(
            hook.place(*place), message, (Fix(f"Change to `{meant}`", edits, preferred=True),) if meant else ()
        )


def _correction(hook: HookShell, use: Use, meant: str) -> Recipe:
    text = hook.text[use.start : use.end].replace(use.name, meant, 1)
    return partial(replace_piece, hook.file.tree, hook.route, use.start, use.end, text)


RULE = Rule(
    "HW506",
    "unknown-variable",
    Severity.ERROR,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

r"""A command prints a JSON object with a key or a value that the agent does not read on the event.

## What it does

Reads the JSON objects that are written in a command itself, after `echo` or `printf` or in a here-document of `cat`.
Reports keys that the agent does not read on that event, and values that have the wrong type or are not one of the
allowed words. It applies to every agent that reads an object from stdout.
Also reads the objects that scripts print in shell, Python and JavaScript: literal texts, `jq -n`, `json.dumps` and
`JSON.stringify` of objects whose keys are written out. It follows variables and the script's own functions.

- An object that is not printed as JSON is reported as a whole: `print({…})` in Python, `console.log({…})` in
  JavaScript, and texts with single quotes such as `{'decision': 'block'}`.
- If several hooks run a script, and the script can tell them apart, it reports only what is wrong for all of them.
- The unread keys of an object are one finding. Next to keys that the agent reads, the finding is information.
- A word that lets the event go on, as it would anyway, is a hint.
- A decision is not an error if the script exits with a code that refuses.

Does not report objects in a branch for a variable of another agent, or for an argument that the command does not pass.
Does not report values that are known only when the hook runs, such as those of variables.

## Why

The agent ignores the key or the value, or drops the whole object. A decision that is spelled wrong decides nothing. If
it would refuse, the finding is an error.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"denied\"}}'"
}]}]}}
```

To refuse the call, write the word that Claude Code reads:

```json
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{
  "type": "command",
  "command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"deny\"}}'"
}]}]}}
```

To tell the model something, use the key that the event has for it.

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "echo '{\"additionalContext\": \"Test\"}'"}]}
    ]
  }
}
```

Claude Code does not read `additionalContext` at the root. Put it in `hookSpecificOutput`, with the name of the event:

```json
{"hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": [{
  "type": "command",
  "command": "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PostToolUse\", \"additionalContext\": \"Test\"}}'"
}]}]}}
```

## Fix

Writes the key or the word that is nearly the same.
If there is none, the message names the key with which this event refuses, or tells the model or the user something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.commands.refusals import futile_field, printed_objects, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import once, word
from hookwright.analysis.contract.not_json import objects_that_are_no_json
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.output_faults import OutputFault, is_comment, lets_go_on, output_faults
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.outcome import OutputProblem
from hookwright.model.reaction import Severity
from hookwright.policies.output import fitting_values
from hookwright.scripts.values import Spot
from hookwright.shell.static_output import UNKNOWN, Printed

# How far behind its key a value begins at most, quotes and blanks included.
_BESIDE = 12


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        found = printed_objects(command.text) if command.row.outputs else ()
        if not found or not command.reaction(0).reads_output:
            continue
        for it in found:
            # An object that refuses if nothing can be refused is wrong as a whole.
            if futile_field(command.file.dialect, command.row, command.reaction(0), it.value) is not None:
                continue
            _, problems = fitting_values(it.value, command.row, command.file.dialect)
            for problem in problems:
                value = value_at(it.value, problem.path)
                if UNKNOWN not in "".join(problem.path) and UNKNOWN not in str(value) and not is_comment(problem):
                    yield _finding(command, it.text, problem, value)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """What is wrong with the objects that a script prints, each key once, where it stands first."""
    told = set[Spot]()
    for it, fault in output_faults(subject):
        spot = it.spot(fault.problem.path)
        if spot not in told:
            told.add(spot)
            yield _finding_in_script(subject, it, fault)
    yield from objects_that_are_no_json(subject)


def _finding_in_script(subject: ScriptSubject, it: KnownObject, fault: OutputFault) -> Finding:
    problem, uses = fault.problem, fault.uses
    value = value_at(it.value, problem.path)
    spot = _value_of(subject, it, problem, value) if problem.wrong else it.spot(problem.path)
    old = _spelled(value) if problem.wrong else problem.path[-1]
    fixes = () if problem.meant is None else word(subject, [spot], old, problem.meant)
    message = problem.message
    several = len({it.dialect.id for it in subject.uses}) > 1
    if len(uses) < len(subject.uses) and (several or not message.startswith(f"`{uses[0].row.name}` ")):
        message = f"for {subject.named(uses)}, {message}"
    return finding_at(spot, message, fixes, fault.severity, uses=uses)


def _value_of(subject: ScriptSubject, it: KnownObject, problem: OutputProblem, value: object) -> Spot:
    """Where the value stands behind its key; the key where it is written elsewhere."""
    key, text = it.spot(problem.path), _spelled(value)
    behind = Spot(key.start, key.end + len(text) + _BESIDE, key.file)
    return once(subject, behind, text) or once(subject, it.printed.spot, text) or key


def _finding(command: HookCommand, text: Printed, problem: OutputProblem, value: object) -> Finding:
    start, end = _piece(command.text, text, problem, value)
    whole = (start, end) == (text.start, text.end)
    fixes = () if problem.meant is None or whole else (command.change(start, end, problem.meant),)
    # Without it nothing is decided: what lets the event go on changes nothing by that, what refuses lets it through.
    severity = Severity.ERROR if problem.decides and not lets_go_on(value) else None
    return Finding(command.place(start, end), problem.message, fixes, severity)


def _piece(command: str, text: Printed, problem: OutputProblem, value: object) -> tuple[int, int]:
    """Where the key or the value stands in the command; the whole text if that cannot be told."""
    key = rf"\\?[\"']{re.escape(problem.path[-1])}\\?[\"']"
    wanted = rf"{key}\s*:\s*(?:\\?\")?({re.escape(_spelled(value))})" if problem.wrong else key
    found = list(re.compile(wanted).finditer(command, text.start, text.end))
    if len(found) != 1:
        return text.start, text.end
    if problem.wrong:
        return found[0].span(1)
    start = command.index(problem.path[-1], found[0].start())
    return start, start + len(problem.path[-1])


def _spelled(value: object) -> str:
    if isinstance(value, dict):
        return "{"
    if isinstance(value, list):
        return "["
    return str(value).lower() if isinstance(value, bool) else str(value)


RULE = Rule(
    "HW512",
    "output-not-understood",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)

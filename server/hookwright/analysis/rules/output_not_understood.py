r"""A command prints a JSON object with a key or a value that the agent does not read on the event.

## What it does

Reads the JSON objects that are written in a command itself, after `echo` or `printf` or in a here-document of `cat`.
Reports keys that the agent does not read on that event, and values that have the wrong type or are not one of the
allowed words. It applies to every agent that reads an object from stdout.
Reads the objects that scripts print, too, in shell, Python and JavaScript: literal texts, `jq -n`, `json.dumps` and
`JSON.stringify` of objects whose keys are written out, through variables and the script's own functions. Where several
hooks run a script that can tell them apart, reports only keys and values that are wrong for all of them.
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
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hookwright.analysis.commands.refusals import futile_field, printed_objects, value_at
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import once, word
from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import printed_objects as printed_in_script
from hookwright.analysis.contract.uses import is_read
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.suggest import folded, looks_like_comment, slips
from hookwright.model.event import EventRow
from hookwright.model.outcome import OutputProblem
from hookwright.model.reaction import Severity
from hookwright.policies.output import Fitting, fitting_values, unmet_demands
from hookwright.policies.output_advice import advice_on
from hookwright.scripts.values import Path, Spot
from hookwright.shell.static_output import UNKNOWN, Printed

# How far behind its key a value begins at most, quotes and blanks included.
_BESIDE = 12
_LIKE = 3
_LETS_GO_ON = frozenset({"allow", "allowed", "approve", "approved", "accept", "continue", "ok", "pass", "true"})


def _check(subject: Subject) -> Iterator[Finding]:
    for command in hook_commands(subject.file):
        found = printed_objects(command.text) if command.row.outputs else ()
        if not found or not command.reaction(0).reads_output:
            continue
        for it in found:
            # An object that refuses where nothing can be refused is wrong as a whole.
            if futile_field(command.file.dialect, command.row, command.reaction(0), it.value) is not None:
                continue
            _, problems = fitting_values(it.value, command.row, command.file.dialect)
            for problem in problems:
                value = value_at(it.value, problem.path)
                if UNKNOWN not in "".join(problem.path) and UNKNOWN not in str(value) and not _is_comment(problem):
                    yield _finding(command, it.text, problem, value)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """What is wrong with the objects that a script prints, each fault where it stands first."""
    told = set[tuple[Spot, str]]()
    for it in printed_in_script(subject):
        for problem, uses in _problems_of(subject, it):
            spot = it.spot(problem.path)
            if (spot, problem.message) not in told:
                told.add((spot, problem.message))
                yield _finding_in_script(subject, it, problem, uses)


def _problems_of(subject: ScriptSubject, it: KnownObject) -> Iterator[tuple[OutputProblem, list[ScriptUse]]]:
    """What is wrong, and for which hooks; for all in the same place, where the script can tell its hooks apart."""
    found = dict[tuple[Path, str], tuple[OutputProblem, list[ScriptUse]]]()
    paths = [set[Path]() for _ in subject.uses]
    for use, at in zip(subject.uses, paths, strict=True):
        for problem in _problems_for(use, it):
            found.setdefault((problem.path, problem.message), (problem, []))[1].append(use)
            at.add(problem.path)
    everywhere = set.intersection(*paths) if subject.tells_apart else set.union(*paths)
    yield from (one for (path, _), one in found.items() if path in everywhere)


def _problems_for(use: ScriptUse, it: KnownObject) -> Iterator[OutputProblem]:
    row = use.row
    if not row.outputs or not use.reaction(0).reads_output or not is_read(use):
        return
    if futile_field(use.dialect, row, use.reaction(0), it.value) is not None:
        return
    fitting, problems = fitting_values(it.value, row, use.dialect)
    if it.whole and UNKNOWN not in repr(it.value):
        problems += unmet_demands(it.value, row)
    found = [one for one in (_without_guess(row, it, one) for one in problems) if _is_known(row, it, one)]
    found = [one for one in found if not _is_for_others(it, one, fitting)]
    if fitting or len(found) < 2 or not all(map(_is_strange, found)):
        yield from found
    else:
        advice = found[0].message.partition(": ")[2]
        message = f"`{row.name}` reads none of the keys of this object"
        yield replace(found[0], message=f"{message}: {advice}" if advice else message)


def _is_for_others(it: KnownObject, problem: OutputProblem, fitting: Sequence[Fitting]) -> bool:
    """Whether it is a key that changes nothing, or says to another agent what another key says to this one."""
    key, value = problem.path[-1], value_at(it.value, problem.path)
    if problem.wrong or len(problem.path) > 1:
        return False
    if key == "continue" and value is True:
        return True
    said = {folded(field.path[-1]) for field, _ in fitting}
    inner = value if isinstance(value, dict) else {key: value}
    return not said.isdisjoint(map(folded, inner))


def _is_known(row: EventRow, it: KnownObject, problem: OutputProblem) -> bool:
    """Whether it is a problem whatever only a run can tell, and no comment."""
    value = value_at(it.value, problem.path)
    unsure = value is None or UNKNOWN in repr(value) if problem.wrong else _depends_on_run(row, it, problem)
    return UNKNOWN not in "".join(problem.path) and not unsure and not _is_comment(problem)


def _is_strange(problem: OutputProblem) -> bool:
    """Whether it is a key of the object itself that nothing is known of."""
    strange = not problem.wrong and problem.meant is None and len(problem.path) == 1
    return strange and "it belongs inside" not in problem.message and not problem.decides


def _without_guess(row: EventRow, it: KnownObject, problem: OutputProblem) -> OutputProblem:
    """The problem without a key that is only somewhat like it: a script's own objects have many keys."""
    key = problem.path[-1]
    if problem.wrong or problem.meant is None or slips(folded(key), folded(problem.meant), _LIKE) < _LIKE:
        return problem
    advice = advice_on(key, value_at(it.value, problem.path), row)
    message = problem.message.partition(":")[0]
    return replace(problem, message=f"{message}: {advice}" if advice else message, meant=None, decides=False)


def _depends_on_run(row: EventRow, it: KnownObject, problem: OutputProblem) -> bool:
    """Whether the key is read beside a word that only a run can tell."""
    field = next((one for one in row.outputs if one.path == problem.path), None)
    beside = field.only_with if field is not None else None
    return beside is not None and UNKNOWN in repr(value_at(it.value, beside[0]))


def _finding_in_script(
    subject: ScriptSubject, it: KnownObject, problem: OutputProblem, uses: list[ScriptUse]
) -> Finding:
    value = value_at(it.value, problem.path)
    spot = _value_of(subject, it, problem, value) if problem.wrong else it.spot(problem.path)
    old = _spelled(value) if problem.wrong else problem.path[-1]
    fixes = () if problem.meant is None else word(subject, [spot], old, problem.meant)
    severity = Severity.ERROR if problem.decides and _spelled(value).lower() not in _LETS_GO_ON else None
    message = problem.message
    several = len({it.dialect.id for it in subject.uses}) > 1
    if len(uses) < len(subject.uses) and (several or not message.startswith(f"`{uses[0].row.name}` ")):
        message = f"for {subject.named(uses)}, {message}"
    return finding_at(spot, message, fixes, severity, uses=tuple(uses))


def _value_of(subject: ScriptSubject, it: KnownObject, problem: OutputProblem, value: object) -> Spot:
    """Where the value stands behind its key; the key where it is written elsewhere."""
    key, text = it.spot(problem.path), _spelled(value)
    behind = Spot(key.start, key.end + len(text) + _BESIDE, key.file)
    return once(subject, behind, text) or once(subject, it.printed.spot, text) or key


def _is_comment(problem: OutputProblem) -> bool:
    return not problem.wrong and problem.meant is None and looks_like_comment(problem.path[-1])


def _finding(command: HookCommand, text: Printed, problem: OutputProblem, value: object) -> Finding:
    start, end = _piece(command.text, text, problem, value)
    whole = (start, end) == (text.start, text.end)
    fixes = () if problem.meant is None or whole else (command.change(start, end, problem.meant),)
    # Without it nothing is decided: what lets the event go on changes nothing by that, what refuses lets it through.
    severity = Severity.ERROR if problem.decides and _spelled(value).lower() not in _LETS_GO_ON else None
    return Finding(command.place(start, end), problem.message, fixes, severity)


def _piece(command: str, text: Printed, problem: OutputProblem, value: object) -> tuple[int, int]:
    """Where the key or the value stands in the command; the whole text where that cannot be told."""
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

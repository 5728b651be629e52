r"""A script pastes text of the call into JSON, which breaks the object if the text has a quote in it.

## What it does

Reports the JSON objects that a script puts together as text, if a part of the payload stands in them as it is:
`echo "{\"reason\": \"$cmd\"}"` in shell, and the same with f-strings in Python and templates in JavaScript.
It applies to every agent that reads an object from stdout.

It is a warning if the object refuses, and information otherwise. It is a hint if all such parts are paths of files,
which seldom have quotes or backslashes in them.

Does not report values that `jq`, `json.dumps` or `JSON.stringify` write, and values that something else has changed
before. Does not report names of tools and events, and objects behind which the script ends with a code that refuses.

## Why

A command such as `rm -rf "build"` has quotes in it. Then, the output is not JSON, so the agent does not find the
decision, and goes on. The guard stops `rm -rf build`, but not `rm -rf "build"`.

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
cmd=$(jq -r .tool_input.command)
if [[ $cmd == *"rm -rf"* ]]; then
  echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"deny\",
    \"permissionDecisionReason\": \"Blocked: $cmd\"}}"
fi
```

Have `jq` write the text:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
cmd=$(jq -r .tool_input.command)
if [[ $cmd == *"rm -rf"* ]]; then
  jq -n --arg reason "Blocked: $cmd" '{"hookSpecificOutput": {"hookEventName": "PreToolUse",
    "permissionDecision": "deny", "permissionDecisionReason": $reason}}'
fi
```

## Fix

None: where the object begins and ends is up to the script.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.objects import KnownObject
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import printed_objects, refuses_by_object
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.values import Json, OneOf, Path, Payload, Spot, Text, Value

_WITHOUT_QUOTES = late_pattern(
    r"(?i)(?:session|tool_use|tool_call|agent|turn|conversation|generation)_?id|tool_?name|hook_?event_?name|timestamp"
    r"|permission_?mode|source|model|stop_hook_active|trigger|agent_type|cwd|transcript_?path"
)
"""First keys of what has no quotes in it: words of the agent, and folders."""
_OF_FILES = late_pattern(r"(?i)path|file|dir|folder|cwd")
_WRITERS = {
    Language.SHELL: "`jq -n --arg`",
    Language.PYTHON: "`json.dumps(…)`",
    Language.JAVASCRIPT: "`JSON.stringify(…)`",
}


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told = set[Spot]()
    for it in printed_objects(subject):
        paths = tuple(dict.fromkeys(_pasted(it.printed.value)))
        uses = uses_with(subject, partial(_is_lost, subject, it)) if paths and it.printed.spot not in told else ()
        if uses:
            told.add(it.printed.spot)
            refuses = any(refuses_by_object(use, it) for use in uses)
            message, severity = _message(subject, paths, refuses=refuses), _severity(paths, refuses=refuses)
            yield finding_at(it.printed.spot, message, (), severity, uses=uses)


def _pasted(value: Value) -> Iterator[Path]:
    """The parts of the payload that stand in the text of an object as they are, and may have quotes in them."""
    match value:
        case Json(pasted=parts) | Text(parts=parts):
            paths = (it.path for it in parts if isinstance(it, Payload) and it.path)
            yield from (it for it in paths if _WITHOUT_QUOTES.fullmatch(it[0]) is None)
        case OneOf(values=values):
            for it in values:
                yield from _pasted(it)


def _is_lost(subject: ScriptSubject, it: KnownObject, use: ScriptUse) -> bool:
    """Whether the agent would read the object, and an end behind it does not refuse by its code."""
    known = {field.path[0] for field in use.row.outputs}
    if not is_read(use) or known.isdisjoint(it.value):
        return False
    codes = {one.code for one in subject.endings.all if any(printed is it.printed for printed in one.prints)}
    return any(code is not None and not use.blocks(code) and use.reaction(code).reads_output for code in codes)


def _severity(paths: tuple[Path, ...], *, refuses: bool) -> Severity:
    if all(_OF_FILES.search(it[-1]) for it in paths):
        return Severity.HINT
    return Severity.WARNING if refuses else Severity.INFORMATION


def _message(subject: ScriptSubject, paths: tuple[Path, ...], *, refuses: bool) -> str:
    named = ".".join(paths[0])
    effect = "so it does not refuse" if refuses else "so it is lost"
    broken = f"a quote or a backslash in `{named}` breaks this object: the agent cannot read it, {effect}"
    return f"{broken}; write the text with {_WRITERS[subject.script.language]}"


RULE = Rule(
    "HW527",
    "text-pasted-in-json",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)

"""The rules about what hooks do when they run: firing finds it, reading the file does not."""

from __future__ import annotations

from hookwright.analysis.rule import Fact, Rule
from hookwright.analysis.rules import RULES
from hookwright.model.reaction import Severity

_NOT_JSON = """\
A hook printed text that looks like a JSON object but is not one.

## What it does

Reports hooks that you fired, if their stdout begins like an object but is not valid JSON, or has an object with other
text before it. It applies to every agent that reads an object from stdout.
The finding stays on the hook's line until the hook or its script changes, or until you fire it again.

## Why

All of stdout has to be the object. The agent reads anything else as plain text or as an error, so the decision in it
has no effect.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMessage\\": Checked}'"}]}
    ]
  }
}
```

Print valid JSON and nothing else:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMessage\\": \\"Checked\\"}'"}]}
    ]
  }
}
```

## Fix

None: print only the object to stdout, and everything else to stderr.
"""

_UNKNOWN_FIELD = """\
A hook printed a field that the agent does not read on its event.

## What it does

Reports fields in the JSON object that a hook printed when you fired it, if the agent does not read them on that event.
The message has the nearest name, or the events on which the agent reads the field. It applies to every agent that reads
an object from stdout.
The finding stays on the hook's line until the hook or its script changes, or until you fire it again.

## Why

The agent ignores the field, and does not say so.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMesage\\": \\"Checked\\"}'"}]}
    ]
  }
}
```

Correct the name:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMessage\\": \\"Checked\\"}'"}]}
    ]
  }
}
```

## Fix

None: correct the name where the hook prints it.
"""

_WRONG_VALUE = """\
A hook printed a value that the agent does not accept in its field.

## What it does

Reports values in the JSON object that a hook printed when you fired it, if they have another type than their field, or
are not one of its words. It applies to every agent that reads an object from stdout.
The finding stays on the hook's line until the hook or its script changes, or until you fire it again.

## Why

The agent ignores the value or drops the whole object, so the hook decides nothing.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMessage\\": 5}'"}]}
    ]
  }
}
```

Print a value that the field takes:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo '{\\"systemMessage\\": \\"Checked\\"}'"}]}
    ]
  }
}
```

## Fix

None: correct the value where the hook prints it.
"""

_SLOW = """\
A hook took long.

## What it does

Reports hooks that took more than half of their time-out, or more than a second on an event on which the agent waits:
when you fired them, or in nineteen of twenty runs that the journal has of them in this project. It applies to every
agent.
The finding stays on the hook's line until the hook or its script changes, or until you fire it again.

## Why

The agent waits for the hook every time. Near its time-out, the agent stops the hook when the machine is busy, and the
hook then decides nothing.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "npm test", "timeout": 60}]}
    ]
  }
}
```

Run less on each event, and run everything in another place, such as CI:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "npm run lint", "timeout": 60}]}
    ]
  }
}
```

## Fix

None: make the hook faster, or raise its time-out.
"""

_WITHOUT_EFFECT = """\
A hook printed a refusal, and refused nothing.

## What it does

Reports hooks that you fired, if they printed that something is blocked or denied, and the agent would go on: with an
exit code that does not block, such as 1, or with an object that the agent does not read. Also reports guards that did
not run to their end because a program was not found (exit code 126 or 127).
Names the line of the script where the text and the exit code tell it. It applies to every agent in which hooks can
refuse. With such a finding, the exit code of `hookwright fire` is 1.
The finding stays on the hook's line until the hook or its script changes, or until you fire it again.

## Why

The guard looks as if it worked: its message is in the log. But the tool call still happens.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Blocked: no shell here' >&2; exit 1"}]}
    ]
  }
}
```

In Claude Code, exit code 2 blocks:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo 'Blocked: no shell here' >&2; exit 2"}]}
    ]
  }
}
```

## Fix

None: end with the exit code that blocks, or print the object that does.
"""


OUTPUT_NOT_JSON = Rule("HW801", "output-not-json", Severity.WARNING, _NOT_JSON, stands_on=Fact.FILE)
OUTPUT_UNKNOWN_FIELD = Rule("HW802", "output-unknown-field", Severity.WARNING, _UNKNOWN_FIELD, stands_on=Fact.EVENT)
OUTPUT_WRONG_VALUE = Rule("HW803", "output-wrong-value", Severity.WARNING, _WRONG_VALUE, stands_on=Fact.EVENT)
SLOW_HOOK = Rule("HW804", "slow-hook", Severity.INFORMATION, _SLOW)
REFUSAL_WITHOUT_EFFECT = Rule(
    "HW805", "refusal-without-effect", Severity.ERROR, _WITHOUT_EFFECT, stands_on=Fact.EVENT, specified=Severity.WARNING
)

RUN_RULES: tuple[Rule, ...] = (
    OUTPUT_NOT_JSON,
    OUTPUT_UNKNOWN_FIELD,
    OUTPUT_WRONG_VALUE,
    SLOW_HOOK,
    REFUSAL_WITHOUT_EFFECT,
)

FILE_AND_RUN_RULES: tuple[Rule, ...] = (*RULES, *RUN_RULES)
"""Every rule that settings can switch off or give another severity."""

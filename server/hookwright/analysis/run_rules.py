"""The rules about what hooks do when they run: firing finds it, reading the file does not."""

from __future__ import annotations

from hookwright.analysis.rule import Fact, Rule
from hookwright.analysis.rules import RULES
from hookwright.model.reaction import Severity

_NOT_JSON = """\
A hook printed something that looks like a JSON object but is not one.

## What it does

Reports hooks that were fired and whose stdout begins like an object but cannot be read as one, or has an object with
other text before it.
The finding stays on the hook's line until the hook or its script changes, or it is fired again.

## Why

All of stdout has to be the object. What is not is plain text, so the decision in it is never read.

## Example

```json
{"type": "command", "command": "echo checking; echo '{\\"decision\\": \\"deny\\"}'"}
```

## Fix

None: have the hook print the object and nothing else, the rest to stderr.
"""

_UNKNOWN_FIELD = """\
A hook printed a field that its event does not read.

## What it does

Reports fields in the JSON object of a hook that was fired which the dialect does not read on that event, with the
nearest name, or with the events that do read it.
The finding stays on the hook's line until the hook or its script changes, or it is fired again.

## Why

The field has no effect, and the agent does not say so.

## Example

```json
{"type": "command", "command": "echo '{\\"decison\\": \\"deny\\"}'"}
```

## Fix

None: correct the name where the hook prints it.
"""

_WRONG_VALUE = """\
A hook printed a value that its field does not take.

## What it does

Reports values in the JSON object of a hook that was fired that are of another type than their field, or none of its
words.
The finding stays on the hook's line until the hook or its script changes, or it is fired again.

## Why

The value is not read, so the hook decides nothing.

## Example

```json
{"type": "command", "command": "echo '{\\"decision\\": \\"perhaps\\"}'"}
```

## Fix

None: correct the value where the hook prints it.
"""

_SLOW = """\
A hook took long.

## What it does

Reports hooks that took more than half of their time-out, or more than a second on an event that holds the agent up:
when they were fired, or in nineteen of twenty runs that the journal knows of in this project.
The finding stays on the hook's line until the hook or its script changes, or it is fired again.

## Why

The agent waits for it every time, and near its time-out a hook is killed on a busy machine, and decides nothing.

## Example

```json
{"type": "command", "command": "npm test", "timeout": 60}
```

## Fix

None: make the hook faster, or raise its time-out.
"""


OUTPUT_NOT_JSON = Rule("HW801", "output-not-json", Severity.WARNING, _NOT_JSON, stands_on=Fact.FILE)
OUTPUT_UNKNOWN_FIELD = Rule("HW802", "output-unknown-field", Severity.WARNING, _UNKNOWN_FIELD, stands_on=Fact.EVENT)
OUTPUT_WRONG_VALUE = Rule("HW803", "output-wrong-value", Severity.WARNING, _WRONG_VALUE, stands_on=Fact.EVENT)
SLOW_HOOK = Rule("HW804", "slow-hook", Severity.INFORMATION, _SLOW)

RUN_RULES: tuple[Rule, ...] = (OUTPUT_NOT_JSON, OUTPUT_UNKNOWN_FIELD, OUTPUT_WRONG_VALUE, SLOW_HOOK)

FILE_AND_RUN_RULES: tuple[Rule, ...] = (*RULES, *RUN_RULES)
"""Every rule that settings can switch off or give another severity."""

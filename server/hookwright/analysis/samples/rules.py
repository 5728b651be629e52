"""The rules about the samples that a user keeps in `.hookwright/samples`; they look at no hook file."""

from __future__ import annotations

from hookwright.analysis.rule import Rule
from hookwright.model.reaction import Severity

_BROKEN = """\
A sample cannot be used.

## What it does

Reports samples that are not JSON objects, and those whose folders name a dialect or an event that is not known.

## Why

It is left out wherever samples are listed, and nothing can be fired with it.

## Example

```json
["tool_name", "Bash"]
```

## Fix

Repairs the text, where one edit does.
"""

_MISSING = """\
A sample lacks a field that its event always has.

## What it does

Reports fields of the event's payload that are not in the sample, apart from those that hookwright adds by itself.

## Why

A hook that reads the field does here what it never does in an agent.

## Example

```json
{"tool_name": "Bash"}
```

## Fix

Adds the field with its sample value.
"""

_WRONG = """\
A field of a sample has a value that its event never has.

## What it does

Reports values of another type than the payload's, words that the field does not take, and typos in names of tools.

## Why

A hook is fired with something that no agent would send.

## Example

```json
{"tool_name": "Bash", "tool_input": "ls"}
```

## Fix

Changes a word to the nearest one, where one is near.
"""

_UNKNOWN = """\
A sample has a field that its event is not known to have.

## What it does

Reports fields that the payload of the event is not known to have, and typos in those of a tool's input.

## Why

It may be a typo; agents may also send more than is documented, so it is only a hint.

## Example

```json
{"tool_nmae": "Bash"}
```

## Fix

Changes to the nearest name, where one is near.
"""


BROKEN_SAMPLE = Rule("HW903", "sample-broken", Severity.ERROR, _BROKEN, has_fix=True)
MISSING_FIELD = Rule("HW904", "sample-field-missing", Severity.WARNING, _MISSING, has_fix=True)
WRONG_VALUE = Rule("HW905", "sample-value-wrong", Severity.WARNING, _WRONG, has_fix=True)
UNKNOWN_FIELD = Rule("HW906", "sample-field-unknown", Severity.HINT, _UNKNOWN, has_fix=True)
SAMPLE_RULES = (BROKEN_SAMPLE, MISSING_FIELD, WRONG_VALUE, UNKNOWN_FIELD)

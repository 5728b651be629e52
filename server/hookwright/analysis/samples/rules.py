"""The rules about the samples that a user keeps in `.hookwright/samples`; they look at no hook file."""

from __future__ import annotations

from hookwright.analysis.rule import Rule
from hookwright.model.reaction import Severity

_BROKEN = """\
A sample cannot be used.

## What it does

In the editor, reports samples that are not JSON objects, and samples in a folder whose name is not a known dialect
or event.

## Why

hookwright does not list the sample, and cannot fire a hook with it.

## Example

In `.hookwright/samples/claude-code/SessionStart/start.json`:

```json
["transcript_path", "source"]
```

Write an object:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startup"}
```

## Fix

Repairs broken JSON, if one edit is enough.
"""

_MISSING = """\
A sample lacks a field that its event always has.

## What it does

In the editor, reports fields that the event's payload always has and the sample does not. Fields that hookwright adds
by itself, such as `session_id`, can be left out.

## Why

A hook that reads the field behaves differently here than in the agent.

## Example

In `.hookwright/samples/claude-code/SessionStart/start.json`:

```json
{"transcript_path": "/tmp/session.jsonl"}
```

Add the field:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startup"}
```

## Fix

Adds the field with a value for examples.
"""

_WRONG = """\
A field of a sample has a value that its event never has.

## What it does

In the editor, reports values of the wrong type, words that the field does not have, and typos in the names of tools.

## Why

The hook would be fired with a payload that no agent sends.

## Example

In `.hookwright/samples/claude-code/SessionStart/start.json`:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startpu"}
```

Write a value that the agent sends:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startup"}
```

## Fix

Changes a word to the nearest known one, if there is one that is close.
"""

_UNKNOWN = """\
A sample has a field that its event is not known to have.

## What it does

In the editor, reports fields that the event's payload is not known to have, and typos in the fields of a tool's input.

## Why

The field may be a typo. It is only a hint, because agents can send fields that are not documented.

## Example

In `.hookwright/samples/claude-code/SessionStart/start.json`:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startup", "modle": "opus"}
```

Write the name that the payload has:

```json
{"transcript_path": "/tmp/session.jsonl", "source": "startup", "model": "opus"}
```

## Fix

Changes the name to the nearest known one, if there is one that is close.
"""


BROKEN_SAMPLE = Rule("HW903", "sample-broken", Severity.ERROR, _BROKEN, has_fix=True)
MISSING_FIELD = Rule("HW904", "sample-field-missing", Severity.WARNING, _MISSING, has_fix=True)
WRONG_VALUE = Rule("HW905", "sample-value-wrong", Severity.WARNING, _WRONG, has_fix=True)
UNKNOWN_FIELD = Rule("HW906", "sample-field-unknown", Severity.HINT, _UNKNOWN, has_fix=True)
SAMPLE_RULES = (BROKEN_SAMPLE, MISSING_FIELD, WRONG_VALUE, UNKNOWN_FIELD)

"""The rules about what is said to hookwright itself: its settings, and the places where a rule is not to speak.

They look at no hook file by themselves, cannot be ignored, and are always checked.
"""

from __future__ import annotations

from hookwright.analysis.module_rules import MODULE_RULES
from hookwright.analysis.rule import Rule
from hookwright.analysis.samples.rules import SAMPLE_RULES
from hookwright.model.reaction import Severity

_INVALID = """\
A setting in `hookwright.json` is not understood.

## What it does

Reports keys, rules, severities and globs in `hookwright.json` that hookwright does not know, and broken JSON.

## Why

What is not understood has no effect.

## Example

```json
{"rules": {"unknown-evnt": "off"}}
```

## Fix

Changes to the nearest name, where one is near.
"""

_UNUSED = """\
An ignore comment or entry ignores nothing.

## What it does

Reports comments and entries of `ignore` in `hookwright.json` that match no finding.

## Why

What they ignored was fixed, moved, or never found; they would hide the next mistake in its place.

## Example

```json
{"ignore": [{"rule": "HW501", "file": "no-such-file.json"}]}
```

## Fix

None: remove what is not needed.
"""


INVALID_SETTING = Rule("HW901", "invalid-setting", Severity.WARNING, _INVALID, has_fix=True)
UNUSED_IGNORE = Rule("HW902", "unused-ignore", Severity.HINT, _UNUSED)
OWN_RULES = (INVALID_SETTING, UNUSED_IGNORE, *SAMPLE_RULES, *MODULE_RULES)

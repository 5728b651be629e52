"""The rules about files for hookwright itself: its settings, ignore comments, samples and hook modules.

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

Such a setting has no effect: a rule that you meant to switch off is still checked.

## Example

In `hookwright.json`:

```json
{"rules": {"unknown-evnt": "off"}}
```

Write the name of the rule:

```json
{"rules": {"unknown-event": "off"}}
```

## Fix

Changes a name to the nearest known one, if there is one that is close.
"""

_UNUSED = """\
An ignore comment or entry ignores nothing.

## What it does

Reports ignore comments, and entries of `ignore` in `hookwright.json`, that match no finding.

## Why

The finding was fixed or moved, or was never there. The comment or entry would hide the next mistake in that place.

## Example

In `hookwright.json`:

```json
{"ignore": [{"rule": "HW501", "file": ".claude/settings.json"}]}
```

Remove the entry:

```json
{"ignore": []}
```

## Fix

None: remove the comment or the entry.
"""


INVALID_SETTING = Rule("HW901", "invalid-setting", Severity.WARNING, _INVALID, has_fix=True)
UNUSED_IGNORE = Rule("HW902", "unused-ignore", Severity.HINT, _UNUSED)
OWN_RULES = (INVALID_SETTING, UNUSED_IGNORE, *SAMPLE_RULES, *MODULE_RULES)

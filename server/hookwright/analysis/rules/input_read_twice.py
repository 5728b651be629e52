r"""A script reads stdin again, after it has read it to its end.

## What it does

Reports reads of stdin that come behind another one in every run. It applies to every agent.

Follows the script's own functions. What is read in a branch, a loop or a `try` counts only inside of it.

## Why

The second read gets nothing: a guard looks at an empty text, and lets every call through.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/log.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/log.py`, on `PostToolUse` of Claude Code:

```python
import json
import sys

with open("/tmp/hooks.log", "a") as log:
    log.write(sys.stdin.read())
data = json.load(sys.stdin)
```

Read it once, and keep it:

```python
import json
import sys

text = sys.stdin.read()
with open("/tmp/hooks.log", "a") as log:
    log.write(text)
data = json.loads(text)
```

## Fix

None: keep what was read first in a variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.contract.order import with_before
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.rule import Finding, Rule
from hookwright.analysis.script_places import in_script
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import ReadInput
from hookwright.scripts.values import Spot


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told = set[Spot]()
    for it, before in with_before(subject.script.body):
        if not isinstance(it, ReadInput) or it.spot in told:
            continue
        first = next((one for one in before if isinstance(one, ReadInput) and not one.one_line), None)
        if first is not None and first.spot != it.spot:
            told.add(it.spot)
            message = "stdin was read to its end before, so this reads nothing; keep what was read first in a variable"
            yield finding_at(it.spot, message, related=((in_script(first.spot), "it was read here"),))


RULE = Rule("HW521", "input-read-twice", Severity.ERROR, __doc__, check_script=_check_script)

r"""A script reads stdin again, after it has read it to its end.

## What it does

Reports reads of stdin that follow another read of stdin in every run. It applies to every agent.

Follows the script's own functions. A read in a branch, a loop or a `try` counts only inside of it. Does not follow
branches that are about something other than the payload, and files that the script imports.

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
from hookwright.scripts.asking import AskUser
from hookwright.scripts.effects import Branch, ReadInput, effects, inside
from hookwright.scripts.values import Spot, payload_paths


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if len({it.spot for it in subject.script.effects if isinstance(it, ReadInput)}) < 2:
        return
    told, doubtful = set[Spot](), {*_doubtful(subject)}
    # What is a question to the user is another rule's.
    told |= {it.spot for it in subject.script.effects if isinstance(it, AskUser)}
    for it, before in with_before(subject.script.body):
        if not isinstance(it, ReadInput) or it.spot in told or it in doubtful or it.spot.file:
            continue
        first = next((one for one in before if isinstance(one, ReadInput) and not one.one_line), None)
        if first is not None and first.spot != it.spot:
            told.add(it.spot)
            message = "stdin was read to its end before, so this reads nothing; keep what was read first in a variable"
            yield finding_at(it.spot, message, related=((in_script(first.spot), "it was read here"),))


def _doubtful(subject: ScriptSubject) -> Iterator[ReadInput]:
    """The reads in branches that are about something else than the payload, which may be there for other callers."""
    for branch in subject.script.effects:
        if isinstance(branch, Branch) and not any(map(payload_paths, branch.about)):
            yield from (it for block in inside(branch) for it in effects(block) if isinstance(it, ReadInput))
    # An editor of files reads stdin only where it is given none, which its options may hide.
    for it in subject.script.effects:
        if isinstance(it, ReadInput) and subject.text.startswith("sed", it.spot.start):
            yield it


RULE = Rule("HW521", "input-read-twice", Severity.ERROR, __doc__, check_script=_check_script)

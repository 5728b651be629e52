r"""A handler catches the exit with which a script refuses.

## What it does

Reports a bare `except:`, and one for `BaseException` or `SystemExit`, around an exit with a code that refuses, if
nothing after the handler refuses. It applies to every agent in which an exit code refuses.

After the handler, the rule follows the branches for empty values. It reports nothing if a condition may be negated.

## Why

In Python, `sys.exit(2)` raises an exception. The handler catches it, and the script ends as if nothing had happened:
the guard never blocks.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/check.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/check.py`, on `PreToolUse` of Claude Code:

```python
import json
import sys

data = json.load(sys.stdin)
try:
    if "rm -rf" in data["tool_input"]["command"]:
        sys.exit(2)
except:
    print("the guard failed", file=sys.stderr)
```

Name what the handler is for, and let it refuse, too:

```python
import json
import sys

try:
    data = json.load(sys.stdin)
    if "rm -rf" in data["tool_input"]["command"]:
        sys.exit(2)
except Exception:
    print("the guard failed", file=sys.stderr)
    sys.exit(2)
```

## Fix

Changes `except:` or `except BaseException` to one for `Exception`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.changes import word
from hookwright.analysis.contract.failing import behind_handler
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import refuses
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Block, Exit, Try, effects
from hookwright.scripts.endings import Ending
from hookwright.scripts.values import Spot

_BARE = "except:"


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    told = set[Spot]()
    for around in (it for it in subject.script.effects if isinstance(it, Try)):
        for handler in (it for it in around.handlers if it.exits and it.spot not in told):
            told.add(handler.spot)
            found = behind_handler(subject, around, handler)
            uses = uses_with(subject, partial(_is_lost, subject, around.body, found))
            if uses:
                spot = handler.spot
                message = f"this catches the exit that blocks {subject.named(uses)} as well, so the script never blocks"
                fixes = word(subject, [spot], "BaseException", "Exception", safe=False)
                if _BARE in subject.text[spot.start : spot.end]:
                    fixes = word(subject, [spot], _BARE, "except Exception:", safe=False)
                yield finding_at(spot, f"{message}; use `except Exception:`", fixes, uses=uses)


def _is_lost(subject: ScriptSubject, body: Block, found: tuple[Ending, ...], use: ScriptUse) -> bool:
    """Whether the body exits with a code that blocks the hook's event, and nothing behind the handler refuses."""
    codes = [it.code for it in effects(body) if isinstance(it, Exit)]
    blocks = is_read(use) and any(it and use.blocks(it) for it in codes)
    return blocks and bool(found) and not any(refuses(subject, use, it) for it in found)


RULE = Rule(
    "HW523",
    "refusal-caught",
    Severity.ERROR,
    __doc__,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)

r"""A script prints text on an event where nobody reads text.

## What it does

Reports texts that a script prints to stdout, if the event makes nothing of the stdout of a hook that ends so, and the
whole run prints no object. It applies to every agent with such events, such as `PostToolUse` in Claude Code.
It is a warning if the words are for a reader, such as "please" or "you must", and a hint otherwise.

Follows every way to an end, and looks at what is printed right before it, with no decision between.
Does not report hooks in the background, objects, texts on stderr, and the reason of a code that refuses, which
[reason-on-stdout](reason-on-stdout.md) is about.

## Why

Neither the model nor the user sees the text: at most, it stands in a log.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/remind.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/remind.py`, on `PostToolUse` of Claude Code:

```python
print("Remember to update the changelog")
```

Print an object with the key that the event has for the model:

```python
import json

context = {"hookEventName": "PostToolUse", "additionalContext": "Remember to update the changelog"}
print(json.dumps({"hookSpecificOutput": context}))
```

## Fix

None: the message says where text for the model or the user belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from hookwright.analysis.contract.objects import objects_in, text_of
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import faults, is_read
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.outcome import Result
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.policies.output_advice import advice_on
from hookwright.policies.reading import read_result
from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.endings import Ending
from hookwright.shell.static_output import UNKNOWN

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_MAY_BE_JSON = ("{", "[", UNKNOWN)
_WORDS = "a text of the hook"
_FOR_A_READER = late_pattern(
    r"\b(?:please|remember|reminder|you (?:need|can)|must|should|do not|don't|never|always|important|mandatory|"
    r"consider|make sure|warning|suggest(?:ion)?s?|recommend\w*)\b|^\W*(?:use|note|run)\b",
    re.IGNORECASE | re.MULTILINE,
)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """The first such text of each severity; one script has many of a kind."""
    told, objects = set[Severity](), _objects(subject)
    # Many ends are behind the same text.
    asked = set[tuple[int | None, int]]()
    for ending in subject.endings.all:
        for text in _texts(ending, objects):
            if (ending.code, id(text)) in asked:
                continue
            asked.add((ending.code, id(text)))
            severity = Severity.WARNING if _FOR_A_READER.search(text_of(text.value)) else Severity.HINT
            if severity in told:
                continue
            for advice, uses in faults(subject, partial(_advice, ending.code)):
                told.add(severity)
                message = f"nobody reads text on {subject.named(uses)}{advice}"
                yield finding_at(text.spot, message, severity=severity, uses=uses)
                break


def _objects(subject: ScriptSubject) -> frozenset[int]:
    """The prints, by their ids, of objects, and of what may be one."""
    printed = (it for it in subject.script.effects if isinstance(it, Print) and it.stream is Stream.STDOUT)
    return frozenset(
        id(it) for it in printed if objects_in(subject.text, it) or text_of(it.value).lstrip().startswith(_MAY_BE_JSON)
    )


def _texts(ending: Ending, objects: frozenset[int]) -> tuple[Print, ...]:
    """What the run prints right before its end as text; nothing where it prints one of the objects, too."""
    found = tuple(it for it in ending.state.said if it.stream is Stream.STDOUT)
    if not found or any(id(it) in objects for it in ending.prints):
        return ()
    return tuple(it for it in found if text_of(it.value).strip())


def _advice(code: int | None, use: ScriptUse) -> str | None:
    """Where text belongs, as the end of a sentence; None where the agent reads it, or may do so."""
    if code is None or not is_read(use) or use.blocks(code) or use.row.folder_in:
        return None
    result = Result(exit_code=code, stdout=_WORDS, started_at=_ANY_TIME, duration=0)
    reading = read_result(result, use.row, use.values, dialect=use.dialect)
    texts = (reading.context, reading.reason, reading.stop_reason, *(it.text for it in reading.messages))
    if reading.problems or reading.fault is not None or any(it and _WORDS in it for it in texts):
        return None
    advice = advice_on("text", _WORDS, use.row)
    return f"; {advice}" if advice else ""


RULE = Rule(
    "HW423",
    "text-not-read",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)

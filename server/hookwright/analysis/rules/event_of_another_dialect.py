"""An event that another dialect has and this one does not.

## What it does

Reports such names, and says which dialect has them and which event here is the closest.

## Why

The hooks below never run here.
It is what remains when a file is copied from one agent to another.

## Example

```json
{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}
```

## Fix

Changes the name to the nearest event here, where there is one; moves the groups into it where the file has it already.
What the hook reads and answers may differ all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.structure.event_names import Slip, event_fixes, misnomer, name_place
from hookwright.model.reaction import Severity

_SHOWN = 2

_MOVE = "its hooks never run here; move them to another event"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for event in file.events:
        found = misnomer(file.dialect, event)
        if found is None or found.slip is not Slip.FOREIGN:
            continue
        if event.name in file.dialect.former_events:
            message = f"`{event.name}` is the former name of `{found.meant}`, so its hooks never run; change it"
            yield Finding(name_place(event), message, event_fixes(file, event, found.meant, safe=False))
            continue
        owner = _owners(found.owners)
        advice = f"the closest event here is `{found.meant}`" if found.meant else _MOVE
        yield Finding(
            name_place(event),
            f"`{event.name}` is an event of {owner}, not of {file.dialect.title}; {advice}",
            event_fixes(file, event, found.meant, safe=False),
            # A file for several agents has the event under the name of each.
            Severity.WARNING if any(it.name == found.meant for it in file.events) else None,
        )


def _owners(titles: tuple[str, ...]) -> str:
    if not titles:
        return "another dialect"
    shown, rest = titles[:_SHOWN], len(titles) - _SHOWN
    return f"{', '.join(shown)} and {rest} more" if rest > 0 else " and ".join(shown)


RULE = Rule(
    "HW203",
    "event-of-another-dialect",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

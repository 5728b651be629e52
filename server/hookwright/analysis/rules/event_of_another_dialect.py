"""An event belongs to another agent, and this agent does not have it.

## What it does

Reports names of events that only other agents have. The message names these agents, and the closest event of this one.
If the file has that event too, it may be for several agents, and the finding is a warning.

## Why

The hooks under such a name never run. The mistake comes from copying a file from one agent to another.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "BeforeTool": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

`BeforeTool` is an event of Gemini CLI. Write the event of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Changes the name to the closest event, if there is one, or moves the groups into it if the file already has it.
What the hook reads and prints may still differ between the agents. To translate a whole file, use `hookwright convert`.
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

"""Another agent that the project uses reads the file too, and some of its hooks never run there.

## What it does

Some agents read another agent's file in addition to their own: Copilot, Cursor and VS Code read
`.claude/settings.json`, for example.
Reports, once for each such agent, the events in the file that this agent does not have. Also reports mistakes because
of which it runs none of the hooks in the file.
Reports nothing if the project has no files of that agent.

## Why

In the other agent, these hooks never run. A guard that should hold in both agents holds in one of them only.

## Example

With this file of Copilot in the project, `.github/hooks/hooks.json`:

```json
{
  "version": 1,
  "hooks": {
    "sessionEnd": [
      {"type": "command", "bash": "make notes"}
    ]
  }
}
```

In `.claude/settings.json`, on `ConfigChange` of Claude Code:

```json
{
  "hooks": {
    "ConfigChange": [
      {"hooks": [{"type": "command", "command": "make audit"}]}
    ]
  }
}
```

Copilot has no such event. If the hook matters there too, use one that both agents have:

```json
{
  "hooks": {
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "make audit"}]}
    ]
  }
}
```

## Fix

None: write the hooks into the other agent's own file, on an event that it has.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Part, Place, Rule, Subject
from hookwright.config.read import read_as
from hookwright.config.view import HookFile, effect_of_void
from hookwright.dialects import by_id
from hookwright.model.dialect import Dialect
from hookwright.model.reaction import Severity
from hookwright.readers.choice import importers
from hookwright.readers.search import is_in_use

_ADVICE = "use events that both have, or write hooks for it in its own file"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    yield from _voided(subject)
    for other, where in _readers(file):
        missing = _missing(file, other)
        if missing and is_in_use(other, subject.project):
            place = Place(file.base, Part.KEY) if file.base else Place(())
            message = f"{other.title} reads this file too{where} and skips the hooks on {_listed(missing)}"
            yield Finding(place, f"{message}, because it has no such events; {_ADVICE}")


def _voided(subject: Subject) -> Iterator[Finding]:
    """Those that run nothing of a file that its own agent does read, for one of its values."""
    file = subject.file
    if file.fault is not None or file.voided:
        return
    for reader in file.others:
        if reader.borrowed and is_in_use(reader.dialect, subject.project):
            read = read_as(file, reader)
            for cause in [it for it in read.voided if it.route][:1]:
                effect = effect_of_void(read, cause)
                message = f"{reader.dialect.title} reads this file too, but {effect}: {cause.why}"
                yield Finding(Place(cause.route), message)


def _readers(file: HookFile) -> Iterator[tuple[Dialect, str]]:
    """The agents that read another one's file unless they are told not to, each with the condition."""
    yield from ((it.dialect, "") for it in file.others if it.borrowed)
    known = {file.dialect.id, *(it.dialect.id for it in file.others)}
    for id, taken in importers(file.path):  # noqa: A001
        if taken.is_usual and id not in known:
            yield by_id(id), f", {taken.where},"


def _missing(file: HookFile, reader: Dialect) -> tuple[str, ...]:
    """The events with hooks that another reader does not know under any name."""
    used = (it.name for it in file.events if it.row is not None and any(group.hooks for group in it.groups))
    return tuple(it for it in used if reader.own_event(it) is None)


def _listed(names: tuple[str, ...]) -> str:
    first = names[:3] if len(names) > 4 else names
    more = f" and {len(names) - 3} more events" if len(names) > 4 else ""
    quoted = [f"`{it}`" for it in first]
    if more or len(quoted) == 1:
        return ", ".join(quoted) + more
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


RULE = Rule("HW706", "read-differently", Severity.HINT, __doc__, _check)

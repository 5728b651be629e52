"""Nothing in the file runs, because of its form.

## What it does

Reports a file at a place where the agent looks, if the file has two or more hooks and the agent runs none of them,
because:

- the file has the form of another agent's file, or
- all hooks are under three or more names that are not events and are not close to any event

This finding replaces what other rules report about the form of the file.
Does not report hooks that are switched off on purpose.

## Why

The file looks like a guard, and most agents do not say that it has no effect.
All entries have the same cause, so correcting them one by one does not help.

## Example

In `.windsurf/hooks.json`, on `pre_run_command` of Windsurf:

```json
{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [{"command": "echo before"}],
    "afterFileEdit": [{"command": "echo after"}]
  }
}
```

These are events of Cursor. Use those of Windsurf:

```json
{
  "version": 1,
  "hooks": {
    "pre_run_command": [{"command": "echo before"}],
    "post_write_code": [{"command": "echo after"}]
  }
}
```

## Fix

None of its own: for a file in another agent's form, the message has the command that converts it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Place, Rule, Subject
from hookwright.analysis.structure.event_names import Misnomer, Slip, misnomer, name_place
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import has_readable_hooks, readable_hooks
from hookwright.config.view import EventView, HookFile, said_of_void
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.dialect import Dialect
from hookwright.model.nesting import HOOKS
from hookwright.model.reaction import Severity
from hookwright.readers.evidence import fit, known_events, marks_of
from hookwright.syntax.tree import Kind, Notation, child

_FEWEST = 2
# Fewer names that are no events are said one by one.
_MANY = 3
_TRIED = 3
# The rules about keys, events, matchers and types, and the one about files that are skipped.
_SAID_OF_THE_FORM = frozenset({"HW006", *(f"HW{it}" for it in range(101, 500))})
_SAID_OF_NAMES = frozenset({"HW201", "HW202", "HW203"})
_MISNAMED = (Slip.SPELLING, Slip.FOREIGN, Slip.UNKNOWN)


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if not _is_meant_to_run(file) or has_readable_hooks(file):
        return
    misnamed = _misnamed(file)
    other = None if _is_only_misspelt(file, misnamed) else _other_form(file)
    if other is not None:
        yield Finding(Place(()), _in_other_form(subject, other), explains=_SAID_OF_THE_FORM)
    elif len(misnamed) >= _MANY and not file.is_whole_but_void and all(it.meant is None for _, it in misnamed):
        title = file.dialect.title
        message = f"{title} runs nothing in this file, because it has none of its events; move the hooks to others"
        related = tuple((name_place(it), f"`{it.name}` is not an event of {title}") for it, _ in misnamed)
        yield Finding(Place(()), message, related=related, explains=_SAID_OF_NAMES)


def _is_meant_to_run(file: HookFile) -> bool:
    """Whether the agent reads the file as it is, and no key switches its hooks off."""
    if not file.is_placed or file.is_guessed or file.manifest or file.is_switched_off:
        return False
    if file.location is not None and file.location.ignored:
        return False
    switch = file.grammar.nesting.enabled_key
    states = (child(it.node, switch) for it in file.groups) if switch else ()
    return not any(it is not None and it.value is False for it in states)


def _misnamed(file: HookFile) -> list[tuple[EventView, Misnomer]]:
    """All events of the file that have hooks, where not one of them has the name of an event."""
    found = list[tuple[EventView, Misnomer]]()
    for event in file.events:
        wrong = misnomer(file.dialect, event)
        if wrong is None:
            return []
        if wrong.slip in _MISNAMED and any(it.hooks for it in event.groups):
            found.append((event, wrong))
    return found


def _is_only_misspelt(file: HookFile, misnamed: list[tuple[EventView, Misnomer]]) -> bool:
    """Whether the form is the agent's own, but for the case and the hyphens of its events."""
    hooks = [it for _, it in file.hooks]
    in_place = all(not it.misplaced and it.type is not None for it in hooks)
    return in_place and bool(misnamed) and all(it.slip is Slip.SPELLING for _, it in misnamed)


def _other_form(file: HookFile) -> Dialect | None:
    """The agent that would run all of the hooks, the likeliest of these; only JSON has the same form for all agents."""
    if file.tree.notation is not Notation.JSON:
        return None
    return next((it for it in _candidates(file) if _runs_all(file, it)), None)


def _candidates(file: HookFile) -> Iterator[Dialect]:
    """The agents that have more of the file's events, the likeliest first; a list of hooks tells by itself."""
    owners = {file.dialect.id, *(it.dialect.id for it in file.others if not it.borrowed)}
    outlines = [it for it in OUTLINES if it.id not in owners]
    listed = child(file.tree.root, HOOKS) if file.tree.root is not None else None
    if listed is not None and listed.kind is Kind.ARRAY:
        yield from (it for it in (by_id(outline.id) for outline in outlines) if it.grammar.nesting.event_key)
        return
    marks = marks_of(file.tree.text)
    # Where the hooks are not even looked at, it counts for nothing that events have the same names.
    own = max(known_events(it, marks) for it in OUTLINES if it.id in owners) if file.events else 0
    better = [it for it in outlines if known_events(it, marks) > own]
    yield from (by_id(it.id) for it in sorted(better, key=lambda it: fit(it, marks), reverse=True)[:_TRIED])


def _runs_all(file: HookFile, other: Dialect) -> bool:
    read = read_hook_file(file.path, file.tree.text, other, file.scope)
    count = len(readable_hooks(read)[0])
    return count >= _FEWEST and count >= max(len(file.hooks), len(read.hooks))


def _in_other_form(subject: Subject, other: Dialect) -> str:
    file, title = subject.file, subject.file.dialect.title
    nothing = said_of_void(file, file.voided[0]) if file.is_whole_but_void else f"{title} runs nothing in this file"
    command = f"hookwright convert {shlex.quote(subject.name_of(file))} --dialect {other.id} --to {file.dialect.id}"
    return f"{nothing}; it is written for {other.title}, but {title} reads {_form(file)}; convert it with `{command}`"


def _form(file: HookFile) -> str:
    """What the agent wants a file to look like."""
    grammar = file.grammar
    key, nesting = grammar.hooks_key, grammar.nesting
    if nesting.event_key:
        form = f"a list under `{key}`, in which each hook names its event as `{nesting.event_key}`"
    else:
        place = f"under `{key}`" if key else "at the root of the file"
        form = f"events such as `{_an_event(file)}` {place}, each with a list of {nesting.entry}s"
    demanded = "".join(f"`{json.dumps(name)}: {json.dumps(it)}` and " for name, it in grammar.demanded.items())
    return f"{demanded}{form}"


def _an_event(file: HookFile) -> str:
    """The agent's event that the first wrong name in the file means, which shows best what is different."""
    wrong = (misnomer(file.dialect, it) for it in file.events)
    return next((it.meant for it in wrong if it is not None and it.meant), file.dialect.events[0].name)


RULE = Rule(
    "HW007",
    "nothing-runs",
    Severity.ERROR,
    __doc__,
    _check,
    stands_on=Fact.FILE,
    first=True,
    unanimous=True,
)

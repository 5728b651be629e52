"""A key has no effect in its place.

## What it does

Reports keys of hooks that the agent reads only in other files, or that have no effect on the event, beside another key,
or without another key. In Claude Code, examples are `once` outside skills, `onFailure` on a hook in the background, and
a message for waking the model on a hook that never wakes it.
Also reports two keys that together keep the hook from running.
Does not report keys that only state the default.

## Why

The agent ignores the key. If a guard has `"onFailure": "block"` but runs in the background, it lets everything through
when it fails.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint", "async": true, "onFailure": "block"}]}
    ]
  }
}
```

Claude Code does not wait for a hook with `async`. For a guard, remove `async` instead of the key that has no effect:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint", "onFailure": "block"}]}
    ]
  }
}
```

## Fix

Removes the key, which changes nothing in what the agent does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys, listing
from hookwright.dialects import by_id
from hookwright.model.event import EventRow
from hookwright.model.field import ALWAYS, Conditions
from hookwright.model.reaction import Choice, Severity
from hookwright.policies.exits import word_of
from hookwright.syntax.tree import child


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        why = _why(key) if key.is_set else None
        if why is not None:
            name = key.field.name
            fix = Fix(f"Remove `{name}`", key.removal(), preferred=True)
            yield Finding(Place(key.route, Part.KEY), f"{why}; remove it", (fix,), unnecessary=True)


def _why(key: HookKey) -> str | None:
    """Why the key has no effect, in words; None if it has one."""
    when, row, name = key.field.when, key.group.row, f"`{key.field.name}`"
    unmet = None if when is ALWAYS else _unmet(key, when, name)
    if unmet is None and row is not None and _is_lost_on(key, row):
        return f"{name} has no effect on `{row.name}`"
    return unmet


def _unmet(key: HookKey, when: Conditions, name: str) -> str | None:
    """Which of the conditions for an effect is not met, in words; None if all are."""
    other = next((it for it in when.rivals if child(key.hook.node, it) is not None), None)
    if other is not None:
        return f"a hook with both {name} and `{other}` does not run"
    if when.read_in:
        return f"{name} is only read in {when.read_in} and has no effect here"
    rival = next((it for it in when.useless_with if key.beside(it)), None)
    if rival is not None:
        return f"{name} has no effect when `{rival}` is set"
    if when.needs and not any(key.beside(it) for it in when.needs):
        return f"{name} has no effect without {listing(when.needs)}"
    if when.events is not None and key.group.row is not None and key.group.row.name not in when.events:
        return f"{name} has no effect on `{key.group.event}`"
    return None


def _is_lost_on(key: HookKey, row: EventRow) -> bool:
    """Whether the word would make a failure block on other events, and this one does not ask the key."""
    if key.field.name not in _asked_keys(key.file.dialect.id) or _choices(row, key.field.name):
        return False
    word = word_of(key.value.value)
    others = (case for it in key.file.dialect.events for case in _choices(it, key.field.name))
    return any(case.cases[word].refuses or case.cases[word].must_continue for case in others if word in case.cases)


@cache
def _asked_keys(dialect: str) -> frozenset[str]:
    """The keys that some event of a dialect asks when a hook fails."""
    return frozenset(it.key for row in by_id(dialect).events for it in _all_choices(row))


def _choices(row: EventRow, key: str) -> tuple[Choice, ...]:
    return tuple(it for it in _all_choices(row) if it.key == key)


def _all_choices(row: EventRow) -> tuple[Choice, ...]:
    table = row.exits
    entries = (*table.codes.values(), table.other, table.timed_out, table.cannot_start, table.unreadable, table.silent)
    return tuple(it for it in entries if isinstance(it, Choice))


RULE = Rule("HW411", "key-without-effect", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.EVENT)

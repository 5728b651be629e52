"""An event, key or hook type is newer than the targeted version of the agent.

## What it does

Reports events, keys and types of hooks that the agent has only since a later version than the one that
`agentVersions` in `hookwright.json`, or `--agent-version`, names.
If neither names a version, nothing is reported.

## Why

An older agent ignores an event or a key that it does not know, or does not read the file at all. For everybody who has
not updated yet, a guard lets everything through.

## Example

With this `hookwright.json`:

```json
{"agentVersions": {"claude-code": "2.1.200"}}
```

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint", "onFailure": "block"}]}
    ]
  }
}
```

Do without the key, or raise the version:

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

None: do without the newer part, or raise the version.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.analysis.structure.event_names import name_place
from hookwright.analysis.structure.objects import sites
from hookwright.model.evidence import parts
from hookwright.model.nesting import TYPE
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import member


def _check(subject: Subject) -> Iterator[Finding]:
    if not subject.target:
        return
    for place, what, since in _dated(subject):
        if parts(subject.target) < parts(since):
            needs = f"needs {subject.file.dialect.title} {since}"
            yield Finding(
                place, f"{what} {needs}, and the target is {subject.target}; do without it, or target a newer version"
            )


def _dated(subject: Subject) -> Iterator[tuple[Place, str, str]]:
    """Every event, key and type of the file, with its place, what it is called, and the version that has it first."""
    for event in subject.file.events:
        if event.row is not None:
            yield name_place(event), f"`{event.name}`", event.row.since
    for site in sites(subject.file):
        for entry, field in site.known:
            yield Place((*site.route, entry.name), Part.KEY), f"`{entry.name}`", field.since
        if site.type is not None and member(site.node, TYPE) is not None:
            yield Place((*site.route, TYPE)), f"the type `{site.type.name}`", site.type.since


RULE = Rule("HW204", "newer-than-target", Severity.WARNING, __doc__, _check, stands_on=Fact.FILE)

"""A matcher is on an event that has nothing to match.

## What it does

Reports a matcher on an event whose hooks always run, such as `UserPromptSubmit` and `Stop` in Claude Code.
In VS Code and Windsurf, this is every event.
A matcher that matches everything, such as `*` or the empty string, is not reported.

## Why

The agent ignores the matcher: a hook that you meant for some cases runs every time.

## Example

In `.claude/settings.json`, on `UserPromptSubmit` of Claude Code:

```json
{
  "hooks": {
    "UserPromptSubmit": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make notes"}]}
    ]
  }
}
```

Remove the matcher:

```json
{
  "hooks": {
    "UserPromptSubmit": [
      {"hooks": [{"type": "command", "command": "make notes"}]}
    ]
  }
}
```

## Fix

Removes the matcher, which changes nothing in what the agent does.
To filter on such an event, read the payload in the hook.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.texts import ignores_matchers
from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.config.view import GroupView, HookFile
from hookwright.model.nesting import MATCHER
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import remove
from hookwright.syntax.tree import Kind, Node


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for group in file.groups:
        node = group.matcher
        if node is None or not ignores_matchers(group) or _is_harmless(file, group, node):
            continue
        route = (*group.route, MATCHER)
        fix = Fix("Remove the matcher", partial(remove, file.tree, route), preferred=True)
        message = f"`{group.event}` has nothing to match, so the matcher is ignored and the hooks always run; remove it"
        yield Finding(Place(route, Part.KEY), message, (fix,))


def _is_harmless(file: HookFile, group: GroupView, node: Node) -> bool:
    if node.kind is not Kind.STRING:
        return node.kind not in (Kind.OBJECT, Kind.ARRAY)
    # Where matchers are objects, no text is one, whatever the event.
    if file.dialect.matchers.criteria:
        return False
    return node.value in file.dialect.matchers.for_event(group.event).wildcards | {".*"}


RULE = Rule("HW302", "matcher-ignored", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.EVENT)

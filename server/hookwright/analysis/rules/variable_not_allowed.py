"""A header has a variable that the hook is not allowed to use.

## What it does

Reports variables, `$NAME` or `${NAME}`, in the headers of an `http` hook that are missing from its list of allowed
variables, such as `allowedEnvVars` in Claude Code.

## Why

The agent replaces such a variable with nothing. The request has no password, and the server refuses it.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"hooks": [{"type": "http", "url": "https://example.com/hook", "headers": {"Authorization": "Bearer $TOKEN"}}]}
    ]
  }
}
```

Allow the variable:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "hooks": [
          {
            "type": "http",
            "url": "https://example.com/hook",
            "headers": {"Authorization": "Bearer $TOKEN"},
            "allowedEnvVars": ["TOKEN"]
          }
        ]
      }
    ]
  }
}
```

## Fix

Adds the variable to the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import append_item, insert_member
from hookwright.syntax.tree import Kind, child, plain

_VARIABLE = late_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        if key.field.inserts.allowed_by and key.value.kind is Kind.OBJECT:
            yield from _judge(key)


def _judge(key: HookKey) -> Iterator[Finding]:
    listed = child(key.hook.node, key.field.inserts.allowed_by)
    names = plain(listed) if listed is not None else []
    if not isinstance(names, list):
        return
    for entry in key.value.members:
        text = str(entry.value.value) if entry.value.kind is Kind.STRING else ""
        for found in _VARIABLE.finditer(text):
            name = found[1] or found[2]
            if name not in names:
                message = (
                    f"`{name}` is not in `{key.field.inserts.allowed_by}`, so the agent sends nothing for `{found[0]}`"
                )
                place = Place((*key.route, entry.name), piece=found.span())
                yield Finding(place, f"{message}; add it", (_addition(key, name, present=listed is not None),))


def _addition(key: HookKey, name: str, *, present: bool) -> Fix:
    tree, allowed = key.file.tree, key.field.inserts.allowed_by
    if present:
        edits = partial(append_item, tree, (*key.hook.route, allowed), name)
    else:
        edits = partial(insert_member, tree, key.hook.route, allowed, [name])
    return Fix(f"Add `{name}` to `{allowed}`", edits, preferred=True)


RULE = Rule("HW414", "variable-not-allowed", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

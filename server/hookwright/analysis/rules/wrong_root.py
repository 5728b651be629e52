"""The file does not hold one object.

## What it does

Reports a file whose outermost value is a list, a string, a number or `null`. Also reports a file without a value, such
as an empty file, or one that is entirely commented out. It applies to every agent.

## Why

Every agent expects an object with keys. It reads nothing else, so no hook in the file runs.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
[
  {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
]
```

Put the group under its event, in an object:

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

Writes an empty object into an empty file. For any other value, there is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import EMPTY, Fact, Finding, Fix, Place, Rule, Subject, given
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, ProblemKind, Tree
from hookwright.text import Edit, Span


def _check(subject: Subject) -> Iterator[Finding]:
    tree = subject.file.tree
    if tree.root is None:
        if not any(it.kind is ProblemKind.SYNTAX for it in tree.problems):
            yield _commented_out(tree) if tree.comments else _without_value(tree)
    elif tree.root.kind is not Kind.OBJECT:
        yield Finding(Place(()), f"the file must be a JSON object, not {_named(tree.root.kind)}; wrap it in one")


def _commented_out(tree: Tree) -> Finding:
    message = (
        "all of this file is commented out, so nothing in it applies; delete the file, or remove the comment signs"
    )
    return Finding(Place((), span=tree.comments[0]), message, cause=EMPTY)


def _without_value(tree: Tree) -> Finding:
    end = len(tree.text)
    fix = Fix("Insert `{}`", given(Edit(Span(end, end), "{}\n")), preferred=True)
    return Finding(Place((), span=Span(end, end)), "the file holds no value; write an object", (fix,), cause=EMPTY)


def _named(kind: Kind) -> str:
    return "an array" if kind is Kind.ARRAY else "null" if kind is Kind.NULL else f"a {kind.value}"


RULE = Rule("HW003", "wrong-root", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

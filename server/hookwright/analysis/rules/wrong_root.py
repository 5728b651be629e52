"""The file holds something other than one object.

## What it does

Reports a file whose outermost value is a list, a string, a number, a word, or is missing altogether.

## Why

Every dialect reads an object with keys; nothing else is understood, and no hook of the file runs.

## Example

```json
[{"matcher": "*", "hooks": []}]
```

## Fix

An empty file is given an empty object.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject, given
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import Kind, ProblemKind
from hookwright.text import Edit, Span


def _check(subject: Subject) -> Iterator[Finding]:
    tree = subject.file.tree
    if tree.root is None:
        if not any(it.kind is ProblemKind.SYNTAX for it in tree.problems):
            end = len(tree.text)
            fix = Fix("Insert `{}`", given(Edit(Span(end, end), "{}\n")), preferred=True)
            yield Finding(Place((), span=Span(end, end)), "the file holds no value; write an object", (fix,))
    elif tree.root.kind is not Kind.OBJECT:
        yield Finding(Place(()), f"the file must be a JSON object, not {_named(tree.root.kind)}; wrap it in one")


def _named(kind: Kind) -> str:
    return "an array" if kind is Kind.ARRAY else "null" if kind is Kind.NULL else f"a {kind.value}"


RULE = Rule("HW003", "wrong-root", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

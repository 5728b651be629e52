"""A value is not one of the allowed values.

## What it does

Reports strings in keys that take one of a few words, such as `shell`, when they are another word, and numbers that are
lower than their key allows.
Also reports a path that begins with `~` in a key where the agent does not replace `~` with the home folder.
It applies to every agent that has such keys.

## Why

The agent uses the default, or does not run the hook. In Claude Code, a hook with an unknown `shell` does not run.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "shell": "bsh"}]}
    ]
  }
}
```

Write one of the allowed words:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint", "shell": "bash"}]}
    ]
  }
}
```

## Fix

Replaces the value with the nearest word, or with the lowest number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.objects import Site, sites
from hookwright.analysis.suggest import nearest
from hookwright.model.field import Field
from hookwright.model.nesting import TYPE, GrammarPart
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_value
from hookwright.syntax.tree import Kind
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    for site in sites(subject.file):
        for member, field in site.known:
            number = member.value.value
            if field.takes.least is not None and member.value.kind is Kind.NUMBER and isinstance(number, int | float):
                yield from _too_low(subject, (*site.route, member.name), field, number)
            path = member.value.value
            if field.takes.no_home and isinstance(path, str) and path.startswith("~"):
                title = subject.file.dialect.title
                said = f"{title} does not replace `~` in `{field.name}`, so there is no folder `{path}`"
                yield Finding(
                    Place((*site.route, member.name)), f"{said}; write its full path, or one from the project"
                )
                continue
            if not field.takes.words or field.name == TYPE or member.value.kind is not Kind.STRING:
                continue
            word = str(member.value.value)
            if word in field.takes.words:
                continue
            route = (*site.route, member.name)
            meant = nearest(word, field.takes.words)
            what = f"`{word}` is not a value of `{field.name}`{_effect(subject, site, field)}"
            if meant is None:
                words = ", ".join(f"`{it}`" for it in field.takes.words)
                yield Finding(Place(route), f"{what}; use one of {words}")
                continue
            edits = partial(replace_value, subject.file.tree, route, meant)
            fixes = (Fix(f"Change to `{meant}`", edits, preferred=True),)
            yield Finding(Place(route), f"{what}; did you mean `{meant}`?", fixes)


def _effect(subject: Subject, site: Site, field: Field) -> str:
    """That nothing runs because of the value, as the end of the sentence, where the file needs a right one."""
    file = subject.file
    is_needed = site.part is GrammarPart.ROOT and field.required and not field.reading.is_lenient and not file.manifest
    return f", so {file.dialect.title} runs nothing in this file" if is_needed else ""


def _too_low(subject: Subject, route: Route, field: Field, number: float) -> Iterator[Finding]:
    if field.takes.least is None or number >= field.takes.least:
        return
    edits = partial(replace_value, subject.file.tree, route, int(field.takes.least))
    message = f"`{number:g}` is not a value of `{field.name}`: it is at least {field.takes.least:g}"
    fixes = (Fix(f"Change to `{field.takes.least:g}`", edits, preferred=True),)
    yield Finding(Place(route), message, fixes)


RULE = Rule("HW109", "value-not-allowed", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

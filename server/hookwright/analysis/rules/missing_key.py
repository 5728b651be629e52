"""A required key is missing.

## What it does

Reports hooks that have no `type` or nothing to run, and matcher groups that have no `hooks`, in every agent that
requires these keys.
Also reports hooks that have a command for Windows only, on events where a hook that cannot start refuses: these are
warnings. A key that the agent recommends but does not require is a hint.

## Why

The agent skips the hook. Some agents skip the whole file ([HW006](file-skipped.md)).

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"command": "make lint"}]}
    ]
  }
}
```

Add the key:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Inserts the key. Where the rest of the hook does not tell the value, the fix inserts a placeholder that you replace.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Part, Place, Rule, Subject
from hookwright.analysis.structure.objects import Site, is_lone_hook, sites
from hookwright.analysis.structure.sample_values import sample_value
from hookwright.analysis.suggest import nearest
from hookwright.config.view import HookFile
from hookwright.model.field import Field
from hookwright.model.nesting import TYPE, GrammarPart
from hookwright.model.reaction import Reaction, Severity
from hookwright.syntax.drafts import insert_member
from hookwright.syntax.tree import JSON, Kind, member


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    for site in sites(file):
        # While an object is not closed, its keys are still being written.
        if site.part in (GrammarPart.EVENTS, GrammarPart.KNOBS) or not site.node.closed:
            continue
        for field in site.missing:
            if field.required and not _is_said_elsewhere(file, site, field):
                yield _finding(file, site, field)
    yield from _untyped(file)
    yield from _of_another_system(file)


def _finding(file: HookFile, site: Site, field: Field) -> Finding:
    value: JSON = sample_value(file.grammar, field)
    certain = field.name == TYPE and site.type is not None and member(site.node, site.type.body) is not None
    if field.name == TYPE and site.type is not None:
        value = site.type.name
    first = field.name == TYPE or site.part is GrammarPart.ROOT
    edits = partial(insert_member, file.tree, site.route, field.name, value, first=first)
    fix = Fix(f"Insert `{field.name}`", edits, preferred=certain, safe=certain, activates=int(certain))
    if field.reading.is_lenient:
        message, severity = f"{site.title} should have `{field.name}`; add it", Severity.HINT
    elif site.part is GrammarPart.ROOT and not file.manifest:
        message, severity = f"{file.dialect.title} runs nothing in a file without `{field.name}`; add it", None
    else:
        message, severity = f"{site.title} needs `{field.name}`; add it", None
    return Finding(Place(site.route), message, (fix,), severity=severity, fact=(*site.route, field.name))


def _untyped(file: HookFile) -> Iterator[Finding]:
    """Hooks that neither name a type nor show one, if there is none by default."""
    if file.grammar.default_type is not None:
        return
    judged = {id(site.node) for site in sites(file)}
    for _, hook in file.hooks:
        node = hook.node
        if node.kind is Kind.OBJECT and node.closed and id(node) not in judged and member(node, TYPE) is None:
            types = ", ".join(f"`{it.name}`" for it in file.grammar.types)
            yield Finding(Place(hook.route), f"a hook needs `{TYPE}`; add it as one of {types}")


def _of_another_system(file: HookFile) -> Iterator[Finding]:
    """Hooks that one system alone can start, where one that cannot be started refuses."""
    for group, hook in file.hooks:
        if group.row is None or hook.type is None or not hook.type.system or not hook.node.closed:
            continue
        reaction = group.row.exits.cannot_start
        if isinstance(reaction, Reaction) and reaction.refuses:
            others = " or ".join(f"`{it.body}`" for it in file.grammar.types if it.runs)
            message = f"on systems other than Windows this hook cannot start and refuses every call; add {others}"
            yield Finding(Place((*hook.route, hook.type.body), Part.KEY), message, severity=Severity.WARNING)


def _is_said_elsewhere(file: HookFile, site: Site, field: Field) -> bool:
    """Whether another key is a slip of the missing one, or the fix of another finding adds it."""
    if field.name == TYPE and site.is_misplaced_hook(file.grammar):
        return True
    if site.part is GrammarPart.ROOT and is_lone_hook(file.grammar, site.node) and field.name in file.grammar.demanded:
        return True
    missing = [it.name for it in site.missing]
    return any(nearest(it.name, missing) == field.name for it in site.unknown)


RULE = Rule("HW102", "missing-key", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

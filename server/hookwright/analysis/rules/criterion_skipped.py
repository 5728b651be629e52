"""A criterion of a matcher does not apply to some of the tools that the matcher names.

## What it does

Reports criteria for paths or commands where calls of some of the matched tools have neither. It applies to agents whose
matchers have several criteria, such as ClawdCode.

## Why

The agent skips a criterion that does not apply to a call. The hook then runs for every call of such a tool.

## Example

In `.clawdcode/settings.json`, on `PreToolUse` of ClawdCode:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": {"tools": "Write|Bash", "paths": "src/**"}, "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

A call of `Bash` has no path, so the hook runs for all of them. Name only tools that have a path:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": {"tools": "Write|Edit", "paths": "src/**"}, "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: name only tools to which the criterion applies, or check the input in the hook.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.model import event
from hookwright.model.reaction import Severity
from hookwright.model.tool import Tool
from hookwright.syntax.tree import Kind, child

_MOST_SHOWN = 4


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        row, keys = text.group.row, _keys(text)
        if not keys or row is None or row.subject.kind is not event.MatchSubject.TOOL:
            continue
        if text.matcher.fault is None and text.matcher.form is not Form.WILDCARD:
            without = [it.name for it in _matching(text) if not any(key in it.input for key in keys)]
            if without:
                yield _finding(text, without)


def _keys(text: MatcherText) -> tuple[str, ...]:
    """The keys of a tool's input that hold what the criterion is about."""
    return text.file.dialect.calls.keys_of(text.subject)


def _matching(text: MatcherText) -> Iterator[Tool]:
    """The tools that the matcher's other criterion matches; those that are gone are left out."""
    dialect = text.file.dialect
    criteria = dialect.matchers.criteria
    texts = []
    for name, it in criteria.items():
        there = (
            child(text.group.matcher, name) if text.group.matcher and it.subject is event.MatchSubject.TOOL else None
        )
        if there is not None and there.kind is Kind.STRING:
            texts.append(parse_matcher(it.language, str(there.value)))
    matcher = text.group.matcher
    if text.route[-1] in dialect.matchers.beside and matcher is not None and matcher.kind is Kind.STRING:
        texts.append(parse_matcher(dialect.matchers.for_event(text.group.event), str(matcher.value)))
    for tool in dialect.tools:
        if not tool.replaced_by and all(match(it, tool.name).matched for it in texts):
            yield tool


def _finding(text: MatcherText, without: list[str]) -> Finding:
    listed = ", ".join(f"`{it}`" for it in without[:_MOST_SHOWN])
    more = f" and {len(without) - _MOST_SHOWN} more" if len(without) > _MOST_SHOWN else ""
    ignored = f"then `{text.route[-1]}` is ignored and the hook runs; name only tools that have one"
    message = f"calls of {listed}{more} may have no {text.subject}; {ignored}"
    return Finding(Place(text.route, Part.KEY), message)


RULE = Rule("HW311", "criterion-skipped", Severity.HINT, __doc__, _check, stands_on=Fact.EVENT)

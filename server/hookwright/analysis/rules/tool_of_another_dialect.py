"""A matcher names only tools of another agent.

## What it does

Reports matchers whose names are tools of other agents, such as `run_shell_command` (Gemini CLI) for `Bash` (Claude
Code). It applies to tool events of every agent whose tools are known.
Does not report a matcher that also names one of this agent's own tools, because the file may be for several agents.

## Why

This agent has no tool of that name, so the hook never runs.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the agent's own name:

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

Writes the tool that does the same work.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, trimmed, words
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.suggest import folded
from hookwright.matching.matcher import match
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.file.dialect.tool_equivalents:
        for text in matcher_texts(subject.file):
            if text.tools and text.matcher.fault is None:
                yield from _judge(text)


def _judge(text: MatcherText) -> Iterator[Finding]:
    dialect = text.file.dialect
    names = [trimmed(it.name) for it in words(text)]
    meant = [dialect.tool_equivalents.get(it.text) for it in names]
    if not all(meant):
        return
    own = {folded(it.name) for it in text.tools}
    if any(folded(it.text) in own for it in names):
        return
    if any(match(text.matcher, it.name).matched for it in text.tools):
        return
    for name, tool in zip(names, meant, strict=True):
        message = f"`{name.text}` is a tool of another agent, so it never matches here; use `{tool}`"
        yield Finding(text.place(name.start, name.end), message, (text.change(name, tool or ""),))


RULE = Rule(
    "HW318",
    "tool-of-another-dialect",
    Severity.ERROR,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
    specified=Severity.WARNING,
)

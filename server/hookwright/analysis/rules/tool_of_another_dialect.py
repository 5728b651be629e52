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

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, trimmed, words
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.analysis.suggest import folded
from hookwright.matching.matcher import Name, match
from hookwright.matching.verdict import quoted
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
    if not names or not all(meant):
        return
    own = {folded(it.name) for it in text.tools}
    if any(folded(it.text) in own for it in names):
        return
    if any(match(text.matcher, it.name).matched for it in text.tools):
        return
    tools = [it for it in meant if it is not None]
    first, last = names[0].start, names[-1].end
    better = _renamed(text, names, tools)
    if len(names) == 1:
        message = f"`{names[0].text}` is a tool of another agent, so it never matches here; use `{better}`"
    else:
        shown = [quoted(it.text) for it in names]
        told = f"{', '.join(shown[:-1])} and {shown[-1]}"
        message = f"{told} are tools of another agent, so this never matches here; use `{better}`"
    fix = text.change(Name(text.text[first:last], first, last), better)
    yield Finding(text.place(first, last), message, (fix,))


def _renamed(text: MatcherText, names: Sequence[Name], tools: Sequence[str]) -> str:
    """What is between the first name and the last one, with the tools that do the same work."""
    between = [text.text[one.end : other.start] for one, other in pairwise(names)]
    if all(it == "|" for it in between):
        return "|".join(dict.fromkeys(tools))
    return "".join(chain.from_iterable(zip(tools, (*between, ""), strict=True)))


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

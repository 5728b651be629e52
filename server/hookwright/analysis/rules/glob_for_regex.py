"""A glob is where a regular expression is expected.

## What it does

Reports matchers, and alternatives of matchers, that make sense only as a glob, such as `mcp__*__delete` or `*.py`. It
applies to agents whose matchers are regular expressions.
The beginning of a name followed by a star, such as `mcp__github__*`, is reported only for agents that compare a
matcher with the whole name, such as Copilot and OpenHands. Claude Code and others look for it anywhere in the name, so
it works there.

## Why

In a regular expression, `*` repeats the character before it: `mcp__*__delete` means `mcp_`, then underscores, then
`delete`. A `*` with nothing before it is not valid.
The hook runs for fewer tools than you meant, or never. If the expression is not valid, it never runs, and the
finding is an error.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__*__delete", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write `.*` for any characters:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__.*__delete", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes the regular expression that says the same, such as `mcp__.*__delete`.
There is no fix for a glob for files, because a matcher is compared with the name of the tool: check the file in the
hook.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.mistakes import Glob, globs
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.model import event
from hookwright.model.language import Invalid
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        for glob in globs(text):
            yield _finding(text, glob)


def _finding(text: MatcherText, glob: Glob) -> Finding:
    place = text.place(glob.piece.start, glob.piece.end)
    if text.subject is event.MatchSubject.TOOL and any(it in glob.piece.text for it in "./"):
        what = f"`{glob.piece.text}` is a glob for files, but a matcher is compared with the tool's name"
        message = f"{what}; check the file in the hook"
        return Finding(place, message)
    message = f"`{glob.piece.text}` is a glob, but a matcher is a regular expression; write `{glob.pattern}`"
    # One that is no regular expression at all keeps its hooks from running.
    severity = Severity.ERROR if text.matcher.fault is not None and text.language.invalid is Invalid.NEVER else None
    return Finding(place, message, (text.change(glob.piece, glob.pattern),), severity=severity)


RULE = Rule("HW308", "glob-for-regex", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)

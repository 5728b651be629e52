"""A matcher is only the beginning of the names of an MCP server's tools, and the agent compares whole names.

## What it does

Reports names such as `mcp__github` and `mcp__`, for agents that compare such a matcher with the whole name of a tool,
such as Claude Code and Codex.

## Why

Tools of MCP servers have names such as `mcp__github__create_issue`. No tool has the name `mcp__github` alone, so the
hook never runs for them.
If the matcher has other names too, the hook runs for those, and the finding is a warning.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__github__", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write a regular expression:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__github__.*", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes the regular expression for all tools of the server, such as `mcp__github__.*`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, pieces, trimmed
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.matching.matcher import Form, Name
from hookwright.model.language import Pattern
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern

_PREFIX = late_pattern(r"mcp__(?:[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)?_{0,2}")
_NAME = late_pattern(r"[A-Za-z0-9_-]+")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        names = [trimmed(it) for it in _compared(text)]
        found = [it for it in names if _PREFIX.fullmatch(it.text)]
        fixes = _fixes(text, names) if found else ()
        # Beside other names, the hook runs for these.
        alone = len(found) == len(names)
        so = "so it never matches" if alone else "so the hook runs for the other names only"
        for name in found:
            message = f"no tool is named just `{name.text}`, {so}"
            if text.language.pattern is Pattern.REGEX:
                message += f"; write `{_all_tools(name.text)}`"
            yield Finding(text.place(name.start, name.end), message, fixes, None if alone else Severity.WARNING)


def _compared(text: MatcherText) -> tuple[Name, ...]:
    """What is compared with whole names: all but the pieces of a regular expression that is searched."""
    named = text.matcher.form is Form.NAMES or (text.is_regex and not text.searched)
    return pieces(text) if named and text.tools else ()


def _fixes(text: MatcherText, names: list[Name]) -> tuple[Fix, ...]:
    if text.language.pattern is not Pattern.REGEX:
        return ()
    written = [_all_tools(it.text) if _PREFIX.fullmatch(it.text) else it.text for it in names]
    meant = "|".join(written)
    # What was compared whole would be searched now that the text is a regular expression.
    if not text.language.whole and any(_NAME.fullmatch(it) for it in written):
        meant = f"^({meant})$"
    return (text.rewrite(meant),)


def _all_tools(prefix: str) -> str:
    return f"{prefix.rstrip('_')}__.*"


RULE = Rule("HW315", "mcp-prefix", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
